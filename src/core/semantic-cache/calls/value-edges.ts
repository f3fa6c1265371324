/** What a new value may have taken in at its edges that is no part of it: a thank you, a time, a sign. */
import { endsPolitely, isPictograph } from "../words/politeness.ts";
import { TIMES } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { ToolLexicon, ValueLexicon } from "./lexicon.ts";
import type { Parse, Range } from "./template-parse.ts";

/** A parameter whose values are this long in the mean is told messages or titles, to which "haha" may belong. */
const TOLD_WORDS_MIN = 4;

/** The rule that the edges of a value break which the parameter never had, by its name; null when there is none. */
export function ruleAgainstEdges(
  { value, range }: { readonly value: string; readonly range: Range },
  parameter: string,
  lexicon: ToolLexicon,
  parse: Parse,
  sentence: Sentence,
): string | null {
  const known = lexicon.parameter(parameter);
  const words = sentence.words.slice(range.from, range.to);
  const last = words.at(-1) ?? "";
  const isLast = range.to === sentence.words.length;
  const isTold = isLast && sentence.endsPolitely && known.meanLength >= TOLD_WORDS_MIN;
  if (isTold || (endsPolitely(words) && known.lastWords.of(last) === 0)) return "politeness may be part of a value";
  if (TIMES.has(last) && known.words.of(last) === 0) return "a time may be part of a value";
  if (isSaidTwice(range, parse, sentence)) return "a word beside a value is said twice";
  if (endsInNumber(value) || (words.length > 1 && /^\d/.test(last) && known.withDigits === 0))
    return "a number may be no part of a value";
  if (goesOnToAnother(words, parameter, lexicon)) return "another value may stand in a value";
  if (goesOnFromKnown(words, value, known)) return "a value goes on where a known one ends";
  return isContinuedSmall(value) ? "a comma may end a value" : null;
}

/** "Party 🎉": a sign in a value, or right behind it, is the title's or the speaker's. */
export function isDecorated(value: string, { to }: Range, { text, ends }: Sentence): boolean {
  const behind = text.slice(ends[to - 1]).trimStart();
  return (
    /[<>^~|]/.test(value) ||
    [...value].some(isPictograph) ||
    isPictograph(String.fromCodePoint(behind.codePointAt(0) ?? 0))
  );
}

/** "To my Gaming playlist playlist". */
function isSaidTwice({ from, to }: Range, { ranges }: Parse, { words }: Sentence): boolean {
  const isAround = (at: number) =>
    words[at] !== undefined && !ranges.some((range) => range.from <= at && at < range.to);
  return (isAround(to) && words[to - 1] === words[to]) || (isAround(from - 1) && words[from] === words[from - 1]);
}

/** "Scribblings out of 9": "Summer of 69" asks a model, too. */
function endsInNumber(value: string): boolean {
  return /^\p{Lu}.*\s\p{Ll}+\s\d[\d/.,:]*$/u.test(value);
}

/** "Boston, MA" goes on with a capital, "California, sweetheart" does not. */
function isContinuedSmall(value: string): boolean {
  return /^\p{Lu}.*,\s+\p{Ll}/u.test(value);
}

/** A word behind which another parameter's values stood so often is where one begins. */
const BEGINNING_MIN = 5;

/** "Blackstratblues on Zvooq": where services stand behind "on", which no artist ever had in it. */
function goesOnToAnother(words: readonly string[], parameter: string, lexicon: ToolLexicon): boolean {
  const known = lexicon.parameter(parameter);
  return words.slice(1, -1).some((word) => {
    if (known.words.of(word) > 0) return false;
    return [...(lexicon.behind(word)?.entries() ?? [])].some(
      ([name, times]) => name !== parameter && times >= BEGINNING_MIN,
    );
  });
}

/** So many letters make a name. */
const NAME = /\p{L}{3}/u;

/**
 * "Chris Frantz man", "the Adrenaline Workout": what is written small beside a known value may be no part of it. Where nothing
 * has a capital, a last word that the parameter never had is as doubtful.
 */
function goesOnFromKnown(words: readonly string[], value: string, known: ValueLexicon): boolean {
  const isKnown = (part: readonly string[]) => known.values.of(part.join(" ")) > 0 && NAME.test(part.join(" "));
  const written = value.split(/\s+/);
  const isSmall = (word = "") => /^[^\p{Lu}]/u.test(word);
  const [beginsSmall, endsSmall] = [isSmall(written[0]), isSmall(written.at(-1))];
  for (let at = 1; at < words.length; at += 1) {
    const [front, back] = [words.slice(0, at), words.slice(at)];
    if (isKnown(back) && beginsSmall && !endsSmall) return true;
    const isNew = back.length === 1 && known.words.of(back[0] ?? "") === 0;
    if (isKnown(front) && endsSmall && (!beginsSmall || isNew)) return true;
  }
  return false;
}
