import type { AdminToken } from "./admin-token.ts";
import { parseApiKey } from "./api-key.ts";
import type { Doctor } from "./doctor.ts";
import { AppError, invalid } from "./errors.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { ApiKey, AppId, Instant, KeyId } from "./tenant.ts";
import type { AppSummary, Tenants } from "./tenants.ts";
import type { Tokens } from "./tokens.ts";

export interface OperatorOptions {
  readonly tenants: Tenants;
  readonly tokens: Tokens;
  readonly adminToken: AdminToken;
  readonly doctor: Doctor;
}

/** The plan of an app that is created without one. It is always in the settings. */
const PLAN_DEFAULT = "free";
const KEY_NAME_DEFAULT = "key";
/** A century. A key for longer is one that never expires, which is said by leaving the lifetime out. */
const KEY_LIFETIME_SECONDS_MAX = 100 * 366 * 86_400;

interface Command {
  /** The names of the arguments it takes; any other is refused before anything is done. */
  readonly takes: readonly string[];
  readonly run: (options: OperatorOptions, args: Arguments) => Promise<JsonValue>;
}

/** What an operator can do, by the name that the control socket carries. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["app.create", { takes: ["name", "plan"], run: createApp }],
  ["app.list", { takes: [], run: async ({ tenants }) => (await tenants.listApps()).map(appJson) }],
  ["app.show", onApp((tenants, app) => tenants.showApp(app))],
  ["app.suspend", onApp((tenants, app) => tenants.suspend(app))],
  ["app.resume", onApp((tenants, app) => tenants.resume(app))],
  ["app.plan", onApp((tenants, app, args) => tenants.changePlan(app, args.text("plan")), ["plan"])],
  ["app.credit", onApp((tenants, app, args) => tenants.credit(app, args.number("requests")), ["requests"])],
  ["app.delete", onApp((tenants, app) => tenants.deleteApp(app))],
  ["key.create", { takes: ["app_id", "name", "expires_in_seconds"], run: createKey }],
  [
    "key.list",
    { takes: ["app_id"], run: async ({ tenants }, args) => (await tenants.listKeys(args.app())).map(keyJson) },
  ],
  ["key.revoke", { takes: ["key_id"], run: revokeKey }],
  ["signing-key.rotate", { takes: [], run: async ({ tokens }) => ({ kid: (await tokens.rotate()).kid }) }],
  ["doctor", { takes: [], run: examine }],
  ["admin-token.reset", { takes: [], run: async ({ adminToken }) => ({ admin_token: await adminToken.reset() }) }],
]);

/** The operator's commands. What goes in and comes out is JSON, the same over the control socket as on the command line. */
export class Operator {
  readonly #options: OperatorOptions;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  /**
   * Throws `bad_request` for an unknown command and for an argument that is missing, unknown or of the wrong type, and
   * whatever the command itself throws: `not_found`, `validation_error`, `service_unavailable`.
   */
  async run(command: string, args: JsonObject): Promise<JsonValue> {
    const found = COMMANDS.get(command);
    if (!found) throw new AppError("bad_request", `there is no command "${command}"`);
    const unknown = Object.keys(args).find((name) => !found.takes.includes(name));
    if (unknown !== undefined) throw new AppError("bad_request", `${command} takes no argument "${unknown}"`);
    return found.run(this.#options, new Arguments(args));
  }
}

/** What came with a command, read by type. */
class Arguments {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value !== "string") throw new AppError("bad_request", `${name}: a text is missing`);
    return value;
  }

  number(name: string): number {
    const value = this.#values[name];
    if (typeof value !== "number") throw new AppError("bad_request", `${name}: a number is missing`);
    return value;
  }

  /** The app that `app_id` names; whether there is one is for the tenants to find out. */
  app(): AppId {
    return this.text("app_id") as AppId;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }
}

async function createApp({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { app, apiKey } = await tenants.createApp(
    args.text("name"),
    args.has("plan") ? args.text("plan") : PLAN_DEFAULT,
  );
  return { ...appJson(app), api_key: apiKey };
}

async function createKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const lifetimeMs = args.has("expires_in_seconds")
    ? checkedLifetimeSeconds(args.number("expires_in_seconds")) * 1000
    : null;
  const name = args.has("name") ? args.text("name") : KEY_NAME_DEFAULT;
  const { key, apiKey } = await tenants.createKey(args.app(), name, lifetimeMs);
  return { ...keyJson(key), api_key: apiKey };
}

async function examine({ doctor }: OperatorOptions): Promise<JsonObject> {
  const findings = await doctor.examine();
  return { ok: findings.every(({ ok }) => ok), checks: findings.map((finding) => ({ ...finding })) };
}

async function revokeKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const named = args.text("key_id");
  // Whoever finds a leaked key has all of it, and should not have to know which part is its id.
  return keyJson(await tenants.revokeKey(parseApiKey(named)?.id ?? (named as KeyId)));
}

function onApp(
  act: (tenants: Tenants, app: AppId, args: Arguments) => Promise<AppSummary>,
  takes: readonly string[] = [],
): Command {
  return {
    takes: ["app_id", ...takes],
    run: async ({ tenants }, args) => appJson(await act(tenants, args.app(), args)),
  };
}

function checkedLifetimeSeconds(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= KEY_LIFETIME_SECONDS_MAX) return seconds;
  throw invalid("expires_in_seconds", `must be a whole number from 1 to ${KEY_LIFETIME_SECONDS_MAX}`);
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

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}
