/** "I'm afraid to lock it", "thanks for locking it", "locking it would be a mistake": a deed in a frame that asks for nothing. */
import { ENGLISH } from "#core/english/english.ts";
import { contentWords, humanised } from "../name-words.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import { looksUp } from "./deeds.ts";
import { holdsText, quotesText } from "./held-text.ts";
import { beginsWithDeed, deedsOf } from "./same-deeds.ts";

const FRAMES = ENGLISH.frames;
const { requests } = ENGLISH.deeds;
const { pasts, records } = ENGLISH.moods;

/** A longer text tells and asks many things; the contract ends a query here as well, in UTF-16 code units. */
const FRAMED_UNITS_MAX = 500;

/** So much of a verb stays as it is in each of its forms. */
const STEM_MIN = 3;

const WORD = /\p{L}{3,}/gu;

export interface Described {
  readonly name: string;
  readonly description: string;
}

/**
 * Whether the text takes back what it asked for, or speaks of a deed that the tool could do in a frame that asks for nothing, and asks for nothing
 * beside it. What is to be looked up may be asked for so, and a tool to which things are told may be told them.
 */
export function isOnlySpokenOf(query: string, tool: Described): boolean {
  if (query.length > FRAMED_UNITS_MAX) return false;
  if (FRAMES.takenBack.test(query) && !quotesText(query)) return true;
  if (holdsText(query)) return false;
  if (FRAMES.saidBehind.test(query)) return !looksUp(tool);
  if (looksUp(tool) || isKept(tool)) return false;
  return (
    FRAMES.spoken.some((frame) => speaksOf(query, frame, tool)) ||
    (!isRecording(tool) && FRAMES.lived.some((frame) => speaksOf(query, frame, tool, { isOwn: true }))) ||
    FRAMES.thanked.some((frame) => speaksOf(query, frame, tool, { goesOn: saysSomething })) ||
    speaksOf(query, FRAMES.ownDeed, tool) ||
    (speaksOf(query, FRAMES.judged, tool) && !FRAMES.obliging.test(query))
  );
}

/** Whether things are told to the tool, which writes them down or passes them on. */
export function keepsTexts(tool: Described): boolean {
  return isKept(tool) || isRecording(tool);
}

function isKept({ name, description }: Described): boolean {
  return [humanised(name), description].some((text) => FRAMES.keeps.test(text));
}

function isRecording({ name, description }: Described): boolean {
  return [humanised(name), description].some((text) => records.test(text));
}

interface Speaking {
  /** Whether something is asked for in a clause behind the frame. */
  readonly goesOn?: (behind: string) => boolean;
  /** Whether the deed has to be the tool's own: "just paid 20 for lunch" may be an expense to write down. */
  readonly isOwn?: boolean;
}

function speaksOf(
  query: string,
  frame: RegExp,
  tool: Described,
  { goesOn = asks, isOwn = false }: Speaking = {},
): boolean {
  const found = frame.exec(query);
  if (!found) return false;
  const { verb, doing = "", subject = "" } = found.groups ?? {};
  if (beginsWithDeed(withoutPoliteness(subject)) || requests.test(subject)) return false;
  const { verb: place, doing: other } = found.indices?.groups ?? {};
  const [at = 0] = place ?? other ?? [];
  const [clause = "", ...behind] = nextClauses(query.slice(at));
  const said = verb ?? doing;
  const isMeant = isOwn ? isOwnDeedOf(said, tool) : isDeedOf(said, clause, tool);
  return isMeant && !requests.test(clause) && !behind.some(goesOn);
}

/** The clauses of a text, in each of which something may be asked for. */
export function nextClauses(text: string): readonly string[] {
  return text.split(FRAMES.next);
}

export function asks(behind: string): boolean {
  const order = withoutPoliteness(behind.replace(FRAMES.joined, ""));
  return requests.test(behind) || FRAMES.obliging.test(behind) || beginsWithDeed(order);
}

export function saysSomething(behind: string): boolean {
  return /[\p{L}\p{N}]/u.test(withoutPoliteness(behind));
}

/** Whether any word of a clause says a deed that any tool does, or one of this tool's own words. */
export function namesDeedOf(clause: string, tool: Described): boolean {
  return [...clause.matchAll(WORD)].some(({ 0: word, index }) => isDeedOf(word, clause.slice(index), tool));
}

/** Whether a clause that begins with a verb, in any of its forms, says a deed that any tool does, or one of this tool's own words. */
function isDeedOf(verb: string, clause: string, tool: Described): boolean {
  const base = baseOf(verb);
  const stem = stemOf(base);
  const isAny = FRAMES.anyDeeds.some((deed) => stemOf(deed) === stem);
  return isAny || beginsWithDeed(base + clause.slice(verb.length)) || isOwnDeedOf(verb, tool);
}

function isOwnDeedOf(verb: string, tool: Described): boolean {
  const base = baseOf(verb);
  const stem = stemOf(base);
  const own = contentWords(`${humanised(tool.name)} ${tool.description}`);
  const isOwn = (word: string) => stemOf(word) === stem || (stem.length >= STEM_MIN && word.startsWith(stem));
  return own.some(isOwn) || deedsOf(tool).some((deed) => deed.test(base));
}

function baseOf(verb: string): string {
  return pasts.get(verb.toLowerCase()) ?? verb.toLowerCase();
}

/** "dry" of "dried" and "drying", "plan" of "planned", "stor" of "storing": what all forms of a verb begin with. */
function stemOf(verb: string): string {
  return FRAMES.endings.reduce((stem, [ending, instead]) => stem.replace(ending, instead), verb);
}
