/**
 * What may not be kept of what people say: e-mail addresses, numbers of bank accounts, cards and telephones. Pure, and linear in the text.
 */
import { accountNumbersIn } from "./account-numbers.ts";
import { digitsOf, type NumberRun, numberRuns } from "./digit-runs.ts";
import { addressesIn } from "./mail-addresses.ts";
import { isSaidToBePhone } from "./said-numbers.ts";

const MARKS = { email: "[email]", iban: "[iban]", card: "[card]", phone: "[phone]" } as const;

/** In one piece, and beginning with neither 0 nor a plus: what is said of it decides. */
const UNDECIDED_DIGITS = { min: 7, max: 9 } as const;
/** What is given for a telephone is one from so many digits on. */
const NAMED_DIGITS_MIN = 5;

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

/**
 * The text with a mark in the place of everything that is an address or such a number. `phones`: digits of which something else says that
 * they are a telephone's.
 */
export function redacted(text: string, phones: readonly string[] = []): Redacted {
  const mail = replaced(text, addressesIn(text), () => MARKS.email);
  const accounts = replaced(mail.text, accountNumbersIn(mail.text), () => MARKS.iban);
  const runs = numberRuns(accounts.text).filter((run) => isPersonal(accounts.text, run, phones));
  const numbers = replaced(accounts.text, runs, ({ kind }) => (kind === "card" ? MARKS.card : MARKS.phone));
  const pieces = [...accounts.pieces, ...numbers.pieces];
  if (mail.pieces.length === 0 && pieces.length === 0) return { text, removed: NOTHING };
  return {
    text: numbers.text,
    removed: {
      numbers: pieces.map(digitsOf),
      addresses: mail.pieces.map((piece) => piece.normalize("NFKC").toLowerCase()),
    },
  };
}

/** The digits of a value that was given for a telephone, as ASCII; null for too few. */
export function phoneIn(value: string): string | null {
  const digits = digitsOf(value);
  return digits.length < NAMED_DIGITS_MIN ? null : digits;
}

/** A number that is a telephone's only because it was given for one. */
export function redactedPhone(value: string): string {
  return phoneIn(value) === null ? value : MARKS.phone;
}

function isPersonal(text: string, run: NumberRun, phones: readonly string[]): boolean {
  if (run.kind !== "number") return true;
  const digits = digitsOf(text.slice(run.start, run.end));
  if (phones.includes(digits)) return true;
  const { min, max } = UNDECIDED_DIGITS;
  return digits.length >= min && digits.length <= max && isSaidToBePhone(text, run, digits);
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
