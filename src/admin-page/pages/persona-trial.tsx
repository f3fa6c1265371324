import { useState } from "preact/hooks";
import type { RespondWire } from "#http/schemas/resolution.ts";
import { count, milliseconds, requests } from "../figures.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { Loading } from "../parts/loading.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { askAsApp, command } from "../server.ts";
import { kindOf, NO_NAME } from "../set-kind.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

interface PersonaTrialProps {
  readonly app: AppShape;
  /** Its name. */
  readonly persona: string;
}

/** What the persona says to a sentence, asked of a set of the app. */
export function PersonaTrial({ app, persona }: PersonaTrialProps) {
  const loaded = useLoaded(() => command<readonly SetShape[]>("export", { app_id: app.app_id }), [app.app_id]);
  const { personas } = texts.value;
  return (
    <section aria-labelledby="trial">
      <h3 id="trial">{personas.tryIt}</h3>
      <Loading of={loaded}>
        {(all) => {
          const toolsets = all.filter((set) => kindOf(set) === "toolset");
          if (toolsets.length === 0) return <p class="hint">{personas.noToolsets}</p>;
          return <TrialForm app={app} persona={persona} toolsets={toolsets} />;
        }}
      </Loading>
    </section>
  );
}

function TrialForm({ app, persona, toolsets }: PersonaTrialProps & { readonly toolsets: readonly SetShape[] }) {
  const [signature, setSignature] = useState(toolsets[0]?.signature ?? "");
  const [sentence, setSentence] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<RespondWire | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { personas } = texts.value;
  const submit = (event: Event) => {
    event.preventDefault();
    const query = sentence.trim();
    setProblem(query === "" ? personas.wantsSentence : null);
    if (query === "") return;
    run(async () => {
      setAnswer(null);
      const body = { query, toolsets: [signature], persona };
      setAnswer((await askAsApp<RespondWire>(app.app_id, "POST", "/v1/resolve-respond", body)).body);
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p class="hint">{personas.tryLead}</p>
      <SelectField
        label={personas.toolset}
        value={signature}
        onChange={setSignature}
        options={toolsets.map((set) => [set.signature, set.name] as const)}
      />
      <TextField
        label={personas.sentence}
        hint={personas.sentenceHint}
        value={sentence}
        onInput={setSentence}
        problem={problem}
      />
      <Failure of={failure} />
      <div class="deeds">
        <button type="submit" disabled={isBusy}>
          {personas.ask}
        </button>
      </div>
      <div aria-live="polite">{answer && <Said answer={answer} />}</div>
    </form>
  );
}

function Said({ answer: { response, resolved, metadata } }: { readonly answer: RespondWire }) {
  const { personas } = texts.value;
  const { requests_used: used, requests_remaining: left, latency_ms: ms } = metadata;
  return (
    <dl class="facts">
      <dt>{personas.says}</dt>
      <dd class="sentence">{response.text}</dd>
      <dt>{personas.calls}</dt>
      <dd>
        {resolved.tool === NO_NAME ? (
          personas.noCall
        ) : (
          <>
            <code>{resolved.tool}</code> <code>{JSON.stringify(resolved.parameters)}</code>
          </>
        )}
      </dd>
      <dt>{texts.value.backends.cost}</dt>
      <dd>{personas.cost(count(used), requests(left), milliseconds(ms))}</dd>
    </dl>
  );
}
