import { appRouteWithBody, ok, type Route } from "../route.ts";
import { FeedbackAnswer, FeedbackBody, type FeedbackWire } from "../schemas/feedback-given.ts";
import type { Services } from "../services.ts";

const describes = {
  tag: "Feedback",
  summary: "Say whether an answer was right",
  description:
    "A wrong answer leaves the cache, and the set that was asked is taught the correction: the same words are answered so from " +
    "the next request on. A `bank` learns the correction, or the answer itself when it was right. " +
    "Of two requests with the same id the newer one counts.",
  success: { status: 200, schema: FeedbackAnswer },
  refuses: ["bad_request", "validation_error", "not_found", "service_unavailable"],
} as const;

export function feedbackRoutes({ feedback }: Services): readonly Route[] {
  const declared = { method: "POST", path: "/v1/feedback", cost: "manage", body: FeedbackBody, describes } as const;
  return [
    appRouteWithBody(declared, async ({ principal, body }) => {
      const { request_id, ...opinion } = body;
      const outcome = await feedback.give(principal, { requestId: request_id, ...opinion });
      return ok((): FeedbackWire => ({ request_id, ...outcome }));
    }),
  ];
}
