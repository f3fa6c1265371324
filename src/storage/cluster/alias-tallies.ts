import type { AliasTally, AliasTallyStore, AnswerThrough } from "#core/ports/alias-tally-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { Gathered, summing } from "./gathered.ts";
import type { Postgres } from "./postgres.ts";

interface SideRow {
  readonly name: string;
  readonly revision: number;
  readonly signature: string;
  readonly since: Instant;
  readonly answers: number;
  readonly none: number;
}

type OfApp<Row> = Row & { readonly app: AppId };

/** Summed over all nodes where they are read. Counts are gathered: those of other nodes are there a second later. */
export class ClusterAliasTallies implements AliasTallyStore {
  readonly #postgres: Postgres;
  readonly #sides: Gathered<OfApp<SideRow>>;

  constructor(postgres: Postgres, log: (message: string) => void) {
    this.#postgres = postgres;
    this.#sides = new Gathered({
      what: "tallies of aliases",
      log,
      together: (earlier, later) => ({ ...summed(earlier, later), since: earlier.since }),
      write: (sides) => writeSides(postgres, sides),
    });
  }

  add(app: AppId, { aliases, isNone }: AnswerThrough, at: Instant): void {
    for (const { name, revision, signature } of aliases) {
      const side = { app, name, revision, signature, since: at, answers: 1, none: Number(isNone) };
      this.#sides.note(JSON.stringify([app, name, revision, signature]), side);
    }
  }

  async of(app: AppId, aliases: Parameters<AliasTallyStore["of"]>[1]): Promise<readonly AliasTally[]> {
    if (aliases.length === 0) return [];
    await this.#sides.written();
    const rows = await this.#postgres.rowsOf<SideRow>(
      app,
      `SELECT name, revision, signature, since, answers, none FROM alias_tallies
       WHERE app = $1 AND (name, revision) IN (SELECT * FROM unnest($2::text[], $3::bigint[]))`,
      [app, aliases.map(({ name }) => name), aliases.map(({ revision }) => revision)],
    );
    const byName = Map.groupBy(rows, ({ name }) => name);
    return aliases.map(({ name }) => tallyOf(byName.get(name) ?? []));
  }

  /** Writes what waits. */
  close(): Promise<void> {
    return this.#sides.close();
  }
}

const summed = summing("answers", "none");

function tallyOf(rows: readonly SideRow[]): AliasTally {
  return {
    since: rows.length === 0 ? null : Math.min(...rows.map(({ since }) => since)),
    bySignature: new Map(rows.map(({ signature, answers, none }) => [signature, { answers, none }])),
  };
}

async function writeSides(postgres: Postgres, sides: readonly OfApp<SideRow>[]): Promise<void> {
  await postgres.rows("SELECT count_aliases($1, $2, $3, $4, $5, $6, $7)", [
    sides.map(({ app }) => app),
    sides.map(({ name }) => name),
    sides.map(({ revision }) => revision),
    sides.map(({ signature }) => signature),
    sides.map(({ since }) => since),
    sides.map(({ answers }) => answers),
    sides.map(({ none }) => none),
  ]);
}
