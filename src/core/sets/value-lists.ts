import { invalid } from "../errors.ts";
import { FairCache } from "../fair-cache.ts";
import type { ContentHash, JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { MainThread } from "../main-thread.ts";
import type { Clock } from "../ports/clock.ts";
import { indexing, type NearValue, type ValueIndex } from "../schema/value-index.ts";
import { listNamesIn } from "../schema/value-list-names.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import type { Registry } from "./registry.ts";

/** Names of values in the indexes that are kept, all apps together: about 1 kB each. Two of the largest lists fit. */
const INDEXED_NAMES_MAX = 400_000;

/** A list that a question refers to, as it is now. */
export interface OpenList {
  readonly contentHash: ContentHash;
  readonly index: ValueIndex;
}

export type OpenLists = ReadonlyMap<string, OpenList>;

export interface ValueListsOptions {
  readonly registry: Registry<"value_list">;
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "steps">;
}

/** Values that are too many for a schema: parameters refer to them by name, with `x-values`. */
export class ValueLists {
  readonly registry: Registry<"value_list">;
  readonly #options: ValueListsOptions;
  readonly #indexes: FairCache<{ readonly index: Promise<ValueIndex>; readonly names: number }>;

  constructor(options: ValueListsOptions) {
    this.registry = options.registry;
    this.#options = options;
    this.#indexes = new FairCache({
      weightMax: INDEXED_NAMES_MAX,
      weigh: ({ names }) => names,
      monotonicMs: () => options.clock.monotonicMs(),
    });
  }

  /** The lists that these schemas refer to; empty without any. Throws `not_found` for one that the app has not. */
  async open(app: AppId, schemas: readonly (JsonObject | undefined)[]): Promise<OpenLists> {
    const names = new Set(schemas.flatMap((schema) => (schema ? listNamesIn(schema) : [])));
    if (names.size > LIMITS.valueListsMax)
      throw invalid("tools", `refer to ${names.size}/${LIMITS.valueListsMax} value lists with x-values`);
    const opened = await Promise.all([...names].map(async (name) => [name, await this.#open(app, name)] as const));
    return new Map(opened);
  }

  /** What is most like `said`, the best first. Throws `not_found`, and `validation_error` where it is missing. */
  async nearest(
    { app }: Principal,
    name: string,
    said: string | null,
    count: number | null,
  ): Promise<readonly NearValue[]> {
    const { nearestValuesDefault, nearestValuesMax, listedValueCharactersMax } = LIMITS;
    const { index } = await this.#open(app, name);
    if (said === null) throw invalid("q", "is missing: the words that the values are to be like");
    const wanted = count ?? nearestValuesDefault;
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > nearestValuesMax)
      throw invalid("limit", `must be a whole number from 1 to ${nearestValuesMax}`);
    return index.nearest(checkedText("q", said, { min: 1, max: listedValueCharactersMax }), wanted);
  }

  async #open(app: AppId, name: string): Promise<OpenList> {
    const { contentHash, definition } = await this.registry.find(app, name);
    const known = this.#indexes.get(app, contentHash);
    if (known) return { contentHash, index: await known.index };
    const names = definition.values.reduce((sum, { length }) => sum + length, 0);
    const index = this.#options.mainThread.steps(app, indexing(definition.values));
    this.#indexes.set(app, contentHash, { index, names });
    // Whoever asks next tries again.
    index.catch(() => this.#indexes.delete(app, contentHash));
    return { contentHash, index: await index };
  }
}
