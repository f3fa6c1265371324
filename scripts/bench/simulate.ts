/**
 * Runs the simulation: the real server on a simulated clock, network and disk, all of it from one seed.
 *
 *   bun scripts/bench/simulate.ts --seed 7 --steps 100000       one run; exit status 1 where something was wrong
 *   bun scripts/bench/simulate.ts --seed 7 --steps 9000 --trail 200    the same again, with its last events
 *   bun scripts/bench/simulate.ts --seed 1 --seeds 4 --steps 250000 --at-once 2    a million steps, in two processes at a time
 *   bun scripts/bench/simulate.ts --planted all                 after how many steps each planted bug is found
 *   bun scripts/bench/simulate.ts --seed 7 --steps 8000 --again 12 --at-once 2    the same seed so often; exit status 1 where two runs were unlike
 *
 * With `--crowd` its few apps are treated as very many, whose rows are written in rounds. With `--storage cluster` three nodes over a real Postgres, on simulated clocks and a simulated wire; with
 * `--valkey` besides they share a real Valkey, or Redis, in the same way.
 */
import { parseArgs } from "node:util";
import { kindsOf } from "../../test/simulation/again.ts";
import { PLANTED, PLANTED_IN_VALKEY } from "../../test/simulation/cluster/planted.ts";
import { openClusterSimulations } from "../../test/simulation/cluster/start.ts";
import { PLANTED_EMBEDDED } from "../../test/simulation/planted.ts";
import { type Sought, seek } from "../../test/simulation/seeking.ts";
import { startSimulation } from "../../test/simulation/start.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    steps: { type: "string", default: "100000" },
    storage: { type: "string", default: "embedded" },
    planted: { type: "string" },
    trail: { type: "string", default: "0" },
    seeds: { type: "string" },
    "at-once": { type: "string", default: "1" },
    again: { type: "string" },
    crowd: { type: "boolean", default: false },
    valkey: { type: "boolean", default: false },
  },
});
/** A planted bug is looked for with so many seeds. */
const SEEDS_SOUGHT = 3;
/** Between two lines of a run beside others. */
const PROGRESS_MS = 10_000;

interface Wanted {
  readonly seed: number | string;
  readonly steps: number;
  readonly planted?: string;
  readonly trail?: number;
  readonly progress?: (line: string) => void;
}

/** What came of a run, whatever storage it was of. */
interface Came {
  readonly seed: string;
  readonly steps: number;
  readonly hash: string;
  readonly violation: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** Seconds of the processor that its process took. */
  readonly cpuSeconds: number;
}

interface Simulations {
  readonly bugs: readonly Sought[];
  run(wanted: Wanted): Promise<Came>;
  close(): Promise<void>;
}

const { storage } = values;
if (storage !== "embedded" && storage !== "cluster")
  throw new Error(`--storage is "${storage}", and has to be "embedded" or "cluster"`);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const steps = Number(values.steps);
const simulations = storage === "cluster" ? await ofCluster() : ofFolder();

const atOnce = Number(values["at-once"]);

try {
  if (values.planted !== undefined) await soughtAll(values.planted);
  else if (values.again !== undefined) await again(Number(values.again));
  else if (values.seeds === undefined) await once();
  else await several(Number(values.seeds));
} finally {
  await simulations.close();
}

function ofFolder(): Simulations {
  return {
    bugs: PLANTED_EMBEDDED,
    run: (wanted) => startSimulation({ storage: "embedded", crowd: values.crowd, ...wanted }),
    close: async () => {},
  };
}

async function ofCluster(): Promise<Simulations> {
  const { run, close } = await openClusterSimulations();
  return {
    bugs: values.valkey ? PLANTED_IN_VALKEY : PLANTED,
    run: async (wanted) => {
      const outcome = await run({ ...wanted, valkey: values.valkey });
      return { ...outcome, violation: outcome.faults[0] ?? null };
    },
    close,
  };
}

async function once(): Promise<void> {
  const ran = await simulations.run({ seed, steps, trail: Number(values.trail), progress: say });
  say(JSON.stringify(ran, null, 1));
  say(againWith(ran.seed));
  process.exitCode = ran.violation === null ? 0 : 1;
}

function againWith(ofSeed: string): string {
  const crowd = values.crowd ? " --crowd" : "";
  const valkey = values.valkey ? " --valkey" : "";
  return `again: bun scripts/bench/simulate.ts --storage ${storage} --seed ${ofSeed} --steps ${steps}${crowd}${valkey}`;
}

/** The same seed so often: whatever else the machine does, it is to be the same run. */
async function again(times: number): Promise<void> {
  if (!(times >= 2)) throw new Error(`--again is "${values.again}", and has to be 2 or more: so often the seed is run`);
  const runs: Came[] = [];
  await inTurn([...Array(times).keys()], async () => {
    runs.push(await simulations.run({ seed, steps }));
  });
  const kinds = kindsOf(runs);
  for (const kind of kinds) say(`${kind.times} of ${times}: ${kind.steps} steps, hash ${kind.hash}`);
  const isSame = kinds.length === 1;
  say(`seed ${seed} is ${isSame ? "the same run each time" : `${kinds.length} runs that are unlike each other`}`);
  process.exitCode = isSame ? 0 : 1;
}

/** The seeds from the one that is named on, and one verdict over all of them. */
async function several(count: number): Promise<void> {
  const begunMs = performance.now();
  const seeds = Array.from({ length: count }, (_, index) => Number(seed) + index);
  const all: Came[] = [];
  await inTurn(seeds, async (one) => {
    const progress = tellingNow(`seed ${one}`);
    const ran = await simulations.run({ seed: one, steps, progress });
    all.push(ran);
    say(`seed ${one}: ${ran.steps} steps, ${faultsOf(ran)} faults, ${ran.violation ?? "nothing wrong"}`);
    if (ran.violation !== null) say(`simulation, failed: ${againWith(ran.seed)} --trail 300`);
  });
  const sum = (of: (ran: Came) => number) => all.reduce((total, ran) => total + of(ran), 0);
  const wrong = all.filter(({ violation }) => violation !== null);
  const [seconds, cpuSeconds] = [(performance.now() - begunMs) / 1000, sum((ran) => ran.cpuSeconds)];
  say(
    `${sum((ran) => ran.steps)} steps of ${count} seeds, ${sum(faultsOf)} faults, in ${seconds.toFixed(1)} s` +
      ` (${cpuSeconds.toFixed(1)} s of the processor): ${wrong.length === 0 ? "nothing wrong" : `${wrong.length} seeds failed`}`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function faultsOf({ counts }: Came): number {
  return Object.entries(counts).reduce((sum, [name, count]) => sum + (name.startsWith("fault: ") ? count : 0), 0);
}

/** A line now and then, of the last that was said. */
function tellingNow(who: string): (line: string) => void {
  let toldMs = performance.now();
  return (line) => {
    if (performance.now() - toldMs < PROGRESS_MS) return;
    toldMs = performance.now();
    say(`${who}: ${line}`);
  };
}

/** All of the work, so many at a time; what is begun ends where one fails. */
async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function soughtAll(wanted: string): Promise<void> {
  const bugs = simulations.bugs.filter(({ name }) => wanted === "all" || name === wanted);
  if (bugs.length === 0)
    throw new Error(`no bug is called "${wanted}": ${simulations.bugs.map(({ name }) => name).join(", ")}`);
  let found = 0;
  await inTurn(bugs, async (bug) => {
    if (await sought(bug)) found += 1;
  });
  say(`${found} of ${bugs.length} are found`);
  if (found < bugs.length) process.exitCode = 1;
}

/** A line of a table: the seeds from the one that is named on, until the check that is there for it finds it. */
async function sought(bug: Sought): Promise<boolean> {
  const { name, breaks } = bug;
  const run = (nth: number) => simulations.run({ seed: Number(seed) + nth, steps, planted: name });
  const { verdict, steps: taken, words } = await seek(bug, run, Number(values.seeds ?? SEEDS_SOUGHT));
  const how = { found: `${taken}`, missed: `not in ${taken}`, malformed: `malformed, after ${taken}` }[verdict];
  say(`| ${name} | ${breaks} | ${how} | ${words.split("\n")[0]?.slice(0, 120)}`);
  return verdict === "found";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
