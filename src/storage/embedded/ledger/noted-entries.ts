import type { AppId } from "#core/tenant.ts";
import type { Owner } from "../commits/participant.ts";
import type { Entered } from "./entry-rows.ts";

/** Entries that are on the disk, and in no row of the ledger yet; of each app in their order. */
export class NotedEntries {
  readonly #byApp = new Map<AppId, Entered[]>();

  get appCount(): number {
    return this.#byApp.size;
  }

  apps(): Iterable<AppId> {
    return this.#byApp.keys();
  }

  push(entry: Entered): void {
    const some = this.#byApp.get(entry.app);
    if (some) some.push(entry);
    else this.#byApp.set(entry.app, [entry]);
  }

  all(): readonly Entered[] {
    return [...this.#byApp.values()].flat();
  }

  of(owners: Iterable<Owner>): readonly Entered[] {
    return [...owners].flatMap((owner) => this.#byApp.get(owner as AppId) ?? []);
  }

  /** Of a bucket, with what the charges have entered that are being noted; null where nothing is. */
  sumOf(app: AppId, bucket: string, noting: readonly { readonly entries: readonly Entered[] }[]): number | null {
    let sum: number | null = null;
    for (const entries of [this.#byApp.get(app) ?? [], ...noting.map((charge) => charge.entries)]) {
      for (const entry of entries) {
        if (entry.app === app && entry.bucket === bucket) sum = (sum ?? 0) + entry.amount;
      }
    }
    return sum;
  }

  delete(owners: ReadonlySet<Owner>): void {
    for (const owner of owners) this.#byApp.delete(owner as AppId);
  }

  clear(): void {
    this.#byApp.clear();
  }
}
