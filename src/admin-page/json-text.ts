/** JSON that somebody types. Engines say where it breaks each in its own way, or not at all: so it is looked for here. */

/** Where a text stops being JSON. */
export interface JsonBreak {
  /** Both from 1; the column in UTF-16 units, as editors of browsers count. */
  readonly line: number;
  readonly column: number;
  /** What stands there, cut; empty at the end of the text. */
  readonly found: string;
}

export type ReadJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "broken"; readonly at: JsonBreak };

const FOUND_CHARACTERS_MAX = 20;

/** The value, or where the text breaks. */
export function readJson(text: string): ReadJson {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    return { kind: "broken", at: placeOf(text, breakIn(text)) };
  }
}

/** An object that is no list; null for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : null;
}

/** As it is shown to be changed. */
export function writtenJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** What may come next: a value, the first name or item or the end of what was opened, a name, a colon, or what is behind a value. */
type Wanted = "value" | "first item" | "first name" | "name" | "colon" | "behind";

const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
/** As much of a text as there is before it breaks. */
const STRING_BEGUN = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** The offset of the first character that cannot stand where it does (RFC 8259), the text's length where it only ends too soon. */
function breakIn(text: string): number {
  const open: ("[" | "{")[] = [];
  let wanted = "value" as Wanted;
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  for (;;) {
    take(BLANK);
    const here = text[at];
    if (here === undefined || (wanted === "behind" && open.length === 0)) return at;
    const inside = open.at(-1);
    if (here === (inside === "{" ? "}" : "]") && closes(wanted, inside)) {
      open.pop();
      at += 1;
      wanted = "behind";
    } else if (wanted === "behind") {
      if (here !== ",") return at;
      at += 1;
      wanted = inside === "{" ? "name" : "value";
    } else if (wanted === "colon") {
      if (here !== ":") return at;
      at += 1;
      wanted = "value";
    } else if (here === '"') {
      if (!take(STRING)) {
        take(STRING_BEGUN);
        return at;
      }
      wanted = wanted === "name" || wanted === "first name" ? "colon" : "behind";
    } else if (wanted === "name" || wanted === "first name") {
      return at;
    } else if (here === "[" || here === "{") {
      open.push(here);
      at += 1;
      wanted = here === "{" ? "first name" : "first item";
    } else if (take(SCALAR)) {
      wanted = "behind";
    } else {
      return at;
    }
  }
}

function closes(wanted: Wanted, inside: "[" | "{" | undefined): boolean {
  if (inside === undefined) return false;
  return wanted === "behind" || wanted === (inside === "{" ? "first name" : "first item");
}

/** Line and column of an offset. */
export function placeOf(text: string, offset: number): JsonBreak {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const [found = ""] = text.slice(offset, offset + FOUND_CHARACTERS_MAX).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1, found };
}
