import type { ClassificationSetInput } from "#core/sets/registry.ts";
import type { Route } from "../route.ts";
import {
  ClassificationSetBody,
  ClassificationSetReplacement,
  type ClassificationSetReplacementWire,
  ClassificationSetResource,
} from "../schemas/classification-set.ts";
import { classificationSetResource } from "../schemas/resources.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

export function classificationSetRoutes({ classificationSets }: Services): readonly Route[] {
  return definitionRoutes({
    called: "classification set",
    tag: "Classification sets",
    path: "/v1/classification-sets",
    key: "signature",
    store: classificationSets,
    body: ClassificationSetBody,
    replacement: ClassificationSetReplacement,
    create: (principal, { signature, ...body }) => classificationSets.create(principal, signature, inputOf(body)),
    replacing: inputOf,
    resource: ClassificationSetResource,
    resourceOf: classificationSetResource,
    refuses: { define: ["class_limit_reached"], create: ["conflict"], remove: [] },
  });
}

function inputOf(body: Omit<ClassificationSetReplacementWire, "signature">): ClassificationSetInput {
  const { enable_extraction, allow_none, ...fields } = body;
  return { ...fields, enableExtraction: enable_extraction ?? false, allowNone: allow_none ?? false };
}
