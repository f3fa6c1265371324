import { LIMITS } from "#core/limits.ts";
import type { Instant } from "#core/tenant.ts";
import { namedModelOf, OWN_MODEL, toolsetModel } from "../chat/request.ts";
import { appRoute, ok, paramOf, type Route } from "../route.ts";
import { ChatModel, ChatModels, type ChatModelWire } from "../schemas/chat-model.ts";
import type { Services } from "../services.ts";

const listing = {
  tag: "OpenAI-compatible",
  summary: "List what may be named as `model`",
  description:
    "`dragoman` is the server's own model, then come its backends, and the toolsets of the app as `dragoman/SIGNATURE`. An " +
    "alias may be named as well, and is not listed.",
  success: { status: 200, schema: ChatModels },
  refuses: [],
} as const;

const reading = {
  tag: "OpenAI-compatible",
  summary: "Read what is named as `model`",
  success: { status: 200, schema: ChatModel },
  refuses: ["bad_request", "not_found"],
} as const;

export function chatModelRoutes({ toolsets, backends }: Services): readonly Route[] {
  const declared = { method: "GET", cost: "manage", dialect: "openai" } as const;
  return [
    appRoute({ ...declared, path: "/v1/models", describes: listing }, async ({ principal }) => {
      const { items } = await toolsets.list(principal, { limit: LIMITS.pageItemsMax, after: null });
      const sets = items.map(({ set }) => toolsetEntry(set));
      return ok(() => ({ object: "list", data: [...[OWN_MODEL, ...backends.names].map(ownEntry), ...sets] }));
    }),
    appRoute({ ...declared, path: "/v1/models/:model", describes: reading }, async (call) => {
      const model = paramOf(call, "model");
      const named = namedModelOf(model, backends.names);
      if (named.kind !== "toolset") return ok(() => ownEntry(model));
      const { set } = await toolsets.get(call.principal, named.name);
      return ok(() => toolsetEntry(set));
    }),
  ];
}

function ownEntry(id: string): ChatModelWire {
  return { id, object: "model", created: 0, owned_by: "dragoman" };
}

function toolsetEntry({
  signature,
  createdAt,
}: {
  readonly signature: string;
  readonly createdAt: Instant;
}): ChatModelWire {
  return { id: toolsetModel(signature), object: "model", created: Math.floor(createdAt / 1_000), owned_by: "app" };
}
