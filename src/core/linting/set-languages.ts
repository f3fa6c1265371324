/** Which languages the words of a set are in, and whether they are read. */

import type { WithBackend } from "../named-backend.ts";
import { languageOf } from "../spoken-language/detection.ts";
import { isRead } from "../spoken-language/read-languages.ts";
import { type Findings, type Place, quoted, within } from "./findings.ts";
import type { Member } from "./members.ts";

/** What the words of one set are in, as ISO 639 codes or `und`, the commonest first. */
export interface SetLanguages {
  readonly set: string;
  /** Of names and descriptions, each tool or class by itself. */
  readonly described: readonly string[];
  /** Of the examples; none where there are none. */
  readonly examples: readonly string[];
}

/** The backend that is the model inside. */
const EMBEDDED = "embedded";
/** "Comment or uncomment" may be French: fewer words tell no language but the one that the whole set tells. */
const TELLING_WORDS_MIN = 10;
/** An example as short as a name tells nothing. */
const EXAMPLE_WORDS_MIN = 3;
/** Of each tool or class so many examples are looked at. */
const EXAMPLES_READ_MAX = 12;
/** One example in another language may be a title, or a guess that is wrong. */
const OTHER_EXAMPLES_MIN = 2;
/** A description as long as it is looked at. */
const DESCRIPTION_UNITS_MAX = 400;

let names: Intl.DisplayNames | null = null;
/** The first of its kind reads the system's tables, for longer than a start should wait. */
const languageNames = () => (names ??= new Intl.DisplayNames(["en"], { type: "language" }));

/** As English calls it: "German" for "de". */
export function languageCalled(code: string): string {
  return code === "und" ? "a language that is not known here" : (languageNames().of(code) ?? code);
}

/** A step for each member. A set with a language model of its own is read in any language. */
export function* checkLanguages(
  members: readonly Member[],
  { signature: set, backend = EMBEDDED }: WithBackend & { readonly signature: string },
  findings: Findings,
): Generator<void, SetLanguages> {
  const readsAny = backend !== EMBEDDED;
  const whole = languageOf(members.map(describing).join(". "));
  const described = new Map<string, Member[]>();
  const examples = new Map<string, number>();
  for (const member of members) {
    const language = languageIn(describing(member), whole);
    described.set(language, [...(described.get(language) ?? []), member]);
    if (!isRead(language) && !readsAny) {
      const message = `${quoted(member.name)} is described in ${languageCalled(language)}, which the model inside does not read`;
      findings.add("language_not_read", member.place, message);
    }
    for (const [spoken, count] of checkExamples(member, readsAny, findings)) {
      examples.set(spoken, (examples.get(spoken) ?? 0) + count);
    }
    yield;
  }
  checkMixed(described, { set, steps: [] }, findings);
  const bySize = [...described].map(([language, own]) => [language, own.length] as const);
  return { set, described: commonestFirst(bySize), examples: commonestFirst([...examples]) };
}

function describing({ summary }: Member): string {
  return summary.slice(0, DESCRIPTION_UNITS_MAX);
}

/** Of few words what the whole set is in. */
function languageIn(text: string, whole: string): string {
  const language = languageOf(text);
  return language === whole || wordCount(text) >= TELLING_WORDS_MIN ? language : whole;
}

/** How many examples of the member are in which language. */
function checkExamples(member: Member, readsAny: boolean, findings: Findings): ReadonlyMap<string, number> {
  const told = member.examples.slice(0, EXAMPLES_READ_MAX).filter((text) => wordCount(text) >= EXAMPLE_WORDS_MIN);
  const counts = new Map<string, number>();
  for (const text of told) {
    const language = languageOf(text);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const sure = [...counts].filter(([, count]) => count >= OTHER_EXAMPLES_MIN);
  const place = within(member.place, "examples");
  const unread = readsAny ? [] : sure.filter(([language]) => !isRead(language));
  for (const [language, count] of unread) {
    const message = `${count} examples of ${quoted(member.name)} are in ${languageCalled(language)}, which the model inside does not read`;
    findings.add("language_not_read", place, message);
  }
  const read = sure.filter(([language]) => isRead(language));
  if (read.length > 1) {
    const shares = read.map(([language, count]) => `${languageCalled(language)} (${count})`).join(" and ");
    findings.add("examples_in_two_languages", place, `the examples of ${quoted(member.name)} are in ${shares}`);
  }
  return counts;
}

function checkMixed(described: ReadonlyMap<string, readonly Member[]>, place: Place, findings: Findings): void {
  const [most, ...others] = [...described].toSorted(([, one], [, other]) => other.length - one.length);
  if (!most || others.length === 0) return;
  const rest = others.map(
    ([language, own]) => `${languageCalled(language)} (${own.length}, the first is ${quoted(own[0]?.name ?? "")})`,
  );
  const message = `what it has is described in ${languageCalled(most[0])} (${most[1].length}) and in ${rest.join(", ")}`;
  findings.add("languages_mixed", place, message);
}

function commonestFirst(counts: readonly (readonly [language: string, count: number])[]): readonly string[] {
  return counts.toSorted(([, one], [, other]) => other - one).map(([language]) => language);
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}
