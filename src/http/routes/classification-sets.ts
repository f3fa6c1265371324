import { classificationSetResource } from "../resources.ts";
import type { Route } from "../route.ts";
import { ClassificationSetBody, ClassificationSetReplacement } from "../schemas.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

export function classificationSetRoutes({ classificationSets }: Services): readonly Route[] {
  return definitionRoutes({
    path: "/v1/classification-sets",
    sets: classificationSets,
    body: ClassificationSetBody,
    replacement: ClassificationSetReplacement,
    inputOf: ({ enable_extraction, allow_none, ...body }) => ({
      ...body,
      enableExtraction: enable_extraction ?? false,
      allowNone: allow_none ?? false,
    }),
    resourceOf: classificationSetResource,
  });
}
