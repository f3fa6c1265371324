import { parseApiKey } from "./access/api-key.ts";
import { LEDGER_COMMANDS } from "./access/ledger-commands.ts";
import type { AppSummary, Tenants } from "./access/tenants.ts";
import { AppError, invalid } from "./errors.ts";
import {
  type Asking,
  askSentence,
  closeRun,
  examineCases,
  forgetProposed,
  openRun,
  showExamined,
} from "./examination/asking-commands.ts";
import { RUN_COMMANDS } from "./examination/run-commands.ts";
import type { Exchange, Imported } from "./exchange/exchange.ts";
import { type Existing, existingIn } from "./exchange/existing.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import type { LintReport } from "./linting/linter.ts";
import { ALIAS_COMMANDS } from "./operator-aliases.ts";
import { Arguments } from "./operator-arguments.ts";
import { BACKEND_COMMANDS } from "./operator-backends.ts";
import { BUNDLE_COMMANDS } from "./operator-bundles.ts";
import type { OperatorCommand, OperatorOptions } from "./operator-command.ts";
import { FOLLOWING_COMMANDS } from "./operator-following.ts";
import { GRADUATION_COMMANDS } from "./operator-graduation.ts";
import { NODE_COMMANDS } from "./operator-nodes.ts";
import { SETTING_COMMANDS } from "./operator-settings.ts";
import { TEACHING_COMMANDS } from "./operator-teaching.ts";
import { LOG_COMMANDS } from "./query-log/log-commands.ts";
import type { CacheReport, SetReport } from "./semantic-cache/trust/report.ts";
import { type ApiKey, type AppId, type Instant, type KeyId, PLAN_OF_THE_FIRST } from "./tenant.ts";
import { searchForTools } from "./tool-search/search-command.ts";
import { givenValuesIn } from "./value-list.ts";

export type { OperatorOptions } from "./operator-command.ts";

/** The plan of a further app that is created without one. Like that of the first, it is always in the settings. */
const PLAN_DEFAULT = "free";
const KEY_NAME_DEFAULT = "key";
/** What stands in a token in the place of a key where an operator asked for it. */
const OPERATOR_KEY = "operator" as KeyId;
/** A century. A key for longer is one that never expires, which is said by leaving the lifetime out. */
const KEY_LIFETIME_SECONDS_MAX = 100 * 366 * 86_400;

/** What an operator can do, by the name that the control socket carries. */
const COMMANDS: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ["app.create", { takes: ["name", "plan"], records: ["app_id", "name", "plan"], run: createApp }],
  ["app.list", { takes: [], records: null, run: async ({ tenants }) => (await tenants.listApps()).map(appJson) }],
  ["app.show", { ...onApp((tenants, app) => tenants.showApp(app)), records: null }],
  ["app.suspend", onApp((tenants, app) => tenants.suspend(app))],
  ["app.resume", onApp((tenants, app) => tenants.resume(app))],
  ["app.plan", onApp((tenants, app, args) => tenants.changePlan(app, args.text("plan")), ["plan"])],
  ["app.credit", onApp((tenants, app, args) => tenants.credit(app, args.number("requests")), ["requests"])],
  ["app.delete", { takes: ["app_id"], records: ["app_id", "name", "keys", "sets"], run: deleteApp }],
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
  ["app.token", { takes: ["app_id"], records: ["app_id"], run: makeToken }],
  ["key.revoke", { takes: ["key_id"], records: ["app_id", "key_id", "name"], run: revokeKey }],
  [
    "signing-key.rotate",
    { takes: [], records: ["kid"], run: async ({ tokens }) => ({ kid: (await tokens.rotate()).kid }) },
  ],
  ["doctor", { takes: ["fix"], records: ["fix"], run: examine }],
  ["cache", { takes: ["app_id"], records: ["app_id"], run: showCache }],
  ["import", importing((exchange, app, sets, existing) => exchange.bringIn(app, sets, existing))],
  [
    "import.check",
    { ...importing((exchange, app, sets, existing) => exchange.check(app, sets, existing)), records: null },
  ],
  [
    "values.import",
    {
      takes: ["app_id", "name", "values", "existing"],
      records: ["app_id", "name", "values", "existing"],
      run: importValues,
    },
  ],
  ["export", { takes: ["app_id", "signature"], records: ["app_id", "signature"], run: exportSets }],
  ...ALIAS_COMMANDS,
  ...BACKEND_COMMANDS,
  ...SETTING_COMMANDS,
  ...NODE_COMMANDS,
  ...FOLLOWING_COMMANDS,
  ...BUNDLE_COMMANDS,
  ...GRADUATION_COMMANDS,
  ...TEACHING_COMMANDS,
  ...LOG_COMMANDS,
  ...LEDGER_COMMANDS,
  ...RUN_COMMANDS,
  ["examined", { takes: ["app_id", "sets", "kind", "proposed"], records: null, run: asking(showExamined) }],
  ["proposed.forget", { takes: ["app_id", "kind", "proposed"], records: null, run: asking(forgetProposed) }],
  [
    "examine",
    {
      takes: [
        ...["app_id", "sets", "kind", "cases", "backend", "banks", "proposed", "lenient", "compared"],
        ...["open_run", "from"],
      ],
      records: ["app_id", "cases"],
      run: asking(examineCases),
    },
  ],
  ["test.open", { takes: ["app_id", "sets", "kind", "backend", "cases"], records: null, run: asking(openRun) }],
  [
    "test.close",
    { takes: ["app_id", "open_run"], records: ["app_id", "sets", "run_id", "cases"], run: asking(closeRun) },
  ],
  [
    "ask",
    {
      takes: ["app_id", "sets", "kind", "sentence", "language", "backend", "banks", "explain", "afresh"],
      records: ["app_id"],
      run: asking(askSentence),
    },
  ],
  ["search", { takes: ["app_id", "query", "toolsets", "limit"], records: ["app_id"], run: asking(searchForTools) }],
  ["lint", { takes: ["app_id", "signatures"], records: ["app_id", "signatures"], run: lintSets }],
  ["model.findings", { takes: [], records: null, run: showFindings }],
  ["model.keep", { takes: ["key", "findings"], records: ["key"], run: keepFindings }],
  [
    "admin-token.reset",
    {
      takes: [],
      records: [],
      run: async ({ adminToken, adminSessions }) => {
        const token = await adminToken.reset();
        // Whoever signed in with the one before is to be out as well.
        await adminSessions.closeAll();
        return { admin_token: token };
      },
    },
  ],
  ["admin-link", { takes: [], records: [], run: makeAdminLink }],
]);

/** The operator's commands. What goes in and comes out is JSON, the same over the control socket as on the command line. */
export class Operator {
  readonly #options: OperatorOptions;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  /**
   * Throws `bad_request` for an unknown command and for an argument that is missing, unknown or of the wrong type, and
   * whatever the command itself throws: `not_found`, `validation_error`, `service_unavailable`. What it did is in the audit log.
   * @param by who wants it, in words.
   */
  async run(command: string, args: JsonObject, by: string): Promise<JsonValue> {
    const found = COMMANDS.get(command);
    if (!found) throw new AppError("bad_request", `there is no command "${command}"`);
    const unknown = Object.keys(args).find((name) => !found.takes.includes(name));
    if (unknown !== undefined) throw new AppError("bad_request", `${command} takes no argument "${unknown}"`);
    const result = await found.run(this.#options, new Arguments(args), by);
    const record = recordOf(command, args, result);
    if (record !== null) await this.#options.audit.record(by, record);
    return result;
  }
}

/**
 * What a command that has been run did, in one line without secrets, as in `app.credit app_id="app_1" requests=50`; a list is
 * told by its length. Null where it changed nothing and showed no data of an app.
 */
export function recordOf(command: string, args: JsonObject, result: JsonValue): string | null {
  const named = COMMANDS.get(command)?.records ?? null;
  if (named === null) return null;
  const values = { ...args, ...(isJsonObject(result) ? result : {}) };
  const told = named
    .filter((name) => (values[name] ?? null) !== null)
    .map((name) => `${name}=${JSON.stringify(Array.isArray(values[name]) ? values[name].length : values[name])}`);
  return [command, ...told].join(" ");
}

/** By a model; whether there is such an app is found out first. */
function asking(
  act: (asking: Asking, app: AppId, args: Arguments, by: string) => Promise<JsonValue>,
): OperatorCommand["run"] {
  return async ({ tenants, asking: parts }, args, by) => {
    const { id } = await tenants.showApp(args.app());
    if (!parts) throw new Error("a command that asks a model was run without one");
    return act(parts, id, args, by);
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

async function createKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const lifetimeMs = args.has("expires_in_seconds")
    ? checkedLifetimeSeconds(args.number("expires_in_seconds")) * 1000
    : null;
  const name = args.has("name") ? args.text("name") : KEY_NAME_DEFAULT;
  const { key, apiKey } = await tenants.createKey(args.app(), name, lifetimeMs);
  return { ...keyJson(key), api_key: apiKey };
}

async function examine({ doctor }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const findings = args.has("fix") ? await doctor.repair() : await doctor.examine();
  return { ok: findings.every(({ ok }) => ok), checks: findings.map((finding) => ({ ...finding })) };
}

/** Of one app, or of all. */
async function showCache({ tenants, cacheReports }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const apps = args.has("app_id") ? [await tenants.showApp(args.app())] : await tenants.listApps();
  const reports = await Promise.all(apps.map(({ id }) => cacheReports.report(id)));
  return reports.map(cacheJson);
}

/** What was found out about model servers, by the key of each. */
async function showFindings({ modelFindings }: OperatorOptions): Promise<JsonValue> {
  const kept = await modelFindings.list();
  return kept.map(({ key, findings, foundAt }) => ({ key, findings, found_at: timeOf(foundAt) }));
}

/** A server that runs asks accordingly from now on. */
async function keepFindings({ modelFindings }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  await modelFindings.keep(args.text("key"), args.object("findings"));
  return {};
}

/** What an import does to sets, or would do, as `{outcome, resource}` of each. */
function importing(
  act: (exchange: Exchange, app: AppId, sets: readonly JsonValue[], existing: Existing) => Promise<readonly Imported[]>,
): OperatorCommand {
  return {
    takes: ["app_id", "sets", "existing"],
    records: ["app_id", "sets", "existing"],
    run: async ({ tenants, exchange }, args) => {
      const { id } = await tenants.showApp(args.app());
      const imported = await act(exchange, id, args.list("sets"), existingOf(args));
      return imported.map(({ outcome, resource, warnings }) => ({ outcome, resource, warnings }));
    },
  };
}

function existingOf(args: Arguments): Existing {
  return existingIn(args.has("existing") ? args.text("existing") : "refuse");
}

/** A list of values, created, or replaced where it may be. The app pays nothing for it. */
async function importValues({ tenants, valueLists }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const name = args.text("name");
  const input = { name, values: givenValuesIn(args.list("values")) };
  const isThere = await valueLists.find(app, name).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof AppError && failure.code === "not_found") return false;
      throw failure;
    },
  );
  if (isThere && existingOf(args) === "refuse")
    throw new AppError("conflict", `the value list "${name}" is there already: --replace replaces it`);
  const { set } = isThere
    ? await valueLists.replace({ app }, name, input, null)
    : await valueLists.create({ app }, name, input);
  return { outcome: isThere ? "replaced" : "created", name, count: input.values.length, content_hash: set.contentHash };
}

async function exportSets({ tenants, exchange }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await tenants.showApp(args.app());
  return exchange.takeOut(id, args.has("signature") ? args.text("signature") : null);
}

/** Toolsets are looked at together. Nobody who gave up can be told of: the socket's client waits to the end. */
async function lintSets({ tenants, setLint }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await tenants.showApp(args.app());
  const signatures = args.list("signatures").map(String);
  return lintJson(await setLint.named(id, signatures, new AbortController().signal));
}

/** As the API gives it. */
export function lintJson({ findings, leftOut, languages, compared }: LintReport): JsonObject {
  return { findings, left_out: leftOut, languages: languages.map((one) => ({ ...one })), compared };
}

/** So long is a token good for that the admin page asks an app's own API with. */
const APP_TOKEN_MS_MAX = 15 * 60_000;

/** For who acts in the place of an app: an access token as its keys get them, and no key of it is involved. */
async function makeToken({ tenants, tokens, clock }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app, epoch, status } = await tenants.showApp(args.app());
  if (status === "suspended") throw new AppError("forbidden", "the app is suspended: resume it first");
  const claims = { app, key: OPERATOR_KEY, epoch };
  const { token, expiresInSeconds } = await tokens.sign(claims, clock.now() + APP_TOKEN_MS_MAX);
  return { access_token: token, expires_in_seconds: expiresInSeconds };
}

/** A one-time link to the admin page. The code stands behind `#`: no browser sends that, so no log of a proxy has it. */
async function makeAdminLink({ adminSessions, adminAddress }: OperatorOptions): Promise<JsonObject> {
  if (!adminAddress) {
    throw new AppError(
      "service_unavailable",
      "no server runs on this folder: `dragoman serve` starts one, and has the page",
    );
  }
  const { code, endsAt } = await adminSessions.newLink();
  return { link: adminLinkOf(adminAddress(), code), expires_at: timeOf(endsAt) };
}

/** `address`: of the server, as in `http://127.0.0.1:8420`. */
export function adminLinkOf(address: string, code: string): string {
  return `${address}/admin#code=${code}`;
}

async function revokeKey({ tenants }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const named = args.text("key_id");
  // Whoever finds a leaked key has all of it, and should not have to know which part is its id.
  return keyJson(await tenants.revokeKey(parseApiKey(named)?.id ?? (named as KeyId)));
}

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

function cacheJson({ app, errorBound, sets }: CacheReport): JsonObject {
  return { app_id: app, error_bound: errorBound, sets: sets.map(setJson) };
}

function setJson({ contentHash, signatures, entries, bytes, sources, paths, mistakes }: SetReport): JsonObject {
  return {
    content_hash: contentHash,
    signatures,
    entries,
    bytes,
    sources: sources.map(({ source, answers, savedMs, savedCost }) => {
      return { source, answers, saved_seconds: savedMs / 1000, saved_money: savedCost };
    }),
    paths: paths.map(({ name, path, observed, wrong, opensAt, error, interval }) => {
      return { name, path, observed, wrong, opens_at: opensAt, error, interval };
    }),
    mistakes: mistakes.map(({ name, path, score, sentence, knownSentence, given, expected, at }) => {
      return { at: timeOf(at), name, path, score, sentence, known_sentence: knownSentence, given, expected };
    }),
  };
}

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}
