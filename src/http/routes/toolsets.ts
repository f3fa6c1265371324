import type { ToolsetInput } from "#core/sets/registry.ts";
import type { Route } from "../route.ts";
import { toolsetResource } from "../schemas/resources.ts";
import { ToolsetBody, ToolsetReplacement, type ToolsetReplacementWire, ToolsetResource } from "../schemas/toolset.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

export function toolsetRoutes({ toolsets }: Services): readonly Route[] {
  return definitionRoutes({
    called: "toolset",
    tag: "Toolsets",
    path: "/v1/toolsets",
    key: "signature",
    store: toolsets,
    body: ToolsetBody,
    replacement: ToolsetReplacement,
    create: (principal, { signature, ...body }) => toolsets.create(principal, signature, inputOf(body)),
    replacing: inputOf,
    resource: ToolsetResource,
    resourceOf: toolsetResource,
    refuses: { define: ["tool_limit_reached"], create: ["conflict"], remove: [] },
  });
}

function inputOf({
  require_evidence,
  min_confidence,
  ...body
}: Omit<ToolsetReplacementWire, "signature">): ToolsetInput {
  const threshold = min_confidence === undefined ? {} : { minConfidence: min_confidence };
  return { ...body, requireEvidence: require_evidence ?? false, ...threshold };
}
