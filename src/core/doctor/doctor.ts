import { messageOf, messageWithCause } from "../errors.ts";
import type { CheckName } from "./catalogue.ts";

/** One thing that is looked at. */
export interface Check {
  readonly name: CheckName;
  /** Whether there is something to look at now; left out where there always is. */
  readonly isDue?: () => boolean;
  /** May take seconds. What it rejects with is a finding, too. */
  readonly examine: () => Promise<Examined>;
  /** Repairs without losing anything, and says what was done. Missing where there is no such repair. */
  readonly repair?: () => Promise<string>;
}

export interface Examined {
  /** What is wrong, in words; nothing when all is well. */
  readonly problems: readonly string[];
  /** What is not wrong, and may come to be; nothing, or left out, when all is well. */
  readonly warnings?: readonly string[];
  /** What was found where nothing is wrong. */
  readonly well: string;
  /** What it means that something is wrong. */
  readonly means: string;
  /** What to do about it. */
  readonly advice: string;
}

export interface Finding {
  readonly check: CheckName;
  /** Also of what there is only a warning: then it is said what that means, and what to do. */
  readonly ok: boolean;
  readonly found: string;
  /** What it means; null when all is well. */
  readonly means: string | null;
  /** What to do about it; null when all is well. */
  readonly advice: string | null;
  /** What was repaired; null when nothing was. */
  readonly repaired: string | null;
}

/** Problems shown of each check: a damaged file can have thousands, which say no more than the first few. */
const PROBLEMS_SHOWN_MAX = 10;

/** Examines one thing after the other. */
export class Doctor {
  readonly #checks: readonly Check[];

  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /** Changes nothing. */
  async examine(): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const check of this.#due()) findings.push(await findingOf(check));
    return findings;
  }

  /** Examines, repairs what can be repaired without losing anything, and examines that again. */
  async repair(): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const check of this.#due()) {
      const found = await findingOf(check);
      findings.push(found.ok || !check.repair ? found : await repaired(check, check.repair, found));
    }
    return findings;
  }

  #due(): readonly Check[] {
    return this.#checks.filter(({ isDue }) => isDue?.() ?? true);
  }
}

async function repaired(check: Check, repair: NonNullable<Check["repair"]>, before: Finding): Promise<Finding> {
  try {
    const done = await repair();
    return { ...(await findingOf(check)), repaired: `${done} (before: ${before.found})` };
  } catch (failure) {
    return { ...before, found: `${before.found}; it could not be repaired: ${messageOf(failure)}` };
  }
}

async function findingOf({ name, examine }: Check): Promise<Finding> {
  try {
    const { problems, warnings = [], well, means, advice } = await examine();
    if (problems.length > 0) return finding(name, shortened(problems), means, advice);
    if (warnings.length > 0) return { ...finding(name, shortened(warnings), means, advice), ok: true };
    return { check: name, ok: true, found: well, means: null, advice: null, repaired: null };
  } catch (failure) {
    return finding(
      name,
      messageWithCause(failure),
      "it could not be examined",
      "remove the cause, and ask the doctor again",
    );
  }
}

function finding(check: CheckName, found: string, means: string, advice: string): Finding {
  return { check, ok: false, found, means, advice, repaired: null };
}

function shortened(problems: readonly string[]): string {
  const more = problems.length - PROBLEMS_SHOWN_MAX;
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX).join("; ");
  return more > 0 ? `${shown}; and ${more} more` : shown;
}
