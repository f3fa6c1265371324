import { useState } from "preact/hooks";
import { READ_LANGUAGES } from "#core/spoken-language/read-languages.ts";
import { languageCalled } from "../figures.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Failure } from "../parts/failure.tsx";
import { Field } from "../parts/field.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { chosenIn, SetChoice } from "../parts/set-choice.tsx";
import { Empty } from "../parts/table.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { route } from "../route.ts";
import { askAsApp, command } from "../server.ts";
import type { Chosen, Kind } from "../set-kind.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { type Compared, Comparison } from "./comparison.tsx";
import { type Other, OtherChoice } from "./other-choice.tsx";
import { AnswerView } from "./playground-answer.tsx";
import { type Asked, bodyOf, type SaidIn } from "./playground-asked.ts";

const PATHS = { toolset: "/v1/resolve", classification_set: "/v1/classify" } as const satisfies Record<Kind, string>;

/** Ask a sentence, see what comes of it and why, and say what is right. */
export function Page() {
  const { pages, playground } = texts.value;
  return (
    <>
      <Heading lead={playground.lead}>{pages.playground}</Heading>
      <AppChoice>{(app) => <Sets key={app.app_id} app={app} />}</AppChoice>
    </>
  );
}

function Sets({ app }: { readonly app: AppShape }) {
  const { playground } = texts.value;
  const loaded = useLoaded(() => command<readonly SetShape[]>("export", { app_id: app.app_id }), [app.app_id]);
  const hint = (
    <>
      {playground.noSetsHint} <code>dragoman import tools.json --app {app.app_id}</code>
    </>
  );
  return (
    <Loading of={loaded}>
      {(sets) =>
        sets.length === 0 ? <Empty hint={hint}>{playground.noSets}</Empty> : <Asking app={app} sets={sets} />
      }
    </Loading>
  );
}

function Asking({ app, sets }: { readonly app: AppShape; readonly sets: readonly SetShape[] }) {
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(route.value.query, sets));
  const [sentence, setSentence] = useState(() => route.value.query.get("sentence") ?? "");
  const [saidIn, setSaidIn] = useState<SaidIn>("");
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [others, setOthers] = useState<readonly Other[]>([]);
  const [compared, setCompared] = useState<Compared | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { playground } = texts.value;
  const submit = (event: Event) => {
    event.preventDefault();
    const text = sentence.trim();
    const isReady = text !== "" && chosen.signatures.length > 0;
    setProblem(isReady ? null : text === "" ? playground.wantsSentence : playground.chooseSet);
    if (!isReady) return;
    setCompared(
      others.length === 0
        ? null
        : { number: (compared?.number ?? 0) + 1, app: app.app_id, chosen, sentence: text, saidIn, others },
    );
    run(async () => {
      setAsked(null);
      const question = bodyOf(chosen, text, saidIn);
      const { body, requestId } = await askAsApp<never>(app.app_id, "POST", PATHS[chosen.kind], question, {
        "X-Dragoman-Explain": "cache",
      });
      const answer = { kind: chosen.kind, body };
      setAsked({ app: app.app_id, chosen, sets, sentence: text, saidIn, requestId, answer });
    });
  };
  return (
    <>
      <form class="ask" onSubmit={submit} noValidate>
        <SetChoice sets={sets} chosen={chosen} onChoose={setChosen} />
        <Field label={playground.sentence} hint={playground.sentenceHint} problem={problem}>
          {(names) => (
            <input
              {...names}
              value={sentence}
              autocomplete="off"
              onInput={({ currentTarget }) => setSentence(currentTarget.value)}
            />
          )}
        </Field>
        <SelectField
          label={playground.saidIn}
          value={saidIn}
          onChange={(code) => setSaidIn(READ_LANGUAGES.find((one) => one === code) ?? "")}
          options={[["", playground.saidInAny], ...READ_LANGUAGES.map((code) => [code, languageCalled(code)] as const)]}
        />
        <OtherChoice chosen={others} onChoose={setOthers} />
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? playground.asking : playground.ask}
        </button>
      </form>
      {!compared && <Failure of={failure} />}
      {compared && <Comparison key={compared.number} of={compared} asked={asked} failure={failure} />}
      <div aria-live="polite">{asked && <AnswerView key={asked.requestId} asked={asked} />}</div>
    </>
  );
}
