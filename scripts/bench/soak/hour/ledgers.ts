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
  readonly months: readonly { readonly month: string; readonly is: "contradicted" | "not_in_file" | "proven" }[];
}

export class Ledgers {
  readonly #owner: Owner;
  readonly #apps: readonly SoakedApp[];
  readonly #folder: string;
  readonly #files: { readonly app: string; readonly file: string }[] = [];

  /** @param folder for the exports. */
  constructor(owner: Owner, apps: readonly SoakedApp[], folder: string) {
    this.#owner = owner;
    this.#apps = apps;
    this.#folder = folder;
  }

  /** Exports all, then puts what is old into months. Resolves with how many entries those were; rejects where a command fails. */
  async putIntoMonths(): Promise<number> {
    for (const app of this.#apps) this.#files.push({ app: app.id, file: await this.#exported(app) });
    const { stdout } = await this.#owner.command(["ledger", "compact", "--months", MONTHS_KEPT, "--yes", "--json"]);
    return (JSON.parse(stdout) as { readonly entries: number }).entries;
  }

  /**
   * How many proofs the files have, all together; rejects where one contradicts a month, or where none has all of a month: what was asked before a
   * month was over and charged after its export is in the next file only.
   */
  async proven(): Promise<number> {
    const unproven = new Set<string>();
    const proven: string[] = [];
    for (const { app, file } of this.#files) {
      const { stdout } = await this.#owner.command(["ledger", "verify", file, "--json"], undefined, [0, 1]);
      for (const { month, is } of (JSON.parse(stdout) as Proofs).months) {
        if (is === "contradicted") throw new Error(`${file} contradicts ${month} of ${app}`);
        if (is === "proven") proven.push(`${month} of ${app}`);
        else unproven.add(`${month} of ${app}`);
      }
    }
    const never = [...unproven].filter((name) => !proven.includes(name));
    if (never.length > 0) throw new Error(`no file proves ${never.join(", ")}`);
    return proven.length;
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
