import { toolListCalled, toolListFormatOf } from "#core/exchange/tool-lists.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import type { ToolsetInput } from "#core/sets/registry.ts";
import type { Route } from "../route.ts";
import { toolsetResource } from "../schemas/resources.ts";
import {
  ToolsetBody,
  ToolsetReplacement,
  type ToolsetReplacementWire,
  ToolsetResource,
  ToolsetWritten,
} from "../schemas/toolset.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";
import { linting } from "./linting.ts";

export function toolsetRoutes({ toolsets, setLint }: Services): readonly Route[] {
  const definitions = definitionRoutes({
    called: "toolset",
    tag: "Toolsets",
    path: "/v1/toolsets",
    key: "signature",
    store: toolsets,
    body: ToolsetBody,
    replacement: ToolsetReplacement,
    explains: toolsOfOthers,
    create: (principal, { signature, ...body }) => toolsets.create(principal, signature, inputOf(body)),
    replacing: inputOf,
    resource: ToolsetResource,
    written: ToolsetWritten,
    resourceOf: toolsetResource,
    refuses: { define: ["tool_limit_reached"], create: ["conflict"], remove: ["conflict"] },
  });
  return [...definitions, linting("toolset", "Toolsets", "/v1/toolsets", (...given) => setLint.toolsets(...given))];
}

function inputOf({
  require_evidence,
  min_confidence,
  ...body
}: Omit<ToolsetReplacementWire, "signature">): ToolsetInput {
  const threshold = min_confidence === undefined ? {} : { minConfidence: min_confidence };
  return { ...body, requireEvidence: require_evidence ?? false, ...threshold };
}

/** Tools as other programs have them are sent here by mistake: nothing of what is missing in them says what to do. */
function toolsOfOthers(body: unknown): string | null {
  const tools = isJsonObject(body as JsonValue) ? (body as { readonly tools?: JsonValue }).tools : undefined;
  if (!Array.isArray(tools)) return null;
  const format = toolListFormatOf(tools);
  const isOurs = format === "openai-flat" && !tools.some((tool) => isJsonObject(tool) && tool.type !== undefined);
  if (format === null || isOurs) return null;
  return `the tools are ${toolListCalled(format)}: \`dragoman import\` reads them as they are; here each has name, description and parameters by themselves`;
}
