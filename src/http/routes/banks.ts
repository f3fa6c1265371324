import { Banks } from "#core/sets/banks.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { appRoute, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import { BankBody, BankResource, MemoryBody, MemoryResource } from "../schemas/bank.ts";
import { bankResource, memoryResource } from "../schemas/resources.ts";
import { pageOf } from "../schemas/shared-fields.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

const tag = "Memory banks";

export function bankRoutes({ banks }: Services): readonly Route[] {
  const { registry } = banks;
  const routes = definitionRoutes({
    called: "memory bank",
    tag,
    path: "/v1/banks",
    key: "id",
    store: registry,
    body: BankBody,
    replacement: BankBody,
    create: (principal, body) => registry.create(principal, Banks.newId(), body),
    replacing: (body) => body,
    resource: BankResource,
    resourceOf: bankResource,
    refuses: { define: [], create: [], remove: [] },
  });
  return [...routes, ...memoryRoutes(banks)];
}

function memoryRoutes(banks: Services["banks"]): readonly Route[] {
  const declared = { path: "/v1/banks/:id/memories", cost: "manage" } as const;
  const adding = {
    tag,
    summary: "Give a bank something to remember",
    description: "Either a `fact`, or a `query` with the `tool` and the `parameters` that it means.",
    success: { status: 201, schema: MemoryResource },
    refuses: ["bad_request", "validation_error", "not_found", "service_unavailable"],
  } as const;
  const listing = {
    tag,
    summary: "List what a bank remembers",
    description: "Oldest first, a page at a time.",
    success: { status: 200, schema: pageOf(MemoryResource) },
    refuses: ["bad_request", "validation_error", "not_found"],
  } as const;
  const deleting = {
    tag,
    summary: "Make a bank forget",
    success: { status: 204, schema: null },
    refuses: ["bad_request", "not_found"],
  } as const;
  return [
    appRouteWithBody({ ...declared, method: "POST", body: MemoryBody, describes: adding }, async (call) => {
      const bank = paramOf(call, "id");
      const memory = await banks.addMemory(call.principal, bank, call.body);
      const headers = { Location: `/v1/banks/${bank}/memories/${memory.id}` };
      return { status: 201, headers, body: () => memoryResource(memory) };
    }),
    appRoute({ ...declared, method: "GET", describes: listing }, async (call) => {
      const page = pageRequestOf(call.query);
      const { items, next } = await banks.listMemories(call.principal, paramOf(call, "id"), page);
      return ok(() => ({ data: items.map(memoryResource), next_cursor: cursorOf(next) }));
    }),
    appRoute({ ...declared, path: `${declared.path}/:memory`, method: "DELETE", describes: deleting }, async (call) => {
      await banks.removeMemory(call.principal, paramOf(call, "id"), paramOf(call, "memory"));
      return { status: 204, body: null };
    }),
  ];
}
