/** What forbids a new value that may have taken in at its edges what is no part of it: a thank you, a time, a number. */
import { ENGLISH } from "../../english/english.ts";
import type { ValueLexicon } from "../calls/lexicon.ts";
import type { ParameterRules } from "../calls/parameter-rules.ts";
import type { FilledText, TemplateReading } from "../calls/template-reading.ts";
import { endsPolitely } from "../words/politeness.ts";
import { TIMES } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";

/** A parameter whose values are this long in the mean is told messages or titles, to which "haha" may belong. */
const TOLD_WORDS_MIN = 4;

export function mayEndPolitely(reading: TemplateReading): boolean {
  const { sentence } = reading.reader;
  return reading.newTexts.some((filled) => {
    const known = knownOf(filled, reading);
    const words = filled.words;
    const isLast = filled.range.to === sentence.words.length;
    const isTold = isLast && sentence.endsPolitely && known.meanLength >= TOLD_WORDS_MIN;
    return isTold || (endsPolitely(words) && known.lastWords.of(words.at(-1) ?? "") === 0);
  });
}

export function mayEndInTime(reading: TemplateReading): boolean {
  return reading.newTexts.some((filled) => {
    const last = filled.words.at(-1) ?? "";
    return TIMES.has(last) && knownOf(filled, reading).words.of(last) === 0;
  });
}

/** "To my Gaming playlist playlist". */
export function isSaidTwice({ newTexts, parse, reader }: TemplateReading): boolean {
  const { words } = reader.sentence;
  const isAround = (at: number) =>
    words[at] !== undefined && !parse.ranges.some((range) => range.from <= at && at < range.to);
  return newTexts.some(
    ({ range: { from, to } }) =>
      (isAround(to) && words[to - 1] === words[to]) || (isAround(from - 1) && words[from] === words[from - 1]),
  );
}

/** "Scribblings out of 9": "Summer of 69" asks a model, too. */
export function mayEndInNumber(reading: TemplateReading): boolean {
  return reading.newTexts.some((filled) => {
    if (/^\p{Lu}.*\s\p{Ll}+\s\d[\d/.,:]*$/u.test(filled.value)) return true;
    const words = filled.words;
    return words.length > 1 && /^\d/.test(words.at(-1) ?? "") && knownOf(filled, reading).withDigits === 0;
  });
}

/** "Boston, MA" goes on with a capital, "California, sweetheart" does not. */
export function isContinuedSmall({ newTexts }: TemplateReading): boolean {
  return newTexts.some(({ value }) => /^\p{Lu}.*,\s+\p{Ll}/u.test(value));
}

/** A word behind which another parameter's values stood so often is where one begins. */
const BEGINNING_MIN = 5;

/** "Blackstratblues on Zvooq": where services stand behind "on", which no artist ever had in it. */
export function goesOnToAnother(reading: TemplateReading): boolean {
  const lexicon = reading.knowledge.lexiconOf(reading.template.tool);
  return reading.newTexts.some((filled) => {
    const known = knownOf(filled, reading);
    const isBeginning = (word: string) =>
      [...(lexicon.behind(word)?.entries() ?? [])].some(
        ([name, times]) => name !== filled.slot.parameter && times >= BEGINNING_MIN,
      );
    return filled.words.slice(1, -1).some((word) => known.words.of(word) === 0 && isBeginning(word));
  });
}

/** So many letters make a name. */
const NAME = /\p{L}{3}/u;

/**
 * "Chris Frantz man", "the Adrenaline Workout": what is written small beside a known value may be no part of it. Where nothing
 * has a capital, a last word that the parameter never had is as doubtful.
 */
export function goesOnFromKnown(reading: TemplateReading): boolean {
  return reading.newTexts.some((filled) => {
    const known = knownOf(filled, reading);
    const words = filled.words;
    const isKnown = (part: readonly string[]) => known.values.of(part.join(" ")) > 0 && NAME.test(part.join(" "));
    const written = filled.value.split(/\s+/);
    const isSmall = (word = "") => /^[^\p{Lu}]/u.test(word);
    const [beginsSmall, endsSmall] = [isSmall(written[0]), isSmall(written.at(-1))];
    for (let at = 1; at < words.length; at += 1) {
      const [front, back] = [words.slice(0, at), words.slice(at)];
      if (isKnown(back) && beginsSmall && !endsSmall) return true;
      const isNew = back.length === 1 && known.words.of(back[0] ?? "") === 0;
      if (isKnown(front) && endsSmall && (!beginsSmall || isNew)) return true;
    }
    return false;
  });
}

function knownOf({ slot }: FilledText, { knowledge, template }: TemplateReading): ValueLexicon {
  return knowledge.parameterOf(template.tool, slot.parameter);
}

/** Whether the sentence says, among what was cut off as politeness, how urgent it is, and the tool asks for that. */
export function losesHaste({ text, starts, ends }: Sentence, parameters: ParameterRules): boolean {
  const { names, haste, leisure } = ENGLISH.urgency;
  const cutOff = `${text.slice(0, starts[0] ?? 0)} ${text.slice(ends.at(-1) ?? text.length)}`;
  if (cutOff.trim() === "") return false;
  const isSaid = haste.test(cutOff) || leisure.test(cutOff);
  return isSaid && [...parameters.keys()].some((name) => names.test(name));
}
