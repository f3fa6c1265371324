import type { ClauseId } from "../contract/clauses.ts";
import type { Scenario } from "../kit.ts";
import { setAlarm, toolsNumbering, weather } from "./samples.ts";

/** Bodies that neither POST nor PUT takes, and what both say. */
export const malformedToolsets: readonly Scenario[] = [
  malformedToolset("E-2", "no name", { name: undefined }, "bad_request", { says: "`name`" }),
  malformedToolset("E-2", "no tools", { tools: undefined }, "bad_request", { says: "`tools`" }),
  malformedToolset("E-2", "a tool without description", { tools: [{ name: "a" }] }, "bad_request", {
    says: "`tools.0.description`",
  }),
  malformedToolset("E-3", "a name that is a number", { name: 7 }, "validation_error", { details: ["name"] }),
  malformedToolset("E-3", "a description of null", { description: null }, "validation_error", {
    details: ["description"],
  }),
  malformedToolset("E-3", "tools that are an object", { tools: {} }, "validation_error", { details: ["tools"] }),
  malformedToolset("E-3", "require_evidence as a word", { require_evidence: "yes" }, "validation_error", {
    details: ["require_evidence"],
  }),
  malformedToolset("Q-21", "a min_confidence beyond certainty", { min_confidence: 1.01 }, "validation_error", {
    details: ["min_confidence"],
  }),
  malformedToolset("F-9", "an unknown field", { colour: "red" }, "validation_error", { details: ["colour"] }),
  malformedToolset(
    "F-9",
    "an unknown field in a tool",
    { tools: [{ ...setAlarm, strict: true }] },
    "validation_error",
    {
      details: ["tools.0.strict"],
    },
  ),
  malformedToolset(
    "E-2",
    "tools of OpenAI, each under `function`",
    { tools: [{ type: "function", function: setAlarm }] },
    "bad_request",
    {
      says: 'the tools are OpenAI tools, each under "function": `dragoman import` reads them as they are',
    },
  ),
  malformedToolset(
    "F-14",
    "a synonym of two values",
    { tools: [sayingCity({ NYC: ["the city"], LA: ["The City"] })] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
      says: 'has at #/properties/city "The City" as a synonym of "LA", and as "NYC" or a synonym of it',
    },
  ),
  malformedToolset(
    "F-14",
    "synonyms of no value",
    { tools: [sayingCity({ Bon: ["capital"] }, ["NYC", "Bonn"])] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
      says: 'x-synonyms of "Bon", which is no value of its enum (did you mean "Bonn"?)',
    },
  ),
  malformedToolset(
    "F-17",
    "words for the user with a place that is no parameter",
    { tools: [{ ...setAlarm, parameters: { ...setAlarm.parameters, "x-response": "At {tiem}." } }] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
      says: "has at # x-response with {tiem}, which is no parameter",
    },
  ),
  malformedToolset("E-3", "tools of OpenAI, flat", { tools: [{ type: "function", ...setAlarm }] }, "validation_error", {
    details: ["tools.0.type"],
    says: "the tools are OpenAI tools, flat: `dragoman import` reads them",
  }),
  malformedToolset(
    "E-3",
    "tools of Anthropic",
    { tools: [{ name: "a", description: "b", input_schema: { type: "object" } }] },
    "validation_error",
    {
      details: ["tools.0.input_schema"],
      says: "the tools are Anthropic tools (input_schema): `dragoman import` reads them",
    },
  ),
  malformedToolset(
    "E-3",
    "tools of an MCP server",
    { tools: [{ name: "a", description: "b", inputSchema: { type: "object" } }] },
    "validation_error",
    {
      details: ["tools.0.inputSchema"],
      says: "the tools are an MCP tools/list result (inputSchema): `dragoman import` reads them",
    },
  ),
  malformedToolset(
    "F-5",
    "parameters that are a list",
    { tools: [{ ...setAlarm, parameters: [] }] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
    },
  ),
  malformedToolset("E-3", "two faults at once, both named", { name: 7, colour: "red" }, "validation_error", {
    details: ["colour", "name"],
  }),
  malformedToolset("F-3", "a name of 129 characters", { name: "n".repeat(129) }, "validation_error", {
    details: ["name"],
  }),
  malformedToolset("F-3", "an empty name", { name: "" }, "validation_error", { details: ["name"] }),
  malformedToolset("F-10", "a name with a control character", { name: "a\u0007" }, "validation_error", {
    details: ["name"],
  }),
  malformedToolset("F-3", "a description of 2,049 characters", { description: "d".repeat(2_049) }, "validation_error", {
    details: ["description"],
  }),
  malformedToolset(
    "F-4",
    "a tool name with a blank",
    { tools: [{ ...setAlarm, name: "set alarm" }] },
    "validation_error",
    {
      details: ["tools.0.name"],
    },
  ),
  malformedToolset("F-4", "a tool named none", { tools: [{ ...setAlarm, name: "none" }] }, "validation_error", {
    details: ["tools.0.name"],
  }),
  malformedToolset("F-4", "the same tool name twice", { tools: [setAlarm, setAlarm] }, "validation_error", {
    details: ["tools.1.name"],
  }),
  malformedToolset(
    "F-13",
    "a name with 31 marks on a letter",
    { name: `a${"\u0323".repeat(31)}` },
    "validation_error",
    {
      details: ["name"],
    },
  ),
  malformedToolset(
    "F-13",
    "a pattern that compiles to too much",
    { tools: [{ ...setAlarm, parameters: { properties: { at: { pattern: "(.?){1000}" } } } }] },
    "validation_error",
    { details: ["tools.0.parameters"], says: "steps at #/properties/at" },
  ),
  malformedToolset(
    "F-13",
    "a text of 8,193 characters in a schema",
    { tools: [{ ...setAlarm, parameters: { properties: { at: { description: "d".repeat(8_193) } } } }] },
    "validation_error",
    { details: ["tools.0.parameters"], says: "8193/8192 characters at #/properties/at/description" },
  ),
  malformedToolset(
    "F-5",
    "a schema that does not compile",
    { tools: [{ ...setAlarm, parameters: { type: "teapot" } }] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
    },
  ),
  malformedToolset("T-5", "no tool at all", { tools: [] }, "validation_error", { details: ["tools"] }),
  malformedToolset("T-5", "129 tools", { tools: toolsNumbering(129) }, "tool_limit_reached"),
  malformedToolset(
    "F-8",
    "51 examples",
    { tools: [{ ...setAlarm, examples: Array(51).fill("wake me") }] },
    "validation_error",
    {
      details: ["tools.0.examples"],
    },
  ),
];

/** A body that is a toolset but for one thing. */
export function malformedToolset(
  clause: ClauseId,
  name: string,
  change: object,
  error: string,
  more: Partial<Scenario> = {},
): Scenario {
  return {
    clause,
    name,
    body: { ...weather, ...change },
    expect: 400,
    error,
    unchanged: true,
    ...more,
  };
}

function sayingCity(synonyms: object, options?: readonly string[]) {
  const city = { type: "string", ...(options && { enum: options }), "x-synonyms": synonyms };
  return { ...setAlarm, parameters: { type: "object", properties: { city } } };
}
