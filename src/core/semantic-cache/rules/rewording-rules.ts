/** What forbids to give a known call to its values in other words. Each is a row of `table.ts`. */
import { endsInSign } from "../calls/readings.ts";
import type { RewordingReading } from "../calls/rewording-reading.ts";
import { inOthersRole, sameNegated, sameNumbers } from "../calls/value-order.ts";

export function valuesMoved({ entry, values, sentence, knowledge, moved }: RewordingReading): boolean {
  return moved === null || inOthersRole(entry, values.places, sentence, knowledge);
}

export function numbersMoved({ entry, sentence }: RewordingReading): boolean {
  return !sameNumbers(entry.words, sentence.words);
}

export function negatesAnother({ entry, sentence }: RewordingReading): boolean {
  return !sameNegated(entry.words, sentence.words);
}

export function losesSign({ entry, sentence }: RewordingReading): boolean {
  const asked = sentence.text.toLowerCase();
  return entry.slots.some(({ value }) => endsInSign(value) && !asked.includes(String(value).toLowerCase()));
}
