import { resolve } from "node:path";
import { type Config, dataFolder, loadConfig, readTrustedFile, SettingsError } from "#config";
import type { JsonObject } from "#core/json.ts";
import { backupOfCluster } from "./cluster-backup.ts";
import { type Invocation, misused, type Run } from "./command.ts";
import { usageOf } from "./commands.ts";
import { follow } from "./follow.ts";
import { recipientsOf } from "./key-files.ts";
import { makeWay } from "./make-way.ts";
import { refuseMissingFolder } from "./operate.ts";
import { progressOn } from "./progress.ts";
import { onStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/**
 * Everything in one file: `backup FILE [--force] [--json]`. This process reads the database itself, beside the server that
 * writes it: no request waits for it. Of a cluster, whose data is in no folder, what its own tools made is looked at and noted.
 */
export const backup: Run = async (invocation, terminal) => {
  const { backupsOfCluster } = await import("#app");
  const settings = readableSettings(invocation.options);
  const ofCluster = settings && (await backupsOfCluster(settings));
  if (ofCluster && (invocation.options.follow ?? invocation.options["encrypt-to"]) !== undefined) {
    throw misused("the data of a cluster is in Postgres, whose own tools follow and encrypt it", {
      see: invocation.command.name,
    });
  }
  return ofCluster ? backupOfCluster(ofCluster, invocation, terminal) : backupOfFolder(invocation, terminal);
};

const backupOfFolder: Run = async (invocation, terminal) => {
  const { command, operands, options, switches, json } = invocation;
  if (options.follow !== undefined) return follow(invocation, terminal);
  if (options.every !== undefined || options["keep-days"] !== undefined) {
    throw misused("--every and --keep-days are for --follow", { see: command.name });
  }
  if (operands.FILE === undefined) throw misused(`FILE is missing: ${usageOf(command)}`, { see: command.name });
  // Only where: settings that are wrong are no reason to have no backup.
  const dataDir = dataFolder(options.data);
  refuseMissingFolder(dataDir);
  makeWay();
  const file = resolve(operands.FILE);
  const backups = await (await import("#app")).openBackups();
  const progress = progressOn(terminal);
  const { bytes, sha256, manifest } = await backups.take({
    dataDir,
    file,
    replaces: switches.has("force"),
    withQueryLog: switches.has("with-query-log"),
    recipients: await recipientsOf(options["encrypt-to"]),
    program: VERSION,
    createdAt: new Date().toISOString(),
    signal: abortedByStopSignals(),
    onProgress: progress,
    onRemoved: (paths) => sayRemoved(paths, terminal),
  });
  const receipt: JsonObject = { file, bytes, sha256, ...contents(manifest) };
  if (json) {
    terminal.out(`${JSON.stringify(receipt)}\n`);
    return 0;
  }
  terminal.out(`${file}\n  bytes   ${bytes}\n  sha256  ${sha256}\n  schema  ${manifest.schema}\n`);
  terminal.err("It holds signing keys and the hashes of API keys: keep it where nobody else can read it.\n");
  return 0;
};

/** Null where they are wrong: that is no reason to have no backup of a folder. */
function readableSettings({ data, config }: Invocation["options"]): Config | null {
  try {
    return loadConfig({ flags: { data, config }, readFile: readTrustedFile }).config;
  } catch (failure) {
    if (failure instanceof SettingsError) return null;
    throw failure;
  }
}

/** One line for each file. */
export function sayRemoved(paths: readonly string[], { err }: Terminal): void {
  for (const path of paths) err(`removed ${path}, which a killed process had left\n`);
}

/** What is in a backup, as the commands say it in JSON. */
export function contents(manifest: {
  readonly createdAt: string;
  readonly program: string;
  readonly schema: number;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}): JsonObject {
  const { createdAt, program, schema, files } = manifest;
  return { created_at: createdAt, dragoman: program, schema, files: files.map((file) => ({ ...file })) };
}

/** Aborted by Ctrl-C and its like, so that what was begun can be removed. */
export function abortedByStopSignals(): AbortSignal {
  const controller = new AbortController();
  void onStopSignals(["SIGINT", "SIGTERM", "SIGHUP"]).asked.then(() => controller.abort());
  return controller.signal;
}
