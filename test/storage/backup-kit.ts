/** Backups as a test makes them: quickly, quietly, and with a time that is known. */
import { Database } from "bun:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BackupOptions, type BackupProgress, type Receipt, takeBackup } from "#storage/embedded/backup.ts";
import { restoreBackup } from "#storage/embedded/backup-restore.ts";
import type { Identities } from "#storage/embedded/encryption.ts";

export const MADE_AT = "2026-11-15T12:30:00.000Z";

export function backUp(dataDir: string, file: string, change: Partial<BackupOptions> = {}): Promise<Receipt> {
  const options = {
    dataDir,
    file,
    replaces: false,
    withQueryLog: false,
    recipients: null,
    program: "0.1.0",
    createdAt: MADE_AT,
  };
  return takeBackup({
    ...options,
    signal: new AbortController().signal,
    onProgress: () => {},
    onRemoved: () => {},
    ...change,
  });
}

export function restore(
  file: string,
  dataDir: string,
  signal = new AbortController().signal,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<Receipt> {
  return restoreBackup({ file, dataDir, identities: null, signal, onProgress, onRemoved: () => {} });
}

/** The same with keys, or without where there are none. */
export function restoreWith(file: string, dataDir: string, identities: Identities | null): Promise<Receipt> {
  const { signal } = new AbortController();
  return restoreBackup({ file, dataDir, identities, signal, onProgress: () => {}, onRemoved: () => {} });
}

/** The same file with another first line, and sums that fit it: what somebody else could have made. */
export function withManifest(file: string, change: (manifest: Record<string, unknown>) => void): void {
  const bytes = readFileSync(file);
  const start = bytes.indexOf("\n") + 1;
  const manifest = JSON.parse(bytes.toString("utf8", 0, start));
  change(manifest);
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), bytes.subarray(start, -66)]);
  const sum = new Bun.CryptoHasher("sha256").update(body).digest("hex");
  writeFileSync(file, Buffer.concat([body, Buffer.from(`\n${sum}\n`)]));
}

/** Runs SQL on the database of a folder, as no program of ours does. */
export function tamper(dataDir: string, ...statements: readonly string[]): void {
  using database = new Database(join(dataDir, "dragoman.sqlite"));
  for (const statement of statements) database.run(statement);
}
