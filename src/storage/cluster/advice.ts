/** What an operator can do about a failure of the engine. */
import { DatabaseError } from "pg";
import { OnlyReads } from "./servers.ts";

/** The same words again at most so often: every request of a busy node fails alike. */
const AGAIN_AFTER_MS = 60_000;

/** By SQLSTATE. https://www.postgresql.org/docs/15/errcodes-appendix.html */
const ADVICE: Readonly<Record<string, string>> = {
  "25006": "it only reads: promote it, or name the server that takes changes in storage.postgres_url",
  "28000": "it does not let the role of nodes in: see pg_hba.conf there, and storage.postgres_url",
  "28P01": "it refuses the password of the role of nodes: see storage.postgres_url",
  "53100": "there is no room left on its disk: make room there, and nodes go on by themselves",
  "53300": "it takes no more connections: raise max_connections there, or lower storage.postgres_connections_max",
  "55P03": "a lock was waited for too long: pg_stat_activity there shows which session holds it",
  "57014": "a statement took longer than storage.postgres_statement_ms_max: look at the load there",
};

/** Tells an operator what to do, in the engine's words and ours, once for each kind of failure and minute. */
export class Advice {
  readonly #log: (message: string) => void;
  readonly #toldAt = new Map<string, number>();

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** Says nothing of failures that an operator can do nothing about. */
  give(failure: unknown): void {
    const code = failure instanceof OnlyReads ? "25006" : failure instanceof DatabaseError ? failure.code : undefined;
    const advice = code === undefined ? undefined : ADVICE[code];
    if (code === undefined || advice === undefined || !(failure instanceof Error)) return;
    const now = performance.now();
    if (now - (this.#toldAt.get(code) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
    this.#toldAt.set(code, now);
    this.#log(`Postgres could not do what was asked (${failure.message}): ${advice}`);
  }
}
