import type { Database, Statement } from "bun:sqlite";

/** One transaction after the other, whose parts fail alone. */
export class Transaction {
  readonly #database: Database;
  readonly #begin: Statement<unknown, []>;
  readonly #commit: Statement<unknown, []>;
  readonly #savepoint: Statement<unknown, []>;
  readonly #release: Statement<unknown, []>;
  readonly #undo: Statement<unknown, []>;
  readonly #changes: Statement<{ count: number }, []>;

  constructor(database: Database, prepare: <Row>(sql: string) => Statement<Row, []>) {
    this.#database = database;
    this.#begin = prepare("BEGIN IMMEDIATE");
    this.#commit = prepare("COMMIT");
    this.#savepoint = prepare("SAVEPOINT operation");
    this.#release = prepare("RELEASE operation");
    this.#undo = prepare("ROLLBACK TO operation");
    this.#changes = prepare("SELECT total_changes() AS count");
  }

  /** Rows that were changed since the database was opened. */
  get changes(): number {
    return this.#changes.get()?.count ?? 0;
  }

  begin(): void {
    this.#begin.run();
  }

  commit(): void {
    this.#commit.run();
  }

  /** Does a part of it, which changes nothing where it throws. Throws itself where that has ended all of the transaction. */
  part<Result>(work: () => Result): { readonly result: Result } | { readonly failure: unknown } {
    this.#savepoint.run();
    try {
      const result = work();
      this.#release.run();
      return { result };
    } catch (failure) {
      // A full disk or a failed write may have rolled back all of the transaction, others' parts included.
      if (!this.#database.inTransaction) throw failure;
      this.#undo.run();
      this.#release.run();
      return { failure };
    }
  }

  /** Ends it without a change, where there is one. */
  abandon(): void {
    if (!this.#database.inTransaction) return;
    try {
      this.#database.run("ROLLBACK");
    } catch {
      // Whoever waited is told the first failure, which says more than this one.
    }
  }
}
