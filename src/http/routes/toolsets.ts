import { toolsetResource } from "../resources.ts";
import type { Route } from "../route.ts";
import { ToolsetBody, ToolsetReplacement } from "../schemas.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

export function toolsetRoutes({ toolsets }: Services): readonly Route[] {
  return definitionRoutes({
    path: "/v1/toolsets",
    sets: toolsets,
    body: ToolsetBody,
    replacement: ToolsetReplacement,
    inputOf: (body) => body,
    resourceOf: toolsetResource,
  });
}
