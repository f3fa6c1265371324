import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { count, milliseconds, percent } from "../figures.ts";
import { Failure } from "../parts/failure.tsx";
import { command } from "../server.ts";
import { type Chosen, NO_NAME, nameOf } from "../set-kind.ts";
import type { AnsweredShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { costWords } from "./backend-trial.tsx";
import { nameOfOther, type Other } from "./other-choice.tsx";
import { type Asked, type SaidIn, saidInOf } from "./playground-asked.ts";
import { isSameAnswer, type SideAnswer, sideOfAsked, sideOfOther } from "./side-answer.ts";

/** A question that others are asked, too. */
export interface Compared {
  /** Tells it from those before. */
  readonly number: number;
  readonly app: string;
  readonly chosen: Chosen;
  readonly sentence: string;
  readonly saidIn: SaidIn;
  readonly others: readonly Other[];
}

/** What came of one of them so far. */
type Side =
  | { readonly kind: "waiting" }
  | { readonly kind: "answered"; readonly answer: SideAnswer }
  | { readonly kind: "failed"; readonly failure: unknown };

const WAITING: Side = { kind: "waiting" };

interface ComparisonProps {
  readonly of: Compared;
  /** What the app itself was answered; null while it is waited for, and where it failed. */
  readonly asked: Asked | null;
  /** Why it was not answered; null where it was, or is waited for. */
  readonly failure: unknown;
}

/** The answers of several beside each other, what differs from the first of them marked. Each is shown when it comes. */
export function Comparison({ of: compared, asked, failure }: ComparisonProps) {
  const sides = useSides(compared);
  const { playground } = texts.value;
  const unanswered: Side = failure === null ? WAITING : { kind: "failed", failure };
  const first: Side = asked ? { kind: "answered", answer: sideOfAsked(asked) } : unanswered;
  const all = [first, ...compared.others.map((_, index) => sides[index] ?? WAITING)];
  const answers = all.flatMap((side) => (side.kind === "answered" ? side.answer : []));
  const measure = answers[0] ?? null;
  const isWhole = all.every(({ kind }) => kind !== "waiting");
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">{playground.compared}</h2>
      <ul class="compared">
        {all.map((side, index) => (
          <li key={index}>
            <h3>{index === 0 ? playground.asApps : nameOfOther(compared.others[index - 1] ?? null)}</h3>
            <SideView side={side} measure={measure} />
          </li>
        ))}
      </ul>
      <p role="status">{isWhole && measure && verdict(answers, measure)}</p>
    </section>
  );
}

function SideView({ side, measure }: { readonly side: Side; readonly measure: SideAnswer | null }) {
  const { playground } = texts.value;
  if (side.kind === "failed") return <Failure of={side.failure} />;
  if (side.kind === "waiting") return <p class="waiting">{playground.asking}</p>;
  const { answer } = side;
  const isName = (name: string) => measure === null || measure.name === name;
  const isValue = (parameter: string) =>
    measure === null || JSON.stringify(measure.parameters[parameter]) === JSON.stringify(answer.parameters[parameter]);
  const lacking =
    measure?.name === answer.name ? Object.keys(measure.parameters).filter((name) => !(name in answer.parameters)) : [];
  return (
    <>
      <p class="name">
        <Held same={isName(answer.name)}>
          {answer.name === NO_NAME ? nameOf(answer.name) : <code>{answer.name}</code>}
        </Held>
      </p>
      <ul class="plain">
        {Object.entries(answer.parameters).map(([name, value]) => (
          <li key={name}>
            <code>{name}</code>{" "}
            <Held same={isValue(name)}>
              <code>{JSON.stringify(value)}</code>
            </Held>
          </li>
        ))}
        {lacking.map((name) => (
          <li key={name}>
            <code>{name}</code> <Held same={false}>–</Held>
          </li>
        ))}
      </ul>
      {answer.hasMore && <p>{playground.more}</p>}
      <SideFacts answer={answer} />
    </>
  );
}

function SideFacts({ answer }: { readonly answer: SideAnswer }) {
  const { playground, sources } = texts.value;
  const { source, model, confidence, ms, requestsUsed, usage } = answer;
  return (
    <>
      <p class="hint">{playground.by(sources[source], model)}</p>
      <dl class="facts">
        <dt>{playground.confidence}</dt>
        <dd>{percent(confidence)}</dd>
        <dt>{playground.time}</dt>
        <dd>{milliseconds(ms)}</dd>
        <dt>{playground.price}</dt>
        <dd>{requestsUsed === null ? costWords(usage) : playground.appPays(count(requestsUsed))}</dd>
      </dl>
    </>
  );
}

/** Marked where it is not the same; a screen reader says so, too. */
function Held({ same, children }: { readonly same: boolean; readonly children: ComponentChildren }) {
  if (same) return <>{children}</>;
  return (
    <mark>
      <span class="unseen">{texts.value.playground.differs} </span>
      {children}
    </mark>
  );
}

function verdict(answers: readonly SideAnswer[], measure: SideAnswer): string {
  const { playground } = texts.value;
  const others = answers.filter((answer) => !isSameAnswer(answer, measure)).length;
  return others === 0 ? playground.same : playground.differ(count(others));
}

/** By place among the others. Asked once, all at the same time. */
function useSides({ app, chosen, sentence, saidIn, others }: Compared): Readonly<Record<number, Side>> {
  const [sides, setSides] = useState<Readonly<Record<number, Side>>>({});
  useEffect(() => {
    let isOver = false;
    const put = (index: number, side: Side) => !isOver && setSides((before) => ({ ...before, [index]: side }));
    for (const [index, other] of others.entries()) {
      const who = other === null ? { afresh: true } : { backend: other };
      const question = { sets: chosen.signatures, kind: chosen.kind, sentence, ...saidInOf(saidIn) };
      const args = { app_id: app, ...question, ...who };
      command<AnsweredShape>("ask", args).then(
        (answer) => put(index, { kind: "answered", answer: sideOfOther(answer) }),
        (failure: unknown) => put(index, { kind: "failed", failure }),
      );
    }
    return () => {
      isOver = true;
    };
    // Another question is another comparison, which begins anew.
  }, []);
  return sides;
}
