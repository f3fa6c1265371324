import { growingCache } from "#core/growing-cache.ts";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { Participant } from "../commits/participant.ts";

/** What is in a bucket. */
export interface Balance {
  readonly amount: number;
  /** The part that came in as a month's allowance; null while there is no entry. */
  readonly granted: number | null;
}

/** Apps whose buckets are kept in memory: some 300 bytes each. */
const CACHED_MAX = 20_000;
type Buckets = Map<string, Balance>;
type BucketsOfApps = Map<AppId, Buckets>;

const EMPTY: Balance = { amount: 0, granted: null };

/**
 * The sums of the ledger's entries: what is on the disk, and while a transaction is under way, what it has entered so far.
 * A trigger keeps the sums; here they are remembered, since every call asks for them several times.
 */
export class Balances implements Participant {
  readonly #commits: GroupCommit;
  readonly #find: ReturnType<typeof findStatement>;
  /** As on the disk. */
  readonly #cached = growingCache<AppId, Buckets>(CACHED_MAX);
  /** With what was noted and is in no table yet; before what is cached. */
  #noted: BucketsOfApps = new Map();
  /** As the transaction under way would leave them; null outside of one. */
  #entered: BucketsOfApps | null = null;
  /** The tables are written: what was noted is in `#entered`. */
  #isWriting = false;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#find = findStatement(commits);
    commits.join(this, "balances");
  }

  of(app: AppId, bucket: string): Balance {
    const noted = this.#isWriting ? undefined : this.#noted.get(app)?.get(bucket);
    const known = this.#entered?.get(app)?.get(bucket) ?? noted ?? this.#cached.get(app)?.get(bucket);
    if (known) return known;
    const balance = this.#commits.read(() => this.#find.get(app, bucket)) ?? EMPTY;
    // What is read within a transaction may never come to be.
    if (this.#entered) bucketsIn(this.#entered, app).set(bucket, balance);
    else this.#keep(app, bucket, balance);
    return balance;
  }

  /** Within a transaction, before an entry is inserted: the trigger changes what would be read. */
  enter(app: AppId, bucket: string, entry: { readonly amount: number; readonly granted: number }): void {
    if (!this.#entered) throw new Error("an entry is made within a transaction");
    const { amount, granted } = this.of(app, bucket);
    const after = { amount: amount + entry.amount, granted: (granted ?? 0) + entry.granted };
    bucketsIn(this.#entered, app).set(bucket, after);
  }

  /** Within a transaction: an operation on the bucket fails, and what others entered before it is to be read again. */
  undone(app: AppId, bucket: string): void {
    this.#entered?.get(app)?.delete(bucket);
    this.#cached.get(app)?.delete(bucket);
  }

  write(): void {
    // A copy: what fails leaves the notes as they are.
    this.#entered = new Map(Array.from(this.#noted, ([app, buckets]) => [app, new Map(buckets)]));
    this.#isWriting = true;
  }

  committed(): void {
    for (const [app, buckets] of this.#entered ?? []) {
      for (const [bucket, balance] of buckets) this.#keep(app, bucket, balance);
    }
    this.#noted = new Map();
    this.#end();
  }

  /** Nothing by itself: the charges say it. */
  note(): null {
    this.#entered = new Map();
    return null;
  }

  noted(): void {
    for (const [app, buckets] of this.#entered ?? []) {
      const noted = bucketsIn(this.#noted, app);
      for (const [bucket, balance] of buckets) noted.set(bucket, balance);
    }
    this.#end();
  }

  abandoned(): void {
    this.#end();
  }

  #keep(app: AppId, bucket: string, balance: Balance): void {
    const kept = this.#cached.get(app);
    if (kept) kept.set(bucket, balance);
    else this.#cached.set(app, new Map([[bucket, balance]]));
  }

  #end(): void {
    this.#entered = null;
    this.#isWriting = false;
  }
}

function findStatement(commits: GroupCommit) {
  return commits.prepare<Balance, [AppId, string]>("SELECT amount, granted FROM balances WHERE app = ? AND bucket = ?");
}

function bucketsIn(all: BucketsOfApps, app: AppId): Buckets {
  const known = all.get(app);
  if (known) return known;
  const buckets: Buckets = new Map();
  all.set(app, buckets);
  return buckets;
}
