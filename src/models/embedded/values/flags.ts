/** What a sentence says of a flag, a parameter that is true or false, by the words of its name and their opposites. */
import { ENGLISH } from "#core/english/english.ts";
import { contentWords } from "../name-words.ts";

const WORDS = ENGLISH.flags;

/** "Reopen", "re-arm": done again is done. */
const ONCE_MORE = "(?:re-?)?";

interface Poles {
  readonly yes: RegExp;
  readonly no: RegExp;
  /** What leaves it open; null where nothing does. */
  readonly neither: RegExp | null;
}

const POLES_BY_NAME: ReadonlyMap<string, Poles> = new Map(
  WORDS.poles.flatMap((line) => {
    const [names = [], yes = [], no = [], neither] = line.split("|").map((words) => words.trim().split(", "));
    const poles = { yes: anyOf(yes), no: anyOf(no), neither: neither ? anyOf(neither) : null };
    return names.map((name) => [name, poles] as const);
  }),
);
const FLAG_STEMS: ReadonlySet<string> = new Set(stems(WORDS.verbs));

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

/** "is the back door locked?": the flag's word is what is asked. */
function isAsked(text: string, { yes, no }: Poles): boolean {
  const last = text.match(/\w+/g)?.at(-1) ?? "";
  return WORDS.asked.test(text) && (yes.test(last) || no.test(last));
}

/** Whether a flag of this name is up wherever a number is given for the other parameter: "half brightness" wants a light to be on. */
export function isImpliedBy(name: string, other: string): boolean {
  return WORDS.switched.has(name.toLowerCase()) && WORDS.degree.test(other);
}

function polesOf(name: string): { readonly word: string; readonly poles: Poles | null } {
  const [word = "", ...others] = wordsOf(name).filter((part) => !WORDS.linking.has(part));
  return { word, poles: others.length > 0 ? null : (POLES_BY_NAME.get(word) ?? ownPoles(word)) };
}

function poleIn(text: string, name: string): boolean | null {
  const { word, poles } = polesOf(name);
  if (!poles) return null;
  const saysNo = poles.no.exec(text);
  const saysYes = poles.yes.exec(text) ?? (WORDS.switched.has(word) ? WORDS.switchedOn.exec(text) : null);
  if ((saysNo === null) === (saysYes === null)) return null;
  const isDenied = WORDS.denied.test(text.slice(0, (saysYes ?? saysNo)?.index));
  return (saysYes !== null) !== isDenied;
}

/** "lock" and "unlock" for `locked`; null for a name that is nothing done. */
function ownPoles(word: string): Poles | null {
  const stem = WORDS.done.exec(word)?.slice(1, 3).join("");
  if (stem === undefined) return null;
  const forms = `${RegExp.escape(stem)}(?:e|ed|s|es|ing|${RegExp.escape(stem.at(-1) ?? "")}ed)?`;
  return {
    yes: new RegExp(`(?<!\\w)${ONCE_MORE}${forms}(?!\\w)`, "i"),
    no: new RegExp(`(?<!\\w)(?:un|de|dis)-?${forms}(?!\\w)`, "i"),
    neither: null,
  };
}

function subjectIn(text: string, name: string): boolean | null {
  const words = new Set(stems(name));
  const subject = words.difference(FLAG_STEMS);
  const isFlag = subject.size < words.size || WORDS.namesCompany.test(name);
  return isFlag || subject.size > 1 ? saidOf(subject, text) : null;
}

/**
 * What a text says that has each word of the flag's name: "an express parcel" and "no express" for `express`. It may be another thing
 * of the same name, so that it is believed where the model does not speak against it. Null where a word of the name is missing.
 */
export function literallyIn(text: string, name: string): boolean | null {
  return saidOf(new Set(stems(name)).difference(FLAG_STEMS), text);
}

/** Whether the text has all these words: false where the first of them is denied, null where one is missing. */
function saidOf(subject: ReadonlySet<string>, text: string): boolean | null {
  if (subject.size === 0 || !subject.isSubsetOf(new Set(stems(text)))) return null;
  const first = [...text.matchAll(/[\p{L}\d]+/gu)].find(([word]) => stems(word).some((stem) => subject.has(stem)));
  return first === undefined || !WORDS.denied.test(text.slice(0, first.index));
}

/** "without tolls", "avoiding the tolls" and "tolls avoided" for `avoid_tolls`. */
function denialIn(text: string, name: string): boolean | null {
  const subject = stems(name.replace(WORDS.denyingName, ""));
  const said = new Set(stems(text));
  if (!WORDS.denyingName.test(name) || subject.length === 0 || !subject.every((word) => said.has(word))) return null;
  return WORDS.denyingWord.test(text) ? true : null;
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
  return new RegExp(`(?<!\\w)${ONCE_MORE}(?:${words.map(RegExp.escape).join("|")})(?!\\w)`, "i");
}
