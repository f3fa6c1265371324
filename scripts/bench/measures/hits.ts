/**
 * What an exact hit costs the server, everything on. The base is a server on the same runtime that reads JSON and answers with
 * it, driven by the same client: what HTTP and JSON cost here at the least. CPU time of the thread that answers, since requests
 * per second say more about the client and the neighbours; the compiler's and the collector's threads are not in it.
 */
import type { Measure, Sides } from "../measure.ts";
import { mainThreadMsOf, writtenBytesOf } from "../process-usage.ts";
import { type Answering, Stage } from "../stage.ts";
import { lamp } from "./samples.ts";

/** Clients that each wait for their answer: as many as it takes for the ledger's commits to be shared. */
const CLIENTS = 32;
/** As much CPU time on either side, so that both meet the same neighbours for as long. */
const HIT_TURN = 512;
const ECHO_TURN = 4_096;
/** Until the compiler has settled. */
const WARM_UP_ROUNDS = 10;
const MICROSECONDS = 1_000;
const KILOBYTE = 1_000;

/** Requests of `CLIENTS` clients, `count` in all. */
async function ask(send: () => Promise<Response>, count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const response = await send();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function microsecondsEach(pid: number, count: number, send: () => Promise<Response>): Promise<number> {
  const before = mainThreadMsOf(pid);
  await ask(send, count);
  return ((mainThreadMsOf(pid) - before) * MICROSECONDS) / count;
}

/** Asks a question until it is answered from memory, and returns how it is asked. Throws where it never is. */
export async function exactHit({ post }: Answering): Promise<() => Promise<Response>> {
  await post("/v1/toolsets", lamp);
  const send = () => post("/v1/resolve", { query: "switch the lamp on", toolsets: [lamp.signature] });
  await (await send()).arrayBuffer();
  const { metadata } = (await (await send()).json()) as { readonly metadata: { readonly source: string } };
  if (metadata.source !== "exact_cache") throw new Error(`answered by ${metadata.source}: nothing to measure`);
  return send;
}

async function openCpu(stage: Stage): Promise<Sides> {
  const [server, bare] = [await stage.server(), await stage.bare()];
  const hit = await exactHit(server);
  const answer = await (await hit()).json();
  const sides = {
    ours: () => microsecondsEach(server.pid, HIT_TURN, hit),
    // As many bytes as our answer has go both ways.
    base: () => microsecondsEach(bare.pid, ECHO_TURN, () => bare.post("/", answer)),
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await sides.ours();
    await sides.base();
  }
  return sides;
}

/**
 * One after the other, so that every answer has a commit of its own and nothing depends on who comes together; on a server that
 * has just started, since a folder that has grown takes more pages for the same. The base is the answer itself: what would be
 * written if each was kept for good.
 */
async function kilobytesWritten(): Promise<number> {
  const own = new Stage();
  try {
    const server = await own.server();
    const hit = await exactHit(server);
    const before = writtenBytesOf(server.pid);
    for (let count = 0; count < HIT_TURN; count += 1) await (await hit()).arrayBuffer();
    return (writtenBytesOf(server.pid) - before) / HIT_TURN / KILOBYTE;
  } finally {
    await own.close();
  }
}

async function openWritten(stage: Stage): Promise<Sides> {
  const hit = await exactHit(await stage.server());
  return { ours: kilobytesWritten, base: async () => (await (await hit()).arrayBuffer()).byteLength / KILOBYTE };
}

export const HITS: readonly Measure[] = [
  {
    name: "exact hit: CPU of the main thread",
    unit: "CPU µs",
    base: "Bun.serve echo",
    comparedOn: "machine",
    inGate: false,
    rounds: 15,
    open: openCpu,
  },
  {
    name: "exact hit: bytes written",
    unit: "kB",
    base: "its answer",
    comparedOn: "platform",
    inGate: true,
    rounds: 3,
    open: openWritten,
  },
];
