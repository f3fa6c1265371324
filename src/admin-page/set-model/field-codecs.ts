/** How values of a set stand in the controls of a form: as text. What a control cannot show, it leaves to JSON. */
import { objectOf } from "../json-text.ts";

interface Codec {
  /** Null for a value that the control would not give back as it is. Undefined is a value that is left out. */
  readonly shown: (value: unknown) => string | null;
  /** Undefined where what was typed says nothing. */
  readonly meant: (text: string) => unknown;
}

const LINE_BREAK = /[\n\r]/;

const words: Codec = { shown: (value) => (typeof value === "string" ? value : missing(value)), meant: orLeftOut };

const CODECS = {
  line: { ...words, shown: (value) => onlyIf(words.shown(value), (text) => !LINE_BREAK.test(text)) },
  // A browser gives line breaks back as one character.
  text: { ...words, shown: (value) => onlyIf(words.shown(value), (text) => !text.includes("\r")) },
  number: {
    shown: (value) => (typeof value === "number" ? String(value) : words.shown(value)),
    // What is no number stays in the draft, and is refused by name.
    meant: (text) => orLeftOut(numberOr(text)),
  },
  /** Left out is the same as no. */
  flag: {
    shown: (value) => (typeof value === "boolean" ? (value ? "true" : "") : missing(value)),
    meant: (text) => (text === "true" ? true : undefined),
  },
  /** Left out is something else than no. */
  choice: {
    shown: (value) => (typeof value === "boolean" ? String(value) : missing(value)),
    meant: (text) => (text === "" ? undefined : text === "true"),
  },
  lines: listOf(
    (item) => (typeof item === "string" ? item : null),
    (line) => line,
  ),
  numbers: listOf((item) => (typeof item === "number" ? String(item) : null), numberOr),
  synonyms: { shown: synonymLines, meant: synonymsIn },
} as const satisfies Readonly<Record<string, Codec>>;

export type Control = keyof typeof CODECS;

/** What the control shows of a value; null where it can be changed as JSON only. */
export function shownIn(control: Control, value: unknown): string | null {
  return CODECS[control].shown(value);
}

/** What was typed, as a value; undefined where it says nothing. */
export function meantBy(control: Control, text: string): unknown {
  return CODECS[control].meant(text);
}

/** The value after somebody typed: the one before, where the control shows the same of it. */
export function typedInto(control: Control, before: unknown, text: string): unknown {
  return shownIn(control, before) === text ? before : meantBy(control, text);
}

function missing(value: unknown): string | null {
  return value === undefined ? "" : null;
}

function orLeftOut<Value>(value: Value): Value | undefined {
  return value === "" ? undefined : value;
}

function onlyIf(text: string | null, isShown: (text: string) => boolean): string | null {
  return text !== null && isShown(text) ? text : null;
}

function numberOr(text: string): number | string {
  const trimmed = text.trim();
  return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** One item a line; empty lines count for nothing. */
function listOf(written: (item: unknown) => string | null, read: (line: string) => unknown): Codec {
  return {
    shown(value) {
      if (!Array.isArray(value)) return missing(value);
      const lines = value.map(written);
      const isWhole = lines.every((line) => line !== null && line.trim() !== "" && !LINE_BREAK.test(line));
      return isWhole ? lines.join("\n") : null;
    },
    meant(text) {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      return lines.length === 0 ? undefined : lines.map(read);
    },
  };
}

/** As in `NYC: new york, big apple`. */
function synonymLines(value: unknown): string | null {
  const map = objectOf(value);
  if (!map) return missing(value);
  const lines = Object.entries(map).map(([name, list]) => {
    const isPlain = Array.isArray(list) && list.every((word) => isTrimmed(word, ","));
    return isPlain && isTrimmed(name, ":") ? `${name}: ${list.join(", ")}` : null;
  });
  return lines.includes(null) ? null : lines.join("\n");
}

function isTrimmed(word: unknown, separator: string): boolean {
  const isText = typeof word === "string" && word !== "" && word === word.trim();
  return isText && !word.includes(separator) && !LINE_BREAK.test(word);
}

/** What stands on two lines of one name counts together. */
function synonymsIn(text: string): unknown {
  const synonyms = new Map<string, readonly string[]>();
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [name = "", ...rest] = line.split(":");
    const list = rest
      .join(":")
      .split(",")
      .map((word) => word.trim());
    synonyms.set(name.trim(), [...(synonyms.get(name.trim()) ?? []), ...list.filter((word) => word !== "")]);
  }
  return synonyms.size === 0 ? undefined : Object.fromEntries(synonyms);
}
