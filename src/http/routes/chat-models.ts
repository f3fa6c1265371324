import { AppError, invalid } from "#core/errors.ts";
import { LIMITS } from "#core/limits.ts";
import { namedModelOf, OWN_MODEL, toolsetModel } from "../chat/request.ts";
import { limitOf } from "../request/paging.ts";
import { appRoute, ok, paramOf, type Route } from "../route.ts";
import { ChatModel, ChatModels, type ChatModelWire } from "../schemas/chat-model.ts";
import type { Services } from "../services.ts";

const TAG = "OpenAI-compatible";

const listing = {
  tag: TAG,
  summary: "List what may be named as `model`",
  description:
    "`dragoman` is the server's own model, then come its backends, and then the toolsets of the app and the aliases of toolsets, as " +
    "`dragoman/NAME`, by their names. All of them come at once, up to 4,000; `after` and `limit` give them in pages.",
  success: { status: 200, schema: ChatModels },
  refuses: ["validation_error"],
} as const;

const reading = {
  tag: TAG,
  summary: "Read what is named as `model`",
  success: { status: 200, schema: ChatModel },
  refuses: ["bad_request", "not_found"],
} as const;

/** OpenAI's own clients read a single page of models, so the first one has all that an app can be expected to have. */
const ITEMS = { byDefault: LIMITS.listedModelsMax, max: LIMITS.listedModelsMax };

export function chatModelRoutes({ toolsetNames, backends }: Services): readonly Route[] {
  const declared = { method: "GET", cost: "manage", dialect: "openai" } as const;
  return [
    appRoute({ ...declared, path: "/v1/models", describes: listing }, async ({ principal, query }) => {
      const limit = limitOf(query.get("limit"), ITEMS);
      const { own, toolset } = behind(query.get("after"), backends.names);
      const first = own.slice(0, limit).map((id) => entry(id, "dragoman"));
      const { names, hasMore } = await toolsetNames.list(principal.app, {
        limit: limit - first.length,
        after: toolset,
      });
      const data = [...first, ...names.map((name) => entry(toolsetModel(name), "app"))];
      return ok(() => ({ object: "list", data, has_more: hasMore || own.length > limit }));
    }),
    appRoute({ ...declared, path: "/v1/models/:model", describes: reading }, async (call) => {
      const model = paramOf(call, "model");
      const named = namedModelOf(model, backends.names);
      if (named.kind !== "toolset") return ok(() => entry(model, "dragoman"));
      await toolsetNames.check(call.principal.app, named.name);
      return ok(() => entry(model, "app"));
    }),
  ];
}

/**
 * What comes behind the model: of the server's own, and of toolsets by their names (null: all of them). Behind the id of a toolset
 * that is gone come those that came behind it before. Throws `validation_error` for what is no id of a model.
 */
function behind(
  after: string | null,
  backends: readonly string[],
): { readonly own: readonly string[]; readonly toolset: string | null } {
  const own = [OWN_MODEL, ...backends];
  if (after === null) return { own, toolset: null };
  try {
    const named = namedModelOf(after, backends);
    if (named.kind === "toolset") return { own: [], toolset: named.name };
    return { own: own.slice(own.indexOf(after) + 1), toolset: null };
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    throw invalid("after", "is no id of a model, as a list has returned it");
  }
}

function entry(id: string, owner: "app" | "dragoman"): ChatModelWire {
  // When a set was registered stands behind its definition: to read it would be to read thousands of these.
  return { id, object: "model", created: 0, owned_by: owner };
}
