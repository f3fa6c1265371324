import { AppError } from "#core/errors.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import { nodeJson } from "#core/nodes/node-json.ts";
import { monthJson } from "#core/operator/ledger-commands.ts";
import type { AppId } from "#core/tenant.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { checkShape } from "../request/shape.ts";
import { ok, paramOf, type Route } from "../route.ts";
import { OverviewAnswer, overviewResource } from "../schemas/admin-overview.ts";
import { AuditPage, auditRecordResource, CommandAnswer, CommandBody } from "../schemas/admin-records.ts";
import { NodesAnswer } from "../schemas/known-nodes.ts";
import { LedgerPage } from "../schemas/ledger-page.ts";
import { ledgerEntryResource } from "../schemas/resources.ts";
import type { TokenWire } from "../schemas/token.ts";
import { TokenAnswer } from "../schemas/token.ts";
import type { Services } from "../services.ts";

const tag = "Administration";

const overview = {
  tag,
  summary: "See what the server does",
  description: "All apps together: since it started, in the last hour, and what needs attention first.",
  success: { status: 200, schema: OverviewAnswer },
  refuses: [],
} as const;
const nodes = {
  tag,
  summary: "List the running nodes",
  description:
    "Those that share the database, and those that are gone since yesterday; of a server on a data folder that one. What is counted is since the start of each, `latency_ms` of the last minute, as each said it within the last five seconds.",
  success: { status: 200, schema: NodesAnswer },
  refuses: [],
} as const;
const audit = {
  tag,
  summary: "List what operators did",
  description:
    "Newest first, a page at a time: each command that changed something or showed data of an app, and each sign-in.",
  success: { status: 200, schema: AuditPage },
  refuses: ["validation_error"],
} as const;
const ledger = {
  tag,
  summary: "List what an app was given and has spent",
  description:
    "Newest first, a page at a time, with the admin token. Behind the last entry stand `months`: what old entries were put together into. A cursor whose next entries have gone into a month since is 400: begin anew without one.",
  success: { status: 200, schema: LedgerPage },
  refuses: ["bad_request", "validation_error", "not_found"],
} as const;
const token = {
  tag,
  summary: "Act for an app",
  description:
    "An access token of the app for at most 15 minutes, which is noted in the audit log. No key of it is involved.",
  success: { status: 200, schema: TokenAnswer },
  refuses: ["not_found", "forbidden"],
} as const;
const command = {
  tag,
  summary: "Run a command of the operator",
  description:
    "What `dragoman` does for an operator at the terminal, by the same names (`app.create`, `key.revoke`, `lint` …), as the control socket takes it. What hands out the server itself is for the terminal alone: `admin-token.reset` and `admin-link` are 403.",
  success: { status: 200, schema: CommandAnswer },
  refuses: ["bad_request", "validation_error", "forbidden", "not_found", "conflict"],
} as const;

/** Whoever has found a browser that is signed in must not be able to stay when it is not. */
const TERMINAL_ONLY: ReadonlySet<string> = new Set(["admin-token.reset", "admin-link"]);

const ofOperator = { caller: "admin", cost: "free", body: null } as const;

/** What the admin page calls. */
export function adminRoutes({ tenants, ledger: ledgers, admin }: Services): readonly Route[] {
  return [
    {
      ...ofOperator,
      method: "GET",
      path: "/admin/api/overview",
      describes: overview,
      handle: async () => {
        const resource = overviewResource(await admin.overview());
        return ok(() => resource);
      },
    },
    {
      ...ofOperator,
      method: "GET",
      path: "/admin/api/nodes",
      describes: nodes,
      handle: async () => {
        const known = await admin.nodes();
        return ok(() => ({ data: known.map(nodeJson) }));
      },
    },
    {
      ...ofOperator,
      method: "GET",
      path: "/admin/api/audit",
      describes: audit,
      handle: async ({ query }) => {
        const { items, next } = await admin.audit.list(pageRequestOf(query));
        return ok(() => ({ data: items.map(auditRecordResource), next_cursor: cursorOf(next) }));
      },
    },
    {
      ...ofOperator,
      method: "POST",
      path: "/admin/api/commands",
      body: CommandBody,
      describes: command,
      handle: async ({ json }) => {
        const { command: name, args = {} } = checkShape(CommandBody, json);
        if (TERMINAL_ONLY.has(name)) {
          throw new AppError("forbidden", `${name} is for the terminal alone: run it where the server runs`);
        }
        const result = await admin.operate(name, args);
        return ok(() => ({ result }));
      },
    },
    {
      ...ofOperator,
      method: "POST",
      path: "/admin/api/apps/:id/token",
      describes: token,
      handle: async (call) => {
        const made = await admin.operate("app.token", { app_id: paramOf(call, "id") });
        return ok((): TokenWire => tokenIn(made));
      },
    },
    {
      ...ofOperator,
      method: "GET",
      path: "/admin/api/apps/:id/ledger",
      describes: ledger,
      handle: async (call) => {
        const page = pageRequestOf(call.query);
        const { id, requestsRemaining } = await tenants.showApp(paramOf(call, "id") as AppId);
        const { items, next } = await ledgers.entries(id, page);
        const data = items.map(ledgerEntryResource);
        const months = (await ledgers.months(id)).map(monthJson);
        return ok(() => ({ data, next_cursor: cursorOf(next), months, balance: requestsRemaining }));
      },
    },
  ];
}

/** What the command gives, as `POST /v1/auth` has it. */
function tokenIn(made: JsonValue): TokenWire {
  const { access_token, expires_in_seconds } = isJsonObject(made) ? made : {};
  return { access_token: String(access_token), token_type: "Bearer", expires_in: Number(expires_in_seconds) };
}
