import { classificationSetOfOthers } from "#core/exchange/other-forms.ts";
import type { ClassificationSetInput } from "#core/sets/registry.ts";
import type { Route } from "../route.ts";
import {
  ClassificationSetBody,
  ClassificationSetReplacement,
  type ClassificationSetReplacementWire,
  ClassificationSetResource,
  ClassificationSetWritten,
} from "../schemas/classification-set.ts";
import { classificationSetResource } from "../schemas/resources.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";
import { linting } from "./linting.ts";

export function classificationSetRoutes({ classificationSets, setLint }: Services): readonly Route[] {
  const definitions = definitionRoutes({
    called: "classification set",
    tag: "Classification sets",
    path: "/v1/classification-sets",
    key: "signature",
    store: classificationSets,
    body: ClassificationSetBody,
    replacement: ClassificationSetReplacement,
    explains: classificationSetOfOthers,
    create: (principal, { signature, ...body }) => classificationSets.create(principal, signature, inputOf(body)),
    replacing: inputOf,
    resource: ClassificationSetResource,
    written: ClassificationSetWritten,
    resourceOf: classificationSetResource,
    refuses: { define: ["class_limit_reached"], create: ["conflict"], remove: ["conflict"] },
  });
  const lint = linting(
    "classification set",
    "Classification sets",
    "/v1/classification-sets",
    (app, [signature = ""], signal) => setLint.classificationSet(app, signature, signal),
  );
  return [...definitions, lint];
}

function inputOf(body: Omit<ClassificationSetReplacementWire, "signature">): ClassificationSetInput {
  const { enable_extraction, allow_none, ...fields } = body;
  return { ...fields, enableExtraction: enable_extraction ?? false, allowNone: allow_none ?? false };
}
