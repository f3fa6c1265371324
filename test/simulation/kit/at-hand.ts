import type { AppModel } from "./app-model.ts";
import type { Operations, Question } from "./operations.ts";
import type { Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { World } from "./simulation.ts";
import type { Undisturbed } from "./undisturbed.ts";

/** The very same request, so often that its answer is at hand, and given once more. */
const ASKED_TIMES = 3;
/** An app with more calls in a minute is none whose minute is filled. */
const CALLS_FEW = 60;
/** Calls beyond the minute's, since it may end meanwhile. */
const CALLS_BEYOND = 10;
const FILLED_SHARE = 0.5;
const QUESTION: Question = { topic: "weather", query: "weather in amber" };

export interface AtHandOptions {
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly operations: Operations;
  readonly calls: Undisturbed;
  readonly world: Pick<World, "endMinute">;
  readonly pass: (ms: number) => Promise<void>;
}

/**
 * What a server has at hand for the very same request is nothing that a change has overtaken, and counts as ever. Where many things are changed it is
 * forgotten again before anybody asks, so it is asked for in peace.
 */
export class AtHand {
  readonly #options: AtHandOptions;

  constructor(options: AtHandOptions) {
    this.#options = options;
  }

  async all(): Promise<void> {
    const { oracle, random } = this.#options;
    await this.#moveAlias(random.pick(oracle.apps));
    for (const app of oracle.apps)
      if (app.callsMax <= CALLS_FEW && random.chance(FILLED_SHARE)) await this.#fillMinute(app);
  }

  /** Of two sets the alias stands for one, and then for the other. Nothing else changes in between. */
  async #moveAlias(app: AppModel): Promise<void> {
    const { calls, operations, oracle } = this.#options;
    for (const target of ["s0", "s1"] as const) {
      await calls.must(operations.aliased.change(app, "a0", target));
      for (let time = 0; time < ASKED_TIMES; time += 1) await calls.must(operations.resolve(app, "a0", QUESTION));
    }
    oracle.count("an alias was moved");
  }

  /** A new minute, until no call of it is left: the oracle hears of one too many. */
  async #fillMinute(app: AppModel): Promise<void> {
    const { calls, operations, oracle, pass, world } = this.#options;
    await pass(world.endMinute());
    for (let time = 0; time < app.callsMax + CALLS_BEYOND; time += 1) {
      const { status } = await calls.ask(operations.resolveTaught(app, QUESTION));
      if (status === 200) continue;
      if (status === 429) oracle.count("a minute was filled");
      return;
    }
  }
}
