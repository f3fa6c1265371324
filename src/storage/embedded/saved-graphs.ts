import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "#core/errors.ts";
import { reasonOf } from "./data-folder.ts";
import { HnswGraph, LINKS } from "./hnsw-graph.ts";
import type { HnswIndex } from "./hnsw-index.ts";
import type { HnswLibrary } from "./hnsw-library.ts";

/** Counts up with every change of what is written here. */
const FORMAT = 1;
const FILE_NAME = /^([0-9a-f]{32})\.(\d{1,15})\.(graph|index|unfinished)$/;
const CHUNK_BYTES = 1_048_576;

interface SavedFile {
  readonly name: string;
  readonly digest: string;
  readonly generation: number;
  readonly kind: "graph" | "index" | "unfinished";
}

/** What the file beside a graph says of it. */
interface Description {
  readonly format: number;
  readonly dimensions: number;
  readonly links: number;
  readonly bytes: number;
  readonly checksum: string;
}

export interface SavedGraphsOptions {
  readonly library: HnswLibrary;
  /** Made where needed. Nobody else writes there. */
  readonly folder: string;
  /** A graph that was saved longer ago is of nobody's use, and is removed at the start; without it all are kept. */
  readonly keptSeconds?: number;
  readonly log: (message: string) => void;
}

/**
 * Graphs on disk. Each save of a name is a generation of two files: `<digest>.<n>.graph`, which the library writes, and
 * then `<digest>.<n>.index`, which makes it count: checksums and ids. A process that is killed leaves the generation before,
 * and a graph that does not count. One thing is done at a time: two graphs at once would only wait for the same disk.
 */
export class SavedGraphs {
  readonly #options: SavedGraphsOptions;
  #last: Promise<unknown>;

  constructor(options: SavedGraphsOptions) {
    this.#options = options;
    this.#last = this.#tidy().catch((cause: unknown) => this.#report("unused files could not be removed", cause));
  }

  /** Null when there is nothing, or nothing that can be used; the reason is told. */
  load(name: string, dimensions: number): Promise<HnswGraph | null> {
    return this.#inTurn(async () => {
      try {
        return await this.#load(digestOf(name), dimensions);
      } catch (cause) {
        this.#report("a saved index of neighbours cannot be used and will be made anew", cause);
        return null;
      }
    });
  }

  /** Rejects when the disk refuses; what was saved before is kept then. */
  save(name: string, index: HnswIndex): Promise<void> {
    return this.#inTurn(() => this.#save(digestOf(name), index));
  }

  forget(name: string): Promise<void> {
    return this.#inTurn(async () => this.#remove(await this.#files(digestOf(name))));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #load(digest: string, dimensions: number): Promise<HnswGraph | null> {
    const { library, folder } = this.#options;
    const newest = (await this.#files(digest)).findLast(({ kind }) => kind === "index");
    if (!newest) return null;
    const { description, ids } = decoded(await readFile(join(folder, newest.name)));
    const isOurs = description.format === FORMAT && description.links === LINKS;
    if (!isOurs || description.dimensions !== dimensions) return null;
    const path = join(folder, nameOf({ ...newest, kind: "graph" }));
    // The library trusts the file, and a damaged one would end the process.
    if (description.checksum !== (await checksumOf(path))) throw new Error(`${path} is damaged`);
    return HnswGraph.read(library, dimensions, path, ids);
  }

  async #save(digest: string, index: HnswIndex): Promise<void> {
    const { folder } = this.#options;
    const { dimensions } = index;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const before = await this.#files(digest);
    const fresh = { digest, generation: (before.at(-1)?.generation ?? 0) + 1 };
    const path = (kind: SavedFile["kind"]) => join(folder, nameOf({ ...fresh, kind }));
    try {
      const ids = await index.write(path("graph"));
      if (ids) await this.#describe(path, dimensions, ids);
    } catch (cause) {
      for (const kind of ["graph", "unfinished"] as const) await rm(path(kind), { force: true });
      throw cause;
    }
    await this.#remove(before);
  }

  /** From here on the new generation counts. */
  async #describe(path: (kind: SavedFile["kind"]) => string, dimensions: number, ids: Uint32Array): Promise<void> {
    const { size: bytes } = await stat(path("graph"));
    if (bytes < HnswGraph.fileBytesMin(dimensions, ids.length)) throw new Error("the disk took only a part of it");
    const checksum = await checksumOf(path("graph"));
    await writeFile(path("unfinished"), encoded({ format: FORMAT, dimensions, links: LINKS, bytes, checksum }, ids));
    await rename(path("unfinished"), path("index"));
  }

  /** What a killed process left: graphs that do not count, generations that were followed by another; and what is too old. */
  async #tidy(): Promise<void> {
    const files = await this.#files();
    const newest = new Map(files.filter(({ kind }) => kind === "index").map((file) => [file.digest, file.generation]));
    await this.#remove(
      files.filter(({ digest, generation, kind }) => kind === "unfinished" || generation !== newest.get(digest)),
    );
    await this.#removeOld();
  }

  async #removeOld(): Promise<void> {
    const { folder, keptSeconds = Number.POSITIVE_INFINITY } = this.#options;
    const files = await this.#files();
    for (const { name, digest } of files.filter(({ kind }) => kind === "index")) {
      const { mtimeMs } = await stat(join(folder, name));
      if (mtimeMs >= Date.now() - keptSeconds * 1_000) continue;
      await this.#remove(files.filter((file) => file.digest === digest));
    }
  }

  /** Lowest generation first. */
  async #files(digest?: string): Promise<readonly SavedFile[]> {
    const names = await readdir(this.#options.folder).catch((cause: unknown) => {
      if (reasonOf(cause) === "ENOENT") return [];
      throw cause;
    });
    const files = names.flatMap((name) => {
      const [, fileDigest, generation, kind] = FILE_NAME.exec(name) ?? [];
      if (!fileDigest || (digest !== undefined && digest !== fileDigest)) return [];
      return [{ name, digest: fileDigest, generation: Number(generation), kind: kind as SavedFile["kind"] }];
    });
    return files.sort((one, other) => one.generation - other.generation);
  }

  /** What makes a graph count goes first, so that it never speaks of a graph that is not there. */
  async #remove(files: readonly SavedFile[]): Promise<void> {
    const ordered = files.toSorted((one, other) => Number(one.kind === "graph") - Number(other.kind === "graph"));
    for (const { name } of ordered) await rm(join(this.#options.folder, name), { force: true });
  }

  #report(what: string, cause: unknown): void {
    this.#options.log(`${what}: ${messageOf(cause)}`);
  }
}

/** Which of the saved graphs that count cannot be used, in words. Reads all of them. */
export async function damagedGraphs(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((name) => FILE_NAME.exec(name)?.[3] === "index").sort()) {
    const path = join(folder, name);
    try {
      const { description } = decoded(await readFile(path));
      if (description.checksum !== (await checksumOf(path.replace(/index$/, "graph"))))
        throw new Error("its sum differs");
    } catch (cause) {
      // A server that runs may have saved the next generation meanwhile.
      if (reasonOf(cause) !== "ENOENT") found.push(`the saved index ${path} cannot be used: ${reasonOf(cause)}`);
    }
  }
  return found;
}

/** Of a name that may hold anything: safe as the name of a file. */
function digestOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}

function nameOf({ digest, generation, kind }: Omit<SavedFile, "name">): string {
  return `${digest}.${generation}.${kind}`;
}

/** A line with the checksum of the rest, a line of JSON, the ids. */
function encoded(description: Description, ids: Uint32Array): Buffer {
  const idBytes = new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(description)}\n`), idBytes]);
  return Buffer.concat([Buffer.from(`${hex(Bun.hash.xxHash64(rest))}\n`), rest]);
}

function decoded(content: Buffer): { readonly description: Description; readonly ids: Uint32Array } {
  const start = content.indexOf("\n") + 1;
  const rest = content.subarray(start);
  if (start === 0 || content.toString("latin1", 0, start - 1) !== hex(Bun.hash.xxHash64(rest))) {
    throw new Error("the description of a saved index is damaged");
  }
  const end = rest.indexOf("\n") + 1;
  const description = JSON.parse(rest.toString("utf8", 0, end)) as Description;
  const ids = new Uint32Array((rest.length - end) / Uint32Array.BYTES_PER_ELEMENT);
  new Uint8Array(ids.buffer).set(rest.subarray(end));
  return { description, ids };
}

/** Read in pieces of 0.1 ms of work, so that others have their turn. Against damage, not against malice. */
async function checksumOf(path: string): Promise<string> {
  await using file = await open(path);
  const buffer = new Uint8Array(CHUNK_BYTES);
  let checksum = 0n;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
    if (bytesRead === 0) return hex(checksum);
    checksum = Bun.hash.xxHash64(buffer.subarray(0, bytesRead), checksum);
  }
}

function hex(checksum: bigint): string {
  return checksum.toString(16).padStart(16, "0");
}
