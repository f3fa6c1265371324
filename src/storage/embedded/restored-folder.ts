/** The folder into which something is restored: empty before, and with all of it or nothing afterwards. */
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "./backup-format.ts";
import { reasonOf, syncFolder } from "./data-folder.ts";
import { type Mark, makeMarker } from "./folder-marker.ts";
import { removeAbandoned, workingFile } from "./working-files.ts";

/** Makes it where needed; `onRemoved` is told of what a killed restore had left in it. Throws a BackupError where it is not empty. */
export function makeEmptyFolder(dataDir: string, onRemoved: (paths: readonly string[]) => void): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new BackupError(`the folder ${dataDir} cannot be made (${reasonOf(cause)}): name another with --data`, cause);
  }
  onRemoved(removeAbandoned(dataDir));
  const [first, ...others] = readdirSync(dataDir).sort();
  if (first === undefined) return;
  const found = others.length === 0 ? first : `${first} and ${others.length} more`;
  throw new BackupError(
    `the folder ${dataDir} is not empty (${found}): nothing is ever restored over what is there. ` +
      "Name an empty or a new folder with --data, or move away what is in this one",
  );
}

/** Under which a file of the folder is written until all are there. */
export function unfinishedIn(dataDir: string, name: string): string {
  return workingFile(join(dataDir, name), "unfinished");
}

/** Gives the files their names, the database, which is the first, last: a folder without one holds nothing yet. */
export function putInPlace(dataDir: string, names: readonly string[], mark: Mark | null): void {
  const [database = "", ...others] = names;
  for (const name of [...others, database]) moveNew(unfinishedIn(dataDir, name), join(dataDir, name));
  // From now on it would be missed. One of an older schema says nothing of itself, and is marked when it is first opened.
  if (mark) makeMarker(dataDir, mark);
  syncFolder(dataDir);
}

/** Never over what is there: a server that was started on the folder meanwhile has made a database of its own. */
function moveNew(from: string, to: string): void {
  try {
    linkSync(from, to);
    rmSync(from);
  } catch (cause) {
    if (existsSync(to)) {
      const advice = "stop it, and restore into an empty folder";
      throw new BackupError(`${to} was made by another program meanwhile: ${advice}`, cause);
    }
    // Some file systems have no links.
    renameSync(from, to);
  }
}

export function removeIfEmpty(dataDir: string): void {
  try {
    rmdirSync(dataDir);
  } catch {
    // Somebody has put something there; it is theirs.
  }
}
