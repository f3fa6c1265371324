import { resolve } from "node:path";
import { dataFolder, loadConfig } from "#config";
import { messageOf } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { abortedByStopSignals, contents, sayRemoved } from "./backup.ts";
import { Failure, type Run } from "./command.ts";
import { ownUser } from "./operator-access.ts";
import { findingsText } from "./present-findings.ts";
import { progressOn } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** A backup into an empty folder: `restore FILE [--verify] [--json]`. */
export const restore: Run = async ({ operands, options, switches, json }, terminal) => {
  // Only where it is: the folder's own settings come with the backup.
  const dataDir = dataFolder(options.data);
  const file = resolve(operands.FILE ?? "");
  const { backups } = await import("#app");
  const { bytes, sha256, manifest } = await backups.restore({
    file,
    dataDir,
    signal: abortedByStopSignals(),
    onProgress: progressOn(terminal),
    onRemoved: (paths) => sayRemoved(paths, terminal),
  });
  const receipt = { data_dir: dataDir, file, bytes, sha256, ...contents(manifest) };
  if (!json) {
    const made = `${manifest.createdAt} by Dragoman ${manifest.program}`;
    terminal.out(
      `${dataDir}\n  backup  ${file}\n  made    ${made}\n  schema  ${manifest.schema}\n  sha256  ${sha256}\n`,
    );
  }
  const verified = switches.has("verify") ? await verifiedFolder(dataDir, terminal) : null;
  if (json) terminal.out(`${JSON.stringify({ ...receipt, ...(verified && { verified }) })}\n`);
  else if (verified) terminal.out(findingsText(verified));
  else terminal.err(`Every sum is right. "dragoman serve --data ${dataDir}" starts it.\n`);
  return verified === null || verified.ok === true ? 0 : 1;
};

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
