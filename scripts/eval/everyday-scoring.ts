/** How an answer to an everyday request is judged: by the calls that would be carried out, and what is asked back. */
import { isSameMoment } from "#core/examination/same-moment.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { ScoredCall } from "./bfcl-scoring.ts";
import type { EverydayCase, Reading, WantedCall } from "./everyday-data.ts";

/**
 * `right`: the calls, all of them, each parameter, or none where none is wanted. `part`: some of several, each right.
 * `asked`: a required parameter is asked for. `none`: nothing is called though something was meant. `wrong`: a call
 * that would be carried out, and that nobody asked for.
 */
export type Judgement = "right" | "part" | "asked" | "none" | "wrong";

/** `missing`: the required parameters that the answer names as not given; with any, nothing is carried out. */
export function judge(request: EverydayCase, calls: readonly ScoredCall[], missing: readonly string[]): Judgement {
  const said = [request.query, (request.history ?? []).map(({ query }) => query).join(" ")].join(" ");
  const readings = [request, ...(request.accept ?? [])].map((reading) => ({
    ...reading,
    optional: [...(reading.optional ?? []), ...(request.optional ?? [])],
  }));
  // The first reading that is met decides, and only after it whether another one was met in part.
  if (readings.some((reading) => isMet(reading, calls, missing, said))) return "right";
  if (readings.some((reading) => isMetInPart(reading, calls, missing, said))) return "part";
  if (calls.length === 0) return "none";
  return missing.length > 0 ? "asked" : "wrong";
}

function isMet(reading: Reading, given: readonly ScoredCall[], missing: readonly string[], said: string): boolean {
  const { calls = [], missing: lacks = [], optional = [] } = reading;
  if (calls.length === 0) return given.length === 0;
  return (
    given.length === calls.length &&
    calls.every((wanted) => given.some((call) => isCall(wanted, call, optional, said))) &&
    lacks.every((name) => missing.includes(name)) &&
    lacks.length > 0 === missing.length > 0
  );
}

function isMetInPart(
  { calls = [], optional = [] }: Reading,
  given: readonly ScoredCall[],
  missing: readonly string[],
  said: string,
): boolean {
  if (missing.length > 0 || given.length === 0 || calls.length <= given.length) return false;
  return given.every((call) => calls.some((wanted) => isCall(wanted, call, optional, said)));
}

function isCall(wanted: WantedCall, given: ScoredCall, optional: readonly string[], said: string): boolean {
  if (wanted.tool !== given.tool) return false;
  const expected = Object.entries(wanted.parameters ?? {});
  const free = new Set([...optional, ...(wanted.optional ?? [])]);
  const isGiven = (name: string) => Object.hasOwn(given.parameters, name);
  const isExpected = (name: string) => free.has(name) || Object.hasOwn(wanted.parameters ?? {}, name);
  return (
    expected.every(([name, value]) => (isGiven(name) ? isSame(value, given.parameters[name], said) : free.has(name))) &&
    Object.keys(given.parameters).every(isExpected)
  );
}

/** `said`: all words of the request and of what was said before it. */
export function isSame(wanted: JsonValue | undefined, given: JsonValue | undefined, said: string): boolean {
  const only = isJsonObject(wanted) && Object.keys(wanted).length === 1 ? wanted : {};
  if (only.any !== undefined)
    return (Array.isArray(only.any) ? only.any : []).some((one: JsonValue) => isSame(one, given, said));
  if (typeof only.contains === "string") {
    if (typeof given !== "string") return false;
    const words = new Set(wordsOf(given));
    return wordsOf(only.contains).every((word) => words.has(word)) && words.isSubsetOf(new Set(wordsOf(said)));
  }
  if (typeof wanted === "string" && typeof given === "string") {
    return DATE_TIME.test(wanted) ? isSameMoment(wanted, given) : isSameList(wordsOf(wanted), wordsOf(given));
  }
  if (typeof wanted === "number" && typeof given === "number") return Math.abs(wanted - given) < TOLERANCE;
  if (Array.isArray(wanted) && Array.isArray(given)) {
    const items: readonly JsonValue[] = given;
    return (
      wanted.length === items.length && wanted.every((one: JsonValue) => items.some((item) => isSame(one, item, said)))
    );
  }
  if (isJsonObject(wanted) && isJsonObject(given)) return isSameObject(wanted, given, said);
  return wanted === given;
}

function isSameObject(wanted: JsonObject, given: JsonObject, said: string): boolean {
  const names = Object.keys(wanted);
  return (
    names.length === Object.keys(given).length &&
    names.every((name) => Object.hasOwn(given, name) && isSame(wanted[name], given[name], said))
  );
}

/** What floating point takes away does not count. */
const TOLERANCE = 1e-9;
const DATE_TIME = /^\d{4}-\d\d-\d\dT/;

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
