import type { Tenants } from "../access/tenants.ts";
import type { Clock } from "../ports/clock.ts";
import type { CacheReports } from "../semantic-cache/trust/report.ts";
import type { AppId, Plan } from "../tenant.ts";
import type { Figures } from "./figures.ts";

/**
 * What an owner should look at, the most urgent first.
 *
 * | code | `subject` | `amount` |
 * | --- | --- | --- |
 * | `not_ready` | what is waited for, in words | |
 * | `disk_low` | | bytes that are free |
 * | `node_gone` | the node that nothing is heard of | |
 * | `backend_down` | the model server that is left alone because it failed | |
 * | `requests_failing` | | the share of the last hour's requests that failed |
 * | `app_at_limit` | the app's name | requests left: 0 |
 * | `app_near_limit` | the app's name | requests left |
 * | `wrong_hits_high` | the set's signature | the share of its reused answers that is likely wrong |
 */
export const ATTENTION_CODES = [
  "not_ready",
  "disk_low",
  "node_gone",
  "backend_down",
  "requests_failing",
  "app_at_limit",
  "app_near_limit",
  "wrong_hits_high",
] as const;
export type AttentionCode = (typeof ATTENTION_CODES)[number];

export interface Attention {
  readonly code: AttentionCode;
  /** The app that it is about. */
  readonly app: AppId | null;
  readonly subject: string | null;
  readonly amount: number | null;
}

export interface AttentionOptions {
  readonly tenants: Pick<Tenants, "listApps">;
  readonly plans: Readonly<Record<string, Plan>>;
  readonly cacheReports: Pick<CacheReports, "report">;
  /** What is waited for, in words; null while requests can be answered. */
  readonly waitsFor: () => string | null;
  /** In bytes; not a number where the system does not tell. */
  readonly diskFreeBytes: () => number;
  /** Model servers that are left alone because they failed. */
  readonly openBreakers: () => readonly string[];
  readonly lastHour: () => Pick<Figures, "failed" | "requests">;
  readonly clock: Pick<Clock, "monotonicMs">;
}

/** Twice what the doctor finds too little: there is time left to make room. */
const DISK_FREE_BYTES_MIN = 1024 * 1024 * 1024;
/** One in a hundred, and of so many that one bad minute after a start is none. */
const FAILED_SHARE_MAX = 0.01;
const FAILED_REQUESTS_MIN = 20;
/** Of a month's allowance, what is left when an owner should hear of it. */
const NEAR_LIMIT_SHARE = 0.1;
/** Reading what the cache knows of an app takes a millisecond or more: of more apps than this nobody is told on this page. */
const APPS_REPORTED_MAX = 100;
/** Balances and estimates are looked at so often, however many look at the page. */
const LOOK_MS = 30_000;

/** Finds what needs an owner. What is in memory is looked at each time, what is on disk now and then. */
export class AttentionList {
  readonly #options: AttentionOptions;
  #stored: { readonly found: Promise<readonly Attention[]>; readonly atMs: number } | null = null;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** @param goneNodes names of nodes that ended without a word */
  async list(goneNodes: readonly string[] = []): Promise<readonly Attention[]> {
    const gone = goneNodes.map((name) => attention("node_gone", { subject: name }));
    const all = [...this.#ofServer(), ...gone, ...(await this.#ofApps())];
    return all.sort((one, other) => ATTENTION_CODES.indexOf(one.code) - ATTENTION_CODES.indexOf(other.code));
  }

  #ofServer(): readonly Attention[] {
    const { waitsFor, diskFreeBytes, openBreakers, lastHour } = this.#options;
    const waits = waitsFor();
    const free = diskFreeBytes();
    const { failed, requests } = lastHour();
    const isFailing = failed >= FAILED_REQUESTS_MIN && failed / requests > FAILED_SHARE_MAX;
    return [
      ...(waits === null ? [] : [attention("not_ready", { subject: waits })]),
      ...(free < DISK_FREE_BYTES_MIN ? [attention("disk_low", { amount: free })] : []),
      ...openBreakers().map((model) => attention("backend_down", { subject: model })),
      ...(isFailing ? [attention("requests_failing", { amount: failed / requests })] : []),
    ];
  }

  #ofApps(): Promise<readonly Attention[]> {
    const now = this.#options.clock.monotonicMs();
    if (this.#stored === null || now - this.#stored.atMs >= LOOK_MS) {
      const found = this.#lookAtApps();
      this.#stored = { found, atMs: now };
      // What failed is not the answer for the next half minute.
      found.catch(() => {
        this.#stored = null;
      });
    }
    return this.#stored.found;
  }

  async #lookAtApps(): Promise<readonly Attention[]> {
    const { tenants, plans, cacheReports } = this.#options;
    const apps = (await tenants.listApps()).filter(({ status }) => status === "active");
    const nearLimits = apps.flatMap(({ id, name, plan, requestsRemaining }) => {
      const allowance = plans[plan]?.requestsPerMonth ?? 0;
      if (requestsRemaining > allowance * NEAR_LIMIT_SHARE) return [];
      const code = requestsRemaining === 0 ? "app_at_limit" : "app_near_limit";
      return [attention(code, { app: id, subject: name, amount: requestsRemaining })];
    });
    const found = [...nearLimits];
    for (const { id } of apps.slice(0, APPS_REPORTED_MAX)) {
      const { errorBound, sets } = await cacheReports.report(id);
      for (const { signatures, paths } of sets) {
        const worst = Math.max(0, ...paths.map(({ error }) => error ?? 0));
        const [signature] = signatures;
        if (worst <= errorBound || signature === undefined) continue;
        found.push(attention("wrong_hits_high", { app: id, subject: signature, amount: worst }));
      }
    }
    return found;
  }
}

function attention(
  code: AttentionCode,
  { app = null, subject = null, amount = null }: Partial<Omit<Attention, "code">>,
): Attention {
  return { code, app, subject, amount };
}
