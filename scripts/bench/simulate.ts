/**
 * Runs the simulation: the real server on a simulated clock, network and disk, all of it from one seed.
 *
 *   bun scripts/bench/simulate.ts --seed 7 --steps 1000000      one run; exit status 1 where something was wrong
 *   bun scripts/bench/simulate.ts --seed 7 --steps 9000 --trail 200    the same again, with its last events
 *   bun scripts/bench/simulate.ts --planted all                 after how many steps each planted bug is found
 *
 * With `--storage cluster` three nodes over a real Postgres, on simulated clocks and a simulated wire.
 */
import { parseArgs } from "node:util";
import { PLANTED } from "../../test/simulation/cluster/planted.ts";
import { openClusterSimulations } from "../../test/simulation/cluster/start.ts";
import { PLANTED_EMBEDDED } from "../../test/simulation/planted.ts";
import { startSimulation } from "../../test/simulation/start.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    steps: { type: "string", default: "100000" },
    storage: { type: "string", default: "embedded" },
    planted: { type: "string" },
    trail: { type: "string", default: "0" },
    seeds: { type: "string", default: "3" },
  },
});
interface Wanted {
  readonly seed: number | string;
  readonly steps: number;
  readonly planted?: string;
  readonly trail?: number;
}

/** What came of a run, whatever storage it was of. */
interface Came {
  readonly seed: string;
  readonly steps: number;
  readonly violation: string | null;
}

interface Simulations {
  readonly bugs: readonly { readonly name: string; readonly breaks: string }[];
  run(wanted: Wanted): Promise<Came>;
  close(): Promise<void>;
}

const { storage } = values;
if (storage !== "embedded" && storage !== "cluster")
  throw new Error(`--storage is "${storage}", and has to be "embedded" or "cluster"`);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const steps = Number(values.steps);
const simulations = storage === "cluster" ? await ofCluster() : ofFolder();

try {
  if (values.planted === undefined) await once();
  else if (values.planted === "all") for (const { name, breaks } of simulations.bugs) await sought(name, breaks);
  else await sought(values.planted, "");
} finally {
  await simulations.close();
}

function ofFolder(): Simulations {
  return {
    bugs: PLANTED_EMBEDDED,
    run: (wanted) =>
      startSimulation({ storage: "embedded", ...(wanted.planted === undefined && { progress: say }), ...wanted }),
    close: async () => {},
  };
}

async function ofCluster(): Promise<Simulations> {
  const { run, close } = await openClusterSimulations();
  return {
    bugs: PLANTED,
    run: async (wanted) => {
      const outcome = await run(wanted);
      return { ...outcome, violation: outcome.faults[0] ?? null };
    },
    close,
  };
}

async function once(): Promise<void> {
  const ran = await simulations.run({ seed, steps, trail: Number(values.trail) });
  say(JSON.stringify(ran, null, 1));
  say(`again: bun scripts/bench/simulate.ts --storage ${storage} --seed ${ran.seed} --steps ${steps}`);
  process.exitCode = ran.violation === null ? 0 : 1;
}

/** A line of a table: the seeds from the one that is named on, until one finds it. */
async function sought(planted: string, breaks: string): Promise<void> {
  let before = 0;
  let ran: Came | null = null;
  for (let next = 0; next < Number(values.seeds); next += 1) {
    ran = await simulations.run({ seed: Number(seed) + next, steps, planted });
    if (ran.violation !== null) break;
    before += ran.steps;
  }
  const found = ran?.violation
    ? `${before + ran.steps} | ${ran.violation.split("\n")[0]?.slice(0, 120)}`
    : "not found |";
  say(`| ${planted} | ${breaks} | ${found} |`);
  if (!ran?.violation) process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
