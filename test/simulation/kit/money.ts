/** What an app may spend, by what was granted, and what was answered. All in requests. */
export class Money {
  #granted: number;
  #charged = 0;
  /** Of calls under way. */
  #open = 0;
  /** Of calls whose answer nobody will ever hear. */
  #unknown = 0;
  /** Of grants under way. */
  #grantsOpen = 0;
  /** Grants whose answer nobody will ever hear. */
  #grantsUnknown = 0;

  constructor(granted: number) {
    this.#granted = granted;
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
    this.#open += costMax;
    let isOpen = true;
    const end = () => {
      if (!isOpen) throw new Error("a call ends once");
      isOpen = false;
      this.#open -= costMax;
    };
    return {
      answered: (cost) => {
        end();
        this.#charged += cost;
      },
      lost: () => {
        end();
        this.#unknown += costMax;
      },
      mayBeRefused: (cost) => grantedBefore - this.#charged - this.#open - this.#unknown < cost,
      fault: (remaining, cost) => {
        const most = this.#granted + this.#grantsOpen + this.#grantsUnknown - chargedBefore - cost;
        const least = grantedBefore - this.#charged - this.#open - this.#unknown;
        if (remaining <= most && remaining >= least) return null;
        return `the answer says that ${remaining} are left, which must be ${least} to ${most}`;
      },
    };
  }

  /** A request under a key is sent for the first time: from now on it may be charged, once. */
  suspect(cost: number): void {
    this.#unknown += cost;
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
    if (outcome === "done") this.#granted += requests;
    if (outcome === "lost") this.#grantsUnknown += requests;
  }

  /**
   * What is wrong with a balance that was read while no call is under way; null where it may be so. What nobody knew is known then.
   * @param grant each grant is of so many, and more than all calls together that nobody knows of.
   */
  settle(balance: number, grant: number): string | null {
    const missing = this.#granted - this.#charged - balance;
    const grants = missing < 0 ? Math.ceil(-missing / grant) : 0;
    const charges = missing + grants * grant;
    if (grants * grant > this.#grantsUnknown || charges > this.#unknown) {
      return (
        `${balance} are left, where ${this.#granted} were granted and ${this.#charged} charged` +
        ` (nobody knows of ${this.#unknown} charged and ${this.#grantsUnknown} granted)`
      );
    }
    this.#granted += grants * grant;
    this.#charged += charges;
    this.#unknown = 0;
    this.#grantsUnknown = 0;
    return null;
  }
}

/** One call and what it costs. It ends once. */
export interface Call {
  answered(cost: number): void;
  lost(): void;
  /** Whether there may have been less than that, so that it was refused. */
  mayBeRefused(cost: number): boolean;
  /** What is wrong with a balance that its answer tells, before it ends; null where it may be so. */
  fault(remaining: number, cost: number): string | null;
}
