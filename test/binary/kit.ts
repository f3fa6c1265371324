/** The executable by itself: folders to run it in, and walls around it. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, runDragoman } from "../../scripts/dragoman-process.ts";

export const ROOT = join(import.meta.dir, "../..");
const IS_ROOT = process.getuid?.() === 0;
/** Nobody: a user without rights. */
export const UNPRIVILEGED_ID = 65534;

/** What goes into the executable, as far as people edit it between two runs of a test. */
const EDITED = ["src", "data"];
let isEnsured = false;

/** `bun run check` builds it before the tests; `bun test` alone may come first, or behind an edit, and tries what is there now. */
export function ensureExecutable(): void {
  if (!isEnsured && !isUpToDate()) build();
  isEnsured = true;
}

function isUpToDate(): boolean {
  if (!existsSync(EXECUTABLE)) return false;
  const builtAt = statSync(EXECUTABLE).mtimeMs;
  const files = EDITED.flatMap((folder) => [...new Bun.Glob(`${folder}/**`).scanSync({ cwd: ROOT })]);
  return files.every((file) => statSync(join(ROOT, file)).mtimeMs <= builtAt);
}

function build(): void {
  for (const script of ["scripts/setup.ts", "scripts/build.ts"]) {
    const { exitCode } = Bun.spawnSync([process.execPath, script], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (exitCode !== 0) throw new Error(`${script} failed`);
  }
}

/** These tests build walls from the system's own tools; without one they would show nothing. */
export function requireTools(...names: readonly string[]): void {
  const missing = names.filter((name) => Bun.which(name) === null);
  if (missing.length > 0) throw new Error(`these tests need ${missing.join(", ")}: install them (.ci/run does)`);
}

/** A folder that goes when the test ends. */
export interface Place extends Disposable {
  readonly path: string;
  at(...names: readonly string[]): string;
}

export function freshPlace(): Place {
  const path = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  return {
    path,
    at: (...names) => join(path, ...names),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** A place that everybody may enter, with a copy of the executable in it and nothing else. */
export function publicPlace(): Place {
  const place = freshPlace();
  chmodSync(place.path, 0o755);
  copyFileSync(EXECUTABLE, place.at("dragoman"));
  chmodSync(place.at("dragoman"), 0o755);
  return place;
}

/** A folder inside the place that the unprivileged user owns. */
export function ownFolder(place: Place, name: string): string {
  const path = place.at(name);
  mkdirSync(path, { mode: 0o700 });
  if (IS_ROOT) Bun.spawnSync(["chown", `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, path]);
  return path;
}

export function settings(place: Place, lines: readonly string[], dataDir = place.path): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "dragoman.toml"), `${lines.join("\n")}\n`);
}

/** A plan that no test exhausts. */
export const LARGE_PLAN = ["[plans.test]", "requests_per_minute = 1_000_000_000", "requests_per_month = 1_000_000_000"];

/**
 * Namespaces of their own for mounts and, where wanted, the network. As root directly; as anybody else through a user
 * namespace, where the script is root over nothing but what it makes itself.
 */
export function walled(script: string, options: { readonly network: "own" | "shared" }): readonly string[] {
  const user = IS_ROOT ? [] : ["--user", "--map-root-user"];
  const network = options.network === "own" ? ["--net"] : [];
  return ["unshare", ...user, "--mount", ...network, "bash", "-euc", script];
}

/** In front of a command in such a script: runs it without the rights of root. In a user namespace there are none. */
export const UNPRIVILEGED = IS_ROOT
  ? `setpriv --reuid ${UNPRIVILEGED_ID} --regid ${UNPRIVILEGED_ID} --clear-groups --no-new-privs`
  : "";

export interface Account {
  readonly appId: string;
  readonly apiKey: string;
}

/** `dragoman app create … --json`, whether a server runs or not. */
export async function createApp(dataDir: string, plan = "test"): Promise<Account> {
  const made = await runDragoman(["app", "create", "tester", "--plan", plan, "--data", dataDir, "--json"]);
  if (made.status !== 0) throw new Error(`app create: ${made.stderr}`);
  return accountIn(made.stdout);
}

export function accountIn(json: string): Account {
  const { app_id, api_key } = JSON.parse(json) as { readonly app_id: string; readonly api_key: string };
  return { appId: app_id, apiKey: api_key };
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it asserts
  readonly body: any;
}

/** An access token of the account. */
export async function exchanged(url: string, account: Account): Promise<string> {
  const exchange = await fetch(`${url}/v1/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: account.apiKey }),
  });
  if (exchange.status !== 200) throw new Error(`POST /v1/auth: ${exchange.status} ${await exchange.text()}`);
  return ((await exchange.json()) as { readonly access_token: string }).access_token;
}

/** A function that sends one request with the account's token. Rejects when no answer comes. */
export async function signedIn(url: string, account: Account) {
  const token = await exchanged(url, account);
  return async (method: string, path: string, body?: unknown, at = url): Promise<Reply> => {
    const response = await fetch(at + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
}

export function lampToolset(signature: string) {
  return {
    signature,
    name: "Lamps",
    tools: [
      {
        name: "set_lamp",
        description: "Switches a lamp on or off, or dims it",
        parameters: {
          type: "object",
          properties: {
            room: { type: "string", description: "The room the lamp is in" },
            brightness: { type: "integer", description: "Brightness in percent" },
          },
          required: ["room"],
        },
      },
      {
        name: "get_weather",
        description: "Tells the weather of a city",
        parameters: {
          type: "object",
          properties: { city: { type: "string", description: "The city" } },
          required: ["city"],
        },
      },
    ],
  };
}

export const INTENT_SET = {
  signature: "intents-v1",
  name: "Intents",
  classes: [
    { label: "refund", description: "The customer wants money back" },
    { label: "greeting", description: "The customer says hello" },
    { label: "delivery", description: "The customer asks where a parcel is" },
  ],
};
