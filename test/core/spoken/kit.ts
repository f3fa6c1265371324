/** Tools in short, for the tables of spoken answers. */
import type { JsonObject } from "#core/json.ts";
import type { TimeZone } from "#core/local-time.ts";
import type { Instant } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import { responseText } from "#core/wording/response-text.ts";

/** `name description | parameter:form …`, a form being a type, a format, or the options of an enum with `/` between them. */
export function toolOf(line: string): Tool {
  const [head = "", parameters = ""] = line.split(" | ");
  const [name = "", ...description] = head.split(" ");
  const properties = Object.fromEntries(
    parameters
      .split(" ")
      .filter((one) => one !== "")
      .map((one) => [one.split(":")[0] ?? "", schemaOf(one.slice(one.indexOf(":") + 1))]),
  );
  return { name, description: description.join(" "), parameters: { type: "object", properties } };
}

function schemaOf(form: string): JsonObject {
  if (form.endsWith("[]")) return { type: "array", items: schemaOf(form.slice(0, -2)) };
  if (form === "date" || form === "date-time" || form === "time") return { type: "string", format: form };
  if (form === "percent") return { type: "integer", minimum: 0, maximum: 100, description: "Percent" };
  if (form.includes("/")) return { type: "string", enum: form.split("/") };
  return { type: form };
}

/** A Friday. */
const AT = Date.parse("2026-11-27T12:00:00Z") as Instant;

export function spokenBy(line: string, call: JsonObject, language = "en"): string {
  return responseText(
    { tool: toolOf(line), parameters: call, missing: [] },
    { language, instructions: "" },
    { at: AT, zone: "UTC" as TimeZone },
  );
}

export function askedBy(line: string, call: JsonObject, missing: readonly string[], language = "en"): string {
  return responseText({ tool: toolOf(line), parameters: call, missing }, { language, instructions: "" });
}
