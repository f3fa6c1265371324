/**
 * Resident memory of a server of its own that has just loaded its models and has answered nothing yet. The base is the bare
 * server when it has just started: the same runtime with HTTP and nothing in it.
 */
import type { Measure } from "../measure.ts";
import { residentBytesOf } from "../process-usage.ts";
import { Stage } from "../stage.ts";

const MEGABYTE = 1e6;
/** What loading has left behind is collected within two seconds, sooner or later: the least that was seen counts. */
const SAMPLES = 12;
const SAMPLE_EVERY_MS = 200;

async function residentMegabytes(start: (stage: Stage) => Promise<{ readonly pid: number }>): Promise<number> {
  const own = new Stage();
  try {
    const { pid } = await start(own);
    let least = residentBytesOf(pid);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await Bun.sleep(SAMPLE_EVERY_MS);
      least = Math.min(least, residentBytesOf(pid));
    }
    return least / MEGABYTE;
  } finally {
    await own.close();
  }
}

const open = async () => ({
  ours: () => residentMegabytes((stage) => stage.server()),
  base: () => residentMegabytes((stage) => stage.bare()),
});

export const MEMORY: readonly Measure[] = [
  {
    name: "memory: resident, models loaded",
    unit: "MB",
    base: "Bun.serve echo",
    comparedOn: "machine",
    inGate: true,
    rounds: 3,
    open,
  },
];
