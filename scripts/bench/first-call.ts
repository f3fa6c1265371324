/**
 * How long it takes from `git clone` to the first answer of the model, as the README tells people to try it, and what the checkout
 * then weighs, by parts. With the packages in Bun's cache ("warm"): what the network takes is no matter of ours. Measures what is
 * committed. Exit status 1 where one of the promises is not kept.
 */
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
export const FIRST_CALL_SECONDS_MAX = 30;
/** The same in CPU time, for machines on which others work too: the compiler works beside the rest, so it is more. */
export const FIRST_CALL_CPU_SECONDS_MAX = 45;
/** Half of what a checkout weighed when it had the builds of every platform in it. */
export const CHECKOUT_MEGABYTES_MAX = 600;

export interface Step {
  readonly wallSeconds: number;
  /** Of all processors, in all processes: neighbours on the machine make it hardly longer. */
  readonly cpuSeconds: number;
}

export interface FirstCall {
  /** By name, in their order. */
  readonly steps: Readonly<Record<string, Step>>;
  /** By part of the checkout, in MB as files are long; a file with two names counts once. */
  readonly megabytes: Readonly<Record<string, number>>;
  /** The tool that the first call was answered with. */
  readonly tool: string;
}

/** What the other side does to make a repository small is no matter of ours: it looks for nothing that is alike. */
const SEND = "git -c pack.window=0 upload-pack";

/** Clones the repository into a folder of its own, tries it, and removes it again. Throws with what was written where a step fails. */
export async function measureFirstCall(): Promise<FirstCall> {
  const place = mkdtempSync(join(tmpdir(), "dragoman-first-"));
  const checkout = join(place, "dragoman");
  const clone = ["git", "clone", "--quiet", "--depth", "1", "--upload-pack", SEND, `file://${ROOT}`, checkout];
  try {
    const steps = {
      "git clone": await done(clone, place),
      setup: await done([process.execPath, "scripts/setup.ts", "--for-build"], checkout),
      build: await done([process.execPath, "scripts/build.ts"], checkout),
    };
    const { tool, ...start } = await firstCall(checkout);
    return { steps: { ...steps, "start and first call": start }, megabytes: weightOf(checkout), tool };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function done(command: readonly string[], cwd: string): Promise<Step> {
  const begun = performance.now();
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`${command.join(" ")}: exit status ${status}\n${out}${err}`);
  return { wallSeconds: secondsSince(begun), cpuSeconds: cpuSecondsOf(child) };
}

/** The demo, and the first two of the commands that it prints. */
async function firstCall(checkout: string): Promise<Step & { readonly tool: string }> {
  const begun = performance.now();
  const demo = Bun.spawn([join(checkout, "dist/dragoman"), "demo", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let wallSeconds = Number.NaN;
  let tool = "";
  try {
    const { value } = await demo.stdout.getReader().read();
    const { commands } = JSON.parse(new TextDecoder().decode(value)) as { readonly commands: readonly string[] };
    const shell = Bun.spawn(["bash", "-c", commands.slice(0, 2).join("\n")], { stdio: ["ignore", "pipe", "inherit"] });
    const answer = (await shell.stdout.json()) as { readonly resolved: { readonly tool: string } };
    wallSeconds = secondsSince(begun);
    tool = answer.resolved.tool;
  } finally {
    demo.kill("SIGINT");
    await demo.exited;
  }
  return { wallSeconds, cpuSeconds: cpuSecondsOf(demo), tool };
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}

/** With those of the processes that it waited for. */
function cpuSecondsOf(ended: Bun.Subprocess): number {
  return Number(ended.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1e6;
}

function weightOf(checkout: string): FirstCall["megabytes"] {
  const seen = new Set<number>();
  const parts = readdirSync(checkout).map((name) => [name, bytesUnder(join(checkout, name), seen) / 1e6] as const);
  const large = parts.filter(([, megabytes]) => megabytes >= 1).sort(([, one], [, other]) => other - one);
  const rest = parts.reduce((sum, [, megabytes]) => sum + (megabytes < 1 ? megabytes : 0), 0);
  return { ...Object.fromEntries(large), "everything else": rest };
}

function bytesUnder(path: string, seen: Set<number>): number {
  const status = lstatSync(path);
  if (status.isDirectory()) {
    return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name), seen), 0);
  }
  if (seen.has(status.ino)) return 0;
  seen.add(status.ino);
  return status.size;
}

/** Whether there is a repository to clone: a release may be an archive. */
export function canMeasureFirstCall(): boolean {
  return existsSync(join(ROOT, ".git")) && Bun.which("git") !== null;
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

if (import.meta.main) {
  const { steps, megabytes } = await measureFirstCall();
  const wall = sumOf(Object.values(steps).map(({ wallSeconds }) => wallSeconds));
  const cpu = sumOf(Object.values(steps).map(({ cpuSeconds }) => cpuSeconds));
  const weight = sumOf(Object.values(megabytes));
  const row = (name: string, value: number, more: string) =>
    console.log(`${name.padEnd(24)}${value.toFixed(1)} ${more}`);
  for (const [name, step] of Object.entries(steps))
    row(name, step.wallSeconds, `s (${step.cpuSeconds.toFixed(1)} s of CPU)`);
  row("to the first call", wall, `s (${cpu.toFixed(1)} s of CPU), at most ${FIRST_CALL_SECONDS_MAX} s`);
  for (const [part, value] of Object.entries(megabytes)) row(part, value, "MB");
  row("the checkout", weight, `MB, at most ${CHECKOUT_MEGABYTES_MAX} MB`);
  process.exitCode = wall <= FIRST_CALL_SECONDS_MAX && weight <= CHECKOUT_MEGABYTES_MAX ? 0 : 1;
}
