import { appRoute, ok, paramOf, type Route } from "../route.ts";
import { valueListResource } from "../schemas/resources.ts";
import { NearestValues, ValueListBody, ValueListReplacement, ValueListResource } from "../schemas/value-list.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

const PATH = "/v1/value-lists";
const TAG = "Value lists";

export function valueListRoutes({ valueLists }: Services): readonly Route[] {
  const { registry } = valueLists;
  const lists = definitionRoutes({
    called: "value list",
    tag: TAG,
    path: PATH,
    key: "name",
    store: registry,
    body: ValueListBody,
    replacement: ValueListReplacement,
    create: (principal, body) => registry.create(principal, body.name, body),
    replacing: (body, name) => ({ ...body, name }),
    resource: ValueListResource,
    resourceOf: valueListResource,
    refuses: { define: [], create: ["conflict"], remove: [] },
  });
  return [...lists, nearestRoute({ valueLists })];
}

function nearestRoute({ valueLists }: Pick<Services, "valueLists">): Route {
  const describes = {
    tag: TAG,
    summary: "Find the nearest values of a list",
    description:
      "What was meant by `q`: values whose words, or other words, are most like it. `limit`: how many, 1–20, 5 where left out.",
    success: { status: 200, schema: NearestValues },
    refuses: ["bad_request", "validation_error", "not_found"],
  } as const;
  return appRoute({ method: "GET", path: `${PATH}/:name/nearest`, cost: "manage", describes }, async (call) => {
    const [name, limit] = [paramOf(call, "name"), call.query.get("limit")];
    const count = limit === null ? null : Number(limit);
    const found = await valueLists.nearest(call.principal, name, call.query.get("q"), count);
    return ok(() => ({ data: found.map(({ value, score, words }) => ({ value, score: rounded(score), words })) }));
  });
}

function rounded(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
