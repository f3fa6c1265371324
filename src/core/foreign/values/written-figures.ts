/** Numbers in the figures of a language, as English writes them: "1.200,5" as 1200.5, "3 Millionen" as 3000000, "2½" as 2.5. */
import { perLanguage } from "../../reading/language.ts";
import type { Replacement } from "../../reading/rewriting.ts";
import type { ValueGlossTables } from "./value-gloss-tables.ts";

/** What the figures of an ordinal are followed by in a text whose numbers are figures: a character that nobody writes. */
export const ORDINAL_SIGN = "\uE000";

const VULGAR_FRACTIONS: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };
/** More are what binary fractions leave behind. */
const FIGURES_MAX = 12;

type Tables = Pick<ValueGlossTables, "numbers">;

const formsOf = perLanguage(({ numbers }: Tables) => {
  const { groupedBy, figuresBehindCommaOfThousand } = numbers;
  const decimals = figuresBehindCommaOfThousand === 0 ? "\\d+" : "(?!\\d{3}(?!\\d))\\d+";
  const scales = [...numbers.scales.keys()].toSorted((one, other) => other.length - one.length).join("|");
  const before = `(?<![\\p{L}\\p{N}\\p{M}_]|\\p{N}[.,:/'${groupedBy}])`;
  const behind = "(?![\\p{L}\\p{N}\\p{M}\\p{Cf}])";
  return {
    figures: new RegExp(
      `${before}((?:\\d{1,3}(?:[${groupedBy}]\\d{3})+|\\d+)(?:,${decimals})?)(?![\\p{N}\\p{M}\\p{Cf}_]|[.,:/${groupedBy}]\\d)(?:\\s{1,3}(${scales})${behind})?`,
      "gu",
    ),
    group: new RegExp(`[${groupedBy}]`, "g"),
    fraction: new RegExp(`${before}(\\d{0,3})([${Object.keys(VULGAR_FRACTIONS).join("")}])(?![\\p{M}\\p{Cf}])`, "gu"),
    ordinal: new RegExp(`${before}(\\d{1,3})(?:${numbers.ordinalEnding})${behind}`, "gu"),
  };
});

/** What to write for the figures of a folded text; ordinals with the sign of ordinals behind them. */
export function figuresInEnglish(folded: string, tables: Tables): readonly Replacement[] {
  const { figures, group, fraction, ordinal } = formsOf(tables);
  const plain = [...folded.matchAll(figures)].map((match) => {
    const [, said = "", scale = ""] = match;
    const value = said.replace(group, "").replace(",", ".");
    const times = tables.numbers.scales.get(scale);
    const product = exactly(Number(value) * (times ?? 1));
    // Larger ones have no figures of their own any more.
    const isExact = Math.abs(product) <= Number.MAX_SAFE_INTEGER;
    return replacement(match, times === undefined ? value : isExact ? String(product) : match[0]);
  });
  const fractions = [...folded.matchAll(fraction)].map((match) => {
    return replacement(match, String(Number(match[1]) + (VULGAR_FRACTIONS[match[2] ?? ""] ?? 0)));
  });
  const ordinals = [...folded.matchAll(ordinal)].map((match) => replacement(match, match[1] + ORDINAL_SIGN));
  return [...plain, ...fractions, ...ordinals].filter(({ start, end, by }) => folded.slice(start, end) !== by);
}

function replacement({ 0: said, index }: RegExpExecArray, by: string): Replacement {
  return { start: index, end: index + said.length, by };
}

function exactly(value: number): number {
  return Number(value.toPrecision(FIGURES_MAX));
}
