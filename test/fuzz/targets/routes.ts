/** Every route and every command of a running server: whatever is sent, the answer is one of its own, and none is a fault of ours. */
import { AppError } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { EXAMPLES } from "#http/openapi/examples.ts";
import { openTestApp, type Tenant, type TestApp } from "../../kit.ts";
import { Finding, must, type Reader, type Target, textOf } from "../engine/target.ts";

/** 500 is never right; 501 to 504 are for what a test's server has not, or for a model that fails. */
const SERVER_FAULT = 500;

const COMMANDS: readonly string[] = [
  '{"name":"a","plan":"plenty"}@app.create',
  "{}@app.list",
  '{"app_id":"a"}@app.show',
  '{"app_id":"a","requests":3}@app.credit',
  '{"app_id":"a","name":"n","expires_at":1893456000000}@key.create',
  '{"app_id":"a","signature":null}@export',
  '{"app_id":"a","sets":[{"signature":"a-v1","name":"A","tools":[{"name":"t","description":"d"}]}],"existing":"refuse","dry_run":true}@import',
  '{"app_id":"a","query":"q","toolsets":["a-v1"],"limit":3}@search',
  '{"app_id":"a","signatures":["a-v1"]}@lint',
  '{"app_id":"a","sets":["a-v1"],"kind":"toolset","backend":null,"cases":1}@test.open',
].map((line) => `CONTROL /${line.slice(line.lastIndexOf("@") + 1)}\n${line.slice(0, line.lastIndexOf("@"))}`);

const routes: Target = {
  name: "routes",
  about: "each route with its example, and the operator's commands: `METHOD PATH`, and the body in the next lines",
  seeds: [...Object.entries(EXAMPLES).map(([route, example]) => `${route}\n${bodyOf(example)}`), ...COMMANDS],
  bytesMax: 4_096,
  time: { ms: 300, msPerKib: 100 },
  open: openReader,
};

function bodyOf(example: unknown): string {
  const request = isJsonObject(example) ? example.request : undefined;
  return request === undefined ? "" : JSON.stringify(request);
}

async function openReader(): Promise<Reader> {
  const server = await openTestApp();
  const owner = await server.tenant("unlimited");
  return {
    async read(input) {
      const text = textOf(input);
      const [, method = "", path = "", body = ""] = /^([A-Z]+) (\/[!-~]*)(?:\n([\s\S]*))?$/.exec(text) ?? [];
      // Nothing else is a request: the listener has tests of its own.
      if (method === "") return;
      if (method === "CONTROL") await command(server, path.slice(1), body, owner);
      else await request(server, owner, { method, path, body });
    },
    close: () => server.close(),
  };
}

async function command(server: TestApp, name: string, body: string, { appId }: Tenant): Promise<void> {
  const args = jsonIn(body.replaceAll('"app_id":"a"', `"app_id":"${appId}"`));
  // It would take the tenant away that the next input needs.
  if (args === null || name === "app.delete" || name === "app.suspend") return;
  try {
    await server.app.operator.run(name, args, "fuzz");
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.code === "internal_error") throw failure;
  }
}

function jsonIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

async function request(server: TestApp, owner: Tenant, { method, path, body }: Sent): Promise<void> {
  // The tenant's own door; signing in and out of the page is another's.
  if (!["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"].includes(method)) return;
  const before = server.logs.length;
  const token = path.startsWith("/admin") ? server.app.newAdminToken : owner.token;
  const response = await fetch(server.url + path.replace(/:[a-z_]+/g, "none-v1"), {
    method,
    redirect: "manual",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body !== "" && method !== "GET" && method !== "HEAD" && { body }),
  });
  const said = await response.text();
  must(response.status !== SERVER_FAULT, `${method} ${path} is 500: ${said}; ${server.logs.slice(before).join("; ")}`);
  if (response.status >= 400 && method !== "HEAD") mustBeError(said, response.status);
}

function mustBeError(said: string, status: number): void {
  // The page and the reference of the API speak HTML, and say so.
  if (said.startsWith("<!")) return;
  const error = jsonIn(said);
  if (error === null) throw new Finding(`${status} without an error object: ${said.slice(0, 200)}`);
  must(!/\bat .*\.ts:\d+|node_modules|\/src\//.test(said), `a stack or a path is shown: ${said.slice(0, 300)}`);
}

export const ROUTES: readonly Target[] = [routes];
