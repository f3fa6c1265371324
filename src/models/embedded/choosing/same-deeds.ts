/** The deeds that tools are for, and the words in which people ask for them: "call off" is said to what cancels. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";

const WORDS = ENGLISH.deeds;

/** Words between the parts of "turn … off" at most. */
const APART_MAX = 4;

/** Deeds of one kind. */
export interface DeedKind {
  /** The first word of its line. */
  readonly name: string;
  readonly anywhere: RegExp;
  readonly first: RegExp;
}

export const deedKinds: readonly DeedKind[] = WORDS.kinds.map((line) => {
  const words = line.split("|").map(patternOf).join("|");
  return {
    name: line.split("|")[0] ?? "",
    anywhere: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu"),
    first: new RegExp(`^[^\\p{L}]*(?:${words})(?!\\p{L})`, "iu"),
  };
});

/** The verb may be inflected: "cancels", "booking", "dropped". */
function patternOf(words: string): string {
  const [verb = "", ...rest] = words.split(" ");
  const parts = rest.map((word) => (word === "…" ? `(?:\\s+\\S+){0,${APART_MAX}}?` : `\\s+${word}`));
  return `${verb.replace(WORDS.verbEnd, "")}${WORDS.verbForms(verb.at(-1) ?? "")}${parts.join("")}`;
}

/** Of "turn … off" the verb says as much of the contrary. */
const PHRASAL: ReadonlySet<string> = new Set(
  WORDS.kinds.flatMap((line) =>
    line.split("|").flatMap((words) => (words.includes(" … ") ? [words.split(" ")[0] ?? ""] : [])),
  ),
);

/** Whether the query says what the tool's name or description begins with, or another word for a deed of that kind. */
export function saysDeed(
  query: string,
  { name, description }: { readonly name: string; readonly description: string },
): boolean {
  const said = query.replaceAll("’", "'");
  const does = [humanised(name), description, ...otherDeed(description)];
  return deedKinds.some(({ anywhere, first }) => does.some((text) => first.test(text)) && anywhere.test(said));
}

/** Of "Lock or unlock a door" the second. */
function otherDeed(description: string): readonly string[] {
  const { 1: other } = /^\p{L}+(?:\s*,|\s+or)\s+(.*)$/u.exec(description) ?? [];
  return other === undefined ? [] : [other];
}

/** Whether a text begins with a word for a deed of any kind. */
export function beginsWithDeed(text: string): boolean {
  return deedKinds.some(({ first }) => first.test(text));
}

/** The known verb of which this is left without an ending: "lock" of "lock(ed)", "store" of "stor(ing)", "stop" of "stopp(ed)"; null where there is none. */
export function verbOfStem(stem: string, known: ReadonlySet<string>): string | null {
  return [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, "$1")].find((verb) => known.has(verb)) ?? null;
}

/** So much of a verb stays as it is in each of its forms. */
const STEM_MIN = 4;

/** "empty" and "empties". */
function isOneVerb(word: string, inflected: string): boolean {
  const stem = word.replace(/(?:e|y)$/, "");
  return stem.length >= STEM_MIN && inflected.startsWith(stem);
}

/** Words in which people ask for what the tool does: those of its kinds, and the verbs that its description begins with or its name has. */
export function deedsOf({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}): readonly RegExp[] {
  const does = [humanised(name), description, ...otherDeed(description)];
  const kinds = deedKinds.filter(({ first }) => does.some((text) => first.test(text)));
  const verbs = [description, ...otherDeed(description)].flatMap(
    (text) => /^\p{L}{3,}/u.exec(text)?.[0].toLowerCase() ?? [],
  );
  const bases = verbs.map((verb) =>
    WORDS.thirdPerson.reduce((word, ending) => (word.length > 4 ? word.replace(ending, "") : word), verb),
  );
  // Of "member_pause" the verb stands behind, and "empty_bin" that "empties the bin" says it as people do.
  const named = humanised(name)
    .toLowerCase()
    .split(" ")
    .filter((word, at) => WORDS.deeds.has(word) || (at === 0 && verbs.some((verb) => isOneVerb(word, verb))));
  const isTelling = (verb: string) => !WORDS.manyThings.has(verb) && !(kinds.length > 0 && PHRASAL.has(verb));
  const own = new Set([...bases, ...named].filter(isTelling));
  return [
    ...kinds.map(({ anywhere }) => anywhere),
    ...[...own].map((word) => new RegExp(`(?<!\\p{L})(?:${patternOf(word)})(?!\\p{L})`, "iu")),
  ];
}
