/** What was acknowledged, and what may be so besides: of a change that got no answer nobody knows whether it was made. */

/** No answer came: what was asked for was done or not. */
export class Unanswered extends Error {}

/** Of what was looked at before, so many are looked at again after each crash. */
const OLD_ONES_LOOKED_AT = 4;

/** Things by name. Each is changed by one hand, one change after the other; null is one that is not there. */
export class Kept {
  readonly #what: string;
  readonly #random: () => number;
  /** By name: what it is, or everything that it may be. */
  readonly #states = new Map<string, readonly (string | null)[]>();
  readonly #touched = new Set<string>();

  /** @param what they are, in messages. @param random from 0 to 1. */
  constructor(what: string, random: () => number) {
    this.#what = what;
    this.#random = random;
  }

  /** Asks for a change. Whatever it throws, the thing may be one or the other from then on. */
  async change(name: string, state: string | null, ask: () => Promise<unknown>): Promise<void> {
    const before = this.#states.get(name) ?? [null];
    this.#states.set(name, [...before, state]);
    this.#touched.add(name);
    await ask();
    this.#states.set(name, [state]);
  }

  /** What it is; undefined where that is not certain. */
  stateOf(name: string): string | null | undefined {
    const [state = null, ...others] = this.#states.get(name) ?? [null];
    return others.length === 0 ? state : undefined;
  }

  /** Those that are there, for certain. */
  get present(): readonly string[] {
    return [...this.#states.keys()].filter((name) => (this.stateOf(name) ?? null) !== null);
  }

  /**
   * Looks at what was changed since the last look and at some of the rest, or at all: what is otherwise than it can be, in words. What a
   * thing is seen to be, it is.
   */
  async faults(all: boolean, seen: (name: string) => Promise<string | null>): Promise<readonly string[]> {
    const names = all ? [...this.#states.keys()] : [...this.#touched, ...this.#someOld()];
    this.#touched.clear();
    const faults: string[] = [];
    for (const name of names) {
      const possible = this.#states.get(name) ?? [];
      const state = await seen(name);
      if (!possible.includes(state)) {
        faults.push(`${this.#what} ${name} is ${state}, and was acknowledged as ${possible.join(" or ")}`);
      }
      this.#states.set(name, [state]);
    }
    return faults;
  }

  #someOld(): readonly string[] {
    const names = [...this.#states.keys()].filter((name) => !this.#touched.has(name));
    return Array.from({ length: Math.min(OLD_ONES_LOOKED_AT, names.length) }, () => pick(names, this.#random));
  }
}

/** The balance of an app: at least, and at most. */
export class Balance {
  #least: number;
  #most: number;

  constructor(requests: number) {
    this.#least = requests;
    this.#most = requests;
  }

  charged(requests: number): void {
    this.#least -= requests;
    this.#most -= requests;
  }

  perhapsCharged(requests: number): void {
    this.#least -= requests;
  }

  /** Asks for so many more. */
  async credit(requests: number, ask: () => Promise<unknown>): Promise<void> {
    this.#most += requests;
    await ask();
    this.#least += requests;
  }

  /** What is wrong with a balance that was seen, in words. From then on that is what it is. */
  faults(seen: number): readonly string[] {
    const isPossible = seen >= this.#least && seen <= this.#most;
    const fault = `the balance is ${seen}, and has to be ${this.#least} to ${this.#most}`;
    this.#least = seen;
    this.#most = seen;
    return isPossible ? [] : [fault];
  }
}

/** One of them, by lot. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}
