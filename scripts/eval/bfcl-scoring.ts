/**
 * The scoring rules of the Berkeley Function Calling Leaderboard for one single-turn call, as its own checker applies
 * them: exact tool, every required parameter, nothing outside schema or ground truth, exact JSON types.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

export interface ScoredCall {
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** One right call: tool name to allowed values by parameter; `""` among them means that it may be missing. */
export type GroundTruth = readonly Readonly<Record<string, Readonly<Record<string, JsonValue>>>>[];

export interface BfclFunction {
  readonly name: string;
  /** The schema as published, with Python's type names. */
  readonly parameters: JsonObject;
}

export interface Score {
  readonly correct: boolean;
  /** "right", or what was wrong first, as in "missing:unit". */
  readonly reason: string;
}

/** `call` is null when none was made. An empty ground truth means that no tool fits. */
export function scoreCall(
  call: ScoredCall | null,
  groundTruth: GroundTruth,
  functions: readonly BfclFunction[],
): Score {
  const [right] = groundTruth;
  if (!right) return call === null ? { correct: true, reason: "right" } : wrong("called");
  if (call === null) return wrong("none");
  const wanted = right[call.tool];
  const schema = functions.find(({ name }) => name === call.tool)?.parameters;
  if (!wanted || !schema) return wrong("tool");
  const [problem] = problemsIn(call.parameters, wanted, schema);
  return problem === undefined ? { correct: true, reason: "right" } : wrong(`${problem.kind}:${problem.parameter}`);
}

/** Every right call once, in any order, and no other; right calls are looked for in the order of the ground truth. */
export function areAllCalls(
  calls: readonly ScoredCall[],
  groundTruth: GroundTruth,
  functions: readonly BfclFunction[],
): boolean {
  const left = [...calls];
  return (
    calls.length === groundTruth.length &&
    groundTruth.every((right) => {
      const found = left.findIndex((call) => scoreCall(call, [right], functions).correct);
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    })
  );
}

function wrong(reason: string): Score {
  return { correct: false, reason };
}

/** The allowed values of each parameter. */
export type Wanted = Readonly<Record<string, JsonValue>>;

export interface Problem {
  readonly kind: "missing" | "unexpected" | "type" | "value";
  readonly parameter: string;
}

/** All that is wrong with the parameters, what is missing first. */
export function problemsIn(given: JsonObject, wanted: Wanted, schema: JsonObject): readonly Problem[] {
  return [...missing(given, wanted, schema), ...mistaken(given, wanted, schema)];
}

function missing(given: JsonObject, wanted: Wanted, schema: JsonObject): readonly Problem[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const names = new Set([...required.filter((name: JsonValue) => typeof name === "string"), ...Object.keys(wanted)]);
  const isMissing = (name: string) => given[name] === undefined && !mayBeMissing(wanted[name]);
  return [...names].filter(isMissing).map((parameter) => ({ kind: "missing", parameter }));
}

function mayBeMissing(allowed: JsonValue | undefined): boolean {
  return Array.isArray(allowed) && allowed.includes("");
}

function mistaken(given: JsonObject, wanted: Wanted, schema: JsonObject): readonly Problem[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return Object.entries(given).flatMap(([parameter, value]): readonly Problem[] => {
    const property = properties[parameter];
    const allowed = wanted[parameter];
    if (value === undefined) return [];
    if (!isJsonObject(property) || allowed === undefined) return [{ kind: "unexpected", parameter }];
    if (!hasType(value, property)) return [{ kind: "type", parameter }];
    return isAllowed(value, allowed) ? [] : [{ kind: "value", parameter }];
  });
}

/** Python's types: an integer passes as a float, nothing else is converted. Unknown types allow everything. */
function hasType(value: JsonValue, schema: JsonObject): boolean {
  switch (schema.type) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isInteger(value);
    case "float":
    case "number":
      return typeof value === "number";
    case "dict":
    case "object":
      return isJsonObject(value);
    case "array":
    case "tuple": {
      const items = schema.items;
      if (!Array.isArray(value)) return false;
      return !isJsonObject(items) || value.every((item: JsonValue) => hasType(item, items));
    }
    default:
      return true;
  }
}

function isAllowed(value: JsonValue, allowed: JsonValue): boolean {
  const options = Array.isArray(allowed) ? allowed : [allowed];
  return options.some((option: JsonValue) => matches(value, option));
}

function matches(value: JsonValue, option: JsonValue): boolean {
  if (isJsonObject(value)) {
    if (!isJsonObject(option)) return false;
    const fits = Object.entries(value).every(
      ([key, item]) => item === undefined || (option[key] !== undefined && isAllowed(item, option[key])),
    );
    return fits && Object.keys(option).every((key) => value[key] !== undefined || mayBeMissing(option[key]));
  }
  if (Array.isArray(value)) {
    if (!Array.isArray(option) || option.length !== value.length) return false;
    return value.every((item: JsonValue, index) => matches(item, option[index] as JsonValue));
  }
  return comparable(value) === comparable(option);
}

/** Strings are compared without ` ,./-_*^`, case and the kind of quotes. */
export function comparable(value: JsonValue): JsonValue {
  return typeof value === "string"
    ? value
        .replace(/[ ,./\-_*^]/g, "")
        .toLowerCase()
        .replaceAll("'", '"')
    : value;
}
