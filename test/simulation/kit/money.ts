/** What an app may spend, by what was granted, and what was answered. All in requests. */
export class Money {
  #granted: number;
  #charged = 0;
  /** Of calls under way. */
  #open = 0;
  /** The calls under way, each with the most that was charged, held or unknown at once while it was. */
  readonly #calls = new Set<{ takenMax: number }>();
  /** Of calls whose answer nobody will ever hear. */
  #unknown = 0;
  /** Of grants under way. */
  #grantsOpen = 0;
  /** Grants whose answer nobody will ever hear. */
  #grantsUnknown = 0;
  /** Credits beside the allowances of months. */
  #credited = 0;
  readonly #allowance: number;
  /** A month has ended since it was settled: what was left of it is gone, and nobody knows how much that was. */
  #isBlurred = false;

  /** @param allowance of a month. */
  constructor(allowance: number) {
    this.#granted = allowance;
    this.#allowance = allowance;
  }

  /** What is left is told exactly again when it has been settled. */
  monthEnded(): void {
    this.#isBlurred = true;
  }

  get charged(): number {
    return this.#charged;
  }

  get unknown(): number {
    return this.#unknown;
  }

  /** A call that costs at most so much is sent. */
  begin(costMax: number): Call {
    const chargedBefore = this.#charged;
    const grantedBefore = this.#granted;
    // A refusal is on its way for a while: what was held when it was made may have been given back since, and been heard of earlier.
    const own = { takenMax: 0 };
    this.#calls.add(own);
    this.#open += costMax;
    this.#took();
    const end = () => {
      if (!this.#calls.delete(own)) throw new Error("a call ends once");
      this.#open -= costMax;
    };
    return {
      answered: (cost, mayBe = 0) => {
        end();
        this.#charged += cost;
        this.#unknown += mayBe;
      },
      lost: () => {
        end();
        this.#unknown += costMax;
      },
      mayBeRefused: (cost) => this.#isBlurred || grantedBefore - own.takenMax < cost,
      fault: (remaining, cost) => {
        if (this.#isBlurred) return this.#faultOfBlurred(remaining);
        const most = this.#granted + this.#grantsOpen + this.#grantsUnknown - chargedBefore - cost;
        const least = grantedBefore - this.#charged - this.#open - this.#unknown;
        if (remaining <= most && remaining >= least) return null;
        return `the answer says that ${remaining} are left, which must be ${least} to ${most}`;
      },
    };
  }

  /** More is charged, held or unknown than before. */
  #took(): void {
    const taken = this.#charged + this.#open + this.#unknown;
    for (const call of this.#calls) call.takenMax = Math.max(call.takenMax, taken);
  }

  #faultOfBlurred(remaining: number): string | null {
    const most = this.#allowance + this.#credited + this.#grantsOpen + this.#grantsUnknown;
    return remaining >= 0 && remaining <= most
      ? null
      : `the answer says that ${remaining} are left, which must be 0 to ${most}`;
  }

  /** A request under a key is sent for the first time: from now on it may be charged, once. */
  suspect(cost: number): void {
    this.#unknown += cost;
    this.#took();
  }

  /** What was suspected was charged. */
  known(cost: number): void {
    this.#unknown -= cost;
    this.#charged += cost;
  }

  grant(requests: number): void {
    this.#grantsOpen += requests;
  }

  /** The grant under way has ended: it was done, refused, or nobody knows. */
  granted(requests: number, outcome: "done" | "lost" | "refused"): void {
    this.#grantsOpen -= requests;
    if (outcome === "done") {
      this.#granted += requests;
      this.#credited += requests;
    }
    if (outcome === "lost") this.#grantsUnknown += requests;
  }

  /**
   * What is wrong with a balance that was read while no call is under way, and with the entries beside it; null where both may be so. What nobody
   * knew is known then.
   * @param grant each grant is of so many.
   */
  settle(balance: number, { charged, credited, spendable }: Entered, grant: number): string | null {
    const [more, given] = [charged - this.#charged, credited - this.#credited];
    const isKnown = more >= 0 && more <= this.#unknown;
    if (!isKnown || given < 0 || given > this.#grantsUnknown || given % grant !== 0) {
      return (
        `${charged} are charged and ${credited} credited in the ledger, where ${this.#charged} and ${this.#credited} were told` +
        ` (nobody knows of ${this.#unknown} charged and ${this.#grantsUnknown} credited)`
      );
    }
    const left = this.#granted - this.#charged + given - more;
    if (balance !== spendable || (!this.#isBlurred && balance !== left))
      return `${balance} are left, where the entries make ${spendable}, and what was told ${left}`;
    this.#charged = charged;
    this.#credited = credited;
    this.#granted = balance + charged;
    this.#unknown = 0;
    this.#grantsUnknown = 0;
    this.#isBlurred = false;
    return null;
  }
}

/** What the ledger has of an app, in requests. */
export interface Entered {
  /** In all, and for ever. */
  readonly charged: number;
  readonly credited: number;
  /** By what was given and charged of this month's allowance and of credits. */
  readonly spendable: number;
}

/** One call and what it costs. It ends once. */
export interface Call {
  /** @param mayBe what may have been charged beside it: of parts whose answer is that nobody knows. */
  answered(cost: number, mayBe?: number): void;
  lost(): void;
  /** Whether there may have been less than that, so that it was refused. */
  mayBeRefused(cost: number): boolean;
  /** What is wrong with a balance that its answer tells, before it ends; null where it may be so. */
  fault(remaining: number, cost: number): string | null;
}
