/** The Python client, installed from its wheel: its own tests, what its page shows, and the agent for Home Assistant. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { clientOperations } from "../../scripts/clients/document.ts";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, freshPlace, LARGE_PLAN, type Place, ROOT, settings } from "../binary/kit.ts";
import { blocksIn, readPage } from "../docs/blocks.ts";

const { CLIENT_PYTHON: python = "", CLIENT_WHEEL: wheel = "" } = process.env;
const README = blocksIn(readPage("clients/python/README.md"));
const house = join(ROOT, "examples/home-assistant/house.json");

let place: Place;
let server: RunningServer;
/** Of the page's reader, and of the house. */
let apiKey: string;
let houseKey: string;

beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  settings(place, LARGE_PLAN);
  ({ apiKey } = await createApp(place.path));
  const home = await createApp(place.path);
  houseKey = home.apiKey;
  const imported = await runDragoman(["import", house, "--app", home.appId, "--data", place.path]);
  expect(imported.status).toBe(0);
  server = await startServer({ dataDir: place.path });
  await waitUntilReady(server);
}, 120_000);
afterAll(async () => {
  await server?.kill();
  place?.[Symbol.dispose]();
});

async function run(cwd: string, ...args: readonly string[]) {
  const child = Bun.spawn([python, ...args], {
    cwd,
    env: {
      ...process.env,
      SERVER_URL: server.url,
      API_KEY: apiKey,
      HOUSE_KEY: houseKey,
      OPERATIONS: JSON.stringify(clientOperations()),
      HOME_ASSISTANT_EXAMPLE: join(ROOT, "examples/home-assistant"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}

test("is packed as its page says", () => {
  const [, packed] = README.filter(({ kind }) => kind === "sh" || kind === "text");
  expect(packed?.text).toBe(`${wheel}\n`);
});

test.each(["test_client", "test_async_client", "test_home_assistant"])("%s", async (module) => {
  const { stderr, exitCode } = await run(join(ROOT, "clients/python/tests"), "-m", "unittest", module);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^Ran [1-9]\d* tests? in/m) });
});

test("does what its page shows, with and without async", async () => {
  const programs = README.flatMap(({ kind, text }, at) =>
    kind === "python" ? [{ text, shown: README[at + 1]?.text }] : [],
  );
  expect(programs).toHaveLength(2);
  for (const { text, shown } of programs) {
    const { stdout, stderr } = await run(place.path, "-c", text);
    expect({ stdout, stderr }).toEqual({ stdout: shown ?? "", stderr: "" });
  }
});
