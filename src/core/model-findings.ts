/** What was found out about model servers: kept over restarts, and told to whoever asks the server meanwhile. */
import type { JsonObject } from "./json.ts";
import type { Clock } from "./ports/clock.ts";
import type { KeptFindings, ModelFindingStore } from "./ports/model-finding-store.ts";

export class ModelFindings {
  readonly #store: ModelFindingStore;
  readonly #clock: Pick<Clock, "now">;
  readonly #watching = new Map<string, ((findings: JsonObject) => void)[]>();

  constructor(store: ModelFindingStore, clock: Pick<Clock, "now">) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Null where nothing was found out yet. */
  find(key: string): Promise<KeptFindings | null> {
    return this.#store.find(key);
  }

  list(): Promise<readonly KeptFindings[]> {
    return this.#store.list();
  }

  /** In the place of what was known of the server before. Resolves when it is durable. */
  async keep(key: string, findings: JsonObject): Promise<void> {
    await this.#store.keep({ key, findings, foundAt: this.#clock.now() });
    for (const told of this.#watching.get(key) ?? []) told(findings);
  }

  /** Has `told` hear of whatever is kept from now on. The settings may name a server more than once. */
  watch(key: string, told: (findings: JsonObject) => void): void {
    this.#watching.set(key, [...(this.#watching.get(key) ?? []), told]);
  }
}
