/** The TypeScript client as it is published: packed, installed into an empty folder, and used against the executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, freshPlace, LARGE_PLAN, type Place, ROOT, settings } from "../binary/kit.ts";
import { blocksIn, readPage } from "../docs/blocks.ts";

/** Of the whole client, minified and compressed, in bytes. */
const BUNDLE_BYTES_MAX = 10_000;
const README = blocksIn(readPage("clients/typescript/README.md"));
const [packs, packed] = README.filter(({ kind }) => kind === "sh" || kind === "text");
const program = README.find(({ kind }) => kind === "ts")?.text ?? "";
const shown = README.findLast(({ kind }) => kind === "text")?.text;

let place: Place;
let server: RunningServer;
let apiKey: string;

beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  settings(place, LARGE_PLAN, place.at("data"));
  ({ apiKey } = await createApp(place.at("data")));
  server = await startServer({ dataDir: place.at("data") });
  await waitUntilReady(server);
  expect(run(ROOT, "bash", "-euc", (packs?.text ?? "").replace(/ \.$/m, ` ${place.path}`))).toBe(packed?.text ?? "");
  mkdirSync(place.at("project"));
  writeFileSync(place.at("project/package.json"), '{ "type": "module", "private": true }');
  run(place.at("project"), process.execPath, "add", place.at(packed?.text.trim() ?? ""));
}, 120_000);
afterAll(async () => {
  await server?.kill();
  place?.[Symbol.dispose]();
});

/** What it prints. */
function run(cwd: string, ...command: readonly string[]): string {
  const env = { ...process.env, SERVER_URL: server.url, API_KEY: apiKey };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  expect({ exitCode, output: exitCode === 0 ? "" : `${stdout}${stderr}` }).toEqual({ exitCode: 0, output: "" });
  return stdout.toString();
}

test("brings nothing along, and no source", () => {
  expect(readdirSync(place.at("project/node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@dragoman"]);
  const installed = readdirSync(place.at("project/node_modules/@dragoman/client"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(installed.filter((name) => /\.(?<!\.d\.)ts$/.test(name))).toEqual([]);
  expect(installed).toContain(join("dist", "index.d.ts"));
  expect(installed).toContain("LICENSE");
});

/** The gate has to run where there is no Node; where there is one, its page's promise is kept. */
const runtimes = ["bun", "node"].filter((name) => name === "bun" || Bun.which(name) !== null);

test.each(runtimes)("works in %s as its page shows it", (runtime) => {
  writeFileSync(place.at("project/program.mjs"), program);
  const started = runtime === "bun" ? process.execPath : runtime;
  expect(run(place.at("project"), started, "program.mjs")).toBe(shown ?? "");
});

test("has the types of the document", () => {
  writeFileSync(place.at("project/program.ts"), `${program}\n${TYPES}`);
  mkdirSync(place.at("project/node_modules/@types"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules/bun-types"), place.at("project/node_modules/@types/bun"));
  const strict = ["--strict", "--noEmit", "--target", "es2023", "--module", "nodenext", "--skipLibCheck"];
  run(place.at("project"), join(ROOT, "node_modules/.bin/tsc"), ...strict, "--types", "bun", "program.ts");
});

test("is small in a browser", async () => {
  writeFileSync(place.at("project/all.js"), 'export * from "@dragoman/client";\n');
  const { outputs } = await Bun.build({ entrypoints: [place.at("project/all.js")], target: "browser", minify: true });
  const text = (await outputs[0]?.text()) ?? "";
  expect(text).toContain("Idempotency-Key");
  expect(text).not.toMatch(/require\(|process\.|Buffer/);
  expect(gzipSync(text).byteLength).toBeLessThan(BUNDLE_BYTES_MAX);
});

/** What compiles only while the types say so: each line that must not is marked. */
const TYPES = `
const text: string = answer.resolved.tool;
const confidence: number = answer.metadata.confidence;
const page: { readonly next_cursor: string | null } = await client.banks.list({ limit: 2 }).page();
// @ts-expect-error
await client.resolve({ query: 1, toolsets: [] });
// @ts-expect-error
await client.resolve({ toolsets: ["lights-v1"] });
// @ts-expect-error
answer.resolved.tol;
// @ts-expect-error
await client.toolsets.create({ name: "No signature", tools: [] });
export { confidence, page, text };
`;
