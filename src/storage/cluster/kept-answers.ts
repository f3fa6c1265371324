import type { KeptAnswer, KeptAnswerStore } from "#core/ports/kept-answer-store.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { expireAppByApp } from "./expiry.ts";
import type { Postgres } from "./postgres.ts";

/** Of one app, 64 MiB. */
export const KEPT_BYTES_PER_APP_MAX = 67_108_864;
/** What a row takes beside its texts: columns, indexes. */
export const KEPT_ROW_BYTES = 200;

interface Row {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  readonly created_at: Instant;
}

/** Texts are JSON: what people send may hold what a text of Postgres cannot. */
export interface KeptAnswerRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  /** What it takes of what the app may have. */
  readonly bytes: number;
  readonly createdAt: Instant;
}

export class ClusterKeptAnswers implements KeptAnswerStore {
  readonly #postgres: Postgres;
  readonly bytesPerAppMax: number;
  /** Of each app that has any, as it was heard last. */
  readonly #bytes = new Map<AppId, number>();
  #bytesOfAll = 0;

  constructor(postgres: Postgres, bytesPerAppMax = KEPT_BYTES_PER_APP_MAX) {
    this.#postgres = postgres;
    this.bytesPerAppMax = bytesPerAppMax;
  }

  /** Learns what is kept for all apps. */
  async load(): Promise<void> {
    const rows = await this.#postgres.rows<{ app: AppId; bytes: number }>("SELECT app, bytes FROM kept_bytes()");
    this.#bytes.clear();
    this.#bytesOfAll = 0;
    for (const { app, bytes } of rows) this.learn(app, bytes);
  }

  /** So many bytes are kept for the app; null where it is gone. */
  learn(app: AppId, bytes: number | null): void {
    this.#bytesOfAll += (bytes ?? 0) - (this.#bytes.get(app) ?? 0);
    if (bytes) this.#bytes.set(app, bytes);
    else this.#bytes.delete(app);
  }

  async find(app: AppId, key: string): Promise<KeptAnswer | null> {
    const row = await this.#postgres.rowOf<Row>(
      app,
      "SELECT fingerprint, status, headers, body, created_at FROM kept_answers WHERE app = $1 AND key = $2",
      [app, JSON.stringify(key)],
    );
    if (!row) return null;
    const { fingerprint, status, body, created_at: createdAt } = row;
    const headers = JSON.parse(row.headers) as KeptAnswer["headers"];
    return {
      app,
      key,
      fingerprint,
      status,
      headers,
      body: body === null ? null : (JSON.parse(body) as string),
      createdAt,
    };
  }

  async keep(answer: KeptAnswer): Promise<void> {
    const { app } = answer;
    const { key, fingerprint, status, headers, body, bytes, createdAt } = this.rowOf(answer);
    const kept = await this.#postgres.rowOf<{ bytes: number | null }>(
      app,
      "SELECT keep_answer($1, $2, $3, $4, $5, $6, $7, $8, $9) AS bytes",
      [app, key, fingerprint, status, headers, body, bytes, createdAt, this.bytesPerAppMax],
    );
    this.learn(app, kept?.bytes ?? null);
  }

  /** As it stands in a row. */
  rowOf({ key, fingerprint, status, headers, body, createdAt }: KeptAnswer): KeptAnswerRow {
    const texts = {
      key: JSON.stringify(key),
      headers: JSON.stringify(headers),
      body: body === null ? null : JSON.stringify(body),
    };
    const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), KEPT_ROW_BYTES);
    return { ...texts, fingerprint, status, bytes, createdAt };
  }

  bytes(): number {
    return this.#bytesOfAll;
  }

  async expire(before: Instant): Promise<number> {
    const expired = await expireAppByApp(
      this.#postgres,
      "SELECT app, gone FROM expire_kept_answers($1, $2, $3)",
      before,
    );
    await this.load();
    return expired;
  }
}
