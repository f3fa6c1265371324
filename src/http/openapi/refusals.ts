import type { ErrorCode } from "#core/errors.ts";
import { type Route, takesIdempotencyKey } from "../route.ts";

type Refusing = Pick<Route, "body" | "caller" | "cost" | "method" | "path"> & {
  readonly describes: Pick<Route["describes"], "refuses">;
};

/**
 * Every code that a route can answer with, in the order of the checks: what admission refuses follows from who may call and
 * what it costs, what reading refuses from path, body and `Idempotency-Key`, and the rest is what the handler says of itself.
 */
export function refusalsOf(route: Refusing): readonly ErrorCode[] {
  return [...new Set([...admissionOf(route), ...readingOf(route), ...route.describes.refuses, ...lastOf(route)])];
}

/** A server that is about to end, and a failure of ours where there is work that can fail: any call may meet these. */
function lastOf({ caller }: Refusing): readonly ErrorCode[] {
  return caller === "anyone" ? ["service_unavailable"] : ["internal_error", "service_unavailable"];
}

function admissionOf({ caller, cost, method }: Refusing): readonly ErrorCode[] {
  switch (caller) {
    case "app":
    case "key":
      return [
        "unauthorized",
        "forbidden",
        "too_many_requests",
        ...(cost === "free" ? [] : (["payment_required"] as const)),
      ];
    case "address":
      return ["too_many_requests"];
    case "admin":
      // A change by cookie that did not come from the server's own page.
      return method === "GET" ? ["unauthorized"] : ["unauthorized", "forbidden"];
    case "anyone":
      return [];
  }
}

function readingOf(route: Refusing): readonly ErrorCode[] {
  const ofBody: readonly ErrorCode[] =
    route.body === null ? [] : ["payload_too_large", "bad_request", "validation_error"];
  // Percent-encoding that decodes to nothing.
  const ofPath: readonly ErrorCode[] = route.path.includes("/:") ? ["bad_request"] : [];
  const ofKey: readonly ErrorCode[] = takesIdempotencyKey(route) ? ["validation_error"] : [];
  return [...ofBody, ...ofPath, ...ofKey];
}
