import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { LogSelection, QueryLogStore } from "#core/ports/query-log-store.ts";
import type { KeptRow, LoggedQuestion, LoggedRow, LogSettings, Verdict } from "#core/query-log/logged-row.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { Changes } from "./changes.ts";
import type { LogSettingsOfApps } from "./log-settings.ts";
import type { Postgres, Value } from "./postgres.ts";
import { Shares } from "./shares.ts";

/** Rows that are deleted in one statement. */
const DROPPED_AT_ONCE = 2_000;

const COLUMNS = "id, content, doubt, times, request, first_at, at, is_right";

interface Row {
  readonly id: number;
  readonly content: string;
  readonly doubt: number;
  readonly times: number;
  readonly request: string;
  readonly first_at: Instant;
  readonly at: Instant;
  readonly is_right: boolean | null;
}

interface SettingsRow extends LogSettings {
  readonly app: AppId;
  readonly version: number;
}

/**
 * The log of questions in a table of its own. What is removed is in no list any more; when its bytes are written over is the engine's affair: a
 * node owns no table and cannot sweep one.
 */
export class ClusterQueryLog implements QueryLogStore {
  readonly isShared = true;
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  readonly #settings: LogSettingsOfApps;
  readonly #order = new Shares(1);

  constructor(postgres: Postgres, changes: Changes, settings: LogSettingsOfApps) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#settings = settings;
  }

  /** Learns which apps have it on, whichever node they asked. */
  async load(): Promise<void> {
    const rows = await this.#postgres.rows<SettingsRow>(
      "SELECT app, version, days, rows, redact FROM all_query_log_settings()",
    );
    for (const { app, version, days, rows: most, redact } of rows) {
      this.#settings.learn(app, version, { days, rows: most, redact });
    }
  }

  settings(app: AppId): LogSettings | null {
    return this.#settings.of(app);
  }

  apps(): readonly AppId[] {
    return this.#settings.apps();
  }

  configure(app: AppId, settings: LogSettings | null): Promise<void> {
    return this.#order.within(app, async () => {
      const version = await this.#changes.make(app, async (transaction) => {
        if (settings === null) await transaction.rows("DELETE FROM query_log_settings WHERE app = $1", [app]);
        else {
          const { days, rows, redact } = settings;
          await transaction.rows(
            `INSERT INTO query_log_settings (app, days, rows, redact) VALUES ($1, $2, $3, $4)
             ON CONFLICT (app) DO UPDATE SET days = excluded.days, rows = excluded.rows, redact = excluded.redact`,
            [app, days, rows, redact],
          );
        }
        return transaction.version;
      });
      this.#settings.learn(app, version, settings);
    });
  }

  add(app: AppId, rows: readonly LoggedRow[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    const values = valuesOf(app, rows);
    return this.#order.within(app, async () => {
      await this.#postgres.rowsOf(app, "SELECT log_questions($1, $2, $3, $4, $5, $6, $7, $8, $9)", values);
    });
  }

  async judge(app: AppId, digest: string, verdict: Verdict): Promise<boolean> {
    const statement = "UPDATE logged_questions SET is_right = $3 WHERE app = $1 AND digest = $2 RETURNING id";
    const found = await this.#order.within(app, () =>
      this.#postgres.rowOf(app, statement, [app, digest, verdict === "right"]),
    );
    return found !== null;
  }

  async list(
    app: AppId,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<KeptRow>> {
    const rows = await this.#postgres.rowsOf<Row>(
      app,
      `SELECT ${COLUMNS} FROM logged_questions WHERE app = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
      [app, after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    return pageOf(rows, limit, keptRow);
  }

  async doubtful(
    app: AppId,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<readonly KeptRow[]> {
    const rows = await this.#postgres.rowsOf<Row>(
      app,
      `SELECT ${COLUMNS} FROM logged_questions
       WHERE app = $1 AND (NOT is_right OR (is_right IS NULL AND doubt > 0))
       ORDER BY is_right IS NULL, doubt DESC, times DESC, id DESC LIMIT $2 OFFSET $3`,
      [app, limit, offset],
    );
    return rows.map(keptRow);
  }

  async count(app: AppId): Promise<number> {
    const statement = "SELECT count(*) AS count FROM logged_questions WHERE app = $1";
    return (await this.#postgres.rowOf<{ count: number }>(app, statement, [app]))?.count ?? 0;
  }

  remove(app: AppId, which: LogSelection): Promise<number> {
    return this.#order.within(app, () => {
      if (which === "all") return this.#drop(app, "true", []);
      if ("ids" in which) return this.#drop(app, "id = ANY ($2)", [which.ids]);
      return this.#drop(app, "at < $2", [which.before]);
    });
  }

  trim(app: AppId, { before, rows }: { readonly before: Instant; readonly rows: number }): Promise<number> {
    return this.#order.within(app, async () => {
      const old = await this.#drop(app, "at < $2", [before]);
      const last = await this.#postgres.rowOf<{ at: Instant; id: number }>(
        app,
        "SELECT at, id FROM logged_questions WHERE app = $1 ORDER BY at DESC, id DESC LIMIT 1 OFFSET $2",
        [app, rows],
      );
      return last ? old + (await this.#drop(app, "(at, id) <= ($2, $3)", [last.at, last.id])) : old;
    });
  }

  /** The bytes are the engine's affair. What can be done now and then is to hear of apps that asked other nodes. */
  sweep(): Promise<void> {
    return this.load();
  }

  async forget(app: AppId): Promise<void> {
    await this.configure(app, null);
    await this.remove(app, "all");
  }

  /** Some at a time: others come between. How many went. */
  async #drop(app: AppId, condition: string, values: readonly Value[]): Promise<number> {
    for (let count = 0; ; ) {
      const gone = await this.#postgres.rowsOf(
        app,
        `DELETE FROM logged_questions WHERE app = $1 AND id IN
           (SELECT id FROM logged_questions WHERE app = $1 AND ${condition} LIMIT ${DROPPED_AT_ONCE}) RETURNING 1`,
        [app, ...values],
      );
      count += gone.length;
      if (gone.length < DROPPED_AT_ONCE) return count;
    }
  }
}

interface Gathered extends LoggedRow {
  readonly firstAt: Instant;
  /** A model tells more of its answer than the cache does. */
  readonly isTold: boolean;
}

/** What `log_questions` takes, in its order: a statement writes a row once. */
function valuesOf(app: AppId, rows: readonly LoggedRow[]): readonly Value[] {
  const byDigest = new Map<string, Gathered>();
  for (const row of rows) {
    const known = byDigest.get(row.digest);
    const added = { ...row, firstAt: row.at, isTold: row.question.source === "model" };
    byDigest.set(row.digest, known ? together(known, added) : added);
  }
  const all = [...byDigest.values()];
  return [
    app,
    all.map(({ digest }) => digest),
    all.map(({ question }) => JSON.stringify(question)),
    all.map(({ doubt }) => doubt),
    all.map(({ times }) => times),
    all.map(({ requestId }) => JSON.stringify(requestId)),
    all.map(({ firstAt }) => firstAt),
    all.map(({ at }) => at),
    all.map(({ isTold }) => `${isTold}`),
  ];
}

function together(known: Gathered, added: Gathered): Gathered {
  const { question, doubt, isTold } = added.isTold ? added : known;
  const { requestId } = added;
  const at = Math.max(known.at, added.at);
  return { ...known, question, doubt, isTold, requestId, at, times: known.times + added.times };
}

function keptRow({ id, content, doubt, times, request, first_at: firstAt, at, is_right: isRight }: Row): KeptRow {
  return {
    id,
    question: JSON.parse(content) as LoggedQuestion,
    doubt,
    times,
    requestId: JSON.parse(request) as string,
    firstAt,
    at,
    verdict: isRight === null ? null : isRight ? "right" : "wrong",
  };
}
