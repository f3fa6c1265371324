/**
 * One simulation of a cluster, in a process of its own:
 * `bun test/simulation/cluster/run.ts --seed N --steps N --node URL --superuser URL [--valkey URL] [--planted NAME] [--trail LINES]`, on a database that nobody
 * has used. What came of it is the last line, as JSON.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { takeOver } from "../kit/process.ts";
import { SeededRandom } from "../kit/random.ts";
import { Scheduler } from "../kit/scheduler.ts";
import { Control } from "./database.ts";
import { MALFORMED, PLANTED, PLANTED_IN_VALKEY, type PlantedBug, planted } from "./planted.ts";
import { realNow } from "./real-world.ts";

/** What came of a simulation. */
export interface Outcome {
  readonly seed: string;
  readonly steps: number;
  readonly simulatedSeconds: number;
  /** Of all that has happened, in its order. */
  readonly hash: string;
  /** What must not have been. */
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly realSeconds: number;
}

const SOURCE = join(import.meta.dir, "../../../src");

async function plant(bug: PlantedBug, control: Control): Promise<void> {
  const { where } = bug;
  if ("routine" in where) return control.redefine(where.routine, (definition) => planted(bug, definition));
  const path = join(SOURCE, where.module);
  const text = planted(bug, await Bun.file(path).text());
  const contents = path.endsWith(".lua") ? `export default ${JSON.stringify(text)};` : text;
  Bun.plugin({
    name: bug.name,
    setup: (build) => {
      build.onLoad({ filter: new RegExp(`${RegExp.escape(where.module)}$`) }, () => ({
        contents,
        loader: "ts",
      }));
    },
  });
}

async function simulate(options: {
  readonly seed: string;
  readonly steps: number;
  readonly node: string;
  readonly superuser: string;
  readonly valkey: string | null;
  readonly bug: PlantedBug | null;
  readonly trail: number;
}): Promise<Outcome> {
  const { seed, steps, node, superuser, bug, trail } = options;
  // Now: it is the runtime's own client, which nodes are not given.
  const valkey = options.valkey === null ? null : new Bun.RedisClient(options.valkey);
  await valkey?.connect();
  const control = await Control.prepare(superuser);
  if (bug) await plant(bug, control);
  const scheduler = new Scheduler();
  scheduler.trailMax = trail;
  const random = new SeededRandom(seed);
  takeOver(scheduler, random.fork("process"));
  // Whatever it loads finds the process taken over.
  const { ClusterWorld } = await import("./world.ts");
  const log = (message: string) => scheduler.note(message);
  const servers = { control, url: node, port: Number(new URL(node).port), valkey };
  const world = new ClusterWorld({ scheduler, random, ...servers, log });
  const begunAt = realNow();
  const faults = await world.run(steps);
  if (trail > 0) console.log(scheduler.trail.slice(-trail).join("\n"));
  return {
    ...{
      seed,
      steps: scheduler.steps,
      simulatedSeconds: Math.round(scheduler.nowMs / 1_000),
      hash: scheduler.hash,
      faults,
    },
    ...{ counts: world.counts, realSeconds: Math.round((realNow() - begunAt) / 100) / 10 },
  };
}

if (import.meta.main) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { seed: text, steps: text, node: text, superuser: text, valkey: text, planted: text, trail: text },
  });
  const { seed = "1", steps = "10000", node = "", superuser = "", trail = "0" } = values;
  const bug = [...PLANTED, ...PLANTED_IN_VALKEY, ...MALFORMED].find(({ name }) => name === values.planted) ?? null;
  if (values.planted !== undefined && !bug) throw new Error(`there is no planted bug "${values.planted}"`);
  const servers = { node, superuser, valkey: values.valkey ?? null };
  const outcome = await simulate({ seed, steps: Number(steps), ...servers, bug, trail: Number(trail) });
  console.log(JSON.stringify(outcome));
  process.exit(outcome.faults.length === 0 ? 0 : 1);
}
