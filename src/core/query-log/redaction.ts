/** What may not be kept of what people say: e-mail addresses, card numbers, telephone numbers. Pure, and linear in the text. */
import { digitsOf, numberRuns } from "./digit-runs.ts";
import { addressesIn } from "./mail-addresses.ts";

const MARKS = { email: "[email]", card: "[card]", phone: "[phone]" } as const;

/** A piece of a value that is in something removed tells of it from so many characters on. */
const PIECE_DIGITS_MIN = 4;
const PIECE_CHARACTERS_MIN = 3;

/** What was taken out of a text, so that no value made of it brings it back. */
export interface Removed {
  /** ASCII digits of each number. */
  readonly numbers: readonly string[];
  /** In small letters. */
  readonly addresses: readonly string[];
}

export interface Redacted {
  readonly text: string;
  readonly removed: Removed;
}

const NOTHING: Removed = { numbers: [], addresses: [] };

/** The text with a mark in the place of everything that is an address or such a number. */
export function redacted(text: string): Redacted {
  const mail = replaced(text, addressesIn(text), () => MARKS.email);
  const numbers = replaced(mail.text, numberRuns(mail.text), ({ kind }) => MARKS[kind]);
  if (mail.pieces.length === 0 && numbers.pieces.length === 0) return { text, removed: NOTHING };
  return {
    text: numbers.text,
    removed: {
      numbers: numbers.pieces.map(digitsOf),
      addresses: mail.pieces.map((piece) => piece.normalize("NFKC").toLowerCase()),
    },
  };
}

/** A value of an answer: by itself, and beside what was removed from the sentence that it was read from. */
export function redactedValue(value: string, removed: Removed): string {
  const { text } = redacted(value);
  if (text !== value) return text;
  const digits = digitsOf(value);
  if (digits.length >= PIECE_DIGITS_MIN && removed.numbers.some((number) => number.includes(digits)))
    return MARKS.phone;
  const folded = value.normalize("NFKC").trim().toLowerCase();
  const isPiece = folded.length >= PIECE_CHARACTERS_MIN && removed.addresses.some((one) => one.includes(folded));
  return isPiece ? MARKS.email : value;
}

function replaced<Found extends { readonly start: number; readonly end: number }>(
  text: string,
  found: readonly Found[],
  markOf: (found: Found) => string,
): { readonly text: string; readonly pieces: readonly string[] } {
  if (found.length === 0) return { text, pieces: [] };
  const parts: string[] = [];
  let from = 0;
  for (const one of found) {
    parts.push(text.slice(from, one.start), markOf(one));
    from = one.end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(""), pieces: found.map(({ start, end }) => text.slice(start, end)) };
}
