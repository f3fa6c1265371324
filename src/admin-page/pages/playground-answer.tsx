import { useState } from "preact/hooks";
import type { ClassificationWire } from "#http/schemas/classification.ts";
import type { ExplanationWire } from "#http/schemas/explanation.ts";
import type { ResolutionWire } from "#http/schemas/resolution.ts";
import { count, languageCalled, milliseconds, percent, requests } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { command } from "../server.ts";
import { NO_NAME, nameOf } from "../set-kind.ts";
import type { AskedShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { Judgement } from "./judgement.tsx";
import { type Asked, judgedOf, markedPieces, saidInOf } from "./playground-asked.ts";

/** What came of a question, and why. */
export function AnswerView({ asked }: { readonly asked: Asked }) {
  const { playground, sources } = texts.value;
  const { answer } = asked;
  const { source, model, language, requests_used, requests_remaining, latency_ms, explain } = answer.body.metadata;
  return (
    <section class="answer" aria-labelledby="answer">
      <h2 id="answer">{playground.answer}</h2>
      {answer.kind === "toolset" ? (
        <CallView sentence={asked.sentence} body={answer.body} />
      ) : (
        <LabelView body={answer.body} />
      )}
      <p class="hint">
        {playground.heardAs(languageCalled(language))} {playground.by(sources[source], model)}:{" "}
        {playground.cost(count(requests_used), requests(requests_remaining), milliseconds(latency_ms))}
      </p>
      <Judgement of={judgedOf(asked)} />
      {explain && <CacheView explain={explain} />}
      <Closer asked={asked} />
    </section>
  );
}

function CallView({ sentence, body }: { readonly sentence: string; readonly body: ResolutionWire }) {
  const { evidence: evidenceWords, playground } = texts.value;
  const { resolved, metadata } = body;
  const { evidence, missing_parameters, unfilled, more, confidence } = metadata;
  const names = Object.keys(resolved.parameters);
  return (
    <>
      <p class="sentence">
        <span class="unseen">{playground.heard}: </span>
        {markedPieces(sentence, evidence).map(({ text, parameter }, index) =>
          parameter === null ? (
            text
          ) : (
            <mark key={index} title={parameter}>
              {text}
            </mark>
          ),
        )}
      </p>
      <p class="name">{resolved.tool === NO_NAME ? playground.noCall : <code>{resolved.tool}</code>}</p>
      <Confidence of={confidence} />
      {names.length > 0 && (
        <Table
          caption={playground.parameter}
          rows={names}
          keyOf={(name) => name}
          columns={[
            { title: playground.parameter, cell: (name) => <code>{name}</code> },
            { title: playground.value, cell: (name) => <code>{JSON.stringify(resolved.parameters[name])}</code> },
            { title: playground.from, cell: (name) => evidenceWords[evidence[name]?.kind ?? "inferred"] },
          ]}
        />
      )}
      {missing_parameters.length > 0 && <p>{playground.missing(missing_parameters.join(", "))}</p>}
      {unfilled.map(({ parameter, said, nearest = [] }) => (
        <p key={parameter}>
          {playground.unfilled(said, parameter)} {nearest.length > 0 && playground.nearest(nearest.join(", "))}
        </p>
      ))}
      {more && <p>{playground.more}</p>}
    </>
  );
}

function LabelView({ body: { classifications } }: { readonly body: ClassificationWire }) {
  const { playground } = texts.value;
  return (
    <>
      {classifications.map(({ text, label, confidence }) => (
        <div key={`${text} ${label}`}>
          {classifications.length > 1 && <p class="sentence">{text}</p>}
          <p class="name">{label === NO_NAME ? playground.noLabel : <code>{label}</code>}</p>
          <Confidence of={confidence} />
        </div>
      ))}
    </>
  );
}

function Confidence({ of }: { readonly of: number }) {
  const { playground } = texts.value;
  return (
    <p class="confidence">
      <meter aria-label={playground.confidence} min={0} max={1} value={of} />
      {playground.confidence} {percent(of)}
    </p>
  );
}

function CacheView({ explain: { why, nearest, proposal, refused } }: { readonly explain: ExplanationWire }) {
  const words = texts.value;
  const { playground } = words;
  return (
    <details>
      <summary>{playground.why}</summary>
      <p>{words.why[why]}</p>
      {nearest && <p>{playground.nearestSentence(nearest.sentence, percent(nearest.similarity))}</p>}
      {proposal && (
        <p>{playground.proposal(proposal.sentence, percent(proposal.score), percent(proposal.bound.limit))}</p>
      )}
      {refused.map(({ rule, sentence }) => (
        <p key={`${rule} ${sentence}`}>{playground.rule(rule, sentence)}</p>
      ))}
    </details>
  );
}

/** Asked only when somebody wants to know: it has the model answer once more. */
function Closer({ asked }: { readonly asked: Asked }) {
  const [isOpen, setOpen] = useState(false);
  const { playground } = texts.value;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{playground.closer}</summary>
      <p class="hint">{playground.closerLead}</p>
      {isOpen && <RunnerUp asked={asked} />}
    </details>
  );
}

function RunnerUp({ asked: { app, chosen, sentence, saidIn } }: { readonly asked: Asked }) {
  const { playground } = texts.value;
  const question = { sets: chosen.signatures, kind: chosen.kind, sentence, ...saidInOf(saidIn) };
  const args = { app_id: app, ...question, explain: true };
  const loaded = useLoaded(() => command<AskedShape>("ask", args), []);
  return (
    <Loading of={loaded}>
      {({ runner_up, model_says }) => (
        <>
          <p>
            {runner_up ? playground.runnerUp(nameOf(runner_up.name), percent(runner_up.margin)) : playground.noRunnerUp}
          </p>
          {model_says !== undefined && <p>{playground.modelSays(JSON.stringify(model_says))}</p>}
        </>
      )}
    </Loading>
  );
}
