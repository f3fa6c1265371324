/** Whether the same values in another order, or behind other little words, still are the same parameters'. */
import type { DoubtfulValue } from "../known-answer.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { HARMLESS, POLARITY } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { KnownEntry } from "./entries.ts";
import type { Slot } from "./grounding.ts";
import type { ToolLexicon } from "./lexicon.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** In a tool with fewer known sentences, too little is known to let two values change places. */
const SENTENCES_FOR_ORDER_MIN = 20;
/** A word behind which as many values of a parameter stood, and none of the other's, says whose the next one is. */
const TELLING_MIN = 5;
/** They stand before anything. */
const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the", "^"]);
/** What was a parameter's value in so many sentences, and is written like no name, is a habit: "stars" is a unit. */
const HABIT_MIN = 5;

/**
 * Texts that come in another order than in the known sentence, each with the one that it must not be mistaken for:
 * "from A to B" is not "from B to A". Null where nothing could tell them apart.
 */
export function movedValues(
  { slots, words, template }: KnownEntry,
  places: readonly number[],
  sentence: Sentence,
  knowledge: ToolKnowledge,
): readonly DoubtfulValue[] | null {
  const namesBefore = namesBeforeValues(slots, places, sentence);
  const keepsRole = (index: number) => {
    const before = words[(slots[index]?.from ?? 0) - 1];
    return before !== undefined && before === sentence.words[(places[index] ?? 0) - 1];
  };
  const lexicon = knowledge.lexiconOf(template.tool);
  const whole = ({ from, to }: Slot) => words.slice(from, to).join(" ");
  const isHabit = (slot: Slot) =>
    String(slot.value) === String(slot.value).toLowerCase() &&
    lexicon.parameter(slot.parameter).values.of(whole(slot)) >= HABIT_MIN;
  const moved: DoubtfulValue[] = [];
  for (const [first, one] of slots.entries()) {
    for (let second = first + 1; second < slots.length; second += 1) {
      const other = slots[second] as Slot;
      if ((places[first] ?? 0) < (places[second] ?? 0) || typeof one.value !== typeof other.value) continue;
      if (one.parameter === other.parameter || typeof one.value !== "string") return null;
      if (lexicon.sentences < SENTENCES_FOR_ORDER_MIN) return null;
      if (lexicon.parameter(other.parameter).values.of(whole(one)) > 0) return null;
      if (lexicon.parameter(one.parameter).values.of(whole(other)) > 0) return null;
      if (keepsRole(first) && keepsRole(second)) continue;
      const ownPlaces = [
        { name: namesBefore[first] ?? "", own: one.parameter, rival: other.parameter },
        { name: namesBefore[second] ?? "", own: other.parameter, rival: one.parameter },
      ];
      if (areTold(ownPlaces, lexicon)) continue;
      const isHabitual = isHabit(one) || isHabit(other);
      const movedWith = { parameter: other.parameter, text: String(other.value), isHabitual };
      moved.push({ parameter: one.parameter, text: one.value, movedWith });
    }
  }
  return moved;
}

interface OwnPlace {
  /** Of what stands before the value, see `nameOf`. */
  readonly name: string;
  readonly own: string;
  readonly rival: string;
}

/** "The album named Help by Ann": behind "named" albums stand and never artists, so that the other one is the artist. */
function areTold(places: readonly OwnPlace[], lexicon: ToolLexicon): boolean {
  const isTelling = ({ name, own, rival }: OwnPlace) =>
    !ARTICLES.has(name) &&
    name !== `{${rival}}` &&
    lexicon.timesBehind(name, own) >= TELLING_MIN &&
    lexicon.timesBehind(name, rival) === 0;
  const isAgainst = ({ name, own, rival }: OwnPlace) =>
    lexicon.timesBehind(name, own) === 0 && lexicon.timesBehind(name, rival) > 0;
  return places.some(isTelling) && !places.some(isAgainst);
}

/** What stands before each value in the sentence: a word, another value by its parameter, or the edge. */
function namesBeforeValues(
  slots: readonly Slot[],
  places: readonly number[],
  { words }: Pick<Sentence, "words">,
): readonly string[] {
  return places.map((place) => {
    const before = slots.find((slot, at) => (places[at] ?? 0) + slot.to - slot.from === place);
    return before ? `{${before.parameter}}` : (words[place - 1] ?? "^");
  });
}

/** Words behind a negation that are what it negates. */
const NEGATED_WORDS = 2;

/** Whether what a word that turns the meaning stands before is the same: "from Old, not from New" is not the other way round. */
export function sameNegated(known: readonly string[], asked: readonly string[]): boolean {
  const negatedIn = (words: readonly string[]) =>
    words.flatMap((word, at) => (POLARITY.has(word) ? [words.slice(at, at + 1 + NEGATED_WORDS).join(" ")] : [])).sort();
  const [own, others] = [negatedIn(known), negatedIn(asked)];
  // A negation on one side alone is left over, and refused as that.
  return own.length !== others.length || own.every((words, at) => words === others[at]);
}

/** Whether those numbers that stand in both come in the same order: "3, 4 and 5" is not "4, 3 and 5". */
export function sameNumbers(known: readonly string[], asked: readonly string[]): boolean {
  const own = known.filter((word) => isNumber(word) && asked.includes(word));
  const others = asked.filter((word) => isNumber(word) && known.includes(word));
  return own.length !== others.length || own.every((word, at) => word === others[at]);
}

/** Little words that say what the value after them is for. */
const ROLE_WORDS = new Set(
  "from to by with for at in on of between and than before after over against via through until".split(" "),
);

/** A word that stood before a parameter's values so often says nothing against it: "in" stands before towns and countries. */
const SHARED_MIN = 5;

/**
 * Whether a value stands behind the word that stood before another one: "to Anna" where it was "from Anna". The other one may be no
 * parameter's: "from Friday to Monday" where it was "from Monday to Friday", and only the new day was wanted.
 */
export function inOthersRole(
  { slots, words, template }: KnownEntry,
  places: readonly number[],
  sentence: Sentence,
  knowledge: ToolKnowledge,
): boolean {
  const lexicon = knowledge.lexiconOf(template.tool);
  // Of other languages nobody knows the little words: any that is not one of English without a meaning may be one.
  const roleIn = (name: string) => (name !== "^" && (ROLE_WORDS.has(name) || !HARMLESS.has(name)) ? name : null);
  const known = namesBeforeValues(
    slots,
    slots.map(({ from }) => from),
    { words },
  ).map(roleIn);
  const asked = namesBeforeValues(slots, places, sentence).map(roleIn);
  return slots.some((slot, index) => {
    const role = asked[index] ?? null;
    if (role === null || role === known[index]) return false;
    const isOthers = (other: Slot, at: number) =>
      at !== index && known[at] === role && typeof other.value === typeof slot.value;
    if (slots.some(isOthers) && lexicon.timesBehind(role, slot.parameter) < SHARED_MIN) return true;
    const before = known[index] ?? "";
    return ROLE_WORDS.has(role) && ROLE_WORDS.has(before) && changePlaces([before, role], words, sentence.words);
  });
}

/** Whether what stood behind the second word stands behind the first one now. */
function changePlaces(
  [one, other]: readonly [string, string],
  known: readonly string[],
  asked: readonly string[],
): boolean {
  const behind = (word: string, words: readonly string[]) => words.filter((_, at) => words[at - 1] === word);
  const now = behind(one, asked);
  return behind(other, known).some((word) => now.includes(word));
}
