/** Whether an answer is what a case expects: by the calls that would be carried out, and what is asked back. */
import type { EvidenceMap } from "../answering/evidence.ts";
import { NO_LABEL } from "../classification-set.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { NO_TOOL } from "../toolset.ts";
import { isSameMoment, isTime } from "./same-moment.ts";
import type { ExpectedCall, Reading } from "./test-case.ts";

/** A call of an answer. A type, as all that is sent as JSON. */
export type AnsweredCall = {
  readonly tool: string;
  readonly parameters: JsonObject;
  /** Required parameters that the answer asks for: with any, nothing is carried out. */
  readonly missing: readonly string[];
  /** Paths of parameters that have their value from the schema's `default`. */
  readonly defaults: readonly string[];
  readonly evidence: EvidenceMap;
};

/**
 * `right`: what is expected, all of it, or none where none is. `part`: some of what is expected, all of it right. `asked`: nothing is
 * carried out, and a required parameter is asked for that the sentence says. `missed`: none, though something is expected. `wrong`:
 * what would be carried out is not, or not like that, what is expected. `failed`: there was no answer.
 */
export const VERDICTS = ["right", "part", "asked", "missed", "wrong", "failed"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Judgement = {
  readonly verdict: Verdict;
  /** What is wrong: which tools are called, or labels given; or, of the right tools, their parameters. Null where nothing is. */
  readonly error: "choice" | "parameters" | null;
  /** The tools or labels that are expected and those that came, each beside its own; `none` where there is none. */
  readonly pairs: readonly (readonly [expected: string, given: string])[];
};

/** `readings`: the first one that is met decides, else the first of all. */
export function judgedCalls(readings: readonly [Reading, ...Reading[]], given: readonly AnsweredCall[]): Judgement {
  const names = given.map(({ tool }) => tool);
  const met = readings.find((reading) => isMet(reading, given));
  const pairs = pairsOf(
    (met ?? readings[0]).calls.map(({ tool }) => tool),
    names,
    NO_TOOL,
  );
  if (met) return { verdict: "right", error: null, pairs };
  const error = pairs.every(([one, other]) => one === other) ? "parameters" : "choice";
  if (readings.some((reading) => isMetInPart(reading, given))) return { verdict: "part", error, pairs };
  if (given.length === 0) return { verdict: "missed", error, pairs };
  const isCarriedOut = given.some(({ missing }) => missing.length === 0);
  return { verdict: isCarriedOut ? "wrong" : "asked", error, pairs };
}

/** `expected` and `given`: labels; `none` alone, or nothing, where nothing fits. */
export function judgedLabels(expected: readonly string[], given: readonly string[]): Judgement {
  const [wanted, got] = [expected, given].map((labels) => [...new Set(labels)].filter((label) => label !== NO_LABEL));
  const pairs = pairsOf(wanted as string[], got as string[], NO_LABEL);
  const isWanted = (label: string) => (wanted as string[]).includes(label);
  const right = (got as string[]).filter(isWanted).length;
  if (right === (got as string[]).length && right === (wanted as string[]).length) {
    return { verdict: "right", error: null, pairs };
  }
  const verdict = (got as string[]).length === 0 ? "missed" : right === (got as string[]).length ? "part" : "wrong";
  return { verdict, error: "choice", pairs };
}

function isMet({ calls, missing: lacks }: Reading, given: readonly AnsweredCall[]): boolean {
  if (calls.length !== given.length) return false;
  const isToolOnly = calls.every(({ parameters }) => parameters === null);
  const missing = given.flatMap((call) => call.missing);
  const isAsked = lacks.every((name) => missing.includes(name)) && lacks.length > 0 === missing.length > 0;
  return allTaken(calls, given) && (isAsked || (isToolOnly && lacks.length === 0));
}

function isMetInPart({ calls }: Reading, given: readonly AnsweredCall[]): boolean {
  if (given.length === 0 || calls.length <= given.length) return false;
  if (given.some(({ missing }) => missing.length > 0)) return false;
  return takenOf(calls, given) === given.length;
}

function allTaken(calls: readonly ExpectedCall[], given: readonly AnsweredCall[]): boolean {
  return takenOf(calls, given) === calls.length;
}

/** How many of the given calls are expected, each expected one taken once. */
function takenOf(calls: readonly ExpectedCall[], given: readonly AnsweredCall[]): number {
  // Those that say most first: a call of which the tool alone is judged would take what another one needs.
  const open = calls.toSorted((one, other) => Number(one.parameters === null) - Number(other.parameters === null));
  let taken = 0;
  for (const call of given) {
    const at = open.findIndex((expected) => isCall(expected, call));
    if (at < 0) continue;
    open.splice(at, 1);
    taken += 1;
  }
  return taken;
}

function isCall({ tool, parameters, optional }: ExpectedCall, given: AnsweredCall): boolean {
  if (tool !== given.tool) return false;
  if (parameters === null) return true;
  const own = given.defaults.reduce(
    (values, path) => withoutUnnamed(values, parameters, path.split(".")),
    given.parameters,
  );
  const isFree = (name: string) => optional.includes(name);
  const isThere = (name: string) => Object.hasOwn(own, name);
  return (
    Object.keys(parameters).every((name) =>
      isThere(name) ? isSameValue(parameters[name], own[name]) : isFree(name),
    ) && Object.keys(own).every((name) => isFree(name) || Object.hasOwn(parameters, name))
  );
}

/** The values without the one at a path, where what is expected does not speak of it: a default that nobody said. */
function withoutUnnamed(values: JsonObject, expected: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  if (!Object.hasOwn(values, name)) return values;
  const { [name]: value, ...others } = values;
  if (!Object.hasOwn(expected, name)) return rest.length === 0 || isAllUnnamed(value, rest) ? others : values;
  const inner = expected[name];
  if (rest.length === 0 || !isJsonObject(value) || !isJsonObject(inner)) return values;
  return { ...values, [name]: withoutUnnamed(value, inner, rest) };
}

/** Whether an object holds nothing but the default at that path. */
function isAllUnnamed(value: JsonValue | undefined, [name = "", ...rest]: readonly string[]): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false;
  return rest.length === 0 ? Object.hasOwn(value, name) : isAllUnnamed(value[name], rest);
}

/** What floating point takes away does not count. */
const TOLERANCE = 1e-9;

/**
 * Whether two values are equal as JSON: members in any order, lists in theirs, numbers by their value, texts by their characters in
 * NFC. Two dates with times are equal where they are the same moment.
 */
export function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
  }
  if (typeof one === "string" && typeof other === "string") {
    return (
      one.normalize("NFC") === other.normalize("NFC") || (isTime(one) && isTime(other) && isSameMoment(one, other))
    );
  }
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function pairsOf(expected: readonly string[], given: readonly string[], none: string): Judgement["pairs"] {
  const open = [...given];
  const lacking: string[] = [];
  const pairs: [string, string][] = [];
  for (const name of expected) {
    const at = open.indexOf(name);
    if (at < 0) lacking.push(name);
    else pairs.push([name, ...open.splice(at, 1)] as [string, string]);
  }
  for (let at = 0; at < Math.max(lacking.length, open.length); at += 1) {
    pairs.push([lacking[at] ?? none, open[at] ?? none]);
  }
  return pairs.length === 0 ? [[none, none]] : pairs;
}
