import type { AnsweredRequest, RequestStore } from "#core/ports/request-store.ts";
import { type RecordedRequest, recorded, requestIn, timesOfRow, youngerIn } from "#core/request-batch.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { Turns } from "./money/turns.ts";
import type { Postgres } from "./postgres.ts";

/** Rows that expire in one statement: each has up to some hundred requests. */
const EXPIRED_AT_ONCE_MAX = 250;
/** Rows that are looked into for one request: more have its id in their texts only by the way. */
const LOOKED_AT_MAX = 16;
/** An app's oldest are taken away when this node has written this share of what it may have: what is over it is not found before. */
const TRIMMED_AFTER_SHARE = 0.1;

interface FoundRow {
  readonly count: number;
  readonly answers: string;
  /** Requests in later rows. */
  readonly newer: number;
  readonly requests_max: number;
}

/** Written with the node's next turn, before what the request wants next: its charge, most of the time. */
export class ClusterRequests implements RequestStore {
  readonly #postgres: Postgres;
  readonly #turns: Turns;
  /** What this node has written of each app since it trimmed them last. */
  readonly #untrimmed = new Map<AppId, number>();

  constructor(postgres: Postgres, turns: Turns) {
    this.#postgres = postgres;
    this.#turns = turns;
  }

  /** Resolves at once: turns are done one after the other, so that whatever is asked of one later is acknowledged later, too. */
  async record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void> {
    const { createdAt } = request;
    // A row that Postgres refuses would fail all that are written with it.
    if (!Number.isSafeInteger(createdAt)) throw new RangeError(`createdAt is ${createdAt}: a whole number is needed`);
    this.#turns.requireOpen();
    // Where it fails, so does what the request wants next.
    this.recordLater(app, recorded(request), requestsMax).catch(() => {});
  }

  /** Resolves when it is written. */
  recordLater(app: AppId, request: RecordedRequest, requestsMax: number): Promise<void> {
    return new Promise((resolve, failed) => {
      const told = () => {
        this.recorded(app, requestsMax);
        resolve();
      };
      this.#turns.add({ wants: "record", app, request, requestsMax, told, failed });
    });
  }

  /** One more of the app was written. */
  recorded(app: AppId, requestsMax: number): void {
    // What there was before this node was started is trimmed with the first that it writes.
    const untrimmed = (this.#untrimmed.get(app) ?? requestsMax) + 1;
    this.#untrimmed.set(app, untrimmed);
    if (untrimmed < TRIMMED_AFTER_SHARE * requestsMax) return;
    this.#untrimmed.set(app, 0);
    // Where that fails the next one does it.
    this.#postgres.rowsOf(app, "SELECT trim_requests($1, $2)", [app, requestsMax]).catch(() => {});
  }

  async find(app: AppId, requestId: string): Promise<AnsweredRequest | null> {
    const times = timesOfRow(requestId);
    await this.#turns.done();
    const rows = await this.#postgres.rowsOf<FoundRow>(
      app,
      `SELECT count, answers,
         (SELECT coalesce(sum(count), 0)::bigint FROM request_batches AS later WHERE later.app = $1 AND later.id > batch.id) AS newer,
         (SELECT requests_max FROM request_batches AS last WHERE last.app = $1 ORDER BY id DESC LIMIT 1) AS requests_max
       FROM request_batches AS batch
       WHERE app = $1 AND EXISTS (SELECT FROM apps WHERE apps.app = $1) AND id IN (
         SELECT batch FROM request_ids WHERE app = $1 AND request_id = $2
         UNION ALL
         SELECT id FROM request_batches
         WHERE app = $1 AND ended_at BETWEEN $3 AND $4 AND begun_at <= $5 AND strpos(answers, $2) > 0)
       ORDER BY id DESC LIMIT $6`,
      // Without a time nothing lies between. Ids stand in the answers as JSON, too.
      [app, JSON.stringify(requestId), times?.from ?? 1, times?.to ?? 0, times?.begunBy ?? 0, LOOKED_AT_MAX],
    );
    for (const { answers, count, newer, requests_max: requestsMax } of rows) {
      const found = requestIn(answers, requestId, 0);
      if (!found) continue;
      return newer + count - found.position < requestsMax ? found.request : null;
    }
    return null;
  }

  async expire(before: Instant): Promise<number> {
    await this.#turns.done();
    let expired = 0;
    for (let after = ""; ; ) {
      const step = await this.#postgres.row<{ app: AppId; rows: number; gone: number }>(
        "SELECT app, rows, gone FROM expire_requests($1, $2, $3)",
        [after, before, EXPIRED_AT_ONCE_MAX],
      );
      if (!step) return expired;
      expired += step.gone;
      if (step.rows === EXPIRED_AT_ONCE_MAX) continue;
      expired += await this.#expireParts(step.app, before);
      after = step.app;
    }
  }

  /** Of rows that were written while it was `before`, the older ones. Returns how many those were. */
  async #expireParts(app: AppId, before: Instant): Promise<number> {
    const rows = await this.#postgres.rowsOf<{ id: number; answers: string }>(
      app,
      "SELECT id, answers FROM request_batches WHERE app = $1 AND begun_at < $2 AND ended_at >= $2 AND ended_at < $2 + 1000",
      [app, before],
    );
    let expired = 0;
    for (const { id, answers } of rows) {
      const { row, gone } = youngerIn(answers, before, 0);
      if (!row) continue;
      await this.#postgres.rowsOf(
        app,
        "UPDATE request_batches SET answers = $3, begun_at = $4, expired = expired + $5 WHERE app = $1 AND id = $2",
        [app, id, row.answers, row.begunAt, gone],
      );
      expired += gone;
    }
    return expired;
  }
}
