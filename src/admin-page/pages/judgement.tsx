import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { FeedbackWire } from "#http/schemas/feedback-given.ts";
import { objectOf, readJson, writtenJson } from "../json-text.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { JsonField } from "../parts/json-field.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { addressOf } from "../route.ts";
import { askAsApp } from "../server.ts";
import { type Kind, NO_NAME } from "../set-kind.ts";
import { texts } from "../texts/texts.ts";

const PARAMETER_ROWS = 5;

/** An answer that somebody may say something of. */
export interface Judged {
  readonly app: string;
  /** Under which feedback finds it. */
  readonly requestId: string;
  readonly kind: Kind;
  /** Signatures of the sets that were asked. */
  readonly sets: readonly string[];
  /** The tool or label that was given; `none`, too. */
  readonly name: string;
  /** Of the tool. */
  readonly parameters: object;
  /** The tools or labels that it could have been. */
  readonly names: readonly string[];
  /** Whether sets of the app were asked, with a sentence alone: others learn nothing. */
  readonly isTeachable: boolean;
}

interface JudgementProps {
  readonly of: Judged;
  /** Buttons for what else can be done. */
  readonly children?: ComponentChildren;
}

/** Whether it was right; where it was not, what is. Both teach the set that was asked. */
export function Judgement({ of: judged, children }: JudgementProps) {
  const [said, setSaid] = useState<{ readonly words: string; readonly isTaught: boolean } | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  const { isBusy, failure, run } = useDeed();
  const { playground } = texts.value;
  const tell = async (judgement: object) =>
    (await askAsApp<FeedbackWire>(judged.app, "POST", "/v1/feedback", { request_id: judged.requestId, ...judgement }))
      .body;
  const right = () =>
    run(async () => {
      const { taught } = await tell({ correct: true, ...(judged.isTeachable && { teach: true }) });
      setSaid(toldOf(taught, playground.notedOnly, playground.rightThanks));
    });
  const correct = async (correction: object) => {
    const { taught } = await tell({ correct: false, ...correction });
    setSaid(toldOf(taught, playground.correctedOnly, playground.taught));
  };
  if (said !== null) {
    return (
      <p class="well" role="status">
        {said.words} {said.isTaught && <a href={addressOf("tests", testedIn(judged))}>{playground.toTests}</a>}
      </p>
    );
  }
  return (
    <div class="judgement">
      <h3>{playground.judge}</h3>
      <div class="deeds">
        <button type="button" disabled={isBusy} onClick={right}>
          {playground.right}
        </button>
        <button type="button" aria-expanded={isCorrecting} onClick={() => setCorrecting(!isCorrecting)}>
          {playground.wrong}
        </button>
        {children}
      </div>
      <Failure of={failure} />
      {isCorrecting && <Correction of={judged} correct={correct} />}
    </div>
  );
}

/** `taught`: the id of the case; null where nothing was taught. */
function toldOf(taught: string | null, otherwise: string, words: string) {
  return taught === null ? { words: otherwise, isTaught: false } : { words, isTaught: true };
}

function testedIn({ app, kind, sets }: Judged): Readonly<Record<string, string>> {
  return { app, kind, set: sets.join(",") };
}

interface CorrectionProps {
  readonly of: Judged;
  readonly correct: (correction: object) => Promise<void>;
}

function Correction({ of: { kind, names, ...given }, correct }: CorrectionProps) {
  const isOfTools = kind === "toolset";
  const [name, setName] = useState(given.name);
  const [json, setJson] = useState(writtenJson(given.parameters));
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { playground } = texts.value;
  const hasParameters = isOfTools && name !== NO_NAME;
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readJson(json);
    const parameters = hasParameters ? read.kind === "value" && objectOf(read.value) : {};
    setProblem(parameters ? null : playground.wantsJson);
    if (!parameters) return;
    run(() => correct(isOfTools ? { tool: name, ...(hasParameters && { parameters }) } : { label: name }));
  };
  // What was answered is one of them, also where its set is gone.
  const choice = new Set([...names, given.name]);
  choice.delete(NO_NAME);
  const options = [...[...choice].map((one) => [one, one] as const), [NO_NAME, playground.noneOption] as const];
  return (
    <form class="correction" onSubmit={submit} noValidate aria-label={playground.correction}>
      <SelectField
        label={isOfTools ? playground.rightTool : playground.rightLabel}
        value={name}
        onChange={setName}
        options={options}
      />
      {hasParameters && (
        <JsonField
          label={playground.rightParameters}
          rows={PARAMETER_ROWS}
          value={json}
          onInput={setJson}
          problem={problem}
        />
      )}
      <Failure of={failure} />
      <button type="submit" class="main" disabled={isBusy}>
        {playground.teach}
      </button>
    </form>
  );
}
