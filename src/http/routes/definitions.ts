import type { TSchema } from "@sinclair/typebox";
import { type ErrorCode, invalid } from "#core/errors.ts";
import type { DefinitionKind } from "#core/ports/definition-store.ts";
import type { DefinitionInputs, Registered, Registry } from "#core/sets/registry.ts";
import type { Principal } from "#core/tenant.ts";
import { ifMatchOf } from "../request/headers.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import type { Explains } from "../request/shape.ts";
import {
  type Answer,
  appRoute,
  appRouteWithBody,
  type Call,
  ok,
  paramOf,
  type Route,
  type SchemaOf,
} from "../route.ts";
import { etagOf } from "../schemas/resources.ts";
import { pageOf } from "../schemas/shared-fields.ts";

/** What the kinds of resource do differently. */
interface Noun<Kind extends DefinitionKind, Body, Replacement> {
  /** In the reference, in the singular: "toolset". */
  readonly called: string;
  readonly tag: string;
  readonly path: `/${string}`;
  /** The field by which one of them is addressed. */
  readonly key: "id" | "name" | "signature";
  readonly store: Pick<Registry<Kind>, "get" | "list" | "remove" | "replace">;
  readonly body: SchemaOf<Body>;
  /** The body of a PUT. When it has the key too, that must be the path's. */
  readonly replacement: SchemaOf<Replacement>;
  /** Says of a body that is none of these what it is instead. */
  readonly explains?: Explains;
  readonly create: (principal: Principal, body: Body) => Promise<Registered<Kind>>;
  readonly replacing: (body: Replacement, key: string) => DefinitionInputs[Kind];
  readonly resource: TSchema;
  /** As create and replace answer; the resource itself where they have no more to say. */
  readonly written?: TSchema;
  readonly resourceOf: (view: Registered<Kind>) => unknown;
  readonly refuses: {
    /** What a definition can be refused with, besides a field's fault. */
    readonly define: readonly ErrorCode[];
    readonly create: readonly ErrorCode[];
    readonly remove: readonly ErrorCode[];
  };
}

const COST = "manage";
const FAULTS = ["bad_request", "validation_error"] as const;

/** Create, list, read, replace, delete: the same for every kind of resource. */
export function definitionRoutes<Kind extends DefinitionKind, Body, Replacement>(
  noun: Noun<Kind, Body, Replacement>,
): readonly Route[] {
  return [creating(noun), listing(noun), reading(noun), replacing(noun), deleting(noun)];
}

function creating<Kind extends DefinitionKind, Body, Replacement>(noun: Noun<Kind, Body, Replacement>): Route {
  const { called, tag, path, key, body, resource, written = resource, refuses } = noun;
  const describes = {
    tag,
    summary: `Create a ${called}`,
    success: { status: 201, schema: written },
    refuses: [...FAULTS, ...refuses.define, ...refuses.create],
  } as const;
  return appRouteWithBody({ method: "POST", path, cost: COST, body, describes, ...explaining(noun) }, async (call) => {
    const view = await noun.create(call.principal, call.body);
    // An id is a signature of our own making; a persona's name may be any text.
    const location = `${path}/${encodeURIComponent(view.set[key === "name" ? "name" : "signature"])}`;
    return { status: 201, headers: { ETag: etagOf(view.set), Location: location }, body: () => writtenOf(noun, view) };
  });
}

function writtenOf<Kind extends DefinitionKind>(
  { resourceOf }: Pick<Noun<Kind, unknown, unknown>, "resourceOf">,
  view: Registered<Kind>,
): unknown {
  const { warnings } = view;
  return warnings ? { ...(resourceOf(view) as object), warnings } : resourceOf(view);
}

function listing<Kind extends DefinitionKind, Body, Replacement>(noun: Noun<Kind, Body, Replacement>): Route {
  const { called, tag, path, store, resource, resourceOf } = noun;
  const describes = {
    tag,
    summary: `List the ${called}s of the app`,
    description: "Oldest first, a page at a time.",
    success: { status: 200, schema: pageOf(resource) },
    refuses: ["validation_error"],
  } as const;
  return appRoute({ method: "GET", path, cost: COST, describes }, async ({ principal, query }) => {
    const { items, next } = await store.list(principal, pageRequestOf(query));
    return ok(() => ({ data: items.map(resourceOf), next_cursor: cursorOf(next) }));
  });
}

function reading<Kind extends DefinitionKind, Body, Replacement>(noun: Noun<Kind, Body, Replacement>): Route {
  const { called, tag, path, key, store, resource, resourceOf } = noun;
  const describes = {
    tag,
    summary: `Read a ${called}`,
    success: { status: 200, schema: resource },
    refuses: ["bad_request", "not_found"],
  } as const;
  return appRoute({ method: "GET", path: `${path}/:${key}`, cost: COST, describes }, async (call) => {
    const view = await store.get(call.principal, keyOf(call, key));
    return ok(() => resourceOf(view), { ETag: etagOf(view.set) });
  });
}

function replacing<Kind extends DefinitionKind, Body, Replacement>(noun: Noun<Kind, Body, Replacement>): Route {
  const { called, tag, path, key, store, replacement: body, resource, written = resource, refuses } = noun;
  const describes = {
    tag,
    summary: `Replace a ${called}`,
    description:
      "A full replacement: what is left out goes back to its default. `If-Match` guards against lost updates.",
    success: { status: 200, schema: written },
    refuses: [...FAULTS, ...refuses.define, "not_found", "precondition_failed"],
  } as const;
  const declared = { method: "PUT", path: `${path}/:${key}`, cost: COST, body, describes } as const;
  return appRouteWithBody({ ...declared, ...explaining(noun) }, async (call) => {
    const name = keyOf(call, key);
    checkRepeated(key, name, call.body);
    const input = noun.replacing(call.body, name);
    const view = await store.replace(call.principal, name, input, ifMatchOf(call.headers));
    return ok(() => writtenOf(noun, view), { ETag: etagOf(view.set) });
  });
}

function deleting<Kind extends DefinitionKind, Body, Replacement>(noun: Noun<Kind, Body, Replacement>): Route {
  const { called, tag, path, key, store, refuses } = noun;
  const describes = {
    tag,
    summary: `Delete a ${called}`,
    success: { status: 204, schema: null },
    refuses: ["bad_request", "not_found", "precondition_failed", ...refuses.remove],
  } as const;
  return appRoute(
    { method: "DELETE", path: `${path}/:${key}`, cost: COST, describes },
    async (call): Promise<Answer> => {
      await store.remove(call.principal, keyOf(call, key), ifMatchOf(call.headers));
      return { status: 204, body: null };
    },
  );
}

function explaining({ explains }: { readonly explains?: Explains }): { readonly explains?: Explains } {
  return explains ? { explains } : {};
}

/** As names are stored, see `checkedText`. */
export function keyOf(call: Pick<Call, "params">, key: string): string {
  return paramOf(call, key).normalize("NFC");
}

function checkRepeated(key: string, name: string, body: unknown): void {
  const repeated = (body as Readonly<Record<string, unknown>>)[key];
  if (typeof repeated !== "string" || repeated.normalize("NFC") === name) return;
  throw invalid(key, `must be the path's, "${name}", or be left out`);
}
