import { toolsetOfOthers } from "#core/exchange/other-forms.ts";
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
    explains: toolsetOfOthers,
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
