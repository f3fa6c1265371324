/**
 * Requests per second on an exact-cache hit with 32 clients that each wait for their answer, in turns with `/livez`: what
 * HTTP itself costs on this machine, with this client beside it, at this moment.
 */
import { percentile } from "#core/examination/statistics.ts";
import { exactHit } from "./measures/hits.ts";
import { Stage } from "./stage.ts";

const CLIENTS = 32;
const ROUNDS = 4;
const ROUND_MS = 2_000;

/** Milliseconds of every request of one round. */
async function round(send: () => Promise<Response>): Promise<readonly number[]> {
  const took: number[] = [];
  const endAt = performance.now() + ROUND_MS;
  const client = async () => {
    for (let now = performance.now(); now < endAt; ) {
      const response = await send();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const after = performance.now();
      took.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return took;
}

const stage = new Stage();
try {
  const server = await stage.server();
  const resolve = await exactHit(server);
  const series = { "/livez": () => server.get("/livez"), "exact cache": resolve };
  const took: Record<string, number[]> = {};
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, send] of Object.entries(series)) took[name] = [...(took[name] ?? []), ...(await round(send))];
  }
  for (const [name, values] of Object.entries(took)) {
    const perSecond = values.length / ((ROUNDS * ROUND_MS) / 1000);
    const [p50, p99] = [50, 99].map((percent) => (percentile(values, percent) ?? Number.NaN).toFixed(2));
    console.log(`${name.padEnd(12)} ${perSecond.toFixed(0).padStart(7)} requests/s, p50 ${p50} ms, p99 ${p99} ms`);
  }
} finally {
  await stage.close();
}
