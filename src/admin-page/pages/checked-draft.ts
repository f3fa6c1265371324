/** A draft is checked while it is written: what is found stands beside it without a button. */
import { useEffect, useState } from "preact/hooks";
import { type Note, noteOfFinding, noteOfRefusal } from "../set-model/set-notes.ts";
import type { AppShape } from "../shapes.ts";
import type { DraftSet } from "./set-draft.ts";
import { checked } from "./set-requests.ts";

/** So long after the last key. */
const CHECKED_AFTER_MS = 500;

export interface NotesOfDraft {
  readonly notes: readonly Note[];
  /** In place of what the check by itself finds, until the draft changes. */
  readonly tell: (notes: readonly Note[]) => void;
}

/** `set`: null while there is none to be checked. `text`: the draft as it is written. */
export function useNotes(app: AppShape, set: DraftSet | null, text: string): NotesOfDraft {
  const [found, setFound] = useState<readonly Note[]>([]);
  useEffect(() => {
    if (!set) return setFound([]);
    let isLatest = true;
    const timer = setTimeout(() => {
      void notesOf(app, set).then((notes) => {
        if (isLatest && notes) setFound(notes);
      });
    }, CHECKED_AFTER_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [app.app_id, text, set === null]);
  return { notes: found, tell: setFound };
}

/** Null where nobody could say: the buttons tell of that. */
async function notesOf(app: AppShape, set: DraftSet): Promise<readonly Note[] | null> {
  try {
    return (await checked(app, set)).map(noteOfFinding);
  } catch (failure) {
    const note = noteOfRefusal(failure, set);
    return note && [note];
  }
}
