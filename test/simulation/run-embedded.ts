import { openApp } from "#app";
import { loadConfig } from "#config";
import { SimulatedDisk } from "./disk/simulated-disk.ts";
import { EmbeddedWorld } from "./embedded-world.ts";
import { Oracle } from "./kit/oracle.ts";
import type { TakenOver } from "./kit/process.ts";
import type { SeededRandom } from "./kit/random.ts";
import type { Scheduler } from "./kit/scheduler.ts";
import { type Outcome, Simulation } from "./kit/simulation.ts";

/** One that has enough, one that is short of both, one that is short of requests, and one that is short of minutes. */
export const APPS = [
  { plan: "plenty", allowance: 10_000_000, callsMax: 1_000_000 },
  { plan: "small", allowance: 300, callsMax: 300 },
  { plan: "poor", allowance: 100, callsMax: 1_000_000 },
  { plan: "hasty", allowance: 10_000_000, callsMax: 200 },
] as const;

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
  const options = { scheduler, random: random.fork("simulation"), oracle, world, stepsMax, apps: APPS, progress };
  return new Simulation(options).run();
}

function settings(): string {
  return APPS.map(
    ({ plan, allowance, callsMax }) =>
      `[plans.${plan}]\nrequests_per_minute = ${callsMax}\nrequests_per_month = ${allowance}\n`,
  ).join("\n");
}
