/** Secrets and a client's words are planted in a running server; then all that it wrote is searched for them. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFaultServer } from "../fault-server.ts";
import { json, newFolder, start } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

const BACKEND_KEY = "canary-backend-key-5d1f";
const DATABASE_PASSWORD = "canary-database-password-77a0";
const QUERY = "canary7q31 transfer the yellow elephant to account zebra";

/** Of a process, what every user of the machine may see. */
function processList(): string {
  return Bun.spawnSync(["ps", "-eo", "pid,args"]).stdout.toString();
}

async function session(format: "json" | "text") {
  // The worst there is: it repeats its key and everything it was asked, and fails.
  const backend = openFaultServer(
    (asked) => new Response(`${backend.headers().get("authorization")} ${JSON.stringify(asked)}`, { status: 500 }),
  );
  const data = join(folder.path, format);
  mkdirSync(data, { mode: 0o700 });
  const lines = ["[model]", 'provider = "openai"', `base_url = "${backend.baseUrl}"`, 'api_key_env = "BACKEND_KEY"'];
  writeFileSync(join(data, "dragoman.toml"), [...lines, "timeout_ms = 3000", "[log]", 'level = "debug"'].join("\n"));
  const server = await start(["serve", "--data", data, "--port", "0"], {
    BACKEND_KEY,
    DRAGOMAN_STORAGE_POSTGRES_URL: `postgres://me:${DATABASE_PASSWORD}@db/x`,
  });
  const { address = "", admin_token: adminToken = "" } = server.started;
  const { app_id, api_key } = await json(["app", "create", "Canary", "--data", data]);
  const answers: string[] = [];
  const ids: string[] = [];
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`);
    ids.push(response.headers.get("x-request-id") ?? "");
    return response;
  };
  const exchange = await ask("POST", "/v1/auth", "", { api_key });
  const { access_token: token } = (await exchange.json()) as { readonly access_token: string };
  // The one answer that has to contain a secret.
  answers.length = 0;
  const tools = [{ name: "send", description: "Sends", parameters: { type: "object", properties: {} } }];
  await ask("POST", "/v1/toolsets", token, { signature: "a-v1", name: "A", tools });
  const failed = await ask("POST", "/v1/resolve", token, { query: QUERY, toolsets: ["a-v1"] });
  await ask("POST", "/v1/resolve", `${token}x`, { query: QUERY, toolsets: ["a-v1"] });
  await ask("POST", "/v1/auth", "", { api_key: `${api_key}x` });
  // Whoever types a key into an address is shown that address again; nobody else is.
  await ask("POST", `/v1/auth/${api_key}`, token);
  answers.pop();
  await ask("GET", `/admin/api/apps/${app_id}/ledger`, adminToken);
  await ask("GET", `/admin/api/apps/${app_id}/ledger`, `${adminToken}x`);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const processes = processList();
  server.kill("SIGTERM");
  const { out, err } = await server.ended;
  await backend.close();
  return {
    failed,
    ids,
    api_key,
    token,
    adminToken,
    log: out + err,
    elsewhere: answers.join("\n") + metrics + processes,
  };
}

describe("a server whose model server repeats all it hears, at level debug", () => {
  test("writes no secret and no client's words anywhere", async () => {
    const { failed, ids, api_key, token, adminToken, log, elsewhere } = await session("json");
    expect(failed.status).toBeGreaterThanOrEqual(500);
    const [started = "", ...later] = log.split("\n");
    expect(started).toContain(adminToken);
    const written = later.join("\n") + elsewhere;
    const canaries = { api_key, token, adminToken, BACKEND_KEY, DATABASE_PASSWORD, QUERY };
    const found = Object.entries(canaries).filter(([, canary]) => written.includes(canary));
    expect(found.map(([name]) => name)).toEqual([]);
    expect(written).not.toContain("yellow elephant");
    // The search would be worth nothing if these were not written: the failure itself, and a line for every request.
    expect(written).toContain("the model server answered 500");
    const told = later.filter((line) => line !== "").map((line) => JSON.parse(line));
    for (const id of ids) expect(told.some(({ request_id }) => request_id === id)).toBe(true);
    expect(told.some(({ level, message }) => level === "debug" && message.startsWith("POST /v1/resolve 50"))).toBe(
      true,
    );
  }, 60_000);
});
