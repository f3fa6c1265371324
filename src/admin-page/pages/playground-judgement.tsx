import { useState } from "preact/hooks";
import type { FeedbackWire } from "#http/schemas/feedback-given.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { Field } from "../parts/field.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { askAsApp } from "../server.ts";
import { texts } from "../texts/texts.ts";
import { type Asked, namesIn } from "./playground-asked.ts";

const NO_NAME = "none";

/** Whether it was right; where it was not, what is. Both teach the set that was asked. */
export function Judgement({ asked }: { readonly asked: Asked }) {
  const [said, setSaid] = useState<string | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  const { isBusy, failure, run } = useDeed();
  const { playground } = texts.value;
  const tell = async (judgement: object) =>
    (await askAsApp<FeedbackWire>(asked.app, "POST", "/v1/feedback", { request_id: asked.requestId, ...judgement }))
      .body;
  const right = () =>
    run(async () => {
      await tell({ correct: true, teach: true });
      setSaid(playground.rightThanks);
    });
  const correct = async (correction: object) => {
    const { taught } = await tell({ correct: false, ...correction });
    setSaid(taught === null ? playground.correctedOnly : playground.taught);
  };
  if (said !== null) {
    return (
      <p class="well" role="status">
        {said}
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
      </div>
      <Failure of={failure} />
      {isCorrecting && <Correction asked={asked} correct={correct} />}
    </div>
  );
}

interface CorrectionProps {
  readonly asked: Asked;
  readonly correct: (correction: object) => Promise<void>;
}

function Correction({ asked, correct }: CorrectionProps) {
  const { answer } = asked;
  const isOfTools = answer.kind === "toolset";
  const [name, setName] = useState(
    isOfTools ? answer.body.resolved.tool : (answer.body.classifications[0]?.label ?? ""),
  );
  const [json, setJson] = useState(isOfTools ? JSON.stringify(answer.body.resolved.parameters, null, 2) : "{}");
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { playground } = texts.value;
  const hasParameters = isOfTools && name !== NO_NAME;
  const submit = (event: Event) => {
    event.preventDefault();
    const parameters = hasParameters ? objectIn(json) : {};
    setProblem(parameters === null ? playground.wantsJson : null);
    if (parameters === null) return;
    run(() => correct(isOfTools ? { tool: name, ...(hasParameters && { parameters }) } : { label: name }));
  };
  const options = [...namesIn(asked).map((one) => [one, one] as const), [NO_NAME, playground.noneOption] as const];
  return (
    <form class="correction" onSubmit={submit} noValidate aria-label={playground.correction}>
      <SelectField
        label={isOfTools ? playground.rightTool : playground.rightLabel}
        value={name}
        onChange={setName}
        options={options}
      />
      {hasParameters && (
        <Field label={playground.rightParameters} problem={problem}>
          {(names) => (
            <textarea
              {...names}
              rows={5}
              spellcheck={false}
              value={json}
              onInput={({ currentTarget }) => setJson(currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Failure of={failure} />
      <button type="submit" class="main" disabled={isBusy}>
        {playground.teach}
      </button>
    </form>
  );
}

/** Null for what is no JSON object. */
function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
