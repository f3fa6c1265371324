/** What became of one thing in a file. */
export interface Note {
  readonly action: "kept" | "renamed" | "changed" | "dropped";
  readonly what: string;
  /** What it is called now, what is different, or why it is not there. */
  readonly detail: string;
}

/** How many notes of one kind are told one by one; a file can have a hundred thousand bad rows. */
const TOLD_MAX = 500;
/** Reasons that the message of a refusal has room for. */
const REASONS_MAX = 12;
/** Operations that are named in one note. */
const OPERATIONS_NAMED_MAX = 3;

/** Takes down what a conversion does to what it was given: nothing is to get lost without a word. */
export class Notes {
  readonly #notes: Note[] = [];
  /** By what was dropped of each and why: the same header of a hundred operations is one thing to say. */
  readonly #operations = new Map<string, { readonly part: string; readonly why: string; readonly titles: string[] }>();

  kept(what: string, detail: string): void {
    this.#notes.push({ action: "kept", what, detail });
  }

  renamed(what: string, to: string, why: string): void {
    this.#notes.push({ action: "renamed", what, detail: `${to}: ${why}` });
  }

  changed(what: string, detail: string): void {
    this.#notes.push({ action: "changed", what, detail });
  }

  dropped(what: string, why: string): void {
    this.#notes.push({ action: "dropped", what, detail: why });
  }

  droppedOf(operation: string, part: string, why: string): void {
    const key = JSON.stringify([part, why]);
    const known = this.#operations.get(key);
    if (known) known.titles.push(operation);
    else this.#operations.set(key, { part, why, titles: [operation] });
  }

  /** Why there may be nothing left: the first things that were dropped, each with what was wrong. */
  get reasons(): readonly string[] {
    const dropped = this.all().filter(({ action }) => action === "dropped");
    return dropped.slice(0, REASONS_MAX).map(({ what, detail }) => `${what}: ${detail}`);
  }

  /** What was kept first, what is gone last; each in the order of the file. */
  all(): readonly Note[] {
    const ofOperations = [...this.#operations.values()].map(({ part, why, titles }): Note => {
      const named = titles.length > OPERATIONS_NAMED_MAX ? counted(titles.length, "operation") : titles.join(", ");
      return { action: "dropped", what: `${part} of ${named}`, detail: why };
    });
    const taken = [...this.#notes, ...ofOperations];
    return (["kept", "renamed", "changed", "dropped"] as const).flatMap((action) => {
      const notes = taken.filter((note) => note.action === action);
      const more = notes.length - TOLD_MAX;
      if (more <= 0) return notes;
      return [...notes.slice(0, TOLD_MAX), { action, what: `${more} more`, detail: "not told one by one" }];
    });
  }
}

/** A number of things, in words: "1 tool", "2 classes". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
