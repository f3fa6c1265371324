/**
 * One run of the simulation, in this process, which it takes over:
 * `bun test/simulation/main.ts --seed 1 --steps 100000 [--storage embedded] [--planted NAME] [--crowd]`. Prints its outcome as JSON.
 */
import { parseArgs } from "node:util";
import { takeOver } from "./kit/process.ts";
import { SeededRandom } from "./kit/random.ts";
import { Scheduler } from "./kit/scheduler.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "20000" },
    storage: { type: "string", default: "embedded" },
    planted: { type: "string" },
    crowd: { type: "boolean", default: false },
    trail: { type: "string", default: "0" },
    disk: { type: "string", default: "" },
    folder: { type: "string", default: "" },
  },
});
const scheduler = new Scheduler();
const random = new SeededRandom(values.seed);
scheduler.trailMax = Number(values.trail);
const taken = takeOver(scheduler, random);
const { CROWD, SMALL_PIECES, patch, patchesOf, plantedNamed } = await import("./planted.ts");
const planted = values.planted === undefined ? [] : patchesOf(plantedNamed(values.planted));
await patch([SMALL_PIECES, ...planted, ...(values.crowd ? [CROWD] : [])]);
// Only now: what these modules import is what was put in its place.
const { runEmbedded } = await import("./run-embedded.ts");
const outcome = await runEmbedded({
  scheduler,
  random,
  taken,
  library: values.disk,
  folder: values.folder,
  stepsMax: Number(values.steps),
  progress: (steps) => process.stderr.write(`${steps} steps\n`),
});
process.stdout.write(`${JSON.stringify({ seed: values.seed, ...outcome }, null, 1)}\n`);
if (scheduler.trailMax > 0) process.stderr.write(`${scheduler.trail.slice(-scheduler.trailMax).join("\n")}\n`);
process.exit(outcome.violation === null ? 0 : 1);
