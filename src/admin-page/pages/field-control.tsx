import { useId, useState } from "preact/hooks";
import { type JsonPath, pointerOf } from "../json-path.ts";
import { Field, type FieldNames } from "../parts/field.tsx";
import { type Control, meantBy, shownIn } from "../set-model/field-codecs.ts";
import { type FormField, shownOf, typedOf } from "../set-model/set-fields.ts";
import type { Note } from "../set-model/set-notes.ts";
import { texts } from "../texts/texts.ts";
import { NoteList } from "./note-list.tsx";
import type { DraftSet } from "./set-draft.ts";

/** A set as the form has it: what its parts read and change. */
export interface SetForm {
  readonly set: DraftSet;
  readonly change: (next: DraftSet) => void;
  /** By pointer of the field that they stand beside. */
  readonly notes: ReadonlyMap<string, readonly Note[]>;
  /** Goes to a place in the JSON. */
  readonly editAsJson: (path: JsonPath) => void;
}

interface FieldControlProps {
  readonly form: SetForm;
  readonly field: FormField;
}

/** One field of the set with its label, its hint, and what was found of it. */
export function FieldControl({ form, field }: FieldControlProps) {
  const notesId = useId();
  const { label, hint } = texts.value.fields[field.name];
  const notes = form.notes.get(pointerOf(field.path)) ?? [];
  const shown = shownOf(form.set, field);
  if (shown === null) return <OnlyJson label={label} form={form} path={field.path} notes={notes} />;
  const change = (text: string) => form.change(typedOf(form.set, field, text));
  return (
    <Field label={label} hint={hint}>
      {({ "aria-describedby": described, ...names }) => (
        <>
          <Typed
            {...names}
            aria-describedby={[notes.length > 0 && notesId, described].filter(Boolean).join(" ")}
            aria-invalid={notes.some(({ severity }) => severity === "error")}
            control={field.control}
            shown={shown}
            change={change}
          />
          <div id={notesId}>
            <NoteList notes={notes} />
          </div>
        </>
      )}
    </Field>
  );
}

interface OnlyJsonProps {
  readonly label: string;
  readonly form: SetForm;
  readonly path: JsonPath;
  readonly notes: readonly Note[];
}

/** What stands there is more than a control shows. */
function OnlyJson({ label, form, path, notes }: OnlyJsonProps) {
  const { setEditor } = texts.value;
  return (
    <fieldset class="field" aria-label={label}>
      <strong>{label}</strong>
      <p class="hint">{setEditor.onlyJson}</p>
      <button type="button" onClick={() => form.editAsJson(path)}>
        {setEditor.asJson}
      </button>
      <NoteList notes={notes} />
    </fieldset>
  );
}

interface TypedProps extends FieldNames {
  readonly control: Control;
  readonly shown: string;
  readonly change: (text: string) => void;
}

const ROWS_MAX = 10;

/** Keeps what was typed as long as it means what the set says: "1." is on the way to 1.5, and an empty line to an item. */
function Typed({ control, shown, change, ...names }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isSame = typed !== null && shownIn(control, meantBy(control, typed)) === shown;
  const value = isSame ? typed : shown;
  const type = (text: string) => {
    setTyped(text);
    change(text);
  };
  if (control === "flag") {
    return (
      <input
        {...names}
        type="checkbox"
        checked={value === "true"}
        onChange={({ currentTarget }) => type(currentTarget.checked ? "true" : "")}
      />
    );
  }
  if (control === "choice") {
    const { leftOut, yes, no } = texts.value.setEditor;
    return (
      <select {...names} value={value} onChange={({ currentTarget }) => type(currentTarget.value)}>
        <option value="">{leftOut}</option>
        <option value="true">{yes}</option>
        <option value="false">{no}</option>
      </select>
    );
  }
  const own = { ...names, value, autocomplete: "off" } as const;
  if (control === "line" || control === "number") {
    return <input {...own} onInput={({ currentTarget }) => type(currentTarget.value)} />;
  }
  const rows = Math.min(value.split("\n").length + 1, ROWS_MAX);
  return <textarea {...own} rows={rows} onInput={({ currentTarget }) => type(currentTarget.value)} />;
}
