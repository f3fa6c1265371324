/** What a language model said, read as tool calls. Nothing that contradicts the tool's schema gets through. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { JSON_DEPTH_MAX, type JsonFault, jsonFaultIn } from "#core/json-faults.ts";
import type { PlainValue } from "#core/reading/places.ts";
import { preparedSchema } from "#core/schema/json-schema.ts";
import { withoutSynonyms } from "#core/schema/synonyms.ts";
import { forbiddenCharacterIn } from "#core/text.ts";
import { NO_TOOL, type Tool } from "#core/toolset.ts";
import type { ModelReply, Read } from "../../backend/prompt.ts";
import { jsonObjectIn } from "./json-in-text.ts";
import { fittingParameters } from "./value-fitting.ts";

export interface ReadCall {
  /** Position among the tools. */
  readonly tool: number;
  readonly parameters: JsonObject;
}

export interface ReadAnswer {
  /** In the order in which the model made them, as many as it may at most; none when no tool fits. */
  readonly calls: readonly ReadCall[];
  /** There would be more of them. */
  readonly more: boolean;
  readonly text: string | null;
}

interface NamedCall {
  readonly name: JsonValue | undefined;
  readonly parameters: JsonValue | undefined;
}

interface NamedCalls {
  readonly calls: readonly NamedCall[];
  readonly more: boolean;
  readonly text: string | null;
}

/** What the model was told: how the tools are called, whether one of them must be, and how many may be. */
interface Told {
  readonly aliases: readonly string[];
  readonly mustCall: boolean;
  readonly callsMax: number;
  /** Whether the query says a value as it stands that means nothing else the schema allows. Missing where nobody can tell. */
  readonly isSaid?: (name: string, value: PlainValue["value"], property: JsonObject) => boolean;
}

/** Parameters that a tool does not have are left out; required ones may be missing. One wrong call spoils the others. */
export function readCalls(reply: ModelReply, tools: readonly Tool[], told: Told): Read<ReadAnswer> {
  if (reply.finish === "refused") return { problem: "you refused; answer with a call, or with the tool none" };
  if (reply.finish === "length")
    return { problem: "the answer was too long and broke off; answer with the call alone" };
  const named = namedCalls(reply);
  if (named === null) return { problem: "the answer holds no JSON object that comes to its end" };
  const meant = named.calls.filter(({ name }) => name !== NO_TOOL && name !== null);
  if (meant.length === 0 && told.mustCall)
    return { problem: `one of the tools must be called: ${told.aliases.join(", ")}` };
  const calls: ReadCall[] = [];
  for (const call of meant.slice(0, told.callsMax)) {
    const read = checked(call, tools, told);
    if ("problem" in read) return read;
    calls.push(read.answer);
  }
  // A model that does more than it may says as plainly as one that writes it that there is more to do.
  return { answer: { calls, more: named.more || meant.length > calls.length, text: named.text } };
}

function namedCalls({ calls, text }: ModelReply): NamedCalls | null {
  if (calls.length > 0) {
    const named = calls.map(({ name, input }) => ({
      name,
      parameters: input.trim() === "" ? {} : (jsonObjectIn(input) ?? "not JSON"),
    }));
    return { calls: named, more: false, text: text.trim() === "" ? null : text.trim() };
  }
  const object = jsonObjectIn(text);
  if (object === null) return null;
  const listed: readonly JsonValue[] = Array.isArray(object.calls) ? object.calls : [object.call ?? object];
  return {
    calls: listed.map(namedIn),
    more: object.more === true,
    text: typeof object.text === "string" && object.text !== "" ? object.text : null,
  };
}

/** By the names that models give these fields where nothing binds them. */
function namedIn(call: JsonValue): NamedCall {
  if (!isJsonObject(call)) return { name: undefined, parameters: undefined };
  return { name: call.tool ?? call.name, parameters: call.parameters ?? call.arguments ?? {} };
}

function checked({ name, parameters }: NamedCall, tools: readonly Tool[], { aliases, isSaid }: Told): Read<ReadCall> {
  const position = positionOf(name, tools, aliases);
  const tool = tools[position];
  if (!tool)
    return { problem: `there is no tool ${shortened(name)}; the tools are ${aliases.join(", ")} and ${NO_TOOL}` };
  const given = typeof parameters === "string" ? jsonObjectIn(parameters) : parameters;
  if (!isJsonObject(given)) return { problem: "the parameters must be a JSON object" };
  const fault = jsonFaultIn(given, (text) => forbiddenCharacterIn(text) === null);
  if (fault !== null) return { problem: `the parameters cannot be used: ${wordsFor(fault)}` };
  const meant = tool.parameters ? withoutSynonyms(given, tool.parameters) : given;
  const fitting = fittingParameters(meant, tool.parameters);
  const problems = problemsOf(fitting, tool, isSaid);
  if (problems.length === 0) return { answer: { tool: position, parameters: fitting } };
  return { problem: `the parameters of ${aliases[position]} are wrong: ${problems.join("; ")}` };
}

function wordsFor({ kind, path }: JsonFault): string {
  const where = path.length === 0 ? "the whole" : path.join(".").slice(0, PLACE_CHARACTERS_MAX);
  if (kind === "depth") return `they are nested deeper than ${JSON_DEPTH_MAX} levels`;
  if (kind === "prototype") return `${where} has a field named __proto__`;
  if (kind === "number") return `${where} is too large a number`;
  return `${where} contains a control character or half of a character`;
}
/** Of a place in what a model is told about its own answer. */
const PLACE_CHARACTERS_MAX = 200;

function positionOf(name: JsonValue | undefined, tools: readonly Tool[], aliases: readonly string[]): number {
  if (typeof name !== "string") return -1;
  const position = aliases.indexOf(name);
  return position >= 0 ? position : tools.findIndex((tool) => tool.name === name);
}

/**
 * What contradicts the schema, apart from what is missing: the server asks the user for that. So it does for a value that the query
 * says and the schema rules out: a model that is told of it would give the nearest, which nobody said.
 */
function problemsOf(parameters: JsonObject, tool: Tool, isSaid: Told["isSaid"]): readonly string[] {
  if (tool.parameters === undefined) return [];
  const all = preparedSchema(tool.parameters, tool.name)(parameters);
  const properties = isJsonObject(tool.parameters.properties) ? tool.parameters.properties : {};
  const errors = all.filter(({ keyword, instancePath }) => {
    const [, name = "", ...inner] = instancePath.split("/");
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner.length > 0 || value === undefined || typeof value === "object" || !isJsonObject(property)) return true;
    // "two" where a number is wanted is one in another form.
    const isRuledOut = RULED_OUT.has(keyword) || (keyword === "type" && typeof value === "number");
    return !isRuledOut || isSaid?.(name, value, property) !== true;
  });
  const wrong = errors.filter(({ keyword }) => keyword !== "required" && !COMBINING.has(keyword));
  const lacksOnly = errors.length > 0 && wrong.length === 0 && errors.every(({ keyword }) => keyword === "required");
  if (errors.length === 0 || lacksOnly) return [];
  const named = wrong.length > 0 ? wrong : errors;
  return named.slice(0, PROBLEMS_NAMED_MAX).map(({ instancePath, keyword, params }) => {
    const where = instancePath === "" ? "the whole" : instancePath.slice(1).replaceAll("/", ".");
    return `${where} breaks ${keyword} ${shortened(params as JsonObject)}`;
  });
}
/** Keywords by which a schema rules out what a query may say all the same. */
const RULED_OUT = new Set(["enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
/** Keywords whose errors only say that a part of theirs failed, which has an error of its own. */
const COMBINING = new Set(["allOf", "anyOf", "if", "oneOf"]);
const PROBLEMS_NAMED_MAX = 5;

function shortened(value: JsonValue | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
