import { type AppError, invalid } from "./errors.ts";
import { shownValue } from "./shown-value.ts";

/** Control characters but tab and newline, and lone surrogates: no text that a person means has them. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** The longest run that the Stream-Safe Text Format allows (UAX #15, section 13). Normalising takes quadratic time in longer ones. */
const MARKS_IN_A_ROW_MAX = 30;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MARKS_IN_A_ROW_MAX + 1}}`, "u");
/**
 * Code units that one character may have been written with: up to four times its own in canonical decomposition
 * (Unicode's table of worst-case expansion for UTF-16), of which it has up to two.
 */
const UNITS_PER_CHARACTER_MAX = 8;

/** Length as people count it for limits: Unicode code points. */
export function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export interface TextRule {
  readonly min: number;
  readonly max: number;
}

/**
 * The text as it is used and stored: CR LF and CR as newlines, NFC. Its length counts after that, in code points.
 * Throws `validation_error` naming the field.
 */
export function checkedText(field: string, text: string, rule: TextRule): string {
  // First of all: what is too long by far is not looked at any closer.
  if (text.length > rule.max * UNITS_PER_CHARACTER_MAX) throw tooLong(field, text, rule);
  checkMarks(field, text);
  const normal = text.replace(/\r\n?/g, "\n").normalize("NFC");
  const forbidden = forbiddenCharacterIn(normal);
  if (forbidden) throw invalid(field, `contains the character ${forbidden}, which no text may have`);
  const length = codePointsIn(normal);
  if (length > rule.max) throw tooLong(field, normal, rule);
  if (length < rule.min)
    throw invalid(field, `${field} needs at least ${rule.min} character${rule.min === 1 ? "" : "s"}`);
  return normal;
}

function tooLong(field: string, text: string, rule: TextRule): AppError {
  return invalid(field, `${field} exceeds the limit: ${codePointsIn(text)}/${rule.max} characters`);
}

/** The first control character or half of a surrogate pair, as in "U+0007"; null without one. */
export function forbiddenCharacterIn(text: string): string | null {
  const found = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Throws `validation_error` for a text that cannot be normalised in time that grows with its length alone. */
export function checkMarks(field: string, text: string): void {
  if (TOO_MANY_MARKS.test(text)) {
    throw invalid(field, `has more than ${MARKS_IN_A_ROW_MAX} combining marks in a row, which no text may have`);
  }
}

const SIGNATURE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A set's signature, case-sensitive. `<topic>-v<N>` is a convention that nothing enforces. */
export function checkedSignature(field: string, signature: string): string {
  if (!SIGNATURE.test(signature)) {
    const allowed = "1–128 letters, digits, '.', '_' or '-', the first a letter or a digit";
    const near = signature.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[._-]+/, "");
    throw invalid(field, notAName(signature, allowed, near, SIGNATURE));
  }
  return signature;
}

/** Of a name that has what none may have. `near`: the same without that, which is proposed where it is one. */
export function notAName(name: string, allowed: string, near: string, form: RegExp): string {
  // Of a name in another script nothing would be left that says what it is.
  const isProposed = form.test(near) && /[A-Za-z]/.test(near);
  return `is ${shownValue(name)}, and must be ${allowed}${isProposed ? `: "${near}" would be one` : ""}`;
}

/** As in "3 hours ago". */
export function ageOf(ms: number): string {
  const unit = UNITS.find(([unitMs]) => ms >= unitMs);
  if (unit === undefined) return "just now";
  const count = Math.floor(ms / unit[0]);
  return `${count} ${unit[1]}${count === 1 ? "" : "s"} ago`;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
];
