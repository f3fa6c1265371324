import { useState } from "preact/hooks";
import { objectOf, readJson } from "../json-text.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { JsonField } from "../parts/json-field.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { askAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

const PARAMETER_ROWS = 4;

interface RememberFormProps {
  readonly app: AppShape;
  /** Of the bank, in the API of its app. */
  readonly path: string;
  /** Something is remembered that was not. */
  readonly onDone: () => void;
}

/** What was typed; the fields of the other kind stay as they are. */
interface Typed {
  readonly kind: "example" | "fact";
  readonly fact: string;
  readonly query: string;
  readonly tool: string;
  readonly parameters: string;
}

const NOTHING: Typed = { kind: "fact", fact: "", query: "", tool: "", parameters: "{}" };

/** Gives a bank something to remember. */
export function RememberForm({ app, path, onDone }: RememberFormProps) {
  const [typed, setTyped] = useState(NOTHING);
  const [isChecked, setChecked] = useState(false);
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, run } = useDeed();
  const { banks } = texts.value;
  const type = (name: keyof Typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setChecked(false);
    setDone(false);
  };
  const memory = memoryIn(typed);
  const problem = isChecked && "problem" in memory ? memory : null;
  const submit = (event: Event) => {
    event.preventDefault();
    setChecked(true);
    if ("problem" in memory) return;
    run(async () => {
      await askAsApp(app.app_id, "POST", `${path}/memories`, memory);
      setTyped({ ...NOTHING, kind: typed.kind });
      setChecked(false);
      setDone(true);
      onDone();
    });
  };
  const problemOf = (field: string) => (problem?.field === field ? problem.problem : null);
  return (
    <section aria-labelledby="remember">
      <h3 id="remember">{banks.remember}</h3>
      <form onSubmit={submit} noValidate>
        <SelectField
          label={banks.kind}
          value={typed.kind}
          onChange={type("kind")}
          options={Object.entries(banks.kinds)}
        />
        {typed.kind === "fact" ? (
          <TextField
            label={banks.fact}
            hint={banks.factHint}
            value={typed.fact}
            onInput={type("fact")}
            problem={problemOf("fact")}
          />
        ) : (
          <>
            <TextField
              label={banks.sentence}
              hint={banks.sentenceHint}
              value={typed.query}
              onInput={type("query")}
              problem={problemOf("query")}
            />
            <TextField label={banks.tool} hint={banks.toolHint} value={typed.tool} onInput={type("tool")} />
            <JsonField
              label={banks.parameters}
              rows={PARAMETER_ROWS}
              value={typed.parameters}
              onInput={type("parameters")}
              problem={problemOf("parameters")}
            />
          </>
        )}
        <Failure of={failure} />
        <div class="deeds">
          <button type="submit" class="main" disabled={isBusy}>
            {banks.rememberIt}
          </button>
        </div>
        <p class="hint">{banks.costsOne}</p>
        <div aria-live="polite">{isDone && <p class="well">{banks.remembered}</p>}</div>
      </form>
    </section>
  );
}

type MemoryBody =
  | { readonly fact: string }
  | { readonly query: string; readonly tool: string; readonly parameters: object };

interface Faulty {
  /** In words. */
  readonly problem: string;
  readonly field: keyof Typed;
}

/** As the API takes it, or what is wrong with it and where. */
function memoryIn(typed: Typed): MemoryBody | Faulty {
  const { banks } = texts.value;
  const fact = typed.fact.trim();
  if (typed.kind === "fact") return fact === "" ? { problem: banks.wantsFact, field: "fact" } : { fact };
  const [query, tool] = [typed.query.trim(), typed.tool.trim()];
  if (query === "" || tool === "") return { problem: banks.wantsExample, field: "query" };
  const read = readJson(typed.parameters);
  const parameters = read.kind === "value" ? objectOf(read.value) : null;
  return parameters ? { query, tool, parameters } : { problem: banks.wantsObject, field: "parameters" };
}
