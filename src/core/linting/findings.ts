import { LINT_RULES, type LintCode, type Severity } from "./lint-rules.ts";

/** What is wrong in a set, and what to write instead. A type, as all that is sent: so the compiler sees that it is JSON. */
export type Finding = {
  /** Stays what it is. */
  readonly code: LintCode;
  readonly severity: Severity;
  /** The signature of the set. */
  readonly set: string;
  /** JSON pointer (RFC 6901) into the set as the API gives it, as in `/tools/3/description`. */
  readonly path: string;
  readonly message: string;
  readonly instead: string;
};

/** Findings that one lint tells; what is more is counted. */
export const FINDINGS_MAX = 500;
/** Of one code: a thousand parameters without a telling name are one thing to say, and are not to hide the rest. */
export const FINDINGS_PER_CODE_MAX = 100;
/** Warnings in the answer of create and replace. */
export const WARNINGS_MAX = 20;

/** Of a text that a message quotes. */
const QUOTED_CHARACTERS_MAX = 60;

export interface FindingLimits {
  readonly findingsMax: number;
  readonly perCodeMax: number;
  /** Whether hints are taken down, too. */
  readonly hints: boolean;
}

const ALL: FindingLimits = { findingsMax: FINDINGS_MAX, perCodeMax: FINDINGS_PER_CODE_MAX, hints: true };

/** Takes down what is found. */
export class Findings {
  readonly #limits: FindingLimits;
  readonly #found: Finding[] = [];
  readonly #counts = new Map<LintCode, number>();
  #leftOut = 0;

  constructor(limits: FindingLimits = ALL) {
    this.#limits = limits;
  }

  /** `instead`: where there is more to say than the rule does. */
  add(code: LintCode, place: Place, message: string, instead: string = LINT_RULES[code].instead): void {
    const { severity } = LINT_RULES[code];
    if (severity === "hint" && !this.#limits.hints) return;
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (this.isFull || count > this.#limits.perCodeMax) {
      this.#leftOut += 1;
      return;
    }
    this.#found.push({ code, severity, set: place.set, path: pointerOf(place.steps), message, instead });
  }

  /** Whether hints are taken down, too: what only makes hints need not be looked at otherwise. */
  get hasHints(): boolean {
    return this.#limits.hints;
  }

  /** Whatever is found from here on is counted, and not told. */
  get isFull(): boolean {
    return this.#found.length >= this.#limits.findingsMax;
  }

  /** Found and not told. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Warnings first; each in the order in which they were found. */
  all(): readonly Finding[] {
    return [...this.warnings(), ...this.#found.filter(({ severity }) => severity === "hint")];
  }

  warnings(): readonly Finding[] {
    return this.#found.filter(({ severity }) => severity === "warning");
  }
}

/** Where something stands in a set. */
export interface Place {
  readonly set: string;
  readonly steps: readonly (number | string)[];
}

/** Within that place. */
export function within({ set, steps }: Place, ...more: readonly (number | string)[]): Place {
  return { set, steps: [...steps, ...more] };
}

function pointerOf(steps: readonly (number | string)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A text of the owner's in a message: in quotes, on one line, without what a terminal would obey, and not for ever. */
export function quoted(text: string): string {
  const line = text.slice(0, 4 * QUOTED_CHARACTERS_MAX).replace(/[\s\p{C}]+/gu, " ");
  const characters = [...line];
  const isLong = characters.length > QUOTED_CHARACTERS_MAX || text.length > 4 * QUOTED_CHARACTERS_MAX;
  return `"${characters.slice(0, QUOTED_CHARACTERS_MAX).join("")}${isLong ? "…" : ""}"`;
}
