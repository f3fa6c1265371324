/** `kill -9` in the middle of writing: whatever was acknowledged is there afterwards, and is paid for once. */
import { beforeAll, expect, test } from "bun:test";
import { runDragoman, startServer } from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, freshPlace, LARGE_PLAN, lampToolset, settings, signedIn } from "./kit.ts";

const KILLS = 20;
const WRITERS = 4;
/** Each run is cut a little later than the one before, in the middle of the next writes. */
const ACKNOWLEDGED_MIN = 3;

beforeAll(ensureExecutable, 120_000);

test(`${KILLS} times: no acknowledged toolset is lost, no acknowledged charge, and none is charged that was never asked for`, async () => {
  using place = freshPlace();
  settings(place, LARGE_PLAN);
  const account = await createApp(place.path);
  const acknowledged: string[] = [];
  let answered = 0;
  let unanswered = 0;
  let send: Awaited<ReturnType<typeof signedIn>> | undefined;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer({ dataDir: place.path });
    // The token of the first run is good in every later one.
    send ??= await signedIn(server.url, account);
    let isKilled = false;
    const writer = async (id: number) => {
      for (let count = 0; !isKilled; count += 1) {
        const signature = `set-${kill}-${id}-${count}`;
        try {
          const { status } = (await send?.("POST", "/v1/toolsets", lampToolset(signature), server.url)) ?? {
            status: 0,
          };
          if (status !== 201) throw new Error(`POST /v1/toolsets: ${status}`);
          acknowledged.push(signature);
          answered += 1;
        } catch (failure) {
          if (!isKilled) throw failure;
          // Cut off: it may have been done or not.
          unanswered += 1;
        }
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, id) => writer(id)));
    const enough = acknowledged.length + ACKNOWLEDGED_MIN + kill;
    while (acknowledged.length < enough) await Promise.race([Bun.sleep(1), writers]);
    isKilled = true;
    await server.kill();
    await writers;
  }

  const server = await startServer({ dataDir: place.path });
  const { stdout } = await runDragoman(["app", "show", account.appId, "--data", place.path, "--json"]);
  const charged = 1_000_000_000 - (JSON.parse(stdout) as { readonly requests_remaining: number }).requests_remaining;
  const stored = new Set<string>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { status, body } = (await send?.("GET", `/v1/toolsets?limit=100${page}`, undefined, server.url)) ?? {
      status: 0,
      body: null,
    };
    expect(status).toBe(200);
    for (const set of body.data) stored.add(set.signature);
    cursor = body.next_cursor;
  }
  await server.stop();

  expect(unanswered).toBeGreaterThan(0);
  expect(acknowledged.filter((signature) => !stored.has(signature))).toEqual([]);
  expect(charged).toBeGreaterThanOrEqual(answered);
  expect(charged).toBeLessThanOrEqual(answered + unanswered);
}, 60_000);
