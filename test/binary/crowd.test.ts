/** 10,000 calls at once against a balance that pays for some of them. */
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { type CrowdReply, sendAllAtOnce } from "./crowd.ts";
import { createApp, ensureExecutable, exchanged, freshPlace, lampToolset, settings, signedIn } from "./kit.ts";

const CALLS = 10_000;
const PAID_CALLS = 2_500;
/** Making the toolset and asking for the first time, which fills the cache. */
const PREPARATIONS = 2;
/** Half of it from the month, half of it from credits: the calls cross from one to the other. */
const CREDITS = PAID_CALLS / 2;
const ALLOWANCE = PAID_CALLS + PREPARATIONS - CREDITS;

beforeAll(ensureExecutable, 120_000);

test(`of ${CALLS} calls at once exactly ${PAID_CALLS} are answered, each told another balance, and the ledger agrees [L-4]`, async () => {
  using place = freshPlace();
  settings(place, ["[plans.few]", "requests_per_minute = 1_000_000", `requests_per_month = ${ALLOWANCE}`]);
  const account = await createApp(place.path, "few");
  const server = await startServer({ dataDir: place.path });
  await runCredit(place.path, account.appId);
  await waitUntilReady(server);
  const send = await signedIn(server.url, account);
  const question = { query: "switch on the lamp in the kitchen", toolsets: ["lamps-v1"] };
  expect((await send("POST", "/v1/toolsets", lampToolset("lamps-v1"))).status).toBe(201);
  expect((await send("POST", "/v1/resolve", question)).body.metadata.requests_remaining).toBe(PAID_CALLS);

  const headers = { Authorization: `Bearer ${await exchanged(server.url, account)}` };
  const call = { method: "POST", path: "/v1/resolve", headers, body: JSON.stringify(question) };
  const replies = await sendAllAtOnce(
    server.url,
    Array.from({ length: CALLS }, () => call),
  );
  const status = await server.stop();

  expect(status).toBe(0);
  expect(countsOf(replies)).toEqual({ 200: PAID_CALLS, 402: CALLS - PAID_CALLS });
  const remaining = replies.filter((reply) => reply.status === 200).map(remainingOf);
  expect(remaining.sort((one, other) => one - other)).toEqual(Array.from({ length: PAID_CALLS }, (_, left) => left));
  const refusals = new Set(replies.filter((reply) => reply.status === 402).map(({ body }) => JSON.parse(body).error));
  expect([...refusals]).toEqual(["payment_required"]);
  // The window counts every call, refused ones too; where the minute turns in the middle there are two of them.
  const windows = replies.map(
    ({ headers }) => `${headers.get("x-ratelimit-reset")} ${headers.get("x-ratelimit-remaining")}`,
  );
  expect(new Set(windows).size).toBe(CALLS);
  expect(ledgerOf(place.at("dragoman.sqlite"), account.appId)).toEqual({
    balance: 0,
    charges: PAID_CALLS + PREPARATIONS,
    charged: -(PAID_CALLS + PREPARATIONS),
  });
}, 60_000);

async function runCredit(dataDir: string, appId: string): Promise<void> {
  const { status, stderr } = await runDragoman(["app", "credit", appId, String(CREDITS), "--data", dataDir]);
  if (status !== 0) throw new Error(`app credit: ${stderr}`);
}

function countsOf(replies: readonly CrowdReply[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function remainingOf({ body }: CrowdReply): number {
  const { metadata } = JSON.parse(body) as { readonly metadata: { readonly requests_remaining: number } };
  return metadata.requests_remaining;
}

/** As whoever opens the file finds it: sums over all entries. */
function ledgerOf(file: string, app: string) {
  using database = new Database(file, { readonly: true });
  return database
    .query<{ balance: number; charges: number; charged: number }, [string]>(`
      SELECT sum(amount) AS balance, sum(ifnull(json_array_length(charges) / 3, 1)) FILTER (WHERE kind = 'charge') AS charges,
        sum(amount) FILTER (WHERE kind = 'charge') AS charged
      FROM ledger_entries WHERE app = ?`)
    .get(app);
}
