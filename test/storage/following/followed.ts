/** A database that is followed, and what was in it at each time. */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "#core/tenant.ts";
import type { Identities, Recipients } from "#storage/embedded/encryption.ts";
import { Follower } from "#storage/embedded/following/follower.ts";
import { restoreMoment } from "#storage/embedded/following/restore-moment.ts";
import { freshFolder } from "../kit.ts";

export const STARTED = Date.parse("2026-11-27T21:00:00Z");

export type Deed =
  | { readonly deed: "write"; readonly rows: number; readonly bytes: number }
  | { readonly deed: "remove" }
  | { readonly deed: "give up a large change" }
  | { readonly deed: "checkpoint"; readonly mode: "PASSIVE" | "RESTART" | "TRUNCATE" }
  | { readonly deed: "look"; readonly times: number }
  | { readonly deed: "wait"; readonly ms: number }
  | { readonly deed: "kill the follower" }
  | { readonly deed: "close and open the database" };

/** A database that is followed, by a clock that only goes on when it is told to, and what was in it at each time. */
export class Followed implements Disposable {
  readonly #place = freshFolder();
  readonly dataDir = join(this.#place.path, "data");
  readonly folder = join(this.#place.path, "followed");
  now = STARTED as Instant;
  recipients: Recipients | null = null;
  identities: Identities | null = null;
  keptDays = 7;
  /** What was in it from each instant on, in order. */
  readonly history: { readonly at: number; readonly sum: string }[] = [];
  #database: Database;
  #follower: Follower | null = null;
  #restored = 0;
  readonly said: string[] = [];

  constructor() {
    mkdirSync(this.dataDir);
    this.#database = this.#opened();
    this.#database.run("CREATE TABLE things (id INTEGER PRIMARY KEY, content BLOB)");
    this.#database.run("PRAGMA user_version = 1");
    this.#wrote();
  }

  async do(deed: Deed): Promise<void> {
    this.now = (this.now + 1) as Instant;
    switch (deed.deed) {
      case "write":
        this.#write(deed.rows, deed.bytes);
        this.#wrote();
        break;
      case "remove":
        this.#database.run("DELETE FROM things WHERE id % 3 = 0");
        this.#wrote();
        break;
      case "give up a large change":
        // Larger than what SQLite holds in memory: some of it goes to the log all the same.
        this.#database.run("PRAGMA cache_size = 5");
        this.#database.run("BEGIN");
        this.#database.run("UPDATE things SET content = randomblob(2000)");
        this.#database.run("ROLLBACK");
        break;
      case "checkpoint":
        this.#database.query(`PRAGMA wal_checkpoint(${deed.mode})`).get();
        break;
      case "look":
        for (let time = 0; time < deed.times; time += 1) await this.look();
        break;
      case "wait":
        this.now = (this.now + deed.ms) as Instant;
        break;
      case "kill the follower":
        this.#killFollower();
        break;
      case "close and open the database":
        this.#database.close();
        this.#database = this.#opened();
        break;
    }
  }

  async look(): Promise<void> {
    this.now = (this.now + 400) as Instant;
    this.#follower ??= await Follower.open({
      dataDir: this.dataDir,
      folder: this.folder,
      database: "0".repeat(32),
      program: "0.2.0",
      recipients: this.recipients,
      everyMs: 1_000,
      keptDays: this.keptDays,
      now: () => this.now,
      log: (line) => this.said.push(line),
    });
    await this.#follower.step();
    // For the copy of the whole, which is made beside it.
    for (let turn = 0; turn < 3; turn += 1) await Bun.sleep(1);
  }

  get onDiskUntil(): number | null {
    return this.#follower?.onDiskUntil ?? null;
  }

  async closeFollower(): Promise<void> {
    await this.#follower?.close();
    this.#follower = null;
  }

  /** What was in the database at that time; where nobody looked any more, something that came after it may be there, too. */
  statesFrom({ at, sameUntil }: { readonly at: number; readonly sameUntil: number | null }): readonly string[] {
    const index = this.history.findLastIndex((each) => each.at <= at);
    return this.history.slice(index, sameUntil === null ? undefined : index + 1).map(({ sum }) => sum);
  }

  /** Where the next one is restored to. */
  get target(): string {
    return join(this.#place.path, `restored-${this.#restored + 1}`);
  }

  async restored(at: number | null) {
    const dataDir = this.target;
    this.#restored += 1;
    const receipt = await restoreMoment({
      folder: this.folder,
      at: at as Instant | null,
      dataDir,
      identities: this.identities,
      signal: new AbortController().signal,
      onProgress: () => {},
      onRemoved: () => {},
    });
    using database = new Database(join(dataDir, "dragoman.sqlite"), { readonly: true });
    return { ...receipt, sum: sumOf(database) };
  }

  [Symbol.dispose](): void {
    this.#database.close();
    this.#place[Symbol.dispose]();
  }

  /** As the next one finds it: what was not finished is of a process that is gone. */
  #killFollower(): void {
    this.#follower = null;
    if (!existsSync(this.folder)) return;
    for (const path of new Bun.Glob("*/*.unfinished").scanSync({ cwd: this.folder, absolute: true })) rmSync(path);
  }

  #opened(): Database {
    const database = new Database(join(this.dataDir, "dragoman.sqlite"));
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = OFF");
    // Every few writes, so that logs end often.
    database.run("PRAGMA wal_autocheckpoint = 40");
    return database;
  }

  #write(rows: number, bytes: number): void {
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
    this.#database.run(
      `${numbers} INSERT OR REPLACE INTO things SELECT abs(random()) % 200, randomblob(${bytes}) FROM n`,
    );
  }

  #wrote(): void {
    this.history.push({ at: this.now, sum: sumOf(this.#database) });
  }
}

function sumOf(database: Database): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const { id, content } of database
    .query<{ id: number; content: Uint8Array }, []>("SELECT * FROM things ORDER BY id")
    .all()) {
    hash.update(`${id}:`).update(content);
  }
  return hash.digest("hex");
}
