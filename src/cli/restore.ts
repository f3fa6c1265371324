import { resolve } from "node:path";
import type { openBackups } from "#app";
import { dataFolder, loadConfig } from "#config";
import { messageOf } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { abortedByStopSignals, contents, sayRemoved } from "./backup.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { identitiesOf } from "./key-files.ts";
import { ownUser } from "./operator-access.ts";
import { findingsText } from "./present-findings.ts";
import { progressOn } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** A backup, or a moment of a followed one, into an empty folder: `restore FILE [--at TIME | --latest] [--key FILE] [--verify] [--json]`. */
export const restore: Run = async (invocation, terminal) => {
  const { options, operands, switches, json } = invocation;
  // Only where it is: the folder's own settings come with the backup.
  const dataDir = dataFolder(options.data);
  const file = resolve(operands.FILE ?? "");
  const backups = await (await import("#app")).openBackups();
  const isFollowed = backups.isFollowed(file);
  const at = momentOf(invocation, isFollowed);
  const to: Target = {
    dataDir,
    identities: await identitiesOf(options.key),
    signal: abortedByStopSignals(),
    onProgress: progressOn(terminal),
    onRemoved: (paths) => sayRemoved(paths, terminal),
  };
  const restored = isFollowed ? await restoredMoment(file, at, to, terminal) : await restoredFile(file, to);
  const verified = switches.has("verify") ? await verifiedFolder(dataDir, terminal) : null;
  if (json) {
    const receipt = { data_dir: dataDir, ...restored.receipt, ...(verified && { verified }) };
    terminal.out(`${JSON.stringify(receipt)}\n`);
  } else {
    terminal.out(`${dataDir}\n${restored.lines}`);
    if (verified) terminal.out(findingsText(verified));
    else terminal.err(`Every sum is right. "dragoman serve --data ${dataDir}" starts it.\n`);
  }
  return verified === null || verified.ok === true ? 0 : 1;
};

type Target = Omit<Parameters<Awaited<ReturnType<typeof openBackups>>["restore"]>[0], "file">;

interface Restored {
  readonly receipt: JsonObject;
  /** For people. */
  readonly lines: string;
}

async function restoredFile(file: string, to: Target): Promise<Restored> {
  const backups = await (await import("#app")).openBackups();
  const { bytes, sha256, manifest } = await backups.restore({ ...to, file });
  const made = `${manifest.createdAt} by Dragoman ${manifest.program}`;
  return {
    receipt: { file, bytes, sha256, ...contents(manifest) },
    lines: `  backup  ${file}\n  made    ${made}\n  schema  ${manifest.schema}\n  sha256  ${sha256}\n`,
  };
}

/** `at`: milliseconds since 1970; null for the last moment that there is. */
async function restoredMoment(folder: string, at: number | null, to: Target, { err }: Terminal): Promise<Restored> {
  const backups = await (await import("#app")).openBackups();
  const { at: reached, sameUntil, schema, pieces } = await backups.restoreMoment({ ...to, folder, at });
  const moment = new Date(reached).toISOString();
  const until = sameUntil === null ? null : new Date(sameUntil).toISOString();
  if (at !== null && (sameUntil === null || sameUntil < at)) {
    const since = until ?? moment;
    err(
      `what was changed from ${since} on, if anything was, is not there: nothing was copied between that and the moment you named\n`,
    );
  }
  return {
    receipt: { folder, moment, same_until: until, schema, pieces },
    lines: `  backup  ${folder}\n  moment  ${moment}\n  schema  ${schema}\n  pieces  ${pieces}\n`,
  };
}

/** Null for the last one that there is. Throws a Misuse where the moment is missing, or of no use. */
function momentOf({ command, options, switches }: Invocation, isFollowed: boolean): number | null {
  const isLatest = switches.has("latest");
  const see = command.name;
  if (!isFollowed && (isLatest || options.at !== undefined)) {
    throw misused('--at and --latest are for a folder that "dragoman backup --follow" wrote, and FILE is none', {
      see,
    });
  }
  if (!isFollowed) return null;
  if (isLatest === (options.at !== undefined)) {
    throw misused("say which moment of the followed backup: either --at TIME or --latest", { see });
  }
  if (options.at === undefined) return null;
  const at = Date.parse(options.at);
  if (INSTANT.test(options.at) && !Number.isNaN(at)) return at;
  throw misused(`--at takes a time with its zone, as 2026-11-27T21:00:00Z, and "${options.at}" is none`, { see });
}

/** What the doctor says of the result; opening it brings an older schema up to date. */
async function verifiedFolder(dataDir: string, terminal: Terminal): Promise<JsonObject> {
  const { openExamination } = await import("#app");
  try {
    const { config } = loadConfig({ flags: { data: dataDir } });
    const { operator, close } = await openExamination(config, (message) => terminal.err(`${message}\n`));
    try {
      const findings = await operator.run("doctor", {}, ownUser());
      return isJsonObject(findings) ? findings : { ok: false };
    } finally {
      await close();
    }
  } catch (failure) {
    const reason = messageOf(failure);
    throw new Failure(
      `the backup was restored to ${dataDir}, and every sum was right, but it cannot be opened: ${reason}`,
      failure,
    );
  }
}
