import type { AppId } from "#core/tenant.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { ok, paramOf, type Route } from "../route.ts";
import { LedgerPage } from "../schemas/ledger-page.ts";
import { ledgerEntryResource } from "../schemas/resources.ts";
import type { Services } from "../services.ts";

const describes = {
  tag: "Administration",
  summary: "List what an app was given and has spent",
  description: "Newest first, a page at a time, with the admin token.",
  success: { status: 200, schema: LedgerPage },
  refuses: ["bad_request", "validation_error", "not_found"],
} as const;

/** What the admin page calls. */
export function adminRoutes({ tenants, ledger }: Services): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/admin/api/apps/:id/ledger",
      caller: "admin",
      cost: "free",
      body: null,
      describes,
      handle: async (call) => {
        const page = pageRequestOf(call.query);
        const { id, requestsRemaining } = await tenants.showApp(paramOf(call, "id") as AppId);
        const { items, next } = await ledger.entries(id, page);
        const data = items.map(ledgerEntryResource);
        return ok(() => ({ data, next_cursor: cursorOf(next), balance: requestsRemaining }));
      },
    },
  ];
}
