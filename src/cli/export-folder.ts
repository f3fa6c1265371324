import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Source } from "#core/exchange/formats.ts";
import { counted } from "#core/exchange/notes.ts";
import { pathBeside, schemaFilesOf } from "#core/exchange/orphans/tensorzero.ts";
import type { JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";
import { parsedJson, parsedToml, parsedYaml, utf8Text, YamlBudget } from "./documents.ts";
import { archivedFiles } from "./zip-archive.ts";

/** Of a file, of all files of a folder, and of all that an archive unpacks to. */
export const FILE_BYTES_MAX = 64 * 1024 * 1024;
const FILES_MAX = 20_000;
/** All that a folder has, whatever it is: more is no export, but somebody's home. */
const ENTRIES_MAX = 200_000;
const DEPTH_MAX = 16;
type Folder = Extract<Source, { kind: "folder" }>;
type Documents = {
  -readonly [key in keyof Folder]: Folder[key] extends readonly (infer Item)[] ? Item[] : Folder[key];
};

/**
 * The documents of a folder and of those in it. What is hidden, is a link, or is no JSON, YAML or TOML is not opened. Throws
 * a Failure for a folder that cannot be read or holds more than is read.
 */
export function folderSource(folder: string): Source {
  const reader = new DocumentReader(folder);
  let entries = 0;
  const walk = (path: string, depth: number) => {
    if (depth > DEPTH_MAX)
      throw new Failure(`${folder} has folders more than ${DEPTH_MAX} deep: name the one that is meant`);
    for (const name of namesIn(join(folder, path))) {
      entries += 1;
      if (entries > ENTRIES_MAX)
        throw new Failure(`${folder} has more than ${ENTRIES_MAX} files: name the folder of the export alone`);
      const inner = path === "" ? name : `${path}/${name}`;
      const stats = lstatSync(join(folder, inner), { throwIfNoEntry: false });
      if (isHidden(inner) || !stats) continue;
      if (stats.isDirectory()) walk(inner, depth + 1);
      else if (stats.isSymbolicLink()) reader.leave(inner, "is a link, which is not followed");
      else if (stats.isFile()) reader.take(inner, stats.size, () => readFileSync(join(folder, inner)));
    }
  };
  walk("", 0);
  return reader.source();
}

/**
 * The documents of a zip archive. Nothing is written anywhere. Throws a Failure for one that is damaged or encrypted, has a
 * path that leads out of it, or unpacks to more than is read.
 */
export function archiveSource(name: string, bytes: Uint8Array): Source {
  const reader = new DocumentReader(name);
  const files = archivedFiles(name, bytes).filter(({ path }) => !isHidden(path));
  // All is counted before anything is unpacked.
  for (const { path, unpack } of files.filter((file) => reader.accepts(file.path, file.bytes))) {
    reader.parse(path, unpack());
  }
  return reader.source();
}

/** A configuration in TOML, with the files of schemas that it names, as far as they lie beside it. */
export function tomlSource(file: string, text: string): Source {
  const document = parsedToml(file, text);
  const reader = new DocumentReader(file);
  reader.put(basename(file), document);
  for (const named of new Set(schemaFilesOf(document))) {
    const path = pathBeside(basename(file), named);
    const full = path === null ? "" : join(dirname(file), path);
    const stats = path === null ? undefined : lstatSync(full, { throwIfNoEntry: false });
    if (path !== null && stats?.isFile()) reader.take(path, stats.size, () => readFileSync(full));
  }
  return reader.source();
}

class DocumentReader {
  readonly #name: string;
  readonly #found: Documents = { kind: "folder", files: [], unread: [] };
  readonly #budget = new YamlBudget();
  #bytes = 0;
  #files = 0;
  #others = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the file is one to be read, by its name. Throws a Failure when there are too many of them, or too much. */
  accepts(path: string, bytes: number): boolean {
    if (![".json", ".yaml", ".yml", ".toml"].includes(extname(path).toLowerCase())) {
      this.#others += 1;
      return false;
    }
    this.#files += 1;
    this.#bytes += bytes;
    if (this.#files > FILES_MAX)
      throw new Failure(`${this.#name} has more than ${FILES_MAX} files of JSON, YAML or TOML`);
    if (this.#bytes > FILE_BYTES_MAX)
      throw new Failure(`${this.#name} holds more than ${FILE_BYTES_MAX} bytes: name a part of it`);
    return true;
  }

  take(path: string, bytes: number, read: () => Uint8Array): void {
    if (!this.accepts(path, bytes)) return;
    try {
      this.parse(path, read());
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      this.leave(path, `cannot be read (${cause instanceof Error && "code" in cause ? cause.code : cause})`);
    }
  }

  /** One of many that is broken is left: it may be no part of the export. */
  parse(path: string, bytes: Uint8Array): void {
    try {
      this.put(path, this.#document(path, utf8Text("it", bytes)));
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      this.leave(path, cause.message.replace(/^it /, ""));
    }
  }

  put(path: string, document: JsonValue): void {
    this.#found.files.push({ path, document });
  }

  leave(path: string, why: string): void {
    this.#found.unread.push({ path, why });
  }

  source(): Source {
    if (this.#others > 0) this.leave(counted(this.#others, "other file"), "is no JSON, YAML or TOML");
    return this.#found;
  }

  #document(path: string, text: string): JsonValue {
    const ending = extname(path).toLowerCase();
    if (ending === ".toml") return parsedToml("it", text);
    return ending === ".json" ? parsedJson("it", text) : parsedYaml("it", text, this.#budget);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (cause) {
    throw new Failure(
      `${folder} cannot be read (${cause instanceof Error && "code" in cause ? cause.code : cause})`,
      cause,
    );
  }
}

/** Of programs, not of people: `.git`, `.DS_Store`, what a Mac puts into archives, installed packages. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX" || part === "node_modules");
}
