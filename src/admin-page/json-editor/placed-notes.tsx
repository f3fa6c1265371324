import { jsonLanguage } from "@codemirror/lang-json";
import { useMemo } from "preact/hooks";
import type { JsonPath } from "../json-path.ts";
import { placeOf } from "../json-text.ts";
import { NoteItem } from "../pages/note-list.tsx";
import type { Note } from "../set-model/set-notes.ts";
import { texts } from "../texts/texts.ts";
import { rangeOf } from "./json-tree.ts";

interface PlacedNotesProps {
  readonly text: string;
  readonly notes: readonly Note[];
  readonly goTo: (path: JsonPath) => void;
}

/** What was found, each with the line and column where it is, and a button that goes there. */
export function PlacedNotes({ text, notes, goTo }: PlacedNotesProps) {
  const { setEditor } = texts.value;
  const tree = useMemo(() => (notes.length > 0 ? jsonLanguage.parser.parse(text) : null), [text, notes.length > 0]);
  if (!tree) return null;
  return (
    <ul class="findings">
      {notes.map((note, index) => {
        const { line, column } = placeOf(text, rangeOf(tree, text, note.path).from);
        return (
          <NoteItem key={index} note={note}>
            <button type="button" class="plain" onClick={() => goTo(note.path)}>
              {setEditor.goTo(String(line), String(column))}
            </button>
          </NoteItem>
        );
      })}
    </ul>
  );
}
