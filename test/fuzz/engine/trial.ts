/** One input, and all that must hold of it. */
import { Finding, must, type Reader, type Target } from "./target.ts";

/** How often a time is taken before it counts. */
const TIMES_TAKEN = 3;
/** With counters in every branch, on a slow machine. */
const SLOWER = 8;
const RESIDENT_BYTES_GROWN_MAX = 256 * 1024 * 1024;

export interface Trial {
  readonly finding: Error | null;
  readonly ms: number;
}

/** Reads the input once, in bounded time. */
export async function tried(target: Target, reader: Reader, input: Uint8Array): Promise<Trial> {
  const startedAt = performance.now();
  const finding = await readOnce(reader, input);
  const ms = performance.now() - startedAt;
  return { finding: finding ?? (await slowness(target, reader, input, ms)), ms };
}

/** What is not looked at for each of thousands of inputs: the same answer twice, memory, and with `isGrown` its time when it is much longer. */
export async function triedClosely(
  target: Target,
  reader: Reader,
  input: Uint8Array,
  isGrown: boolean,
): Promise<Error | null> {
  try {
    const before = process.memoryUsage.rss();
    const one = await reader.read(input);
    const other = await reader.read(input.slice());
    must(Bun.deepEquals(one, other, true), "the same input read twice gives two answers");
    const grown = process.memoryUsage.rss() - before;
    must(grown < RESIDENT_BYTES_GROWN_MAX, `one input of ${input.length} bytes took ${grown} bytes of memory`);
  } catch (failure) {
    return errorOf(failure);
  }
  if (!isGrown || target.grows !== true || input.length === 0) return null;
  const times = Math.floor(target.bytesMax / input.length);
  const long = Buffer.from(Buffer.from(input).toString("latin1").repeat(times), "latin1");
  return times < 2 ? null : (await tried(target, reader, long)).finding;
}

async function readOnce(reader: Reader, input: Uint8Array): Promise<Error | null> {
  try {
    await reader.read(input);
    return null;
  } catch (failure) {
    return errorOf(failure);
  }
}

/** Of what took long by the clock, whether it also took the processor that long: others may have had it meanwhile. */
async function slowness(target: Target, reader: Reader, input: Uint8Array, clockMs: number): Promise<Error | null> {
  const msMax = SLOWER * (target.time.ms + (target.time.msPerKib * input.length) / 1_024);
  if (clockMs <= msMax) return null;
  let leastMs = Number.POSITIVE_INFINITY;
  for (let take = 0; take < TIMES_TAKEN && leastMs > msMax; take += 1) {
    const before = process.cpuUsage();
    await readOnce(reader, input);
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000);
  }
  if (leastMs <= msMax) return null;
  return new Finding(
    `${input.length} bytes took ${leastMs.toFixed(0)} ms of the processor, and ${msMax.toFixed(0)} are allowed`,
  );
}

function errorOf(failure: unknown): Error {
  return failure instanceof Error ? failure : new Finding(`what was thrown is no Error: ${String(failure)}`);
}
