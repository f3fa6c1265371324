import type { RateWindow } from "#core/access/access.ts";
import { PLANS, type Tenant } from "./tenants.ts";

/** Of each minute of an app: the numbers that were given to its calls. */
export class Minutes {
  readonly #numbers = new Map<string, Set<number>>();

  clear(): void {
    this.#numbers.clear();
  }

  /** What is wrong with what a call was told of its minute; null for nothing, and where it was told nothing. */
  faultOf({ truth, plan }: Tenant, window: RateWindow | null): string | null {
    if (!window) return null;
    const name = `${truth.id} ${window.resetAt}`;
    const numbers = this.#numbers.get(name) ?? new Set();
    this.#numbers.set(name, numbers);
    if (numbers.has(window.remaining))
      return `${truth.name}: the number ${window.limit - window.remaining} of a minute was given twice`;
    numbers.add(window.remaining);
    const { requestsPerMinute } = PLANS[plan] ?? { requestsPerMinute: 0 };
    return numbers.size > requestsPerMinute ? `${truth.name}: ${numbers.size} calls of a minute were let in` : null;
  }
}
