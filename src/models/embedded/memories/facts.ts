/** Facts that a bank remembers: "home is Berlin" gives "home" a meaning. */
import { ENGLISH } from "#core/english/english.ts";
import type { RelevantMemory } from "#core/ports/models.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { humanised } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.asking;

export type Fact = Extract<RelevantMemory, { readonly kind: "fact" }>;

export function factsOf(memories: readonly RelevantMemory[]): readonly Fact[] {
  return memories.filter((memory) => memory.kind === "fact");
}

/** A fact that is farther from a query says nothing about what the query leaves open. */
const FACT_NEAR = 0.3;

/** Facts that are about what the query is about; others only give words a meaning. */
export function factsBefore(facts: readonly Fact[]): string {
  return facts
    .filter(({ similarity }) => similarity >= FACT_NEAR)
    .map(({ fact }) => `${fact}. `)
    .join("");
}

interface Alias {
  readonly name: string;
  readonly meaning: string;
  /** "my city", not just any. */
  readonly isOwn: boolean;
}

/** "my doctor is Dr. Weiss" and "Dr. Weiss is my doctor" alike; null for a fact that gives nothing another name. */
function aliasOf(fact: string): Alias | null {
  const [, subject = "", predicate = ""] = WORDS.means.exec(fact.trim()) ?? [];
  if (subject === "") return null;
  const meaning = predicate.replace(/(?<=[\p{L}\p{N}]{4}|[)"'”’])[.!]$/u, "").trim();
  const isTurned = WORDS.possessive.test(meaning) && !WORDS.lead.test(subject.toLowerCase());
  const [named, means] = isTurned ? [meaning, subject] : [subject, meaning];
  return { name: bare(named), meaning: means, isOwn: WORDS.own.test(named) };
}

function bare(words: string): string {
  const plain = words.toLowerCase().replace(/\s+/gu, " ").trim();
  return plain.replace(WORDS.lead, "").replace(/[.!?,]+$/u, "");
}

/** The values with what facts say their words stand for. */
export function withMeanings(values: readonly ParameterValue[], facts: readonly Fact[]): readonly ParameterValue[] {
  const aliases = facts.flatMap(({ fact }) => aliasOf(fact) ?? []);
  if (aliases.length === 0) return values;
  return values.map((said) => {
    const { why: _, ...known } = said;
    const { parameter, value } = known;
    const meant = (text: string) => aliases.find((alias) => names(alias, text, parameter))?.meaning;
    if (dateShapeOf(parameter, ENGLISH)) return known;
    if (typeof value === "string") {
      const meaning = meant(value);
      return meaning === undefined || !fits(meaning, parameter) ? known : { ...known, value: meaning, span: null };
    }
    if (!Array.isArray(value)) return known;
    const items = value.map((item) => (typeof item === "string" ? (meant(item) ?? item) : item));
    return items.every((item, index) => item === value[index]) ? known : { ...known, value: items, span: null };
  });
}

/** "my city is Madrid", for a parameter called `city` that nothing else gives a value. */
export function valuesOfOwn(open: readonly Parameter[], facts: readonly Fact[]): readonly ParameterValue[] {
  const aliases = facts.flatMap(({ fact }) => aliasOf(fact) ?? []).filter(({ isOwn }) => isOwn);
  return open.flatMap((parameter): readonly ParameterValue[] => {
    const called = humanised(parameter.name).toLowerCase();
    const meaning = aliases.find(({ name }) => name === called)?.meaning;
    const value = meaning === undefined ? null : valueAs(meaning, parameter);
    return value === null ? [] : [{ parameter, value, span: null, dependsOnClock: false }];
  });
}

function valueAs(meaning: string, parameter: Parameter): string | number | null {
  if (parameter.type === "string") return fits(meaning, parameter) && !dateShapeOf(parameter, ENGLISH) ? meaning : null;
  if (parameter.type !== "integer" && parameter.type !== "number") return null;
  const [number, ...more] = numbersIn(meaning, ENGLISH);
  if (!number || more.length > 0 || (parameter.type === "integer" && !Number.isSafeInteger(number.value))) return null;
  return number.value;
}

/** "home", "at home", and for a parameter called `address` the "office" of "the office address". */
function names({ name }: Alias, text: string, parameter: Parameter): boolean {
  const said = bare(text);
  return said !== "" && (said === name || `${said} ${humanised(parameter.name).toLowerCase()}` === name);
}

function fits(meaning: string, { choices }: Parameter): boolean {
  return choices.length === 0 || choices.includes(meaning);
}
