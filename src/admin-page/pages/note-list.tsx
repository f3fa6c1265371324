import type { ComponentChildren } from "preact";
import type { Note } from "../set-model/set-notes.ts";
import { texts } from "../texts/texts.ts";

/** What is wrong or worth a look, at one place; nothing where nothing is. */
export function NoteList({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="findings">
      {notes.map((note, index) => (
        <NoteItem key={index} note={note} />
      ))}
    </ul>
  );
}

interface NoteItemProps {
  readonly note: Note;
  /** Behind its words. */
  readonly children?: ComponentChildren;
}

export function NoteItem({ note, children }: NoteItemProps) {
  const { sets, setEditor } = texts.value;
  const { severity, message, instead } = note;
  const kinds = { error: setEditor.error, warning: sets.warning, hint: sets.hint };
  return (
    <li class={severity}>
      <strong>{kinds[severity]}</strong> {sentence(message)}{" "}
      {instead !== null && <span class="hint">{sets.instead(instead)}</span>} {children}
    </li>
  );
}

/** Messages of the server end without a full stop, but for those that ask. */
function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
