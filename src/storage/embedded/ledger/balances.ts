import { growingCache } from "#core/growing-cache.ts";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { NotingParticipant, Owner } from "../commits/participant.ts";

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
 * The sums of the ledger's entries: what is on the disk, noted or in its table, and while a transaction is under way, what it has
 * entered so far. A trigger keeps the sums of the table; here they are remembered, since every call asks for them several times.
 */
export class Balances implements NotingParticipant {
  readonly #commits: GroupCommit;
  readonly #notedOf: (app: AppId, bucket: string) => number | null;
  readonly #find: ReturnType<typeof findStatement>;
  /** As on the disk. */
  readonly #cached = growingCache<AppId, Buckets>(CACHED_MAX);
  /** As the transaction under way would leave them; null outside of one. */
  #entered: BucketsOfApps | null = null;
  /** Of whom it has put everything into the table by now. */
  #isInTable: (app: AppId) => boolean = () => false;

  /** @param notedOf what is entered into a bucket and in no row yet, in sum; null where nothing is. */
  constructor(commits: GroupCommit, notedOf: (app: AppId, bucket: string) => number | null) {
    this.#commits = commits;
    this.#notedOf = notedOf;
    this.#find = findStatement(commits);
    commits.joinNoting(this, "balances");
  }

  of(app: AppId, bucket: string): Balance {
    const known = this.#entered?.get(app)?.get(bucket) ?? this.#cached.get(app)?.get(bucket);
    if (known) return known;
    const balance = this.#read(app, bucket);
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

  /** The charges have them. */
  readonly ownerCount = 0;

  owners(): readonly Owner[] {
    return [];
  }

  /** Within a transaction: all that these apps had entered is in the table; all of everybody where null. */
  inserted(owners: ReadonlySet<Owner> | null): void {
    this.#isInTable = owners === null ? () => true : (app) => owners.has(app);
  }

  write(): void {
    this.#end();
    this.#entered = new Map();
  }

  committed(): void {
    for (const [app, buckets] of this.#entered ?? []) {
      for (const [bucket, balance] of buckets) this.#keep(app, bucket, balance);
    }
    this.#end();
  }

  /** Nothing by itself: the charges say it. */
  note(): null {
    this.#entered = new Map();
    return null;
  }

  /** Nothing by itself, either: the rows of the ledger have a trigger. */
  writeOf(): void {}

  noted(): void {
    this.committed();
  }

  writtenOf(): void {}

  /** The charges are. */
  takeUp(): void {}

  abandoned(): void {
    this.#end();
  }

  /** What the table has, and what comes into it. */
  #read(app: AppId, bucket: string): Balance {
    const found = this.#commits.read(() => this.#find.get(app, bucket));
    const noted = this.#isInTable(app) ? null : this.#notedOf(app, bucket);
    if (noted === null) return found ?? EMPTY;
    const { amount, granted } = found ?? EMPTY;
    return { amount: amount + noted, granted: granted ?? 0 };
  }

  #keep(app: AppId, bucket: string, balance: Balance): void {
    const kept = this.#cached.get(app);
    if (kept) kept.set(bucket, balance);
    else this.#cached.set(app, new Map([[bucket, balance]]));
  }

  #end(): void {
    this.#entered = null;
    this.#isInTable = () => false;
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
