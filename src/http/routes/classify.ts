import { cacheModeOf } from "../request-headers.ts";
import { classificationAnswer } from "../resources.ts";
import { appRouteWithBody, ok, type Route } from "../route.ts";
import { ClassifyBody } from "../schemas.ts";
import type { Services } from "../services.ts";

export function classifyRoutes({ classifier }: Services): readonly Route[] {
  return [
    appRouteWithBody({ method: "POST", path: "/v1/classify", cost: "classify", body: ClassifyBody }, async (call) => {
      const { data, classification_set, classes, enable_extraction } = call.body;
      const request = {
        data,
        ...(classification_set !== undefined && { classificationSet: classification_set }),
        ...(classes !== undefined && { classes }),
        ...(enable_extraction !== undefined && { enableExtraction: enable_extraction }),
      };
      const classification = await classifier.classify(call.principal, request, cacheModeOf(call.headers), call.signal);
      return ok((bill) => classificationAnswer(classification, bill));
    }),
  ];
}
