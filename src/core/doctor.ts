/** What the doctor looks at. A storage adapter tells it. */
export interface Patient {
  /** What is wrong with the stored data, in words. May read all of it. */
  integrity(): Promise<readonly string[]>;
  /** The balances that are not the sum of their entries. */
  auditLedger(): Promise<
    readonly { readonly app: string; readonly bucket: string; readonly entered: number; readonly balance: number }[]
  >;
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do about it; null when all is well. */
  readonly advice: string | null;
}

/** Problems shown of each check: a damaged file can have thousands, which say no more than the first few. */
const PROBLEMS_SHOWN_MAX = 10;

/** Examines a data folder, changes nothing. */
export class Doctor {
  readonly #patient: Patient;

  constructor(patient: Patient) {
    this.#patient = patient;
  }

  async examine(): Promise<readonly Finding[]> {
    const problems = await this.#patient.integrity();
    const discrepancies = await this.#patient.auditLedger();
    const sums = discrepancies.map(
      ({ app, bucket, entered, balance }) =>
        `${app} ${bucket}: the entries make ${entered}, the balance says ${balance}`,
    );
    return [
      finding(
        "storage",
        problems,
        "the database is sound",
        "stop the server, keep a copy of the folder, restore a backup",
      ),
      finding(
        "ledger",
        sums,
        "every balance is the sum of its entries",
        "keep a copy: somebody else wrote into the database",
      ),
    ];
  }
}

function finding(check: string, problems: readonly string[], well: string, advice: string): Finding {
  if (problems.length === 0) return { check, ok: true, found: well, advice: null };
  const more = problems.length - PROBLEMS_SHOWN_MAX;
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX).join("; ");
  return { check, ok: false, found: more > 0 ? `${shown}; and ${more} more` : shown, advice };
}
