/** The ledgers of the soaked apps: exported, put into months, proven by what was exported, and added up. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ledgerFileIn } from "#core/access/ledger-proof.ts";
import type { Owner, SoakedApp } from "./owner.ts";

const MONTHS_KEPT = "1";

interface Months {
  readonly months: readonly { readonly sums: readonly { readonly kind: string; readonly amount: number }[] }[];
}

interface Proofs {
  readonly months: readonly { readonly is: "contradicted" | "not_in_file" | "proven" }[];
}

export class Ledgers {
  readonly #owner: Owner;
  readonly #apps: readonly SoakedApp[];
  readonly #folder: string;
  readonly #files: string[] = [];

  /** @param folder for the exports. */
  constructor(owner: Owner, apps: readonly SoakedApp[], folder: string) {
    this.#owner = owner;
    this.#apps = apps;
    this.#folder = folder;
  }

  /** Exports all, then puts what is old into months. Resolves with how many entries those were; rejects where a command fails. */
  async putIntoMonths(): Promise<number> {
    for (const app of this.#apps) this.#files.push(await this.#exported(app));
    const { stdout } = await this.#owner.command(["ledger", "compact", "--months", MONTHS_KEPT, "--yes", "--json"]);
    return (JSON.parse(stdout) as { readonly entries: number }).entries;
  }

  /** How many months the files prove, all together; rejects where one contradicts a month, or proves none. */
  async proven(): Promise<number> {
    let proven = 0;
    for (const file of this.#files) {
      const { stdout } = await this.#owner.command(["ledger", "verify", file, "--json"]);
      proven += (JSON.parse(stdout) as Proofs).months.filter(({ is }) => is === "proven").length;
    }
    return proven;
  }

  /** Requests that were charged to the apps: in months, and in single entries. */
  async charged(): Promise<number> {
    let charged = 0;
    for (const app of this.#apps) {
      const { stdout } = await this.#owner.command(["ledger", "months", "--app", app.id, "--json"]);
      const { entries } = ledgerFileIn(readFileSync(await this.#exported(app), "utf8"));
      const sums = (JSON.parse(stdout) as Months).months.flatMap((month) => month.sums);
      for (const { kind, amount } of [...sums, ...entries]) if (kind === "charge") charged -= amount;
    }
    return charged;
  }

  async #exported({ id }: SoakedApp): Promise<string> {
    const file = join(this.#folder, `${id}-${Bun.randomUUIDv7()}.ndjson`);
    await this.#owner.command(["ledger", "export", file, "--app", id]);
    return file;
  }
}
