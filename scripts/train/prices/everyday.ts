/** The requests of `train/everyday` with one call, as sources, and how a call is judged there (its FORMAT.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkParameters } from "#core/answering/tool-call.ts";
import { ENGLISH } from "#core/english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { inUtc, type LocalTime, timeZoneNamed } from "#core/local-time.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { inDigestOrder } from "../../eval/data-sets.ts";
import { type Asked, judgedCall } from "./asked.ts";

/** Sources that the trades are divided among: enough to leave one out, each large enough to count. */
const GROUPS = 12;
/** Of one group: the decoder runs some hundred times over each. */
const REQUESTS_MAX = 250;
/** Kinds in other languages, and those that go on with another request. */
const LEFT_OUT: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl", "follow-up"]);

interface EverydayCall {
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly optional?: readonly string[];
}

interface Way {
  readonly calls?: readonly EverydayCall[];
  readonly missing?: readonly string[];
  readonly optional?: readonly string[];
}

interface EverydayCase extends Way {
  readonly kind: string;
  readonly query: string;
  readonly accept?: readonly Way[];
}

interface EverydayTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: JsonObject;
}

interface EverydayFile {
  readonly now: string;
  readonly time_zone: string;
  readonly toolset: { readonly tools: readonly EverydayTool[] };
  readonly cases: readonly EverydayCase[];
}

/** Neighbouring trades of the alphabet make a group. */
export function everydayAsked(folder: string): readonly Asked[] {
  const path = join(folder, "train", "everyday");
  const names = readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const size = Math.ceil(names.length / GROUPS);
  const groups = Array.from({ length: GROUPS }, (_, at) => names.slice(at * size, (at + 1) * size));
  return groups.flatMap((group, at) => {
    const asked = group.flatMap((name) => {
      const file = JSON.parse(readFileSync(join(path, name), "utf8")) as EverydayFile;
      return askedOf(file, `everyday ${at + 1}`);
    });
    return inDigestOrder(asked).slice(0, REQUESTS_MAX);
  });
}

function askedOf({ now, time_zone, toolset, cases }: EverydayFile, source: string): readonly Asked[] {
  const zone = timeZoneNamed(time_zone);
  const at: LocalTime = { ...inUtc(Date.parse(now)), ...(zone && { zone }) };
  const tools = new Map(
    toolset.tools.map(({ name, description, parameters }) => {
      const schema = parameters && readSchema(parameters);
      return [
        name,
        { schema, readable: { name, description, parameters: parametersOf(schema, description) } },
      ] as const;
    }),
  );
  return cases.flatMap((one): readonly Asked[] => {
    const [call, ...others] = one.calls ?? [];
    const tool = call && tools.get(call.tool);
    if (!tool || others.length > 0 || LEFT_OUT.has(one.kind) || !mayBeIn(one.query, ENGLISH)) return [];
    const { schema, readable } = tool;
    const { name, description } = readable;
    const defined = { name, description, ...(schema && { parameters: schema }) };
    const judge = (proposed: JsonObject) => {
      const checked = checkParameters(defined, proposed);
      return judgedCall(isRight(one, name, checked.parameters, checked.missing), checked.missing.length > 0);
    };
    return [{ source, text: one.query.trim(), tool: readable, now: at, judge }];
  });
}

function isRight(one: EverydayCase, tool: string, given: JsonObject, missing: readonly string[]): boolean {
  const ways: readonly Way[] = [one, ...(one.accept ?? [])];
  return ways.some((way) => {
    const [call, ...others] = way.calls ?? [];
    if (call?.tool !== tool || others.length > 0) return false;
    const lacks = way.missing ?? [];
    const asksAsWanted = lacks.every((name) => missing.includes(name)) && lacks.length > 0 === missing.length > 0;
    const optional = new Set([...(way.optional ?? []), ...(one.optional ?? []), ...(call.optional ?? [])]);
    return asksAsWanted && isSameCall(call.parameters, given, optional, one.query);
  });
}

function isSameCall(wanted: JsonObject, given: JsonObject, optional: ReadonlySet<string>, query: string): boolean {
  const isGiven = Object.entries(wanted).every(([name, value]) => {
    const other = given[name];
    return other === undefined ? optional.has(name) : value !== undefined && isSame(value, other, query);
  });
  return isGiven && Object.keys(given).every((name) => Object.hasOwn(wanted, name) || optional.has(name));
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;
const NUMBERS_APART_MAX = 1e-9;

/** Whether a value is the one wanted, one of `{any}`, or has the words of `{contains}` and none that the query has not. */
function isSame(wanted: JsonValue, given: JsonValue, query: string): boolean {
  if (isJsonObject(wanted)) {
    const { any, contains } = wanted;
    if (Array.isArray(any)) return any.some((one: JsonValue) => isSame(one, given, query));
    if (typeof contains === "string") return typeof given === "string" && hasWords(contains, given, query);
    return isJsonObject(given) && isSameCall(wanted, given, new Set(), query);
  }
  if (Array.isArray(wanted)) {
    const isThere = (one: JsonValue) =>
      Array.isArray(given) && given.some((other: JsonValue) => isSame(one, other, query));
    return Array.isArray(given) && wanted.length === given.length && wanted.every(isThere);
  }
  if (typeof wanted === "string" && typeof given === "string") {
    if (MOMENT.test(wanted)) return Date.parse(wanted) === Date.parse(given);
    return wordsOf(wanted).join(" ") === wordsOf(given).join(" ");
  }
  if (typeof wanted === "number" && typeof given === "number") return Math.abs(wanted - given) < NUMBERS_APART_MAX;
  return wanted === given;
}

function hasWords(wanted: string, given: string, query: string): boolean {
  const [least, own, most] = [wanted, given, query].map((text) => new Set(wordsOf(text)));
  return (
    least !== undefined && own !== undefined && most !== undefined && least.isSubsetOf(own) && own.isSubsetOf(most)
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
