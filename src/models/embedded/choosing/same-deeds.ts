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

/** Whether the query says what the tool's name or description begins with, or another word for a deed of that kind. */
export function saysDeed(
  query: string,
  { name, description }: { readonly name: string; readonly description: string },
): boolean {
  const said = query.replaceAll("’", "'");
  const does = [humanised(name), description];
  return deedKinds.some(({ anywhere, first }) => does.some((text) => first.test(text)) && anywhere.test(said));
}

/** Whether a text begins with a word for a deed of any kind. */
export function beginsWithDeed(text: string): boolean {
  return deedKinds.some(({ first }) => first.test(text));
}

/** Words in which people ask for what the tool does: those of its kinds, the verb that its own description begins with, and those of its name. */
export function deedsOf({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}): readonly RegExp[] {
  const does = [humanised(name), description];
  const kinds = deedKinds.filter(({ first }) => does.some((text) => first.test(text)));
  const [verb = ""] = /^\p{L}{4,}/u.exec(description) ?? [];
  const base = WORDS.thirdPerson.reduce(
    (word, ending) => (word.length > 4 ? word.replace(ending, "") : word),
    verb.toLowerCase(),
  );
  // Of "member_pause" the verb stands behind.
  const named = humanised(name)
    .toLowerCase()
    .split(" ")
    .filter((word) => WORDS.deeds.has(word));
  const own = new Set([...(base === "" ? [] : [base]), ...named]);
  return [
    ...kinds.map(({ anywhere }) => anywhere),
    ...[...own].map((word) => new RegExp(`(?<!\\p{L})(?:${patternOf(word)})(?!\\p{L})`, "iu")),
  ];
}
