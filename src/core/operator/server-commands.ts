/** The server itself: its health, its cache, its secrets, what it found out about models, and the way to its admin page. */
import { AppError } from "../errors.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { CacheReport, SetReport } from "../semantic-cache/trust/report.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";
import { timeOf } from "./time-of.ts";

export const SERVER_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["doctor", { takes: ["fix"], records: ["fix"], run: examine }],
  ["cache", { takes: ["app_id"], records: ["app_id"], run: showCache }],
  [
    "signing-key.rotate",
    { takes: [], records: ["kid"], run: async ({ tokens }) => ({ kid: (await tokens.rotate()).kid }) },
  ],
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
];

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

/** `address`: of the server, as in `http://127.0.0.1:8420`. One that listens everywhere is opened on its own machine. */
export function adminLinkOf(address: string, code: string): string {
  const opened = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  return `${opened}/admin#code=${code}`;
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
