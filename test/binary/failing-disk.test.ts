/** A disk that fails for a while, as the system tells it: refused meanwhile and said so, back by itself, and nothing acknowledged is lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  type Reply,
  requireTools,
  settings,
  signedIn,
} from "./kit.ts";
import { faultsByTheDoctor } from "./mixed-load/after-crash.ts";

const REQUESTS = 1_000_000_000;
/** Within this it has noticed that the disk is well again. */
const BACK_MS_MAX = 5_000;
/** Whoever is answered from memory does not wait for a slow disk. */
const AT_ONCE_MS_MAX = 1_500;

let place: Place;
let data: string;
let account: Account;
let server: RunningServer;
let send: Awaited<ReturnType<typeof signedIn>>;
const acknowledged: string[] = [];
let count = 0;

beforeAll(async () => {
  ensureExecutable();
  requireTools("strace");
  place = freshPlace();
  data = place.at("data");
  settings(place, LARGE_PLAN, data);
  account = await createApp(data);
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  send = await signedIn(server.url, account);
  await write();
}, 120_000);
afterAll(async () => {
  await server.kill();
  place[Symbol.dispose]();
});

async function write(): Promise<Reply> {
  count += 1;
  const signature = `lamps-${count}`;
  const reply = await send("POST", "/v1/toolsets", lampToolset(signature));
  if (reply.status === 201) acknowledged.push(signature);
  return reply;
}

/** From now on calls of the system on the files of the database come to something else: `inject` as strace has it. */
async function withDisk(inject: string, names: readonly string[], act: () => Promise<void>): Promise<void> {
  const [calls = ""] = inject.split(":");
  const paths = names.flatMap((name) => ["-P", join(data, name)]);
  const watch = ["strace", "-f", "-p", String(server.pid), "-o", "/dev/null", ...paths];
  const tracer = Bun.spawn([...watch, "-e", `trace=${calls}`, "-e", `inject=${inject}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    // "Process 123 attached": of all of its threads.
    await tracer.stderr.getReader().read();
    await act();
  } finally {
    tracer.kill("SIGINT");
    await tracer.exited;
  }
}

const ready = async () => {
  const response = await fetch(`${server.url}/readyz`);
  return [response.status, await response.text()];
};

const DATABASE = ["dragoman.sqlite", "dragoman.sqlite-wal"];
const REFUSED = {
  status: 503,
  body: { error: "service_unavailable", message: expect.stringContaining("cannot be written"), code: 503 },
};

test.each([
  { what: "fails when it is waited for", inject: "fdatasync,fsync:error=EIO", names: DATABASE },
  { what: "fails when it is written to", inject: "pwrite64:error=EIO", names: DATABASE },
  { what: "has become read-only", inject: "pwrite64:error=EROFS", names: [...DATABASE, "dragoman.marker"] },
  { what: "is full for the log alone", inject: "pwrite64:error=ENOSPC", names: ["dragoman.sqlite-wal"] },
])(
  "[O-1] a disk that $what",
  async ({ inject, names }) => {
    await withDisk(inject, names, async () => {
      for (let refused = 0; refused < 3; refused += 1) expect(await write()).toMatchObject(REFUSED);
      expect(await ready()).toEqual([503, expect.stringContaining("disk")]);
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    });
    await waitUntilReady(server, BACK_MS_MAX);
    expect((await write()).status).toBe(201);
  },
  60_000,
);

test("a disk that fails once, and says afterwards that all is well, is not believed: what it may lack is written again", async () => {
  await withDisk("fdatasync:error=EIO:when=1", ["dragoman.sqlite-wal"], async () => {
    expect(await write()).toMatchObject(REFUSED);
  });
  await waitUntilReady(server, BACK_MS_MAX);
  // The log was begun anew, which is no loss: a look at the files later it is written to all the same.
  for (let later = 0; later < 3; later += 1) {
    expect((await write()).status).toBe(201);
    await Bun.sleep(500);
  }
  expect((await ready())[0]).toBe(200);
}, 60_000);

test("a disk that takes a second holds up nobody who does not wait for it", async () => {
  await withDisk("fdatasync:delay_enter=1000000", ["dragoman.sqlite-wal"], async () => {
    const slow = write();
    await Bun.sleep(100);
    const askedMs = performance.now();
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect(performance.now() - askedMs).toBeLessThan(AT_ONCE_MS_MAX);
    expect((await slow).status).toBe(201);
  });
}, 60_000);

test("after all of that, and kill -9, what was acknowledged is there, and was paid for once", async () => {
  await server.kill();
  server = await startServer({ dataDir: data });
  const { stdout } = await runDragoman(["app", "show", account.appId, "--data", data, "--json"]);
  expect(REQUESTS - JSON.parse(stdout).requests_remaining).toBe(acknowledged.length);
  for (const signature of acknowledged) {
    expect((await send("GET", `/v1/toolsets/${signature}`, undefined, server.url)).status).toBe(200);
  }
  expect(await faultsByTheDoctor(data)).toEqual([]);
}, 60_000);
