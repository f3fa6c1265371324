/**
 * Every secret there is, planted in a server that is used for all it can do and fails at much of it; then all that it wrote, kept and
 * told is searched for each of them, in every form.
 */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import { openFaultServer, said } from "../fault-server.ts";
import { type Collector, openCollector } from "../telemetry/collector.ts";
import { dragoman, newFolder, start } from "./dragoman.ts";
import { formsOf, secretsIn } from "./secret-forms.ts";

const folder = newFolder();
afterAll(() => folder.remove());

const PLANTED = {
  "key of the model server": "canary-backend-key-5d1f/+?",
  "key of another backend": "canary-second-key-0b77",
  "header for the collector": "canary-collector-token-91",
  "password of Postgres": "canary-postgres-pw-77a0",
  "password of Valkey": "canary-valkey-pw-31c9",
} as const;
const TOOLS = [
  {
    name: "send",
    description: "Sends a parcel",
    parameters: { type: "object", properties: { to: { type: "string" } } },
  },
];

interface Session {
  /** By name, what must stand nowhere. */
  readonly secrets: Readonly<Record<string, string>>;
  /** By place. */
  readonly texts: Readonly<Record<string, Buffer | string>>;
  /** What is kept for good, in the folder and in backups of it. */
  readonly kept: Readonly<Record<string, Buffer>>;
  /** What model servers were asked: each may see its own key, which it was sent, and repeated, and was shown again as its own words. */
  readonly asked: string;
  readonly signingKey: string;
  readonly collected: number;
}

let session: Session;
beforeAll(async () => {
  session = await used();
}, 240_000);

function settingsWith(model: string, collector: Collector): string {
  return [
    "[model]",
    'provider = "openai"',
    `base_url = "${model}"`,
    'name = "m"',
    'api_key_env = "BACKEND_KEY"',
    "timeout_ms = 3000",
    'selectable = ["*"]',
    "[backends.second]",
    'provider = "openai"',
    `base_url = "${model}"`,
    'name = "n"',
    'api_key_env = "SECOND_KEY"',
    "[telemetry]",
    `otlp_endpoint = "${collector.url}"`,
    "interval_seconds = 1",
    "[log]",
    'level = "debug"',
  ].join("\n");
}

async function used(): Promise<Session> {
  const collector = openCollector();
  // It repeats the key and all it was asked: now as a failure, now as an answer, now as nonsense.
  const model = openFaultServer((asked, count) => {
    const heard = `${model.headers().get("authorization")} ${JSON.stringify(asked)}`;
    if (count % 3 === 0) return said('{"call":{"tool":"send","parameters":{"to":"Ada"}},"text":"Sending it."}');
    return count % 3 === 1 ? new Response(heard, { status: 401 }) : said(heard);
  });
  const data = join(folder.path, "data");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, "dragoman.toml"), settingsWith(model.baseUrl, collector));
  const env = {
    BACKEND_KEY: PLANTED["key of the model server"],
    SECOND_KEY: PLANTED["key of another backend"],
    DRAGOMAN_TELEMETRY_HEADERS: `api-key: ${PLANTED["header for the collector"]}`,
    DRAGOMAN_STORAGE_POSTGRES_URL: `postgres://me:${PLANTED["password of Postgres"]}@127.0.0.1/x`,
    DRAGOMAN_STORAGE_VALKEY_URL: `redis://me:${PLANTED["password of Valkey"]}@127.0.0.1`,
  };
  const told: string[] = [];
  const run = async (...args: readonly string[]) => {
    const { out, err } = await dragoman([...args, "--data", data], env);
    told.push(out, err);
    return out;
  };
  const server = await start(["serve", "--data", data, "--port", "0"], env);
  const { address = "", admin_token: adminToken = "" } = server.started;
  const created = JSON.parse(await run("app", "create", "Canary", "--json"));
  const other = JSON.parse(await run("key", "create", created.app_id, "--json"));
  const link = await run("admin-link");
  // Commands whose answer is the secret itself.
  told.length = 0;
  const web = await browsed(address, { ...created, adminToken, code: /code=([\w-]+)/.exec(link)?.[1] ?? "" });
  const cases = join(folder.path, "cases.jsonl");
  writeFileSync(cases, '{"query":"send a parcel to Ada","tool":"send"}\n{"query":"nothing","tool":"none"}\n');
  const written = (name: string) => join(folder.path, name);
  await run(
    "test",
    "a-v1",
    cases,
    "--app",
    created.app_id,
    "--html",
    written("report.html"),
    "--junit",
    written("report.xml"),
  );
  await run("export", written("all.bundle"), "--app", created.app_id, "--bundle");
  await run("key", "revoke", other.key_id);
  await run("doctor", "--json");
  await run("settings", "--json");
  await run("model", "test", "--json");
  await run("app", "show", created.app_id, "--json");
  await run("serve", "--print-config");
  await run("backup", written("all.backup"));
  await Bun.sleep(1_500);
  server.kill("SIGTERM");
  const { out, err } = await server.ended;
  const signingKey = signingKeyIn(data);
  await run("doctor");
  await model.close();
  await collector.close();
  return {
    secrets: {
      ...PLANTED,
      "API key": created.api_key,
      "API key's secret": created.api_key.split("_")[2],
      "second API key": other.api_key,
      "admin token": adminToken,
      ...web.secrets,
      "signing key": signingKey,
    },
    texts: {
      log: out.split("\n").slice(1).join("\n") + err,
      answers: web.answers.join("\n"),
      commands: told.join("\n"),
      "what the collector was sent": collector.bodies.join("\n"),
      bundle: readFileSync(written("all.bundle")),
      "report as a page": readFileSync(written("report.html")),
      "report as JUnit": readFileSync(written("report.xml")),
    },
    kept: { ...filesIn(data), ...unpacked(written("all.backup")) },
    asked: JSON.stringify(model.asked),
    signingKey,
    collected: collector.bodies.length,
  };
}

interface Known {
  readonly api_key: string;
  readonly adminToken: string;
  readonly code: string;
}

/** All kinds of requests: right ones, wrong ones, and such as bring a secret where none belongs. */
async function browsed(address: string, { api_key, adminToken, code }: Known) {
  const answers: string[] = [];
  const ask = async (
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`);
    return response;
  };
  const exchange = await ask("POST", "/v1/auth", "", { api_key });
  const { access_token: token }: { readonly access_token: string } = JSON.parse(await exchange.text());
  const opened = await ask("POST", "/admin/api/session", "", { code }, { origin: address });
  const cookie = /dragoman_admin=([^;]+)/.exec(opened.headers.get("set-cookie") ?? "")?.[1] ?? "";
  // The two answers that have to hold a secret.
  answers.length = 0;
  const session = { cookie: `dragoman_admin=${cookie}`, origin: address, "x-dragoman-admin": "1" };
  await ask("POST", "/v1/toolsets", token, { signature: "a-v1", name: "A", tools: TOOLS });
  await ask("POST", "/v1/toolsets", token, { signature: "b-v1", name: "B", tools: TOOLS, backend: "second" });
  for (const toolset of ["a-v1", "b-v1"])
    for (const query of ["send a parcel to Ada", "send it to Bo", "again, to Cy"]) {
      await ask("POST", "/v1/resolve", token, { query, toolsets: [toolset] }, { "idempotency-key": `k-${query}` });
      await ask("POST", "/v1/resolve-respond", token, { query, toolsets: [toolset] });
    }
  const items = [
    { type: "resolve", body: { query: "send", toolsets: ["a-v1"] } },
    { type: "odd", body: {} },
  ];
  await ask("POST", "/v1/batch", token, { requests: items }, { accept: "application/x-ndjson" });
  await ask("POST", "/v1/classify", token, { data: "send", classes: [{ label: "a" }, { label: "b" }] });
  await ask("POST", "/v1/feedback", token, { request_id: "none", correct: true });
  await ask("POST", "/v1/auth", "", { api_key: `${api_key}x` });
  await ask("POST", "/v1/auth", "", `{"api_key": "${api_key}" "broken"}`);
  await ask("POST", "/v1/auth", "", { key: api_key });
  await ask("GET", "/v1/toolsets?cursor=x", `${token}x`);
  await ask("GET", "/v1/toolsets", api_key);
  await ask("POST", "/mcp", api_key, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  await ask("POST", "/v1/chat/completions", api_key, { model: "a-v1", messages: [{ role: "user", content: "send" }] });
  await ask("GET", "/admin/api/apps", adminToken);
  await ask("GET", "/admin/api/apps", `${adminToken}x`);
  await ask("GET", "/admin/api/session", "", undefined, session);
  await ask("GET", "/admin/api/settings", "", undefined, session);
  await ask("GET", "/admin/api/audit", "", undefined, session);
  await ask("POST", "/admin/api/session", "", { code });
  for (const path of ["/metrics", "/readyz", "/openapi.json", "/v1/nowhere"]) await ask("GET", path, token);
  return { answers, secrets: { "access token": token, "session's cookie": cookie, "code of a link": code } };
}

/** The private half of the newest, as the folder keeps it. */
function signingKeyIn(data: string): string {
  using database = new Database(join(data, DATABASE_FILE), { readonly: true });
  const row = database.query<{ value: string }, []>("SELECT value FROM secrets WHERE name = 'signing_keys'").get();
  const [newest] = JSON.parse(row?.value ?? "[]");
  return newest.privateJwk.d;
}

function filesIn(data: string): Readonly<Record<string, Buffer>> {
  const names = readdirSync(data, { recursive: true }).map(String);
  const files = names.filter((name) => statSync(join(data, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(data, name))]));
}

/** A backup is a line, a stream of zstd, and a last line. */
function unpacked(file: string): Readonly<Record<string, Buffer>> {
  const bytes = readFileSync(file);
  const from = bytes.indexOf("\n") + 1;
  return { backup: Buffer.concat([bytes.subarray(0, from), Bun.zstdDecompressSync(bytes.subarray(from, -66))]) };
}

describe("a server that was used for everything, and failed at much of it", () => {
  test("has told no secret to anybody: log, answers, commands, collector, model servers, bundle, reports", () => {
    const { secrets, texts, asked } = session;
    expect(Object.values(secrets).filter((secret) => secret.length < 12)).toEqual([]);
    expect(secretsIn(texts, secrets)).toEqual([]);
    const others = Object.entries(secrets).filter(
      ([name]) => !/^key of (the model server|another backend)$/.test(name),
    );
    expect(secretsIn({ asked }, Object.fromEntries(others))).toEqual([]);
  });

  test("keeps none of them but its own signing key, and that in the folder and its backup alone", () => {
    const { secrets, kept, signingKey } = session;
    const found = secretsIn(kept, secrets).map((line) => line.replace(/ \(.*/, ""));
    expect([...new Set(found)].filter((line) => !line.startsWith("signing key in "))).toEqual([]);
    expect(kept.backup?.includes(signingKey)).toBe(true);
  });

  test("has said enough for the search to be worth something", () => {
    const { texts, collected, kept } = session;
    expect(texts.log).toContain("the model server answered 401");
    expect(texts.answers).toContain('"tool":"send"');
    expect(texts.answers).toContain("dragoman_answers_total");
    expect(texts.commands).toContain("•••");
    expect(texts["report as a page"]?.includes("a-v1")).toBe(true);
    expect(texts.bundle?.includes("dragoman_bundle")).toBe(true);
    expect(collected).toBeGreaterThan(0);
    expect(kept.backup?.includes("Canary")).toBe(true);
  });
});

test.each([0, 1, 2, 5])("a secret is found in any form, behind %d bytes", (before) => {
  const secret = "canary-äß-7f31/+=?";
  const behind = Buffer.concat([Buffer.alloc(before, "x"), Buffer.from(`${secret}, and more`)]);
  const texts = {
    plain: `log: ${secret}`,
    base64: behind.toString("base64"),
    base64url: behind.toString("base64url"),
    hex: behind.toString("hex"),
    url: `?key=${encodeURIComponent(secret)}`,
  };
  const found = secretsIn(texts, { secret });
  for (const place of Object.keys(texts))
    expect(found.some((line) => line.startsWith(`secret in ${place} `))).toBe(true);
  expect(secretsIn({ log: "canary-" }, { secret })).toEqual([]);
  expect(Object.keys(formsOf(secret)).length).toBeGreaterThan(9);
});
