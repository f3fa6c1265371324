/** Files that a backup or a restore needs until it is done, and what is left of them where one was killed. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/** Of a process on another machine, or in another container, nobody here can tell whether it lives: then time has to. */
const UNTOUCHED_MS_MIN = 86_400_000;
const NAME = /\.(\d+)@([\w.-]+)\.(?:copy|unfinished)(?:-log)?(?:-journal)?$/;

/** Beside `file`, since that is where there has to be room, under a name that no other process uses. */
export function workingFile(file: string, use: "copy" | "unfinished"): string {
  return `${file}.${process.pid}@${machineName()}.${use}`;
}

/** Removes what processes that are gone left in a folder, and returns its paths. What is another user's stays. */
export function removeAbandoned(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => isAbandoned(folder, name))
    .map((name) => join(folder, name))
    .filter(removed);
}

function isAbandoned(folder: string, name: string): boolean {
  const [match, pid, machine] = NAME.exec(name) ?? [];
  if (match === undefined) return false;
  const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.uid !== process.geteuid?.()) return false;
  if (machine === machineName() && !isRunning(Number(pid))) return true;
  return Date.now() - stat.mtimeMs > UNTOUCHED_MS_MIN;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    // Another user's process may not be signalled, but it is there.
    return (failure as NodeJS.ErrnoException).code === "EPERM";
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Where nobody may look there may be room all the same.
    return [];
  }
}

function removed(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    // Another process was faster, or the folder is not ours to change: writing into it says so.
    return false;
  }
}

function machineName(): string {
  return hostname().replace(/[^\w.-]/g, "-");
}
