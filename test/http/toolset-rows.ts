import type { Scenario } from "../kit.ts";
import { setAlarm, toolsNumbering, weather } from "./samples.ts";

/** Bodies that neither POST nor PUT takes, and what both say. */
export const malformedToolsets: readonly Scenario[] = [
  malformedToolset("no name", { name: undefined }, "bad_request", { says: "`name`" }),
  malformedToolset("no tools", { tools: undefined }, "bad_request", { says: "`tools`" }),
  malformedToolset("a tool without description", { tools: [{ name: "a" }] }, "bad_request", {
    says: "`tools.0.description`",
  }),
  malformedToolset("a name that is a number", { name: 7 }, "validation_error", { details: ["name"] }),
  malformedToolset("a description of null", { description: null }, "validation_error", { details: ["description"] }),
  malformedToolset("tools that are an object", { tools: {} }, "validation_error", { details: ["tools"] }),
  malformedToolset("require_evidence as a word", { require_evidence: "yes" }, "validation_error", {
    details: ["require_evidence"],
  }),
  malformedToolset("an unknown field", { colour: "red" }, "validation_error", { details: ["colour"] }),
  malformedToolset("an unknown field in a tool", { tools: [{ ...setAlarm, strict: true }] }, "validation_error", {
    details: ["tools.0.strict"],
  }),
  malformedToolset("parameters that are a list", { tools: [{ ...setAlarm, parameters: [] }] }, "validation_error", {
    details: ["tools.0.parameters"],
  }),
  malformedToolset("two faults at once, both named", { name: 7, colour: "red" }, "validation_error", {
    details: ["colour", "name"],
  }),
  malformedToolset("a name of 129 characters", { name: "n".repeat(129) }, "validation_error", { details: ["name"] }),
  malformedToolset("an empty name", { name: "" }, "validation_error", { details: ["name"] }),
  malformedToolset("a name with a control character", { name: "a\u0007" }, "validation_error", { details: ["name"] }),
  malformedToolset("a description of 2,049 characters", { description: "d".repeat(2_049) }, "validation_error", {
    details: ["description"],
  }),
  malformedToolset("a tool name with a blank", { tools: [{ ...setAlarm, name: "set alarm" }] }, "validation_error", {
    details: ["tools.0.name"],
  }),
  malformedToolset("a tool named none", { tools: [{ ...setAlarm, name: "none" }] }, "validation_error", {
    details: ["tools.0.name"],
  }),
  malformedToolset("the same tool name twice", { tools: [setAlarm, setAlarm] }, "validation_error", {
    details: ["tools.1.name"],
  }),
  malformedToolset(
    "a schema that does not compile",
    { tools: [{ ...setAlarm, parameters: { type: "teapot" } }] },
    "validation_error",
    {
      details: ["tools.0.parameters"],
    },
  ),
  malformedToolset("no tool at all", { tools: [] }, "validation_error", { details: ["tools"] }),
  malformedToolset("129 tools", { tools: toolsNumbering(129) }, "tool_limit_reached"),
  malformedToolset(
    "51 examples",
    { tools: [{ ...setAlarm, examples: Array(51).fill("wake me") }] },
    "validation_error",
    {
      details: ["tools.0.examples"],
    },
  ),
];

/** A body that is a toolset but for one thing. */
export function malformedToolset(name: string, change: object, error: string, more: Partial<Scenario> = {}): Scenario {
  return {
    clause: "decisions, fields",
    name,
    body: { ...weather, ...change },
    expect: 400,
    error,
    unchanged: true,
    ...more,
  };
}
