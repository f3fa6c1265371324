/**
 * What learning a set of 150 classes with 50 examples each costs: CPU time on a machine that does nothing else, how much
 * slower others are answered meanwhile, what is left of it after a restart, and what an answer costs when it is learned.
 * CPU times are Linux's. Exit status 1 when a promise is not kept.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { freePort, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import { exampleOf, labelOf } from "./learning-texts.ts";

const CLASSES = 150;
const EXAMPLES = 50;
const LEARNING_CPU_SECONDS_MAX = 60;
const SLOWDOWN_MAX = 1.2;
const ANSWER_COST_MAX = 1.2;
/** A part of what embedding costs: the model is fitted anew, the embeddings are not made again. */
const RESTART_SHARE_MAX = 0.5;
const ASKED = 300;
/** Not counted: what is compiled then is compiled once. */
const WARM_UP_TURNS = 2;
const LEARNING_MS_MAX = 10 * 60_000;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface Traffic {
  readonly name: string;
  readonly questions: number;
  readonly pauseMs: number;
  /** Of each class of the set that is learned meanwhile: enough to be learning until the last question. */
  readonly examples: number;
}

/** Learning makes way differently for one question after the other, and for one that nobody expected. */
const TRAFFICS: readonly Traffic[] = [
  { name: "often", questions: ASKED, pauseMs: 20, examples: 20 },
  { name: "now and then", questions: 50, pauseMs: 300, examples: 50 },
];

interface Bench {
  readonly server: RunningServer;
  readonly client: ApiClient;
}

/** Seconds of all threads since the process started. */
function cpuSeconds({ server }: Bench): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function register({ client }: Bench, signature: string, classes: readonly object[]): Promise<void> {
  const made = await client.post("/v1/classification-sets", { signature, name: signature, classes });
  if (made.status !== 201) throw new Error(`POST ${signature}: ${made.status} ${JSON.stringify(made.body)}`);
}

/** `world`: sets of different worlds share no example. */
function taughtClasses(world: number, examples: number): readonly object[] {
  return Array.from({ length: CLASSES }, (_, c) => ({
    label: labelOf(c),
    examples: Array.from({ length: examples }, (_, index) => exampleOf(world, c, index)),
  }));
}

async function isLearned({ client }: Bench, signature: string): Promise<boolean> {
  const { status, body } = await client.get(`/v1/classification-sets/${signature}`);
  if (status !== 200) throw new Error(`GET ${signature}: ${status}`);
  return body.learning === null;
}

async function untilLearned(bench: Bench, signature: string): Promise<void> {
  const deadline = performance.now() + LEARNING_MS_MAX;
  while (!(await isLearned(bench, signature))) {
    if (performance.now() > deadline) throw new Error(`${signature} is not learned after ${LEARNING_MS_MAX} ms`);
    await Bun.sleep(500);
  }
}

let asked = 0;

/** A text that was never sent before, to the set. Milliseconds. */
async function ask({ client }: Bench, signature: string): Promise<number> {
  asked += 1;
  const data = exampleOf(7, asked % CLASSES, Math.floor(asked / CLASSES));
  const answer = await client.post("/v1/classify", { data, classification_set: signature });
  if (answer.status !== 200) throw new Error(`classify: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.clientMs;
}

async function askMany(bench: Bench, signature: string, { questions, pauseMs }: Traffic): Promise<readonly number[]> {
  const took: number[] = [];
  for (let count = 0; count < questions; count += 1) {
    took.push(await ask(bench, signature));
    await Bun.sleep(pauseMs);
  }
  return took;
}

const failures: string[] = [];

function report(what: string, value: string, isKept: boolean): void {
  console.log(`${what.padEnd(46)} ${value}${isKept ? "" : "   NOT KEPT"}`);
  if (!isKept) failures.push(what);
}

async function measureLearning(bench: Bench): Promise<number> {
  const [before, startedAt] = [cpuSeconds(bench), performance.now()];
  await register(bench, "taught-v1", taughtClasses(1, EXAMPLES));
  await untilLearned(bench, "taught-v1");
  const cpu = cpuSeconds(bench) - before;
  const wall = (performance.now() - startedAt) / 1_000;
  const kept = cpu <= LEARNING_CPU_SECONDS_MAX;
  report(`learning ${CLASSES} x ${EXAMPLES}`, `${cpu.toFixed(1)} s of CPU in ${wall.toFixed(1)} s`, kept);
  return cpu;
}

/** Asked before, while and after another set is learned: what else the machine does is in all three. */
async function measureSlowdown(bench: Bench, traffic: Traffic, world: number): Promise<void> {
  const signature = `meanwhile-v${world}`;
  const idle = [...(await askMany(bench, "bare-v1", traffic))];
  await register(bench, signature, taughtClasses(world, traffic.examples));
  const busy = await askMany(bench, "bare-v1", traffic);
  if (await isLearned(bench, signature)) throw new Error("learned before the last question: ask fewer");
  await untilLearned(bench, signature);
  idle.push(...(await askMany(bench, "bare-v1", traffic)));
  const mean = (took: readonly number[]) => took.reduce((sum, ms) => sum + ms, 0) / took.length;
  const { name } = traffic;
  compare(`${name}, mean`, idle, busy, mean, SLOWDOWN_MAX);
  compare(`${name}, p50`, idle, busy, (took) => percentile(took, 50) ?? Number.NaN, SLOWDOWN_MAX);
  // Who comes while one text is embedded waits for that text, whatever the rests: nothing is promised for these few.
  compare(`${name}, p95`, idle, busy, (took) => percentile(took, 95) ?? Number.NaN, Number.POSITIVE_INFINITY);
}

function compare(
  what: string,
  idle: readonly number[],
  busy: readonly number[],
  of: (took: readonly number[]) => number,
  ratioMax: number,
): void {
  const [calm, learning] = [of(idle), of(busy)];
  const value = `${calm.toFixed(1)} ms idle, ${learning.toFixed(1)} ms while learning: ${(learning / calm).toFixed(2)}`;
  report(`an answer asked ${what} (n = ${idle.length}, ${busy.length})`, value, learning <= ratioMax * calm);
}

/** In turns, a few at a time: CPU of an answer of the learned set, and of one that takes the embedding and little else. */
async function measureAnswers(bench: Bench): Promise<void> {
  const cpu: Record<string, number> = { "taught-v1": 0, "bare-v1": 0 };
  for (let turn = -WARM_UP_TURNS; turn < 10; turn += 1) {
    for (const signature of Object.keys(cpu)) {
      const before = cpuSeconds(bench);
      for (let count = 0; count < ASKED / 5; count += 1) await ask(bench, signature);
      if (turn >= 0) cpu[signature] = (cpu[signature] ?? 0) + cpuSeconds(bench) - before;
    }
  }
  const [learned = 0, bare = 0] = Object.values(cpu).map((seconds) => (seconds * 1_000) / (2 * ASKED));
  const value = `${learned.toFixed(2)} ms of CPU, ${bare.toFixed(2)} ms for the embedding: ${(learned / bare).toFixed(2)}`;
  report(`an answer of the learned set (n = ${2 * ASKED} each)`, value, learned <= ANSWER_COST_MAX * bare);
}

/** What the server has to do again: everything but the embeddings, which are kept. */
async function measureRestart(bench: Bench, learningCpu: number): Promise<void> {
  const [before, startedAt] = [cpuSeconds(bench), performance.now()];
  await untilLearned(bench, "taught-v1");
  const cpu = cpuSeconds(bench) - before;
  const wall = (performance.now() - startedAt) / 1_000;
  const value = `${cpu.toFixed(1)} s of CPU in ${wall.toFixed(1)} s`;
  report("learned again after a restart", value, cpu <= RESTART_SHARE_MAX * learningCpu);
}

async function start(dataDir: string, port: number): Promise<RunningServer> {
  const server = await startServer({ dataDir, port });
  await waitUntilReady(server);
  return server;
}

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-learning-"));
writeSettings(dataDir);
const port = await freePort();
let server = await start(dataDir, port);
try {
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  const bench = { server, client };
  await register(bench, "bare-v1", [{ label: "anything" }]);
  const learningCpu = await measureLearning(bench);
  await measureAnswers(bench);
  for (const [at, traffic] of TRAFFICS.entries()) await measureSlowdown(bench, traffic, 2 + at);
  await server.stop();
  server = await start(dataDir, port);
  await measureRestart({ server, client }, learningCpu);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (failures.length > 0) process.exitCode = 1;
