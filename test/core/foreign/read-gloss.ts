/** What the readers of English read out of the gloss of a phrase. */
import { ENGLISH } from "#core/english/english.ts";
import { type ForeignLanguage, glossValues } from "#core/foreign/values/gloss-values.ts";
import { inUtc } from "#core/local-time.ts";
import { currenciesIn } from "#core/reading/currencies.ts";
import { datesIn } from "#core/reading/dates.ts";
import { frequenciesIn } from "#core/reading/frequencies.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { sumsIn } from "#core/reading/sums.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";
import { weekdaysIn } from "#core/reading/weekdays.ts";
import type { SaidValue } from "./said-value.ts";

/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const SHAPES = { day: "YYYY-MM-DD", time: "HH:mm", moment: "YYYY-MM-DDTHH:mm" } as const;

/** The text with its values in English, and the rest as it was. */
export function glossed(said: string, language: ForeignLanguage): string {
  let text = "";
  let from = 0;
  for (const { span, english } of glossValues(said, language)) {
    text += said.slice(from, span.start) + english;
    from = span.end;
  }
  return text + said.slice(from);
}

/** All values of the kind that a row of the tables asks for, in the way in which it writes them. */
export function valuesRead([said, reader, value]: SaidValue, language: ForeignLanguage): readonly unknown[] {
  const text = glossed(said, language);
  const numbers = numbersIn(text, ENGLISH);
  switch (reader) {
    case "gloss":
      return [text];
    case "number":
      return numbers.map((number) => number.value);
    case "percent":
      return numbers.filter(({ isPercent }) => isPercent).map((number) => number.value);
    case "minutes":
      return amounts(text, "minutes");
    case "amount": {
      const unit = value.slice(value.indexOf(" ") + 1);
      return amounts(text, unit).map((amount) => `${amount} ${unit}`);
    }
    case "times a year":
      return frequenciesIn(text, ENGLISH).map((frequency) => frequency.value);
    case "weekdays":
      return weekdaysIn(text, ENGLISH).map(({ days }) => days);
    case "money": {
      const codes = currenciesIn(text, ENGLISH).map(({ code }) => code);
      return sumsIn(text, numbers, ENGLISH).map((sum, index) => `${sum.value} ${codes[index] ?? ""}`.trim());
    }
    default:
      return datesIn(text, { kind: "pattern", pattern: SHAPES[reader] }, NOW, ENGLISH).map((date) => date.value);
  }
}

function amounts(text: string, unitName: string): readonly number[] {
  const unit = unitWantedBy(unitName, "", ENGLISH);
  if (!unit) throw new Error(`the readers know no unit ${unitName}`);
  return amountsIn(text, numbersIn(text, ENGLISH), unit, ENGLISH).map((amount) => amount.value);
}
