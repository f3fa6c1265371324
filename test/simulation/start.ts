/** Runs of the simulation, each in a process of its own. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDisk, NEEDS } from "./disk/build-disk.ts";
import type { Outcome } from "./kit/simulation.ts";

export interface Run {
  readonly storage: "embedded";
  readonly seed: number | string;
  readonly steps: number;
  /** The name of a bug that is planted. */
  readonly planted?: string;
  /** Whether the few apps count as a crowd, whose rows are written in rounds. */
  readonly crowd?: boolean;
  /** Of the last events so many are written to the standard error. */
  readonly trail?: number;
  /** Called now and then with the steps so far. */
  readonly progress?: (line: string) => void;
}

/** What became of a run, and what it took of the processor. */
export interface Ran extends Outcome {
  readonly seed: string;
  /** Seconds of the processor, of all of it: start, simulation, end. */
  readonly cpuSeconds: number;
}

/** A folder in memory, on Linux: what is not simulated of a disk waits for none there. */
const MEMORY = "/dev/shm";
const MAIN = join(import.meta.dir, "main.ts");
/**
 * How the runtime compiles in it. Code that has become old is kept: each collection throws it away, and all of it is compiled again. What the last
 * of its compilers gains takes a server longer than any of them lives here.
 */
const COMPILING = { BUN_JSC_forceCodeBlockLiveness: "1", BUN_JSC_useFTLJIT: "0" };

/** Throws where it could not be run at all. */
export async function startSimulation(run: Run): Promise<Ran> {
  const { storage, seed, steps, planted, crowd = false, trail = 0, progress = () => {} } = run;
  const disk = await buildDisk();
  if (disk === null) throw new Error(`the simulated disk cannot be compiled here: it needs ${NEEDS}`);
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "dragoman-simulated-"));
  try {
    const given = { storage, seed, steps, trail, disk, folder, ...(planted !== undefined && { planted }) };
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    if (crowd) flags.push("--crowd");
    const child = Bun.spawn([process.execPath, MAIN, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...COMPILING },
    });
    const [told, said] = await Promise.all([child.stdout.text(), followed(child.stderr, progress)]);
    await child.exited;
    if (told === "") throw new Error(`the simulation ended without an outcome:\n${said}`);
    return { ...(JSON.parse(told) as Outcome & { seed: string }), cpuSeconds: cpuSecondsOf(child) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process that has ended took of the processor. */
export function cpuSecondsOf(ended: Pick<Bun.Subprocess, "resourceUsage">): number {
  const usage = ended.resourceUsage();
  return usage ? Number(usage.cpuTime.total) / 1e6 : 0;
}

async function followed(stream: ReadableStream<Uint8Array>, line: (text: string) => void): Promise<string> {
  let all = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const text = decoder.decode(bytes, { stream: true });
    all += text;
    for (const one of text.split("\n")) if (one !== "") line(one);
  }
  return all;
}
