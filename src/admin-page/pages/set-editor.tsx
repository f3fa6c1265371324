import { useEffect, useState } from "preact/hooks";
import { count } from "../figures.ts";
import type { JsonPath } from "../json-path.ts";
import { writtenJson } from "../json-text.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { command } from "../server.ts";
import { kindOf } from "../set-kind.ts";
import { fieldPointers } from "../set-model/set-fields.ts";
import { type Note, noteOfFinding, noteOfRefusal, notesByField } from "../set-model/set-notes.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { useNotes } from "./checked-draft.ts";
import { DefinitionChanges } from "./definition-table.tsx";
import { SetChanges } from "./set-changes.tsx";
import { SaveSet } from "./set-dialogs.tsx";
import { type Draft, type DraftSet, draftIn, draftTextOf, storedDraft } from "./set-draft.ts";
import { SetFields } from "./set-form.tsx";
import { SetJson } from "./set-json.tsx";
import { type Compared, checked, compared, comparedOrNot, linted, refuseOvertaken } from "./set-requests.ts";

export interface SetEditorProps {
  readonly app: AppShape;
  readonly set: SetShape;
  readonly reload: () => void;
}

/** What came of the last button. */
type Outcome =
  | { readonly kind: "none" }
  | { readonly kind: "checked"; readonly found: number }
  | { readonly kind: "saved" }
  | ({ readonly kind: "compared" } & Compared)
  /** To be confirmed. */
  | ({ readonly kind: "asking" } & Compared);

const NONE: Outcome = { kind: "none" };

type View = "form" | "json";

/** A set to be changed, checked, compared and saved: in a form or as JSON, which are two views of one draft. */
export function SetEditor({ app, set, reload }: SetEditorProps) {
  const [text, setText] = useState(() => draftTextOf(set));
  const [outcome, setOutcome] = useState<Outcome>(NONE);
  const { isBusy, failure, run } = useDeed();
  const { sets } = texts.value;
  useEffect(() => setText(draftTextOf(set)), [set.updated_at]);
  const draft = draftIn(text, set);
  const changed = draft.kind === "set" ? draft.set : null;
  const { notes, tell } = useNotes(app, changed, text);
  const isReady = changed !== null && !isBusy;
  const isChanged = draft.kind === "set" && draft.isChanged;
  const type = (typed: string) => {
    setText(typed);
    setOutcome(NONE);
  };
  const onDraft = (act: (draftSet: DraftSet) => Promise<void>) => () => {
    if (!changed) return;
    setOutcome(NONE);
    run(async () => {
      try {
        await act(changed);
      } catch (refused) {
        const note = noteOfRefusal(refused, changed);
        if (note) tell([note]);
        throw refused;
      }
    });
  };
  const check = onDraft(async (draftSet) => {
    const found = isChanged ? await checked(app, draftSet) : await linted(app, set);
    tell(found.map(noteOfFinding));
    setOutcome({ kind: "checked", found: found.length });
  });
  const compare = onDraft(async (draftSet) => {
    setOutcome({ kind: "compared", diff: await compared(app, set, draftSet), refusal: null });
  });
  const write = async (draftSet: DraftSet) => {
    await refuseOvertaken(app, set);
    await command("import", { app_id: app.app_id, sets: [draftSet], existing: "replace" });
    setOutcome({ kind: "saved" });
    reload();
  };
  const save = onDraft(async (draftSet) => {
    tell((await checked(app, draftSet)).map(noteOfFinding));
    const found = await comparedOrNot(app, set, draftSet);
    if (found.diff?.changed === 0) await write(draftSet);
    else setOutcome({ kind: "asking", ...found });
  });
  return (
    <>
      <section aria-labelledby="definition">
        <h3 id="definition">{sets.definition}</h3>
        <DraftView set={set} text={text} draft={draft} notes={notes} type={type} />
        <div class="deeds">
          <button type="button" disabled={!isReady} onClick={check}>
            {sets.check}
          </button>
          <button type="button" disabled={!isReady || !isChanged} onClick={compare}>
            {sets.compare}
          </button>
          <button type="button" class="main" disabled={!isReady || !isChanged} onClick={save}>
            {sets.save}
          </button>
          {text !== draftTextOf(set) && (
            <button type="button" disabled={isBusy} onClick={() => type(draftTextOf(set))}>
              {sets.revert}
            </button>
          )}
        </div>
        <p class="hint">{sets.compareHint}</p>
        <Failure of={failure} />
        <OutcomeView of={outcome} isBusy={isBusy} before={storedDraft(set)} after={changed} />
      </section>
      {outcome.kind === "asking" && changed && (
        <SaveSet
          {...outcome}
          before={storedDraft(set)}
          after={changed}
          act={() => write(changed)}
          onClose={() => setOutcome(NONE)}
        />
      )}
    </>
  );
}

interface OutcomeViewProps {
  readonly of: Outcome;
  readonly isBusy: boolean;
  readonly before: object;
  readonly after: object | null;
}

function OutcomeView({ of, isBusy, before, after }: OutcomeViewProps) {
  const { sets } = texts.value;
  return (
    <>
      <div aria-live="polite">
        {isBusy && <p class="waiting">{sets.working}</p>}
        {of.kind === "checked" && <p class="well">{sets.checkedWell(count(of.found))}</p>}
        {of.kind === "saved" && <p class="well">{sets.saved}</p>}
        {of.kind === "compared" && of.diff && <SetChanges of={of.diff} />}
      </div>
      {of.kind === "compared" && after && <DefinitionChanges before={before} after={after} />}
    </>
  );
}

interface DraftViewProps {
  /** As it is stored. */
  readonly set: SetShape;
  readonly text: string;
  readonly draft: Draft;
  readonly notes: readonly Note[];
  readonly type: (text: string) => void;
}

/** The draft in a form, or as JSON. */
function DraftView({ set, text, draft, notes, type }: DraftViewProps) {
  const [view, setView] = useState<View>("form");
  const [place, setPlace] = useState<JsonPath | null>(null);
  const { sets } = texts.value;
  const show = (chosen: View, at: JsonPath | null = null) => {
    setPlace(at);
    setView(chosen);
  };
  return (
    <>
      <ViewChoice view={view} show={show} />
      {view === "json" ? (
        <SetJson
          label={sets.json}
          hint={sets.jsonHint}
          kind={kindOf(set)}
          value={text}
          onInput={type}
          notes={notes}
          place={place}
          problem={draft.kind === "faulty" ? draft.problem : null}
        />
      ) : (
        <FormOfDraft
          draft={draft}
          notes={notes}
          change={(next) => type(writtenJson(next))}
          editAsJson={(path) => show("json", path)}
        />
      )}
    </>
  );
}

interface ViewChoiceProps {
  readonly view: View;
  readonly show: (view: View) => void;
}

function ViewChoice({ view, show }: ViewChoiceProps) {
  const { setEditor } = texts.value;
  return (
    <fieldset>
      <legend>{setEditor.views}</legend>
      <div class="choice">
        {(["form", "json"] as const).map((name) => (
          <label key={name}>
            <input type="radio" name="view" checked={name === view} onChange={() => show(name)} />
            {setEditor[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FormOfDraftProps {
  readonly draft: Draft;
  readonly notes: readonly Note[];
  readonly change: (next: DraftSet) => void;
  readonly editAsJson: (path: JsonPath) => void;
}

/** Of JSON that is no set there is no form; what was typed waits in the other view. */
function FormOfDraft({ draft, notes, change, editAsJson }: FormOfDraftProps) {
  const { setEditor } = texts.value;
  if (draft.kind === "faulty") {
    return (
      <p class="notice">
        {draft.problem ?? setEditor.brokenForm}{" "}
        <button type="button" onClick={() => editAsJson([])}>
          {setEditor.asJson}
        </button>
      </p>
    );
  }
  const { set } = draft;
  const placed = notesByField(notes, fieldPointers(kindOf(set), set));
  return <SetFields form={{ set, change, notes: placed, editAsJson }} />;
}
