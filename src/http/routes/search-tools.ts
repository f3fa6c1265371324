import { foundJson } from "#core/tool-search/found-json.ts";
import type { FoundTools } from "#core/tool-search/tool-search.ts";
import { appRouteWithBody, type Bill, ok, type Route } from "../route.ts";
import { ToolSearchAnswer, ToolSearchBody, type ToolSearchWire } from "../schemas/tool-search.ts";
import type { Services } from "../services.ts";

const describes = {
  tag: "Resolution",
  summary: "Search for tools",
  description:
    "Which of an app's tools a sentence means, among up to 20,000: for an agent that cannot be given all of their definitions.",
  success: { status: 200, schema: ToolSearchAnswer },
  refuses: ["bad_request", "validation_error", "not_found", "service_unavailable"],
} as const;

export function searchToolsRoutes({ toolSearch }: Services): readonly Route[] {
  const declared = {
    method: "POST",
    path: "/v1/search-tools",
    cost: "resolve",
    body: ToolSearchBody,
    describes,
  } as const;
  return [
    appRouteWithBody(declared, async ({ principal, body, signal }) => {
      const found = await toolSearch.search(principal.app, body, signal);
      const { aliases, isNone } = found;
      const through = aliases.length > 0 && { through: { aliases, isNone } };
      return { ...ok((bill) => toolSearchAnswer(found, bill)), ...through };
    }),
  ];
}

function toolSearchAnswer(found: FoundTools, bill: Bill): ToolSearchWire {
  const { searched, learning, aliases, language } = found;
  return {
    ...foundJson(found),
    metadata: {
      searched_tools: searched,
      learning: learning && { ...learning },
      language,
      ...(aliases.length > 0 && {
        aliases: Object.fromEntries(aliases.map(({ name, signature }) => [name, signature])),
      }),
      latency_ms: bill.latencyMs,
      requests_used: bill.requestsUsed,
      requests_remaining: bill.requestsRemaining,
    },
  };
}
