import type { AppId } from "#core/tenant.ts";
import type { AppVersions } from "./app-versions.ts";
import type { Postgres, Transaction } from "./postgres.ts";

/** Changes of apps, which this node counts as its own. */
export class Changes {
  readonly #postgres: Postgres;
  readonly #versions: AppVersions;

  constructor(postgres: Postgres, versions: AppVersions) {
    this.#postgres = postgres;
    this.#versions = versions;
  }

  /** As `Postgres.change`; the app's changes have grown by when the change can be read here. */
  async make<Result>(app: AppId, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    this.#versions.expect(app);
    let version = 0;
    const result = await this.#postgres.change(app, (transaction) => {
      version = transaction.version;
      return work(transaction);
    });
    this.#versions.learn(app, version);
    return result;
  }
}
