/** What forbids to read other values into the words of a known call. Each is a row of `table.ts`. */

import { ENGLISH } from "../../english/english.ts";
import { isOfTwoKinds } from "../../reading/place-kinds.ts";
import { slipsOf } from "../../reading/slips.ts";
import { ruleIn } from "../calls/parameter-rules.ts";
import { endsInSign, type SentenceReader } from "../calls/readings.ts";
import type { Filled, FilledText, TemplateReading } from "../calls/template-reading.ts";
import type { ToolKnowledge } from "../calls/tool-knowledge.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { isPictograph } from "../words/politeness.ts";
import { HESITATIONS, JOINING } from "../words/word-lists.ts";
import { type Sentence, standsInCapitals } from "../words/words.ts";

export function polarityInValue({ slots }: TemplateReading): boolean {
  return slots.some(({ evidence }) => evidence.polarity > 0);
}

/** Whether a new value joins things, with a word that no value of its parameter had. */
export function joinsValues({ newTexts, template, knowledge }: TemplateReading): boolean {
  return newTexts.some(({ slot, words }) => {
    const known = knowledge.parameterOf(template.tool, slot.parameter).words;
    return words.some((word) => JOINING.has(word) && known.of(word) === 0);
  });
}

/** So few letters are an abbreviation, which the resolver may write out. */
const SHORT_LETTERS_MAX = 3;

export function isUnknownShort({ newTexts }: TemplateReading): boolean {
  return newTexts.some(({ value }) => value.length <= SHORT_LETTERS_MAX && /\p{L}/u.test(value));
}

/** Whether a word of a value is none, and one letter away from one that is known in its parameter. */
export function isMisspelt({ newTexts, template, reader, knowledge }: TemplateReading): boolean {
  return newTexts.some((filled) => {
    const { parameter } = filled.slot;
    const known = knowledge.parameterOf(template.tool, parameter).words;
    const isSlip = (word: string) =>
      reader.once(`slip ${template.tool} ${parameter} ${word}`, () =>
        meantValues(word, reader, knowledge).some((near) => known.of(near) > 0),
      );
    return filled.words.some((word) => known.of(word) === 0 && isSlip(word));
  });
}

/** Words of known values, of whatever parameter, that this one may be a slip of: looked for once in a sentence. */
function meantValues(word: string, reader: SentenceReader, knowledge: ToolKnowledge): readonly string[] {
  return reader.once(`slip ${word}`, () => slipsOf(word, knowledge.isWord, (near) => knowledge.isInValues(near)));
}

/** In a tool with fewer known sentences, what numbers a parameter never had says little. */
const SENTENCES_FOR_NUMBERS_MIN = 20;

/** Whether it was never this parameter's and was another number's: of "6 of 6" and "4 of 6", a lone 6 may be the second. */
export function isOthersNumber({ changed, template, knowledge }: TemplateReading): boolean {
  const lexicon = knowledge.lexiconOf(template.tool);
  if (lexicon.sentences < SENTENCES_FOR_NUMBERS_MIN) return false;
  const rules = knowledge.rulesOf(template.tool);
  const isNumeric = (name: string) => ruleIn(rules, name).kind !== "text";
  return changed.some((filled) => {
    const { parameter } = filled.slot;
    const whole = filled.words.join(" ");
    if (typeof filled.value !== "number" || lexicon.parameter(parameter).values.of(whole) > 0) return false;
    for (const [name, other] of lexicon.parameters())
      if (name !== parameter && isNumeric(name) && other.values.of(whole) > 0) return true;
    return false;
  });
}

export function hesitates({ changedTexts }: TemplateReading): boolean {
  return changedTexts.some((filled) => filled.words.some((word) => HESITATIONS.has(word)));
}

/**
 * "Somewhere in Indiana" where "somewhere in Gibraltar" was a country: what was never this parameter's and was another's whole
 * value is the other's here as well, if that one stands behind the same word ("in") too, or right behind a value. Behind a
 * word that only this one stands behind ("from Rome"), it is this one's.
 */
export function isOthersText({ changedTexts, parse, template, reader, knowledge }: TemplateReading): boolean {
  const lexicon = knowledge.lexiconOf(template.tool);
  return changedTexts.some((filled) => {
    const { slot, range } = filled;
    const whole = filled.words.join(" ");
    if (lexicon.parameter(slot.parameter).values.of(whole) > 0) return false;
    const isBehindValue = parse.ranges.some(({ to }) => to === range.from);
    const before = isBehindValue ? undefined : reader.sentence.words[range.from - 1];
    for (const [name, other] of lexicon.parameters()) {
      const mayStandHere = before === undefined || lexicon.timesBehind(before, name) > 0;
      if (name !== slot.parameter && mayStandHere && other.values.of(whole) > 0) return true;
    }
    return false;
  });
}

/** Seen so often as one parameter's value, and never as another's, a place is of that kind here. */
const PLACE_SEEN_MIN = 2;

export function isDoubtfulPlace({ changedTexts, template, knowledge }: TemplateReading): boolean {
  const rules = knowledge.rulesOf(template.tool);
  return changedTexts.some(({ value, evidence: { own, others } }) => {
    const isKnown = own >= PLACE_SEEN_MIN && others === 0;
    return !isKnown && isOfTwoKinds(value, rules.keys(), ENGLISH);
  });
}

/** "At four" where "at noon" is known: a model may write "four" or "4". */
export function mayBeSpelledOut({ changedTexts, latest }: TemplateReading): boolean {
  return changedTexts.some((filled) => {
    const [word = "", ...more] = filled.words;
    const isSmallNumber = more.length === 0 && /^\d\d?$/.test(word);
    return isSmallNumber && !latest.words.slice(filled.slot.from, filled.slot.to).every(isNumber);
  });
}

export function signMayBelong({ changedTexts, reader: { sentence } }: TemplateReading): boolean {
  return changedTexts.some(
    (filled) =>
      isExclaimed(filled, sentence) ||
      endsInSign(filled.slot.value) ||
      takesSign(filled.value, sentence) ||
      isDecorated(filled, sentence),
  );
}

/** "Play Help!": whether the sign is the title's or the speaker's, nobody can tell. */
function isExclaimed({ range }: Filled, { text, ends }: Sentence): boolean {
  return text.charAt(ends[range.to - 1] ?? 0) === "!";
}

/** "Rate The Silent Speaker? a one": what is read with the sign may be the title without. In quotes it is the title's. */
function takesSign(value: string, { text }: Sentence): boolean {
  return endsInSign(value) && !['"', "'", "”", "’", "»"].some((quote) => text.includes(value + quote));
}

/** "Party 🎉": a sign in a value, or right behind it, is the title's or the speaker's. */
function isDecorated({ value, range }: FilledText, { text, ends }: Sentence): boolean {
  const behind = text.slice(ends[range.to - 1]).trimStart();
  return (
    /[<>^~|]/.test(value) ||
    [...value].some(isPictograph) ||
    isPictograph(String.fromCodePoint(behind.codePointAt(0) ?? 0))
  );
}

/** Whether a word around the values stands in short capitals on one side only. */
export function aroundInOtherCapitals({ latest, parse, reader: { sentence } }: TemplateReading): boolean {
  const isValue = (at: number) => parse.ranges.some(({ from, to }) => from <= at && at < to);
  return sentence.words.some(
    (word, at) =>
      !isValue(at) &&
      word.length <= SHORT_LETTERS_MAX &&
      standsInCapitals(sentence, at) !== latest.capitals.includes(word),
  );
}

/** A constant seen as often, and hardly with another value, is a habit of the resolver and hangs on no word. */
const HABIT_SEEN_MIN = 3;
const HABIT_VALUES_MAX = 2;

/** Whether a constant may have come from what is now another value. */
export function constantMayChange({ template, latest, changed, changedTexts, knowledge }: TemplateReading): boolean {
  if (changed.length === 0) return false;
  const lexicon = knowledge.lexiconOf(template.tool);
  const rules = knowledge.rulesOf(template.tool);
  return template.loose.some((name) => {
    const value = latest.parameters[name];
    const { constants } = lexicon.parameter(name);
    const isHabit = constants.of(JSON.stringify(value)) >= HABIT_SEEN_MIN && constants.size <= HABIT_VALUES_MAX;
    const isOfText = typeof value === "string" || ruleIn(rules, name).choices !== null;
    return !isHabit && (changedTexts.length > 0 || !isOfText);
  });
}

/** A word that was a parameter's value in as many sentences is one, though a model may once not have named it. */
const USUAL_SEEN_MIN = 5;

/** "Book a restaurant": where "restaurant" mostly is the kind that is wanted, one sentence without a kind says little. */
export function hasUnnamedValue({ template, latest, changed, knowledge }: TemplateReading): boolean {
  if (changed.length === 0 || template.entries.length > 1) return false;
  const lexicon = knowledge.lexiconOf(template.tool);
  for (const [name, { values }] of lexicon.parameters()) {
    const isUsual = (word: string) => values.of(word) >= USUAL_SEEN_MIN && values.of(word) > lexicon.anchors.of(word);
    if (!Object.hasOwn(latest.parameters, name) && template.anchors.some(isUsual)) return true;
  }
  return false;
}
