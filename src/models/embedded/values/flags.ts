/** What a sentence says of a flag, a parameter that is true or false, by the words of its name and their opposites. */
import { contentWords } from "../name-words.ts";

/**
 * Each line: names of flags, the words that mean true, the words that mean false, and words that are near to one of them and
 * say neither: who closes a door has not locked it. Only whole words, in any case.
 */
const POLES = `
on, enabled, enable, active, activated, powered, power | enable, enabled, enabling, activate, activated | off, disable, disabled, disabling, deactivate, deactivated, inactive
open, opened | open, opened, opening | close, closed, closing, shut | lock, locked
closed, shut | close, closed, closing, shut, resolved, completed, finished | open, opened, opening, reopen, unresolved | unlock, unlocked
locked | lock, locked, locking, bolt, bolted | unlock, unlocked, unlocking, unbolt, open, opened, opening | close, closed, closing, shut
unlocked | unlock, unlocked, unlocking, open, opened, opening | lock, locked, locking, bolt, bolted | close, closed, closing, shut
done, completed, complete, finished, resolved | done, completed, finished, closed, resolved | open, undone, unfinished, pending, incomplete, unresolved, outstanding
public | public, publicly | private, privately
visible, shown, show | show, shown, visible | hide, hidden, hiding, invisible
shared | share, shared | private, privately, unshared
mute, muted, silent, silenced | mute, muted, muting, silence, silent, silenced | unmute, unmuted, unmuting
paused, pause, suspended, suspend, halted | pause, paused, pausing, suspend, suspended, halt, halted | resume, resumed, resuming, unpause, unpaused, continue, unsuspend
unread | unread | read, seen
paid, settled | paid, settled | unpaid, unsettled, outstanding, overdue
available | available | unavailable, sold out
published | publish, published, publishing | draft, drafts, unpublish, unpublished
archived | archive, archived, archiving | unarchive, unarchived
blocked | block, blocked, blocking | unblock, unblocked, unblocking, allow
`;

interface Poles {
  readonly yes: RegExp;
  readonly no: RegExp;
  /** What leaves it open; null where nothing does. */
  readonly neither: RegExp | null;
}

const POLES_BY_NAME: ReadonlyMap<string, Poles> = new Map(
  POLES.trim()
    .split("\n")
    .flatMap((line) => {
      const [names = [], yes = [], no = [], neither] = line.split("|").map((words) => words.trim().split(", "));
      const poles = { yes: anyOf(yes), no: anyOf(no), neither: neither ? anyOf(neither) : null };
      return names.map((name) => [name, poles] as const);
    }),
);
/** Names of what is switched, for which "on" is a word of its own. */
const SWITCHED: ReadonlySet<string> = new Set("on enabled enable active activated powered power".split(" "));
/** "turn the wifi back on", "lights on": not the "on" of "on Monday". */
const SWITCHED_ON =
  /\b(?:turn|turning|switch|switching|put|power|flip)\s+(?:\w+\s+)?on\b|\b(?:turn|switch|put|power|flip|leave|keep|want|lights?|lamps?)\b[^.;]*?\bon\b(?=\s*(?:[.,!?;]|$|please\b|again\b|now\b|in\b|at\b))/i;
/** What only something that is on can have: its brightness, its speed. */
const DEGREE = /bright|volume|speed|intensity|level|temperature/i;
/** The ending of a name that is what was done: `locked`, `subscribed`. */
const DONE = /^(.{3,}?)(?:([^aeiou])\2)?ed$/;
/** Words of a flag's name that say that something comes along, not what. */
const FLAG_VERBS: ReadonlySet<string> = new Set(stems("include with has have show return add enable allow require is"));
const DENIED =
  /\b(?:without|no|not|excluding|except|avoid|avoiding|omit|omitting|skip|skipping|don't|do not|don't include|without any|no more)\s+(?:(?:its?|an?|the|of)\s+)*$/i;
const DENYING_NAME = /^(?:avoid|exclude|without|no|skip|omit)(?:_|(?=[A-Z]))/;
const DENYING_WORD = /\b(?:avoid\w*|exclud\w*|without|no|skip\w*|omit\w*|except|not?)\b/i;

/**
 * Whether the text says that the flag of this name is up or down; null where it says nothing of it. Three ways: the flag's
 * own word or its opposite ("unlock" for `locked`, "off" for `on`), what it is about in full ("delete the branch" for
 * `delete_branch`), and what comes along ("with its humidity" for `include_humidity`), each the other way round where that
 * is denied ("without humidity"). `mayBeTrue`: whether the model does not speak against it, which the last two ways need.
 */
export function flagIn(text: string, name: string, mayBeTrue: boolean): boolean | null {
  return denialIn(text, name) ?? poleIn(text, name) ?? (mayBeTrue ? subjectIn(text, name) : null);
}

/**
 * Whether the text comes near the flag of this name without saying where it stands: "close the door" for `locked`, and the
 * question "is the door locked?", which wants no door to be locked.
 */
export function isLeftOpen(text: string, name: string): boolean {
  const { poles } = polesOf(name);
  if (!poles) return false;
  const isSaid = poles.yes.test(text) || poles.no.test(text);
  return isSaid ? isAsked(text, poles) : poles.neither?.test(text) === true;
}

const ASKED = /^\W*(?:is|are|was|were)\s+(?:the|my|our|your|this|that|\w+['’]s)\s/i;

/** "is the back door locked?": the flag's word is what is asked. */
function isAsked(text: string, { yes, no }: Poles): boolean {
  const last = text.match(/\w+/g)?.at(-1) ?? "";
  return ASKED.test(text) && (yes.test(last) || no.test(last));
}

/** Whether a flag of this name is up wherever a number is given for the other parameter: "half brightness" wants a light to be on. */
export function isImpliedBy(name: string, other: string): boolean {
  return SWITCHED.has(name.toLowerCase()) && DEGREE.test(other);
}

function polesOf(name: string): { readonly word: string; readonly poles: Poles | null } {
  const [word = "", ...others] = wordsOf(name).filter((part) => part !== "is" && part !== "be");
  return { word, poles: others.length > 0 ? null : (POLES_BY_NAME.get(word) ?? ownPoles(word)) };
}

function poleIn(text: string, name: string): boolean | null {
  const { word, poles } = polesOf(name);
  if (!poles) return null;
  const saysNo = poles.no.exec(text);
  const saysYes = poles.yes.exec(text) ?? (SWITCHED.has(word) ? SWITCHED_ON.exec(text) : null);
  if ((saysNo === null) === (saysYes === null)) return null;
  const isDenied = DENIED.test(text.slice(0, (saysYes ?? saysNo)?.index));
  return (saysYes !== null) !== isDenied;
}

/** "lock" and "unlock" for `locked`; null for a name that is nothing done. */
function ownPoles(word: string): Poles | null {
  const stem = DONE.exec(word)?.slice(1, 3).join("");
  if (stem === undefined) return null;
  const forms = `${RegExp.escape(stem)}(?:e|ed|s|es|ing|${RegExp.escape(stem.at(-1) ?? "")}ed)?`;
  return {
    yes: new RegExp(`(?<!\\w)${forms}(?!\\w)`, "i"),
    no: new RegExp(`(?<!\\w)(?:un|de|dis)-?${forms}(?!\\w)`, "i"),
    neither: null,
  };
}

function subjectIn(text: string, name: string): boolean | null {
  const words = new Set(stems(name));
  const subject = words.difference(FLAG_VERBS);
  const isFlag = subject.size < words.size || /^(?:with|has|is)_/i.test(name);
  const isNamed = subject.size > 0 && (subject.size > 1 || isFlag) && subject.isSubsetOf(new Set(stems(text)));
  if (!isNamed) return null;
  const first = [...text.matchAll(/[\p{L}\d]+/gu)].find(([word]) => stems(word).some((stem) => subject.has(stem)));
  return first === undefined || !DENIED.test(text.slice(0, first.index));
}

/** "without tolls", "avoiding the tolls" and "tolls avoided" for `avoid_tolls`. */
function denialIn(text: string, name: string): boolean | null {
  const subject = stems(name.replace(DENYING_NAME, ""));
  const said = new Set(stems(text));
  if (!DENYING_NAME.test(name) || subject.length === 0 || !subject.every((word) => said.has(word))) return null;
  return DENYING_WORD.test(text) ? true : null;
}

/** "deleting" and "delete" are the same word here. */
function stems(text: string): readonly string[] {
  return contentWords(text).map((word) => word.replace(/e$/, ""));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\-. ]+/);
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<!\\w)(?:${words.map(RegExp.escape).join("|")})(?!\\w)`, "i");
}
