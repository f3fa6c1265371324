import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { count } from "../figures.ts";
import { type JsonPath, pointerOf } from "../json-path.ts";
import { objectOf } from "../json-text.ts";
import type { Kind } from "../set-kind.ts";
import { memberFields } from "../set-model/set-fields.ts";
import type { Note } from "../set-model/set-notes.ts";
import { texts } from "../texts/texts.ts";
import { FieldControl, type SetForm } from "./field-control.tsx";
import { NoteList } from "./note-list.tsx";
import { ParameterForms } from "./parameter-form.tsx";

interface MemberFormProps {
  readonly form: SetForm;
  readonly kind: Kind;
  readonly member: unknown;
  readonly path: JsonPath;
  readonly index: number;
  readonly isFew: boolean;
  /** It was added just now: its name is the next to be typed. */
  readonly isNew: boolean;
  readonly place: { readonly isFirst: boolean; readonly isLast: boolean };
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
}

/** What a tool or class is called, for people. */
export function memberName(member: unknown): string {
  const { name, label } = objectOf(member) ?? {};
  const known = name ?? label;
  return typeof known === "string" && known !== "" ? known : texts.value.setEditor.noName;
}

/** A tool or a class. What was found of it opens it where that is a mistake, and is counted where it is closed. */
export function MemberForm({ form, kind, member, path, index, isFew, isNew, ...deeds }: MemberFormProps) {
  const notes = notesWithin(form.notes, path);
  const hasMistake = notes.some(({ severity }) => severity === "error");
  const [isOpen, setOpen] = useState(isFew || isNew);
  const content = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (hasMistake) setOpen(true);
  }, [hasMistake]);
  // At once: the next key belongs to it.
  useLayoutEffect(() => {
    if (isNew) content.current?.querySelector("input")?.focus();
  }, [isNew]);
  const { setEditor } = texts.value;
  const name = memberName(member);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{name}</code> {notes.length > 0 && <span class="badge">{setEditor.noted(count(notes.length))}</span>}
      </summary>
      {isOpen && (
        <fieldset ref={content} aria-label={name} class="inner">
          <NoteList notes={form.notes.get(pointerOf(path)) ?? []} />
          {memberFields(kind, index).map((field) => (
            <FieldControl key={field.name} form={form} field={field} />
          ))}
          {kind === "toolset" && <ParameterForms form={form} tool={index} name={name} />}
          <MemberDeeds name={name} edit={() => form.editAsJson(path)} {...deeds} />
        </fieldset>
      )}
    </details>
  );
}

interface MemberDeedsProps extends Pick<MemberFormProps, "move" | "place" | "remove"> {
  readonly name: string;
  readonly edit: () => void;
}

function MemberDeeds({ name, place, move, remove, edit }: MemberDeedsProps) {
  const { setEditor } = texts.value;
  const moving =
    (by: 1 | -1) =>
    ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
      move(by);
      // Browsers forget the focus of what they put elsewhere.
      requestAnimationFrame(() => currentTarget.focus());
    };
  return (
    <div class="deeds">
      <button type="button" aria-disabled={place.isFirst} onClick={moving(-1)}>
        {setEditor.up(name)}
      </button>
      <button type="button" aria-disabled={place.isLast} onClick={moving(1)}>
        {setEditor.down(name)}
      </button>
      <button type="button" onClick={edit}>
        {setEditor.asJson}
      </button>
      <button type="button" class="dangerous" onClick={remove}>
        {setEditor.removeMember(name)}
      </button>
    </div>
  );
}

function notesWithin(notes: SetForm["notes"], path: JsonPath): readonly Note[] {
  const within = `${pointerOf(path)}/`;
  return [...notes].flatMap(([pointer, some]) => (`${pointer}/`.startsWith(within) ? some : []));
}
