/** What a server of Postgres has used so far, all of its processes together. Linux only. */
import { existsSync, readFileSync } from "node:fs";
import pg from "pg";
import { mainThreadMsOf } from "../process-usage.ts";

/** The kernel's unit for what processes that have ended ran, in hundredths of a second on every Linux of today. */
const TICK_MS = 10;

export interface PostgresUse {
  /** On a processor: of backends, of what writes for them and of what vacuums. */
  readonly cpuMs: number;
  /** Turns that nodes have taken: statements with charges. */
  readonly turns: number;
  /** Written to the log that is replayed after a crash. */
  readonly walBytes: number;
}

/** A superuser's connection, which looks at a server and its processes. */
export class PostgresWatcher {
  readonly #client: pg.Client;
  #postmaster = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<PostgresWatcher> {
    const client = new pg.Client(url);
    await client.connect();
    // Triggers look their tables up there.
    await client.query("SET search_path = dragoman");
    const watcher = new PostgresWatcher(client);
    watcher.#postmaster = await watcher.number("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer");
    return watcher;
  }

  async use(): Promise<PostgresUse> {
    const turns = await this.number("SELECT coalesce(sum(turn), 0)::integer FROM nodes");
    const walBytes = await this.number("SELECT (pg_current_wal_insert_lsn() - '0/0')::float8");
    return { turns, walBytes, cpuMs: this.#cpuMs() };
  }

  /** Of the server itself, and of those that run for it now. */
  pids(): readonly number[] {
    const children = readFileSync(`/proc/${this.#postmaster}/task/${this.#postmaster}/children`, "utf8");
    const alive = children.split(" ").filter((pid) => pid !== "" && existsSync(`/proc/${pid}`));
    return [this.#postmaster, ...alive.map(Number)];
  }

  /** The only value of the only row. */
  async number(statement: string): Promise<number> {
    const { rows } = await this.#client.query({ text: statement, rowMode: "array" });
    return Number(rows[0]?.[0]);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** A process that ends meanwhile is not lost: the kernel adds what it ran to its parent's. */
  #cpuMs(): number {
    const ofAlive = this.pids().reduce((sum, pid) => sum + mainThreadMsOf(pid), 0);
    return ofAlive + endedChildrenMsOf(this.#postmaster);
  }
}

function endedChildrenMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Behind the name, which may have anything in it; `cutime` and `cstime` are the 16th and 17th field of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
