/** `kill -9` in the middle of writing: whatever was acknowledged is there afterwards, and is paid for once. */
import { beforeAll, expect, test } from "bun:test";
import { runDragoman, startServer } from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, freshPlace, LARGE_PLAN, settings } from "./kit.ts";
import { Writers } from "./writers.ts";

const KILLS = 20;
/** Each run is cut a little later than the one before, in the middle of the next writes. */
const ACKNOWLEDGED_MIN = 3;

beforeAll(ensureExecutable, 120_000);

test(`${KILLS} times: no acknowledged toolset is lost, no acknowledged charge, and none is charged that was never asked for`, async () => {
  using place = freshPlace();
  settings(place, LARGE_PLAN);
  const account = await createApp(place.path);
  const writers = new Writers(account);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer({ dataDir: place.path });
    await writers.writeUntil(server, { round: kill, count: ACKNOWLEDGED_MIN + kill }, () => server.kill());
  }

  const server = await startServer({ dataDir: place.path });
  const { stdout } = await runDragoman(["app", "show", account.appId, "--data", place.path, "--json"]);
  const charged = 1_000_000_000 - (JSON.parse(stdout) as { readonly requests_remaining: number }).requests_remaining;
  const stored = new Set<string>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { status, body } = await writers.send("GET", `/v1/toolsets?limit=100${page}`, undefined, server.url);
    expect(status).toBe(200);
    for (const set of body.data) stored.add(set.signature);
    cursor = body.next_cursor;
  }
  await server.stop();

  const { acknowledged, unanswered } = writers;
  expect(unanswered).toBeGreaterThan(0);
  expect(acknowledged.filter((signature) => !stored.has(signature))).toEqual([]);
  expect(charged).toBeGreaterThanOrEqual(acknowledged.length);
  expect(charged).toBeLessThanOrEqual(acknowledged.length + unanswered);
}, 60_000);
