/**
 * Runs the simulation: the real server on a simulated clock, network and disk, all of it from one seed.
 *
 *   bun scripts/bench/simulate.ts --seed 7 --steps 1000000      one run; exit status 1 where something was wrong
 *   bun scripts/bench/simulate.ts --seed 7 --steps 9000 --trail 200    the same again, with its last events
 *   bun scripts/bench/simulate.ts --planted all                 after how many steps each planted bug is found
 */
import { parseArgs } from "node:util";
import { PLANTED_EMBEDDED } from "../../test/simulation/planted.ts";
import { type Ran, startSimulation } from "../../test/simulation/start.ts";

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
const { storage } = values;
if (storage !== "embedded") throw new Error(`--storage is "${storage}", and has to be "embedded"`);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const steps = Number(values.steps);

if (values.planted === undefined) await once();
else if (values.planted === "all") for (const { name, breaks } of PLANTED_EMBEDDED) await sought(name, breaks);
else await sought(values.planted, "");

async function once(): Promise<void> {
  const ran = await startSimulation({ storage: "embedded", seed, steps, trail: Number(values.trail), progress: say });
  say(JSON.stringify(ran, null, 1));
  say(`again: bun scripts/bench/simulate.ts --seed ${ran.seed} --steps ${steps}`);
  process.exitCode = ran.violation === null ? 0 : 1;
}

/** A line of a table: the seeds from the one that is named on, until one finds it. */
async function sought(planted: string, breaks: string): Promise<void> {
  let before = 0;
  let ran: Ran | null = null;
  for (let next = 0; next < Number(values.seeds); next += 1) {
    ran = await startSimulation({ storage: "embedded", seed: Number(seed) + next, steps, planted });
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
