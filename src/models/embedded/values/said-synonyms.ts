/** Values of a text that may be any, said by the words that its schema gives for them. */
import { spokenWords } from "#core/reading/word-forms.ts";
import type { ValueMention } from "#core/schema/synonyms.ts";
import { hull, isSameSpan, isWithin, overlaps, type Span } from "#core/span.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { nearlySaid } from "./near-names.ts";

/** Where the text says a value of the parameter; only where it says none, where it does with a slip or another ending. */
export function synonymsSaid(text: string, { synonyms }: Pick<Parameter, "synonyms">): readonly ValueMention[] {
  if (!synonyms) return [];
  const said = synonyms.mentionsIn(text);
  if (said.length > 0) return said;
  const words = spokenWords(text);
  return synonyms.values().flatMap((value) =>
    synonyms.of(value).flatMap((synonym) => {
      const span = nearlySaid(synonym, words);
      return span ? [{ span, value, isOwn: false }] : [];
    }),
  );
}

/** The value that all of these words mean by a synonym or by their own; null where they mean none. */
export function meantBySynonym(text: string, parameter: Pick<Parameter, "synonyms">): string | null {
  const whole: Span = { start: text.search(/\S/), end: text.trimEnd().length };
  const found = synonymsSaid(text, parameter).find(({ span }) => isWithin(whole, span));
  return found === undefined ? null : String(found.value);
}

/**
 * Stretches that are a list's items, longer where a value that is said stands next to one, or has a part in it: `items` tells where those of a stretch stand.
 */
export function withSaidItems(
  runs: readonly Span[],
  said: readonly Span[],
  items: (span: Span) => readonly Span[],
): readonly Span[] {
  let joined = runs.map((run) => hull([run, ...said.filter((place) => overlaps(place, run))]));
  for (const place of said) {
    if (joined.some((run) => overlaps(run, place))) continue;
    const isNext = (run: Span) => {
      const whole = hull([run, place]);
      const isFree = !joined.some((other) => other !== run && overlaps(other, whole));
      return isFree && items(whole).some((item) => isSameSpan(item, place));
    };
    const next = joined.find(isNext);
    if (next) joined = joined.map((run) => (run === next ? hull([run, place]) : run));
  }
  return joined;
}

/** In the words of the text, as "big apple" for `NYC`: the network that reads a call back knows nothing of what the schema gives. */
export function inSaidWords(value: ParameterValue, text: string): ParameterValue {
  const { parameter, span } = value;
  if (!parameter.synonyms || span === null) return value;
  const said = text.slice(span.start, span.end);
  return { ...value, value: said };
}
