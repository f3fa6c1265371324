import "#storage/embedded/file-worker.ts";
import { openApp } from "#app";
import { loadConfig } from "#config";
import { SimulatedDisk } from "./disk/simulated-disk.ts";
import { EmbeddedWorld } from "./embedded-world.ts";
import { AGREEMENT_MIN } from "./kit/graduated-tools.ts";
import { MODEL_SERVER_URL, SimulatedModelServer } from "./kit/model-server.ts";
import { MONTHS_KEPT } from "./kit/operators.ts";
import { Oracle } from "./kit/oracle.ts";
import type { TakenOver } from "./kit/process.ts";
import type { SeededRandom } from "./kit/random.ts";
import type { Scheduler } from "./kit/scheduler.ts";
import { type Outcome, Simulation } from "./kit/simulation.ts";

/** One that has enough, one that is short of both, one that is short of requests, and one that is short of minutes. */
export const APPS = [
  { plan: "plenty", allowance: 10_000_000, callsMax: 1_000_000, isLogged: true, graduates: true },
  { plan: "small", allowance: 120, callsMax: 300, isLogged: false, graduates: false },
  { plan: "poor", allowance: 40, callsMax: 1_000_000, isLogged: false, graduates: false },
  { plan: "hasty", allowance: 10_000_000, callsMax: 40, isLogged: true, graduates: false },
] as const;

/** Of this process, between two periods: so much, and so much more than the last collection has left. */
const MEMORY_BYTES_MAX = 400 * 2 ** 20;
const MEMORY_GROWTH_BYTES_MAX = 100 * 2 ** 20;

export interface EmbeddedRun {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly taken: TakenOver;
  /** The compiled disk. */
  readonly library: string;
  /** An empty one. */
  readonly folder: string;
  readonly stepsMax: number;
  readonly progress?: (steps: number) => void;
}

/** The folder is left as it is. */
export async function runEmbedded(run: EmbeddedRun): Promise<Outcome> {
  const { scheduler, random, taken, library, folder, stepsMax, progress = () => {} } = run;
  const disk = new SimulatedDisk(library, folder, scheduler, random.fork("disk"));
  taken.disk = disk;
  const { config } = loadConfig({
    flags: { data: folder },
    // No library of graphs: those are files beside the database, made by a thread beside this one.
    env: { DRAGOMAN_EMBEDDER_RUNTIME_DIR: "/dev/null/none", DRAGOMAN_AUTH_EXCHANGES_PER_MINUTE: "1000000" },
    readFile: () => settings(),
  });
  const oracle = new Oracle();
  const parts = { name: "node", scheduler, random: random.fork("node"), taken, openApp };
  const world = new EmbeddedWorld({ ...parts, config, disk, oracle });
  await world.open();
  const modelServer = new SimulatedModelServer(scheduler, random.fork("model server"));
  taken.modelServer = (url, body) => (url.startsWith(MODEL_SERVER_URL) ? modelServer.answer(body) : null);
  const collectWhenLarge = collecting(taken.collect);
  const options = {
    modelServer,
    scheduler,
    random: random.fork("simulation"),
    oracle,
    world,
    stepsMax,
    apps: APPS,
    progress: (steps: number) => {
      collectWhenLarge();
      progress(steps);
    },
  };
  return new Simulation(options).run();
}

function settings(): string {
  return APPS.map(
    ({ plan, allowance, callsMax }) =>
      `[plans.${plan}]\nrequests_per_minute = ${callsMax}\nrequests_per_month = ${allowance}\n`,
  )
    .concat(
      "[graduation]\nenabled = true",
      `agreement_min = ${AGREEMENT_MIN}\nverify_share = 1\n`,
      `[backends.big]\nprovider = "openai"\nbase_url = "${MODEL_SERVER_URL}"\nname = "big-1"\nmode = "schema"\napi_key_env = ""\n`,
    )
    .concat(`[storage]\nledger_months_kept = ${MONTHS_KEPT}\n`)
    .join("\n");
}

/**
 * What a server that has crashed had is let go by the garbage collector alone, which sees little of what is not JavaScript's. Left
 * to itself a long run grows, and takes longer for each step. What a collection leaves does not go by the next one.
 */
function collecting(collect: () => void): () => void {
  let leftBytes = MEMORY_BYTES_MAX - MEMORY_GROWTH_BYTES_MAX;
  return () => {
    if (process.memoryUsage.rss() < leftBytes + MEMORY_GROWTH_BYTES_MAX) return;
    collect();
    leftBytes = Math.max(leftBytes, process.memoryUsage.rss());
  };
}
