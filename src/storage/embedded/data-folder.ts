import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { OperatorError } from "#core/errors.ts";

/** The data folder cannot be used as it is. Nothing in it was changed; the message says what a person can do. */
export class StorageOpenError extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super("folder_unusable", message, cause);
  }
}

/** Makes the data folder (mode 0700) unless it is there. Throws a StorageOpenError when it cannot be made or written. */
export function ensureDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const status = statSync(dataDir);
    if (!status.isDirectory()) throw new Error("it is not a folder");
    refuseStrangers(dataDir, status.uid);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    if (cause instanceof StorageOpenError) throw cause;
    throw new StorageOpenError(
      `the data folder ${dataDir} cannot be created or written (${reasonOf(cause)}): ` +
        `give the user that runs Dragoman${ownId()} the right to write there, or choose another folder with --data`,
      cause,
    );
  }
}

/** In a container nobody would know it otherwise. */
function ownId(): string {
  const id = process.getuid?.();
  return id === undefined ? "" : ` (user ${id})`;
}

/** Whoever owns the folder decides what lies in it: links to files that are written through, or another database. Root's is safe. */
function refuseStrangers(dataDir: string, owner: number): void {
  if (owner === 0 || owner === process.getuid?.()) return;
  throw new StorageOpenError(
    `the data folder ${dataDir} belongs to another user (${owner}): run this as that user, as in "sudo -u '#${owner}' dragoman …"`,
  );
}

/** Makes a rename durable. Some systems cannot open a folder, and then do it by themselves. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is on disk already.
  }
}

/** The cause in the fewest words that still tell: `EACCES`, or the message where there is no such code. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
