import { useState } from "preact/hooks";
import type { MissListWire } from "#http/schemas/logged-questions.ts";
import { count, languageCalled, moment, percent } from "../figures.ts";
import { objectOf } from "../json-text.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { command } from "../server.ts";
import { type Kind, NO_NAME, nameOf, namesIn } from "../set-kind.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { type Judged, Judgement } from "./judgement.tsx";

type Miss = MissListWire["misses"][number];

interface MissViewProps {
  readonly app: AppShape;
  readonly miss: Miss;
  readonly sets: readonly SetShape[];
}

/** A question with those that nearly say the same: its answer, why it is here, and what is right. */
export function MissView({ app, miss, sets }: MissViewProps) {
  const [isDismissed, setDismissed] = useState(false);
  const { isBusy, failure, run } = useDeed();
  const { misses, playground, reasons } = texts.value;
  const { sentence, sets: asked, others, row_ids: rows, last_at: at } = miss;
  if (isDismissed) {
    return (
      <p class="well" role="status">
        {misses.dismissed(count(rows.length))}
      </p>
    );
  }
  const dismiss = () =>
    run(async () => {
      await command("log.delete", { app_id: app.app_id, row_ids: rows });
      setDismissed(true);
    });
  return (
    <article aria-label={sentence}>
      <h3 class="sentence">{sentence}</h3>
      <p class="hint">
        {asked.map((signature) => (
          <code key={signature}>{signature}</code>
        ))}{" "}
        {miss.language !== null && `${languageCalled(miss.language)} · `}
        {misses.asked(count(miss.asked), count(miss.sentences))} {misses.last(moment(at))}
      </p>
      <dl class="facts">
        <dt>{misses.answered}</dt>
        <dd>
          <code>{answerWords(miss)}</code>
        </dd>
        <dt>{playground.confidence}</dt>
        <dd>
          {percent(miss.confidence)}
          {miss.runner_up && ` · ${playground.runnerUp(nameOf(miss.runner_up.name), percent(miss.runner_up.margin))}`}
        </dd>
        <dt>{misses.because}</dt>
        <dd>{miss.reasons.map((reason) => reasons[reason]).join(", ")}</dd>
      </dl>
      {others.length > 0 && (
        <details>
          <summary aria-label={`${misses.others}: ${sentence}`}>{misses.others}</summary>
          <ul>
            {others.map((other) => (
              <li key={other}>{other}</li>
            ))}
          </ul>
        </details>
      )}
      {asked.length === 0 && <p class="hint">{misses.noSet}</p>}
      <Judgement of={judgedOf(app, miss, sets)}>
        <button type="button" disabled={isBusy} onClick={dismiss}>
          {misses.dismiss}
        </button>
      </Judgement>
      <Failure of={failure} />
    </article>
  );
}

function judgedOf({ app_id: app }: AppShape, miss: Miss, sets: readonly SetShape[]): Judged {
  const kind: Kind = miss.kind === "resolve" ? "toolset" : "classification_set";
  const names = namesIn(sets, kind, miss.sets);
  const isTeachable = miss.sets.length > 0;
  return { app, requestId: miss.request_id, kind, sets: miss.sets, ...givenIn(miss), names, isTeachable };
}

/** Of several calls or labels the first. */
function givenIn({ answer }: Miss): Pick<Judged, "name" | "parameters"> {
  const { tool, parameters, calls, labels } = answer as AnswerShape;
  const call = calls?.[0] ?? { tool, parameters };
  return { name: call.tool ?? labels?.[0] ?? NO_NAME, parameters: objectOf(call.parameters) ?? {} };
}

/** What the log keeps of an answer: one call, several, or labels. */
interface AnswerShape {
  readonly tool?: string;
  readonly parameters?: object;
  readonly calls?: readonly { readonly tool: string; readonly parameters: object }[];
  readonly labels?: readonly string[];
}

function answerWords({ answer }: Miss): string {
  const { tool, parameters, calls, labels } = answer as AnswerShape;
  if (labels) return labels.map(nameOf).join(", ");
  const all = calls ?? [{ tool: tool ?? NO_NAME, parameters: parameters ?? {} }];
  return all
    .map((call) => (call.tool === NO_NAME ? nameOf(NO_NAME) : `${call.tool} ${JSON.stringify(call.parameters)}`))
    .join("; ");
}
