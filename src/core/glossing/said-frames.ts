/** Frames in which a deed is spoken of and not asked for, in the words of a language: "ich habe Angst, abzuschließen", "merci d'avoir fermé". */
import type { Span } from "../span.ts";

/**
 * Rows of a language. Each is a pattern in small letters in which a blank is any blanks (`?` behind it: or none), a comma before one may be left
 * out, and `{name}` is what `parts` has by that name; `{deed}` runs to the next sign.
 */
export interface FrameRows {
  /** Words in front that say nothing. */
  readonly begin: string;
  /** Words that begin what is said against what was said before. */
  readonly but: string;
  /** More parts of rows. A part of which the deed is spoken has it as its group `deed`. */
  readonly parts: Readonly<Record<string, string>>;
  /** How a sentence begins that speaks of a deed: "tengo miedo de {deed}". */
  readonly spoken: readonly string[];
  /** Thanks and apologies, which may be a greeting in front of what is asked for. */
  readonly thanked: readonly string[];
  /** What ends a sentence that takes all of it back: "war nur ein Scherz". */
  readonly takenBack: readonly string[];
  /** Words of who asks for something, anywhere. */
  readonly asking: string;
}

export interface FrameTable {
  readonly spoken: readonly RegExp[];
  readonly thanked: readonly RegExp[];
  readonly takenBack: RegExp;
  readonly asking: RegExp;
}

/** A deed that is spoken of, in what was said; all behind its end was said as well. */
export interface FramedDeed {
  readonly deed: Span;
  /** Whether anything that is said behind it is what is asked for. */
  readonly isThanks: boolean;
}

/** Characters of what may be a frame: people speak of a deed in a sentence, and the patterns go back and forth in it. */
const FRAMED_MAX = 240;

const DEED = "(?<deed>[^,;.!?]+)";

export function frameTable({ begin, but, parts, spoken, thanked, takenBack, asking }: FrameRows): FrameTable {
  const all: Readonly<Record<string, string>> = { deed: DEED, ...parts };
  const filled = (row: string): string =>
    row.replace(/(?<!\\p)\{(\p{L}+)\}/gu, (_, name: string) => filled(all[name] ?? "(?!)"));
  const pattern = (row: string) =>
    filled(row)
      .replaceAll(",(?: ", "(?:\\s*,)?(?: ")
      .replaceAll(", ", "(?:\\s*,\\s*|\\s+|(?<=\\s))")
      .replaceAll(" ?", "\\s*")
      .replaceAll(" ", "\\s+");
  const begins = (row: string) =>
    new RegExp(`^[^\\p{L}\\p{N}]*(?:(?:${pattern(begin)})(?!\\p{L})[^\\p{L}\\p{N}]*)*?${pattern(row)}`, "diu");
  const back = takenBack.map(pattern).join("|");
  return {
    spoken: spoken.map(begins),
    thanked: thanked.map(begins),
    takenBack: new RegExp(
      `(?:[,;.!?…–—]|\\s-|\\s(?=(?:${but})\\s))\\s*(?:(?:${pattern(begin)})(?!\\p{L})[^\\p{L}\\p{N}]*)*(?:(?:${back})(?!\\p{L})[^\\p{L}\\p{N}]*)+$`,
      "iu",
    ),
    asking: new RegExp(`(?<!\\p{L})(?:${pattern(asking)})(?!\\p{L})`, "iu"),
  };
}

/** Whether the text ends with words that take back what it asked for. */
export function isTakenBack(text: string, { takenBack }: FrameTable): boolean {
  return takenBack.test(text.slice(-FRAMED_MAX));
}

/** The deeds of which a text speaks in a frame; none where it is long, or asks for something in so many words. */
export function framedDeeds(text: string, { spoken, thanked, asking }: FrameTable): readonly FramedDeed[] {
  if (text.length > FRAMED_MAX || asking.test(text)) return [];
  const found = (frames: readonly RegExp[], isThanks: boolean) =>
    frames.flatMap((frame) => {
      const [start, end] = frame.exec(text)?.indices?.groups?.deed ?? [];
      return start === undefined || end === undefined ? [] : [{ deed: { start, end }, isThanks }];
    });
  return [...found(spoken, false), ...found(thanked, true)];
}
