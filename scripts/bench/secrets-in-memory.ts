/**
 * Which secrets stand in the memory of a running server, and how often: after use, and again after a minute without. Linux; needs the right
 * to read the process, which its user and root have.
 *
 *   bun scripts/bench/secrets-in-memory.ts
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, start } from "../../test/cli/dragoman.ts";

const REQUESTS = 200;
const WAITED_MS = 60_000;
const BACKEND_KEY = "canary-backend-key-5d1f";
const PIECE_BYTES = 16 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "dragoman-memory-"));
const data = join(folder, "data");
mkdirSync(data, { mode: 0o700 });
const server = await start(["serve", "--data", data, "--port", "0"], {
  BACKEND_KEY,
  DRAGOMAN_MODEL_API_KEY_ENV: "BACKEND_KEY",
});
const { address = "", admin_token: adminToken = "" } = server.started;
const { api_key: apiKey, app_id: app } = await json(["app", "create", "Canary", "--data", data]);
const unused = await json(["key", "create", app, "--data", data]);

const post = (path: string, body: object, token = "") =>
  fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
const exchanged: { readonly access_token: string } = JSON.parse(
  await (await post("/v1/auth", { api_key: apiKey })).text(),
);
const opened = await post("/admin/api/session", { token: adminToken });
const cookie = /dragoman_admin=([^;]+)/.exec(opened.headers.get("set-cookie") ?? "")?.[1] ?? "";
for (let sent = 0; sent < REQUESTS; sent += 1) {
  const body = { data: `text ${sent}`, classes: [{ label: "a" }, { label: "b" }] };
  await (await post("/v1/classify", body, exchanged.access_token)).arrayBuffer();
}

const secrets = {
  "API key, exchanged": apiKey,
  "API key, made and never used": unused.api_key,
  "access token": exchanged.access_token,
  "admin token": adminToken,
  "session's cookie": cookie,
  "key of the model server": BACKEND_KEY,
};
const used = foundIn(server.pid);
await Bun.sleep(WAITED_MS);
const rested = foundIn(server.pid);
for (const name of Object.keys(secrets))
  console.log(`${name.padEnd(32)}${used.get(name) ?? 0} after use, ${rested.get(name) ?? 0} a minute later`);
server.kill("SIGTERM");
await server.ended;
rmSync(folder, { recursive: true, force: true });

/** How often each stands in what the process can write, in one byte a character or in two. */
function foundIn(pid: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const memory = openSync(`/proc/${pid}/mem`, "r");
  const needles = Object.entries(secrets).map(([name, secret]) => ({
    name,
    forms: [Buffer.from(secret), Buffer.from(secret, "utf16le")],
  }));
  const overlap = Math.max(...needles.flatMap(({ forms }) => forms.map(({ length }) => length)));
  for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
    const [, from = "", to = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    if (from === "") continue;
    const end = Number.parseInt(to, 16);
    for (let at = Number.parseInt(from, 16); at < end; at += PIECE_BYTES) {
      const piece = pieceAt(memory, at, Math.min(PIECE_BYTES + overlap, end - at));
      for (const { name, forms } of needles)
        for (const form of forms) found.set(name, (found.get(name) ?? 0) + occurrences(piece, form));
    }
  }
  closeSync(memory);
  return found;
}

function pieceAt(memory: number, at: number, bytes: number): Buffer {
  const piece = Buffer.alloc(bytes);
  try {
    return piece.subarray(0, readSync(memory, piece, 0, bytes, at));
  } catch {
    // Reserved, and never touched.
    return piece.subarray(0, 0);
  }
}

function occurrences(piece: Buffer, form: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(form); at >= 0; at = piece.indexOf(form, at + 1)) count += 1;
  return count;
}
