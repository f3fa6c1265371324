/** Files of ours that somebody may have damaged or made up: the heads of backups, the mark of a folder, models. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "#core/errors.ts";
import { checkedGguf } from "#models/gguf/gguf-file.ts";
import { manifestLine, parseManifest, parseTrailer } from "#storage/embedded/backup-format.ts";
import { lookAtFolder, MARKER_FILE, makeMarker } from "#storage/embedded/folder-marker.ts";
import { must, orRefused, type Target, textOf } from "../engine/target.ts";

const isRefusal = (failure: unknown) => failure instanceof OperatorError;

const manifests: Target = {
  name: "backup-head",
  about: "the first line of a backup, and its last",
  seeds: [
    '{"format":"dragoman-backup","version":1,"created_at":"2026-11-18T10:00:00.000Z","dragoman":"0.2.0","schema":1,"compression":"zstd","files":[{"name":"dragoman.db","bytes":8192,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}]}',
    '{"format":"dragoman-backup","version":2,"dragoman":"9"}',
    `\n${"a1".repeat(32)}\n`,
  ],
  words: ["dragoman.toml", "query-log.db", "../dragoman.db", "/etc/passwd"],
  bytesMax: 2_048,
  time: { ms: 10, msPerKib: 10 },
  open: () => ({ read: (input) => readHead(textOf(input)) }),
};

function readHead(text: string) {
  const manifest = orRefused(() => parseManifest(text, "it"), isRefusal);
  if ("files" in manifest) {
    for (const { name } of manifest.files) must(!/[/\\]|^\.\.?$/.test(name), `a file that may lie anywhere: ${name}`);
    must(Bun.deepEquals(parseManifest(manifestLine(manifest), "it"), manifest), "a manifest comes back as another");
  }
  return [manifest, orRefused(() => [parseTrailer(text, "it")], isRefusal)];
}

/** A folder for files that are read by their path. */
function onDisk(name: string, read: (folder: string) => unknown) {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-fuzz-"));
  return {
    read(input: Uint8Array) {
      writeFileSync(join(folder, name), input);
      return JSON.stringify(read(folder)).replaceAll(folder, "");
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const marker: Target = {
  name: "folder-marker",
  about: "the mark that says how far a folder had come",
  seeds: ["GDMM\u0001\u0000\u0000\u0000", "", "\u0000".repeat(48), markerBytes()],
  bytesMax: 8_192,
  time: { ms: 20, msPerKib: 5 },
  open: () =>
    onDisk(MARKER_FILE, (folder) => {
      const { kind } = lookAtFolder(folder, "dragoman.db");
      // Without its database no folder is whole.
      must(kind !== "whole", "a folder without a database is whole");
      return kind;
    }),
};

/** A whole one. */
function markerBytes(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-fuzz-"));
  makeMarker(folder, { id: "0123456789abcdef0123456789abcdef", entry: 3, change: 5 });
  const bytes = readFileSync(join(folder, MARKER_FILE));
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

const gguf: Target = {
  name: "model-file",
  about: "the head of a GGUF file",
  seeds: [
    ggufOf({ values: 1, body: `${string("name")}${four(8)}${string("tiny")}` }),
    ggufOf({
      values: 1,
      tensors: 1,
      body: `${string("l")}${four(9)}${four(9)}${eight(1)}${four(4)}${eight(2)}${"\u0001".repeat(8)}${string("t")}${four(1)}${eight(2)}${"\u0000".repeat(12)}`,
    }),
    "GGUF",
    "GGML",
  ],
  bytesMax: 4_096,
  time: { ms: 20, msPerKib: 20 },
  open: () =>
    onDisk("m.gguf", (folder) =>
      orRefused(
        () => [checkedGguf(join(folder, "m.gguf"))],
        (failure) => failure instanceof Error && /^(\/.* is no GGUF file|\/.* is damaged)/.test(failure.message),
      ),
    ),
};

function four(value: number): string {
  return `${String.fromCharCode(value)}\u0000\u0000\u0000`;
}

function eight(value: number): string {
  return four(value) + four(0);
}

function string(text: string): string {
  return eight(text.length) + text;
}

function ggufOf({
  values = 0,
  tensors = 0,
  body,
}: {
  readonly values?: number;
  readonly tensors?: number;
  readonly body: string;
}) {
  return `GGUF${four(3)}${eight(tensors)}${eight(values)}${body}`;
}

export const FILES: readonly Target[] = [manifests, marker, gguf];
