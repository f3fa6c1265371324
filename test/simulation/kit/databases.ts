import type { Database, Statement } from "bun:sqlite";
import { createRequire } from "node:module";
import { replace } from "./replacing.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

type Opening = ConstructorParameters<typeof Database>;
type Preparing = Parameters<Database["prepare"]>;

/**
 * What each server has open is known from now on: the memory that SQLite has for it is nothing that the garbage collector sees, so that of servers
 * that have crashed gigabytes would be left. Returns what closes all that was opened on behalf of one, to be called when nothing of
 * it reaches its files any more.
 */
export function takeDatabases(scheduler: Scheduler): (owner: Owner) => void {
  const sqlite = createRequire(import.meta.url)("bun:sqlite") as { readonly Database: typeof Database };
  const opened = new Map<Owner, Set<SimulatedDatabase>>();

  class SimulatedDatabase extends sqlite.Database {
    readonly #owner = scheduler.owner;
    /** Those that the database itself does not close. */
    readonly #statements: Statement[] = [];

    constructor(...given: Opening) {
      super(...given);
      opened.set(this.#owner, (opened.get(this.#owner) ?? new Set()).add(this));
    }

    override prepare(...given: Preparing): never {
      const statement = super.prepare(...given);
      this.#statements.push(statement);
      return statement as never;
    }

    override close(throws?: boolean): void {
      opened.get(this.#owner)?.delete(this);
      super.close(throws);
    }

    abandon(): void {
      for (const statement of this.#statements) statement.finalize();
      this.close();
    }
  }

  replace(sqlite, { Database: SimulatedDatabase });
  return (owner) => {
    for (const database of opened.get(owner) ?? []) database.abandon();
    opened.delete(owner);
  };
}
