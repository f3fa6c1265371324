/** "I was about to lock it" and "the sign says: lock the door": all words of an order, and nobody asks for anything. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import { looksUp } from "./deeds.ts";
import { holdsText } from "./held-text.ts";
import { beginsWithDeed, deedsOf } from "./same-deeds.ts";

const WORDS = ENGLISH.moods;
const DEEDS = ENGLISH.deeds;

/** A shorter word is a thing as often. */
const STEM_MIN = 4;
interface Described {
  readonly name: string;
  readonly description: string;
}

/**
 * Whether the text only tells what nearly was, what somebody else said or did, thinks aloud, or wants things left as they are, as far as the tool
 * could do anything about it. What is to be looked up may be asked for by any of the last three.
 */
export function isOnlyTold(query: string, tool: Described): boolean {
  if (holdsText(query)) return false;
  if (tellsWhatWasNot(query) || repeatsWords(query)) return true;
  return (
    !looksUp(tool) &&
    (tellsOfLevel(query, tool) ||
      wonders(query) ||
      tellsOfDeed(query, tool) ||
      tellsOfHabit(query, tool) ||
      tellsOpinion(query, tool) ||
      leavesAsItIs(query))
  );
}

function tellsWhatWasNot(query: string): boolean {
  const rest = query.replaceAll(WORDS.unreal, " ");
  return rest !== query && !asksIn(rest);
}

/** "The barn is at 18 degrees" tells how it is, where a tool would make it so. */
function tellsOfLevel(query: string, { name, description }: Described): boolean {
  const sets = [humanised(name), description].some((text) => WORDS.setsLevel.test(text));
  return sets && WORDS.stands.test(query) && !asksIn(query);
}

function wonders(query: string): boolean {
  return WORDS.undecided.test(query) && !DEEDS.requests.test(query);
}

/** "We always lock it": how things are done, where a tool would do it once. */
function tellsOfHabit(query: string, tool: Described): boolean {
  const [told = "", verb = ""] = WORDS.habit.exec(query) ?? [];
  return told !== "" && deedsOf(tool).some((deed) => deed.test(verb)) && !asksIn(query.replace(told, ", "));
}

/** "I love this song", with no word of what the tool does to it. A tool that keeps what people say may be meant. */
function tellsOpinion(query: string, tool: Described): boolean {
  const isKept = [humanised(tool.name), tool.description].some((text) => WORDS.records.test(text));
  return !isKept && WORDS.opinion.test(query) && !deedsOf(tool).some((deed) => deed.test(query));
}

/** What others say is theirs, unless it is to be followed. */
function repeatsWords(query: string): boolean {
  const rest = query.replace(WORDS.quoted, " ");
  return rest !== query && !asksIn(rest) && !WORDS.carriedOut.test(rest);
}

/** "Kim has closed it": somebody did what the tool does. */
function tellsOfDeed(query: string, tool: Described): boolean {
  return WORDS.told.some((pattern) => {
    const [told = "", verb = ""] = pattern.exec(query) ?? [];
    // "Open closed tickets" begins with a capital letter as well.
    const isOrder = beginsWithDeed(withoutPoliteness(told));
    return told !== "" && !isOrder && isDone(verb, tool) && !asksIn(query.replace(told, ", "));
  });
}

/** Whether the tool does it: by words for its deed, as its name begins ("restore_file"), or as it begins something ("starts watering"). */
function isDone(verb: string, tool: Described): boolean {
  const base = WORDS.pasts.get(verb.toLowerCase()) ?? verb;
  if (deedsOf(tool).some((deed) => deed.test(base))) return true;
  const name = humanised(tool.name).toLowerCase();
  if (WORDS.records.test(name) || WORDS.records.test(tool.description)) return false;
  const [lead = ""] = name.split(" ");
  const begun = WORDS.begun.exec(tool.description)?.[1] ?? "";
  const isPast = (stem: string) =>
    stem.length >= STEM_MIN && new RegExp(`^${RegExp.escape(stem)}e?d$`, "iu").test(verb);
  return isPast(lead.replace(/e$/, "")) || isPast(begun);
}

function leavesAsItIs(query: string): boolean {
  const kept = WORDS.kept.exec(query);
  const rest = kept && query.slice(kept.index + kept[0].length);
  return rest !== null && !asksIn(rest) && !WORDS.goesOn.test(rest);
}

/** Whether something is asked for in what is left of a sentence. */
function asksIn(rest: string): boolean {
  if (DEEDS.requests.test(rest) || DEEDS.obliges.test(rest)) return true;
  return rest.split(WORDS.next).some((part) => beginsWithDeed(withoutPoliteness(part.replace(WORDS.connective, ""))));
}
