import type { AppId } from "#core/tenant.ts";

/** How much of each bucket is reserved at the moment. Forgets buckets of which nothing is. */
export class Holds {
  readonly #amounts = new Map<AppId, Map<string, number>>();

  of(app: AppId, bucket: string): number {
    return this.#amounts.get(app)?.get(bucket) ?? 0;
  }

  /** Adds `amount`, which is negative when a hold ends. */
  add(app: AppId, bucket: string, amount: number): void {
    if (amount === 0) return;
    const buckets = this.#amounts.get(app) ?? new Map<string, number>();
    const held = (buckets.get(bucket) ?? 0) + amount;
    if (held === 0) buckets.delete(bucket);
    else buckets.set(bucket, held);
    if (buckets.size === 0) this.#amounts.delete(app);
    else this.#amounts.set(app, buckets);
  }
}
