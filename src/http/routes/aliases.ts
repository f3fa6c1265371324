import { invalid } from "#core/errors.ts";
import { ifMatchOf } from "../request/headers.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { appRoute, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import { AliasBody, AliasResource } from "../schemas/alias.ts";
import { aliasResource, etagOf } from "../schemas/resources.ts";
import { pageOf } from "../schemas/shared-fields.ts";
import type { Services } from "../services.ts";

const TAG = "Aliases";
const COST = "manage";
const PATH = "/v1/aliases";
const ONE = "/v1/aliases/:alias";

const putting = {
  tag: TAG,
  summary: "Have a name stand for a set",
  description:
    "Creates the alias, or has it stand for something else: the next question that names it is answered by that. With `signature` all of them, with `split` callers are shared out between two sets.",
  success: { status: 200, schema: AliasResource },
  refuses: ["bad_request", "validation_error", "not_found", "precondition_failed", "conflict"],
} as const;
const listing = {
  tag: TAG,
  summary: "List the aliases of the app",
  description: "Oldest first, a page at a time.",
  success: { status: 200, schema: pageOf(AliasResource) },
  refuses: ["validation_error"],
} as const;
const reading = {
  tag: TAG,
  summary: "Read an alias",
  success: { status: 200, schema: AliasResource },
  refuses: ["bad_request", "not_found"],
} as const;
const deleting = {
  tag: TAG,
  summary: "Delete an alias",
  success: { status: 204, schema: null },
  refuses: ["bad_request", "not_found", "precondition_failed"],
} as const;

export function aliasRoutes({ aliases }: Services): readonly Route[] {
  return [
    appRouteWithBody({ method: "PUT", path: ONE, cost: COST, body: AliasBody, describes: putting }, async (call) => {
      const name = paramOf(call, "alias");
      const { name: repeated = name, ...input } = call.body;
      if (repeated !== name) throw invalid("name", `must be the path's, "${name}", or be left out`);
      const view = await aliases.put(call.principal, name, input, ifMatchOf(call.headers));
      return ok(() => aliasResource(view), { ETag: etagOf(view.alias) });
    }),
    appRoute({ method: "GET", path: PATH, cost: COST, describes: listing }, async ({ principal, query }) => {
      const { items, next } = await aliases.list(principal, pageRequestOf(query));
      return ok(() => ({ data: items.map(aliasResource), next_cursor: cursorOf(next) }));
    }),
    appRoute({ method: "GET", path: ONE, cost: COST, describes: reading }, async (call) => {
      const view = await aliases.get(call.principal, paramOf(call, "alias"));
      return ok(() => aliasResource(view), { ETag: etagOf(view.alias) });
    }),
    appRoute({ method: "DELETE", path: ONE, cost: COST, describes: deleting }, async (call) => {
      await aliases.remove(call.principal, paramOf(call, "alias"), ifMatchOf(call.headers));
      return { status: 204, body: null };
    }),
  ];
}
