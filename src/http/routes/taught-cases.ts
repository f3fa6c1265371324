import type { TSchema } from "@sinclair/typebox";
import type { TaughtSet } from "#core/ports/taught-case-store.ts";
import type { TaughtCase, TaughtInput } from "#core/teaching/taught-case.ts";
import type { Teaching } from "#core/teaching/teaching.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { appRoute, appRouteWithBody, ok, paramOf, type Route, type SchemaOf } from "../route.ts";
import { classCaseResource, toolsetCaseResource } from "../schemas/resources.ts";
import { pageOf } from "../schemas/shared-fields.ts";
import { ClassCaseBody, ClassCaseResource, ToolsetCaseBody, ToolsetCaseResource } from "../schemas/taught-case.ts";
import type { Services } from "../services.ts";

/** What the two kinds of sets do differently. */
interface Noun<Body extends TaughtInput> {
  readonly kind: TaughtSet["kind"];
  /** In the reference: "toolset". */
  readonly called: string;
  readonly tag: string;
  readonly path: `/v1/${string}`;
  readonly body: SchemaOf<Body>;
  readonly teaches: string;
  readonly resource: TSchema;
  readonly resourceOf: (taught: TaughtCase) => unknown;
}

const COST = "manage";

export function taughtCaseRoutes({ teaching }: Services): readonly Route[] {
  return [
    ...routesOf(teaching, {
      kind: "toolset",
      called: "toolset",
      tag: "Toolsets",
      path: "/v1/toolsets",
      body: ToolsetCaseBody,
      teaches: "A `query` with the `tool` and the `parameters` that are right, or with all `calls`.",
      resource: ToolsetCaseResource,
      resourceOf: toolsetCaseResource,
    }),
    ...routesOf(teaching, {
      kind: "classification_set",
      called: "classification set",
      tag: "Classification sets",
      path: "/v1/classification-sets",
      body: ClassCaseBody,
      teaches: "A `query` with the `label` that is right.",
      resource: ClassCaseResource,
      resourceOf: classCaseResource,
    }),
  ];
}

function routesOf<Body extends TaughtInput>(
  teaching: Pick<Teaching, "list" | "remove" | "teach">,
  { kind, called, tag, path: ofKind, body, teaches, resource, resourceOf }: Noun<Body>,
): readonly Route[] {
  const path = `${ofKind}/:signature/cases` as const;
  const adding = {
    tag,
    summary: `Teach a ${called} what is right`,
    description: `${teaches} From the next request on the same words are answered so, and other words for the same where that can be shown to be right. A case of the same words is replaced. A ${called} that is replaced keeps its cases.`,
    success: { status: 201, schema: resource },
    refuses: ["bad_request", "validation_error", "not_found", "service_unavailable"],
  } as const;
  const listing = {
    tag,
    summary: `List what a ${called} was taught`,
    description: "Oldest first, a page at a time.",
    success: { status: 200, schema: pageOf(resource) },
    refuses: ["bad_request", "validation_error", "not_found"],
  } as const;
  const deleting = {
    tag,
    summary: `Take back what a ${called} was taught`,
    success: { status: 204, schema: null },
    refuses: ["bad_request", "not_found"],
  } as const;
  return [
    appRouteWithBody({ path, cost: COST, method: "POST", body, describes: adding }, async (call) => {
      const signature = paramOf(call, "signature");
      const taught = await teaching.teach(call.principal, { kind, signature }, call.body);
      const headers = { Location: `${ofKind}/${signature}/cases/${taught.id}` };
      return { status: 201, headers, body: () => resourceOf(taught) };
    }),
    appRoute({ path, cost: COST, method: "GET", describes: listing }, async (call) => {
      const set = { kind, signature: paramOf(call, "signature") };
      const { items, next } = await teaching.list(call.principal, set, pageRequestOf(call.query));
      return ok(() => ({ data: items.map(resourceOf), next_cursor: cursorOf(next) }));
    }),
    appRoute({ path: `${path}/:case`, cost: COST, method: "DELETE", describes: deleting }, async (call) => {
      const set = { kind, signature: paramOf(call, "signature") };
      await teaching.remove(call.principal, set, paramOf(call, "case"));
      return { status: 204, body: null };
    }),
  ];
}
