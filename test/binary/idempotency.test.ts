/**
 * `kill -9` in the middle of requests that carry an `Idempotency-Key`, then every one of them again: answered ones get the
 * answer they got, and none is charged twice.
 */
import { beforeAll, expect, test } from "bun:test";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, exchanged, freshPlace, LARGE_PLAN, lampToolset, settings } from "./kit.ts";

const KILLS = 20;
const CLIENTS = 4;
/** From the first request of a run to its end: at another moment in every run. */
const killAfterMs = (kill: number) => 10 + kill * 3;
const QUESTION = { query: "switch on the lamp in the kitchen", toolsets: ["lamps-v1"] };

beforeAll(ensureExecutable, 120_000);

interface Keyed {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  /** Null while the client has none. */
  answer: Answered | null;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

test(`${KILLS} times: who asks again gets the first answer, and pays once [K-1]`, async () => {
  using place = freshPlace();
  settings(place, LARGE_PLAN);
  const account = await createApp(place.path);
  let server = await startServer({ dataDir: place.path });
  await waitUntilReady(server);
  const token = await exchanged(server.url, account);
  const send = async ({ key, path, body }: Omit<Keyed, "answer">): Promise<Answered> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key };
    const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const replayed = response.headers.get("idempotency-replayed") === "true";
    return { status: response.status, text: await response.text(), replayed };
  };
  const first = { path: "/v1/toolsets", body: lampToolset("lamps-v1") };
  expect((await send({ key: "toolset", ...first })).status).toBe(201);
  // From now on the answer is in the cache: no later run has to wait for its model.
  expect((await send({ key: "question", path: "/v1/resolve", body: QUESTION })).status).toBe(200);

  let paid = 2;
  let answeredOnce = 0;
  let lost = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const sent = await interrupted(server, kill, send);
    server = await startServer({ dataDir: place.path });
    answeredOnce += sent.filter(({ answer }) => answer !== null).length;
    lost += sent.filter(({ answer }) => answer === null).length;
    for (const request of sent) paid += expectOnce(request, await again(request, send));
  }
  expect(await server.stop()).toBe(0);

  expect(answeredOnce).toBeGreaterThan(KILLS);
  expect(lost).toBeGreaterThan(0);
  const { stdout } = await runDragoman(["app", "show", account.appId, "--data", place.path, "--json"]);
  expect(1_000_000_000 - JSON.parse(stdout).requests_remaining).toBe(paid);
}, 60_000);

type Send = (request: Omit<Keyed, "answer">) => Promise<Answered>;

/** Clients that send one request after the other, until the server is killed under them. */
async function interrupted(server: RunningServer, kill: number, send: Send): Promise<readonly Keyed[]> {
  const sent: Keyed[] = [];
  let isKilled = false;
  const client = async (id: number) => {
    for (let count = 0; !isKilled; count += 1) {
      const request: Keyed = { ...requestOf(`${kill}-${id}-${count}`, count), answer: null };
      sent.push(request);
      try {
        request.answer = await send(request);
      } catch (failure) {
        if (!isKilled) throw failure;
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, id) => client(id)));
  await Promise.race([Bun.sleep(killAfterMs(kill)), clients]);
  isKilled = true;
  await server.kill();
  await clients;
  return sent;
}

function requestOf(key: string, count: number): Omit<Keyed, "answer"> {
  const kinds = [
    { path: "/v1/toolsets", body: lampToolset(`set-${key}`) },
    { path: "/v1/resolve", body: QUESTION },
    { path: "/v1/banks", body: { name: `bank ${key}` } },
    { path: "/v1/resolve", body: { ...QUESTION, toolsets: ["unknown-v1"] } },
  ] as const;
  return { key, ...(kinds[count % kinds.length] ?? kinds[0]) };
}

/** Three times at once, and once more. */
async function again(request: Keyed, send: Send): Promise<readonly Answered[]> {
  const together = await Promise.all([send(request), send(request), send(request)]);
  return [...together, await send(request)];
}

/** Returns what the request has cost. */
function expectOnce({ path, body, answer }: Keyed, answers: readonly Answered[]): number {
  const [one] = answers;
  const status = one?.status ?? 0;
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  // Somebody made the answer; all others were given it.
  const makers = answers.filter(({ replayed }) => !replayed).length;
  expect(makers).toBeLessThanOrEqual(1);
  if (answer) {
    expect(one).toMatchObject({ status: answer.status, text: answer.text });
    expect(makers).toBe(0);
  } else if (path === "/v1/toolsets") {
    // Made by the first request, which was cut off before its charge and its answer were written, or by this one.
    expect([201, 409]).toContain(status);
  } else {
    const isKnown = !("toolsets" in body) || body.toolsets === QUESTION.toolsets;
    expect(status).toBe(path === "/v1/banks" ? 201 : isKnown ? 200 : 404);
  }
  return status < 300 ? 1 : 0;
}
