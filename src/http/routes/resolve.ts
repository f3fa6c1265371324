import { MODEL_FAILURES } from "#core/errors.ts";
import { toolsetOfOthers } from "#core/exchange/other-forms.ts";
import { cacheModeOf } from "../request/headers.ts";
import { appRouteWithBody, type Route } from "../route.ts";
import {
  ResolutionAnswer,
  ResolveBody,
  ResolveQuickBody,
  ResolveRespondBody,
  RespondAnswer,
} from "../schemas/resolution.ts";
import { resolutionAnswer, respondAnswer } from "../schemas/resources.ts";
import type { Services } from "../services.ts";
import { answered } from "./answered.ts";

const resolving = {
  tag: "Resolution",
  summary: "Resolve a query to a tool call",
  description:
    "Against toolsets of the app, with semantic caching. `resolved.tool` is `none` when no tool fits. A query that asks for " +
    "several things is answered with its first call, and with all of them where `calls_max` allows it.",
  success: { status: 200, schema: ResolutionAnswer },
  refuses: ["bad_request", "validation_error", "not_found", ...MODEL_FAILURES],
} as const;

const resolvingQuickly = {
  ...resolving,
  summary: "Resolve a query against tools that come with it",
  description: "Always computes: for prototypes and tests.",
  refuses: ["bad_request", "validation_error", "tool_limit_reached", ...MODEL_FAILURES],
} as const;

const responding = {
  ...resolving,
  summary: "Resolve a query and answer in words",
  description: "As `/v1/resolve`, with a natural-language text in the manner of a persona.",
  success: { status: 200, schema: RespondAnswer },
} as const;

/** What an app asks for one query at a time; the items of a batch go the same ways. */
export function resolveRoutes({ resolver }: Services): readonly Route[] {
  const asked = {
    method: "POST",
    path: "/v1/resolve",
    cost: "resolve",
    body: ResolveBody,
    describes: resolving,
  } as const;
  const quick = { ...asked, path: "/v1/resolve-quick", body: ResolveQuickBody, describes: resolvingQuickly } as const;
  const respond = { ...asked, path: "/v1/resolve-respond", cost: "resolveRespond", describes: responding } as const;
  return [
    appRouteWithBody({ ...asked, repeats: true }, async ({ principal, body, headers, signal }) =>
      answered(await resolver.resolve(principal, requestOf(body), cacheModeOf(headers), signal), resolutionAnswer),
    ),
    appRouteWithBody({ ...quick, explains: toolsetOfOthers }, async ({ principal, body, signal }) =>
      answered(await resolver.resolveQuick(principal, requestOf(body), signal), resolutionAnswer),
    ),
    appRouteWithBody(
      { ...respond, body: ResolveRespondBody, repeats: true },
      async ({ principal, body, headers, signal }) =>
        answered(await resolver.respond(principal, requestOf(body), cacheModeOf(headers), signal), respondAnswer),
    ),
  ];
}

interface SentSurroundings {
  readonly time_zone?: string;
  readonly tool_choice?: string;
  readonly min_confidence?: number;
  readonly calls_max?: number;
}

function requestOf<Body extends SentSurroundings>(sent: Body) {
  const { time_zone, tool_choice, min_confidence, calls_max, ...body } = sent;
  return {
    ...body,
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(tool_choice !== undefined && { toolChoice: tool_choice }),
    ...(min_confidence !== undefined && { minConfidence: min_confidence }),
    ...(calls_max !== undefined && { callsMax: calls_max }),
  };
}
