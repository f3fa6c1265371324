import { LRUCache } from "lru-cache";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit, Participant } from "./group-commit.ts";

/** What is in a bucket. */
export interface Balance {
  readonly amount: number;
  /** The part that came in as a month's allowance; null while there is no entry. */
  readonly granted: number | null;
}

/** Buckets kept in memory, of all apps: some 150 bytes each. */
const CACHED_MAX = 20_000;
const EMPTY: Balance = { amount: 0, granted: null };

/**
 * The sums of the ledger's entries: what is on the disk, and while a transaction is under way, what it has entered so far.
 * A trigger keeps the sums; here they are remembered, since every call asks for them several times.
 */
export class Balances implements Participant {
  readonly #commits: GroupCommit;
  readonly #find: ReturnType<typeof findStatement>;
  /** As on the disk. */
  readonly #cached = new LRUCache<string, Balance>({ max: CACHED_MAX });
  /** As the transaction under way would leave them; null outside of one. */
  #entered: Map<string, Balance> | null = null;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#find = findStatement(commits);
    commits.join(this);
  }

  of(app: AppId, bucket: string): Balance {
    const name = nameOf(app, bucket);
    const known = this.#entered?.get(name) ?? this.#cached.get(name);
    if (known) return known;
    const balance = this.#commits.read(() => this.#find.get(app, bucket)) ?? EMPTY;
    // What is read within a transaction may never come to be.
    if (this.#entered) this.#entered.set(name, balance);
    else this.#cached.set(name, balance);
    return balance;
  }

  /** Within a transaction, before an entry is inserted: the trigger changes what would be read. */
  enter(app: AppId, bucket: string, entry: { readonly amount: number; readonly granted: number }): void {
    if (!this.#entered) throw new Error("an entry is made within a transaction");
    const { amount, granted } = this.of(app, bucket);
    const after = { amount: amount + entry.amount, granted: (granted ?? 0) + entry.granted };
    this.#entered.set(nameOf(app, bucket), after);
  }

  /** Within a transaction: an operation on the bucket fails, and what others entered before it is to be read again. */
  undone(app: AppId, bucket: string): void {
    const name = nameOf(app, bucket);
    this.#entered?.delete(name);
    this.#cached.delete(name);
  }

  write(): void {
    this.#entered = new Map();
  }

  committed(): void {
    for (const [name, balance] of this.#entered ?? []) this.#cached.set(name, balance);
    this.#entered = null;
  }

  abandoned(): void {
    this.#entered = null;
  }
}

function findStatement(commits: GroupCommit) {
  return commits.prepare<Balance, [AppId, string]>("SELECT amount, granted FROM balances WHERE app = ? AND bucket = ?");
}

/** No bucket's name has a slash. */
function nameOf(app: AppId, bucket: string): string {
  return `${bucket}/${app}`;
}
