import { resolve } from "node:path";
import { dataFolder } from "#config";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { throughSocket } from "./control-client.ts";
import { recipientsOf } from "./key-files.ts";
import { makeWay } from "./make-way.ts";
import { numberOption } from "./number-option.ts";
import { refuseMissingFolder } from "./operate.ts";
import { onStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

const EVERY_SECONDS = 1;
const EVERY_SECONDS_MAX = 3_600;
const KEPT_DAYS = 7;
const KEPT_DAYS_MAX = 3_650;
/** A moment that is gone back to is as exact as this. */
const LOOK_MS = 100;
const REPORT_MS = 1_000;

/** Copies every change as it is made: `backup --follow DIR [--every SECONDS] [--keep-days N] [--encrypt-to FILE]`, until it is stopped. */
export const follow: Run = async (invocation, terminal) => {
  const { options, json } = invocation;
  refuseOthers(invocation);
  const dataDir = dataFolder(options.data);
  refuseMissingFolder(dataDir);
  makeWay();
  const folder = resolve(options.follow ?? "");
  const everyMs = 1_000 * numberOf(invocation, "every", { otherwise: EVERY_SECONDS, max: EVERY_SECONDS_MAX });
  const keptDays = numberOf(invocation, "keep-days", { otherwise: KEPT_DAYS, max: KEPT_DAYS_MAX });
  const backups = await (await import("#app")).openBackups();
  const say = (line: string) => terminal.err(`${line}\n`);
  const follower = await backups.follow({
    dataDir,
    folder,
    database: backups.identityOf(dataDir),
    program: VERSION,
    recipients: await recipientsOf(options["encrypt-to"]),
    everyMs,
    keptDays,
    now: Date.now,
    log: say,
  });
  say(`${folder} follows ${dataDir}`);
  await untilStopped(follower, { dataDir, folder }, terminal);
  await follower.close();
  const until = follower.onDiskUntil === null ? null : new Date(follower.onDiskUntil).toISOString();
  if (json) terminal.out(`${JSON.stringify({ folder, until })}\n`);
  else terminal.out(until === null ? "nothing can be restored yet\n" : `everything up to ${until} can be restored\n`);
  return until === null ? 1 : 0;
};

function numberOf(
  invocation: Invocation,
  name: string,
  { otherwise, max }: { readonly otherwise: number; readonly max: number },
): number {
  const number = Number(numberOption(invocation, name)[name] ?? otherwise);
  if (number >= 1 && number <= max) return number;
  throw misused(`--${name} takes a number from 1 to ${max}`, { see: invocation.command.name });
}

interface Followed {
  readonly onDiskUntil: number | null;
  step(): Promise<void>;
}

async function untilStopped(
  follower: Followed,
  { dataDir, folder }: { readonly dataDir: string; readonly folder: string },
  terminal: Terminal,
): Promise<void> {
  let isStopped = false;
  void onStopSignals(["SIGINT", "SIGTERM", "SIGHUP"]).asked.then(() => {
    isStopped = true;
  });
  let isServed: boolean | null = null;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let saidFirst = false;
  while (!isStopped) {
    if (performance.now() - reportedAtMs >= REPORT_MS) {
      reportedAtMs = performance.now();
      const isReached = await reported(dataDir, folder, follower.onDiskUntil);
      if (!isReached && isServed !== false) terminal.err(`no server runs on ${dataDir}: waiting for one\n`);
      isServed = isReached;
    }
    await follower.step();
    if (!saidFirst && follower.onDiskUntil !== null) {
      saidFirst = true;
      terminal.err("everything is copied, and every change follows\n");
    }
    await Bun.sleep(LOOK_MS);
  }
}

/** Whether a server was told. Its log is kept a little longer for who speaks. */
async function reported(dataDir: string, folder: string, until: number | null): Promise<boolean> {
  try {
    return (await throughSocket(dataDir, "followed", { folder, until: until ?? 0 })).reached;
  } catch (failure) {
    // A server that ends at this moment: the next report finds none, or the next one.
    if (failure instanceof Failure) return false;
    throw failure;
  }
}

function refuseOthers({ command, operands, switches }: Invocation): void {
  if (operands.FILE !== undefined)
    throw misused("FILE is not for --follow, which names the folder itself", { see: command.name });
  if (switches.has("force"))
    throw misused("--force is not for --follow, which replaces nothing", { see: command.name });
  if (switches.has("with-query-log")) {
    throw misused("the log of questions is in whole backups alone, and is not followed", { see: command.name });
  }
}
