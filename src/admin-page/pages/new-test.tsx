import { useEffect, useRef, useState } from "preact/hooks";
import { count } from "../figures.ts";
import { Failure } from "../parts/failure.tsx";
import { Field } from "../parts/field.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { session } from "../session.ts";
import type { Chosen } from "../set-kind.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { type Progress, type Running, useTestRun } from "./test-running.ts";

const CASE_ROWS = 6;

interface NewTestProps {
  readonly app: AppShape;
  readonly chosen: Chosen;
  /** With the id of the run that is kept. */
  readonly onDone: (run: string) => void;
}

/** Which cases, by which model; then how far it is. */
export function NewTest({ app, chosen, onDone }: NewTestProps) {
  const [from, setFrom] = useState<"file" | "taught">("taught");
  const [text, setText] = useState("");
  const [backend, setBackend] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const running = useTestRun(onDone);
  const { tests } = texts.value;
  const submit = (event: Event) => {
    event.preventDefault();
    const isReady = from === "taught" || text.trim() !== "";
    setProblem(isReady ? null : tests.wantsCases);
    if (!isReady) return;
    const wanted = { app: app.app_id, chosen, backend: backend === "" ? null : backend };
    running.start({ ...wanted, text: from === "taught" ? null : text });
  };
  const backends = session.value.kind === "in" ? session.value.session.backends : [];
  return (
    <section aria-labelledby="new-test">
      <h2 id="new-test">{tests.newTest}</h2>
      <form onSubmit={submit} noValidate>
        <fieldset class="choice">
          <legend>{tests.cases}</legend>
          {(["taught", "file"] as const).map((name) => (
            <label key={name}>
              <input type="radio" name="cases" checked={from === name} onChange={() => setFrom(name)} />
              {name === "taught" ? tests.taught : tests.file}
            </label>
          ))}
        </fieldset>
        {from === "taught" && <p class="hint">{tests.taughtHint}</p>}
        {from === "file" && <CaseText text={text} onText={setText} problem={problem} />}
        {backends.length > 1 && (
          <SelectField
            label={tests.backend}
            value={backend}
            onChange={setBackend}
            options={[["", tests.ownBackend] as const, ...backends.map((name) => [name, name] as const)]}
          />
        )}
        <button type="submit" class="main" disabled={running.progress !== null}>
          {tests.start}
        </button>
      </form>
      <UnderWay running={running} />
    </section>
  );
}

interface CaseTextProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: string | null;
}

/** A file that is chosen is shown: it can be looked at, and changed, before it is asked. */
function CaseText({ text, onText, problem }: CaseTextProps) {
  const { tests } = texts.value;
  const choose = async (event: Event & { readonly currentTarget: HTMLInputElement }) => {
    const [file] = event.currentTarget.files ?? [];
    if (file) onText(await file.text());
  };
  return (
    <>
      <Field label={tests.chooseFile} hint={tests.formats}>
        {(names) => <input {...names} type="file" onChange={(event) => void choose(event)} />}
      </Field>
      <Field label={tests.pasted} hint={tests.pastedHint} problem={problem}>
        {(names) => (
          <textarea
            {...names}
            rows={CASE_ROWS}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}

function UnderWay({ running: { progress, failure, notes, goOn, stop } }: { readonly running: Running }) {
  const { tests } = texts.value;
  const stopButton = useRef<HTMLButtonElement>(null);
  const isUnderWay = progress !== null;
  // The button that began it cannot be pressed meanwhile, so whoever uses the keyboard stands here.
  useEffect(() => stopButton.current?.focus(), [isUnderWay]);
  return (
    <>
      {notes.length > 0 && (
        <ul class="notice">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {progress && (
        <div class="progress">
          <p role="status">{wordsOf(progress)}</p>
          {progress.kind !== "reading" && (
            <progress aria-label={tests.progress} max={progress.of} value={progress.done} />
          )}
          <button type="button" ref={stopButton} onClick={stop}>
            {tests.stop}
          </button>
        </div>
      )}
      <Failure of={failure} retry={goOn} />
    </>
  );
}

function wordsOf(progress: Progress): string {
  const { tests } = texts.value;
  if (progress.kind === "reading") return tests.reading;
  const words = progress.kind === "learning" ? tests.learning : tests.asked;
  return words(count(progress.done), count(progress.of));
}
