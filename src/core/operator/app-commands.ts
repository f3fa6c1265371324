/** Apps, and the keys of apps. */
import { parseApiKey } from "../access/api-key.ts";
import type { AppSummary, Tenants } from "../access/tenants.ts";
import { AppError, invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type ApiKey, type AppId, type KeyId, PLAN_OF_THE_FIRST } from "../tenant.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";
import { timeOf } from "./time-of.ts";

/** The plan of a further app that is created without one. Like that of the first, it is always in the settings. */
const PLAN_DEFAULT = "free";
const KEY_NAME_DEFAULT = "key";
/** What stands in a token in the place of a key where an operator asked for it. */
const OPERATOR_KEY = "operator" as KeyId;
/** A century. A key for longer is one that never expires, which is said by leaving the lifetime out. */
const KEY_LIFETIME_SECONDS_MAX = 100 * 366 * 86_400;
/** So long is a token good for that the admin page asks an app's own API with. */
const APP_TOKEN_MS_MAX = 15 * 60_000;

export const APP_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["app.create", { takes: ["name", "plan"], records: ["app_id", "name", "plan"], run: createApp }],
  ["app.list", { takes: [], records: null, run: async ({ tenants }) => (await tenants.listApps()).map(appJson) }],
  ["app.show", { ...onApp((tenants, app) => tenants.showApp(app)), records: null }],
  ["app.suspend", onApp((tenants, app) => tenants.suspend(app))],
  ["app.resume", onApp((tenants, app) => tenants.resume(app))],
  ["app.plan", onApp((tenants, app, args) => tenants.changePlan(app, args.text("plan")), ["plan"])],
  ["app.credit", onApp((tenants, app, args) => tenants.credit(app, args.number("requests")), ["requests"])],
  ["app.delete", { takes: ["app_id"], records: ["app_id", "name", "keys", "sets"], run: deleteApp }],
  ["app.token", { takes: ["app_id"], records: ["app_id"], run: makeToken }],
  [
    "key.create",
    {
      takes: ["app_id", "name", "expires_in_seconds"],
      records: ["app_id", "key_id", "name", "expires_at"],
      run: createKey,
    },
  ],
  [
    "key.list",
    {
      takes: ["app_id"],
      records: null,
      run: async ({ tenants }, args) => (await tenants.listKeys(args.app())).map(keyJson),
    },
  ],
  ["key.revoke", { takes: ["key_id"], records: ["app_id", "key_id", "name"], run: revokeKey }],
];

function onApp(
  act: (tenants: Tenants, app: AppId, args: Arguments) => Promise<AppSummary>,
  takes: readonly string[] = [],
): OperatorCommand {
  return {
    takes: ["app_id", ...takes],
    records: ["app_id", ...takes],
    run: async ({ tenants }, args) => appJson(await act(tenants, args.app(), args)),
  };
}

async function createApp({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const name = args.text("name");
  const plan = args.has("plan") ? args.text("plan") : (await tenants.hasApps()) ? PLAN_DEFAULT : PLAN_OF_THE_FIRST;
  const { app, apiKey } = await tenants.createApp(name, plan);
  return { ...appJson(app), api_key: apiKey };
}

/** Returns what is gone: the app as it was, its keys, and the signatures of its sets. */
async function deleteApp({ tenants, exchange }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id } = await tenants.showApp(args.app());
  const keys = await tenants.listKeys(id);
  const sets = await exchange.takeOut(id, null);
  const app = await tenants.deleteApp(id);
  return { ...appJson(app), keys: keys.map((key) => key.id), sets: sets.flatMap(({ signature }) => signature ?? []) };
}

/** For who acts in the place of an app: an access token as its keys get them, and no key of it is involved. */
async function makeToken({ tenants, tokens, clock }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app, epoch, status } = await tenants.showApp(args.app());
  if (status === "suspended") throw new AppError("forbidden", "the app is suspended: resume it first");
  const claims = { app, key: OPERATOR_KEY, epoch };
  const { token, expiresInSeconds } = await tokens.sign(claims, clock.now() + APP_TOKEN_MS_MAX);
  return { access_token: token, expires_in_seconds: expiresInSeconds };
}

async function createKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const lifetimeMs = args.has("expires_in_seconds")
    ? checkedLifetimeSeconds(args.number("expires_in_seconds")) * 1000
    : null;
  const name = args.has("name") ? args.text("name") : KEY_NAME_DEFAULT;
  const { key, apiKey } = await tenants.createKey(args.app(), name, lifetimeMs);
  return { ...keyJson(key), api_key: apiKey };
}

function checkedLifetimeSeconds(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= KEY_LIFETIME_SECONDS_MAX) return seconds;
  throw invalid("expires_in_seconds", `must be a whole number from 1 to ${KEY_LIFETIME_SECONDS_MAX}`);
}

async function revokeKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const named = args.text("key_id");
  // Whoever finds a leaked key has all of it, and should not have to know which part is its id.
  return keyJson(await tenants.revokeKey(parseApiKey(named)?.id ?? (named as KeyId)));
}

function appJson(app: AppSummary): JsonObject {
  return {
    app_id: app.id,
    name: app.name,
    plan: app.plan,
    status: app.status,
    requests_remaining: app.requestsRemaining,
    created_at: timeOf(app.createdAt),
  };
}

function keyJson(key: ApiKey): JsonObject {
  return {
    key_id: key.id,
    app_id: key.app,
    name: key.name,
    created_at: timeOf(key.createdAt),
    expires_at: key.expiresAt === null ? null : timeOf(key.expiresAt),
    revoked_at: key.revokedAt === null ? null : timeOf(key.revokedAt),
  };
}
