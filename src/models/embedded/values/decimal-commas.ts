/** "38,9" in an English sentence: a broken number, as most of Europe writes it, or two numbers of a list. */
import type { NumberMention } from "#core/reading/numbers.ts";

/** Two figures at most behind the comma, and nothing around it that goes on as a list, a point or a code does. */
const DECIMAL_COMMA =
  /(?<![\p{L}\d.,:/([-]|[\d,]\s)-?\d+,(\d{1,2})(?![\p{L}\d)\]]|\s*[,;/&-]\s*\d|[.,]\d|\s+(?:\p{L}{1,3}\s+)?\d)/gu;

/**
 * With "38,9" as one number, as a parameter that measures something wants it; as they are where that would leave fewer numbers than
 * `wantedMin`, which is how many the tool must have: "plot 3,4" has an x and a y.
 */
export function withDecimalCommas(
  text: string,
  numbers: readonly NumberMention[],
  wantedMin: number,
): readonly NumberMention[] {
  const byStart = new Map(numbers.map((number) => [number.start, number]));
  const joined = new Map<NumberMention, NumberMention | null>();
  for (const { 0: said, 1: figures = "", index: start } of text.matchAll(DECIMAL_COMMA)) {
    const [whole, behind] = [byStart.get(start), byStart.get(start + said.length - figures.length)];
    if (!whole || !behind) continue;
    // The 5 of "1,5 million" was read as five million.
    const scale = Number(figures) === 0 ? 1 : behind.value / Number(figures);
    const value = Number((Number(said.replace(",", ".")) * scale).toPrecision(FIGURES_MAX));
    joined.set(whole, { start, end: behind.end, value, isPercent: behind.isPercent }).set(behind, null);
  }
  if (joined.size === 0 || numbers.length - joined.size / 2 < wantedMin) return numbers;
  return numbers.flatMap((number) => (joined.has(number) ? (joined.get(number) ?? []) : number));
}

/** Without what binary fractions leave behind. */
const FIGURES_MAX = 12;
