import { invalid } from "#core/errors.ts";
import type { DefinitionKind } from "#core/ports.ts";
import type { DefinitionInputs, Registered, Registry } from "#core/registry.ts";
import { cursorOf, pageRequestOf } from "../paging.ts";
import { ifMatchOf } from "../request-headers.ts";
import { etagOf } from "../resources.ts";
import {
  type Answer,
  type AppCall,
  appRoute,
  appRouteWithBody,
  ok,
  paramOf,
  type Route,
  type SchemaOf,
} from "../route.ts";

interface SetNoun<Kind extends DefinitionKind, Body> {
  readonly path: `/${string}`;
  readonly sets: Pick<Registry<Kind>, "create" | "get" | "list" | "remove" | "replace">;
  readonly body: SchemaOf<Body & { signature: string }>;
  readonly replacement: SchemaOf<Body & { signature?: string }>;
  readonly inputOf: (body: Body) => DefinitionInputs[Kind];
  readonly resourceOf: (view: Registered<Kind>) => unknown;
}

/** Create, list, read, replace, delete: the same for both kinds of set. */
export function definitionRoutes<Kind extends DefinitionKind, Body>(noun: SetNoun<Kind, Body>): readonly Route[] {
  const { path, sets, body, replacement, inputOf, resourceOf } = noun;
  const one = `${path}/:signature` as const;
  const cost = "manage";
  const withEtag = (view: Registered<Kind>) => ok(() => resourceOf(view), { ETag: etagOf(view.set) });
  return [
    appRouteWithBody({ method: "POST", path, cost, body }, async ({ principal, body }) => {
      const view = await sets.create(principal, body.signature, inputOf(body));
      const { signature } = view.set;
      const headers = { ETag: etagOf(view.set), Location: `${path}/${signature}` };
      return { status: 201, headers, body: () => resourceOf(view) };
    }),
    appRoute({ method: "GET", path, cost }, async ({ principal, query }) => {
      const { items, next } = await sets.list(principal, pageRequestOf(query));
      return ok(() => ({ data: items.map(resourceOf), next_cursor: cursorOf(next) }));
    }),
    appRoute({ method: "GET", path: one, cost }, async (call) =>
      withEtag(await sets.get(call.principal, paramOf(call, "signature"))),
    ),
    appRouteWithBody({ method: "PUT", path: one, cost, body: replacement }, async (call) => {
      const signature = signatureOf(call, call.body.signature);
      return withEtag(await sets.replace(call.principal, signature, inputOf(call.body), ifMatchOf(call.headers)));
    }),
    appRoute({ method: "DELETE", path: one, cost }, async (call): Promise<Answer> => {
      await sets.remove(call.principal, paramOf(call, "signature"), ifMatchOf(call.headers));
      return { status: 204, body: null };
    }),
  ];
}

function signatureOf(call: AppCall, repeated: string | undefined): string {
  const signature = paramOf(call, "signature");
  if (repeated !== undefined && repeated !== signature) {
    throw invalid("signature", `must be the path's, "${signature}", or be left out`);
  }
  return signature;
}
