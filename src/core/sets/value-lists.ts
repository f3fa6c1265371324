import { invalid } from "../errors.ts";
import { FairCache } from "../fair-cache.ts";
import type { ContentHash, JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { MainThread } from "../main-thread.ts";
import { OneAtATime } from "../one-at-a-time.ts";
import type { Clock } from "../ports/clock.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import { indexing, type NearValue, type ValueIndex } from "../schema/value-index.ts";
import { listNamesIn } from "../schema/value-list-names.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { turn } from "../turn.ts";
import type { Registry } from "./registry.ts";

/** Names of values in the indexes that are kept, all apps together: about 1 kB each. What two questions may refer to fits. */
const INDEXED_NAMES_MAX = 2 * LIMITS.openNamesMax;
/** The index of so many names is made in some milliseconds: nobody who needs no more waits for a larger one, which takes seconds. */
const SMALL_NAMES_MAX = 2_000;
/** Questions of an app that wait for indexes, large ones and small ones. */
const WAITING_PER_APP_MAX = 64;

/** A list that a question refers to, as it is now. */
export interface OpenList {
  readonly contentHash: ContentHash;
  readonly index: ValueIndex;
}

export type OpenLists = ReadonlyMap<string, OpenList>;

export interface ValueListsOptions {
  readonly registry: Registry<"value_list">;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "aside" | "steps">;
}

/**
 * Values that are too many for a schema: parameters refer to them by name, with `x-values`. Indexes are made for one question at a
 * time, and beside it for one that needs small ones alone; the apps in turns by what they had of that: what is being made is held
 * whatever room there is.
 */
export class ValueLists {
  readonly registry: Registry<"value_list">;
  readonly #options: ValueListsOptions;
  readonly #indexes: FairCache<{ readonly index: ValueIndex; readonly names: number }>;
  readonly #large: OneAtATime;
  readonly #small: OneAtATime;

  constructor(options: ValueListsOptions) {
    this.registry = options.registry;
    this.#options = options;
    const busy = `more than ${WAITING_PER_APP_MAX} requests of this app wait for value lists: send fewer at once`;
    const openings = { clock: options.clock, perAppMax: WAITING_PER_APP_MAX, busy };
    this.#large = new OneAtATime(openings);
    this.#small = new OneAtATime(openings);
    this.#indexes = new FairCache({
      weightMax: INDEXED_NAMES_MAX,
      weigh: ({ names }) => names,
      monotonicMs: () => options.clock.monotonicMs(),
    });
  }

  /**
   * The lists that these schemas refer to; empty without any. Throws `not_found` for one that the app has not, `validation_error` for
   * too much in them, and `service_unavailable` where too many questions of the app wait.
   */
  async open(app: AppId, schemas: readonly (JsonObject | undefined)[]): Promise<OpenLists> {
    const names = [...new Set(schemas.flatMap((schema) => (schema ? listNamesIn(schema) : [])))];
    const { valueListsMax, openNamesMax } = LIMITS;
    if (names.length > valueListsMax)
      throw invalid("tools", `refer to ${names.length}/${valueListsMax} value lists with x-values`);
    const lists: StoredList[] = [];
    let held = 0;
    for (const name of names) {
      const list = await this.registry.find(app, name);
      held += namesIn(list);
      if (held > openNamesMax)
        throw invalid(
          "tools",
          `refer to ${held} and more of ${openNamesMax} values and synonyms in lists with x-values`,
        );
      lists.push(list);
      // One that nobody asked for lately was read and parsed, all at once.
      if (!this.#indexes.has(app, list.contentHash)) await turn();
    }
    const indexes = await this.#indexesOf(app, lists);
    return new Map(
      lists.map(({ contentHash }, at) => [names[at] as string, { contentHash, index: indexes[at] as ValueIndex }]),
    );
  }

  /** What is most like `said`, the best first. Throws `not_found`, `validation_error` where it is missing, and as `open` does. */
  async nearest(
    { app }: Principal,
    name: string,
    said: string | null,
    count: number | null,
  ): Promise<readonly NearValue[]> {
    const { nearestValuesDefault, nearestValuesMax, listedValueCharactersMax } = LIMITS;
    const list = await this.registry.find(app, name);
    if (said === null) throw invalid("q", "is missing: the words that the values are to be like");
    const words = checkedText("q", said, { min: 1, max: listedValueCharactersMax });
    const wanted = count ?? nearestValuesDefault;
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > nearestValuesMax)
      throw invalid("limit", `must be a whole number from 1 to ${nearestValuesMax}`);
    const [index] = await this.#indexesOf(app, [list]);
    return index?.nearest(words, wanted) ?? [];
  }

  async #indexesOf(app: AppId, lists: readonly StoredList[]): Promise<readonly ValueIndex[]> {
    const known = lists.flatMap(({ contentHash }) => this.#indexes.get(app, contentHash)?.index ?? []);
    if (known.length === lists.length) return known;
    const names = lists.reduce((sum, list) => sum + namesIn(list), 0);
    const openings = names > SMALL_NAMES_MAX ? this.#large : this.#small;
    return this.#options.mainThread.aside(app, (goesOn) =>
      openings.run(app, async () => {
        goesOn();
        const indexes: ValueIndex[] = [];
        for (const list of lists) indexes.push(await this.#indexOf(app, list));
        return indexes;
      }),
    );
  }

  async #indexOf(app: AppId, list: StoredList): Promise<ValueIndex> {
    const known = this.#indexes.get(app, list.contentHash);
    if (known) return known.index;
    const index = await this.#options.mainThread.steps(app, indexing(list.definition.values));
    this.#indexes.set(app, list.contentHash, { index, names: namesIn(list) });
    return index;
  }
}

type StoredList = StoredDefinition<"value_list">;

const counted = new WeakMap<StoredList["definition"], number>();

/** Values and other words. Counted once: a list is asked for with each question. */
function namesIn({ definition }: StoredList): number {
  const names = counted.get(definition) ?? definition.values.reduce((sum, { length }) => sum + length, 0);
  counted.set(definition, names);
  return names;
}
