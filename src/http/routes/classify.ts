import { MODEL_FAILURES } from "#core/errors.ts";
import { cacheModeOf } from "../request/headers.ts";
import { appRouteWithBody, type Route } from "../route.ts";
import { ClassificationAnswer, ClassifyBody } from "../schemas/classification.ts";
import { classificationAnswer } from "../schemas/resources.ts";
import type { Services } from "../services.ts";
import { answered } from "./answered.ts";

const describes = {
  tag: "Classification",
  summary: "Classify a text",
  description: "By a classification set of the app, with semantic caching, or by classes that come with the text.",
  success: { status: 200, schema: ClassificationAnswer },
  refuses: ["bad_request", "validation_error", "class_limit_reached", "not_found", ...MODEL_FAILURES],
} as const;

export function classifyRoutes({ classifier }: Services): readonly Route[] {
  const declared = {
    method: "POST",
    path: "/v1/classify",
    cost: "classify",
    body: ClassifyBody,
    describes,
    repeats: true,
  } as const;
  return [
    appRouteWithBody(declared, async (call) => {
      const { data, classification_set, caller, language, classes, enable_extraction } = call.body;
      const request = {
        data,
        ...(classification_set !== undefined && { classificationSet: classification_set }),
        ...(caller !== undefined && { caller }),
        ...(language !== undefined && { language }),
        ...(classes !== undefined && { classes }),
        ...(enable_extraction !== undefined && { enableExtraction: enable_extraction }),
      };
      const classification = await classifier.classify(call.principal, request, cacheModeOf(call.headers), call.signal);
      return answered(classification, classificationAnswer);
    }),
  ];
}
