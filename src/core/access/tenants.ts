import { AppError, invalid } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { AppStore, KeyStore } from "../ports/app-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { LedgerStore } from "../ports/ledger-store.ts";
import type { ApiKey, App, AppId, KeyId, Plan } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { newApiKey, randomBase62 } from "./api-key.ts";

export interface AppSummary extends App {
  readonly requestsRemaining: number;
}

export interface TenantsOptions {
  readonly apps: AppStore;
  readonly keys: KeyStore;
  readonly ledger: LedgerStore;
  readonly clock: Clock;
  readonly plans: Readonly<Record<string, Plan>>;
}

/** Apps and their keys, as the operator manages them. Unknown ids are `not_found`. */
export class Tenants {
  readonly #options: TenantsOptions;

  constructor(options: TenantsOptions) {
    this.#options = options;
  }

  /** A new app with its first key. The key's text is shown here and never again. */
  async createApp(name: string, plan: string): Promise<{ readonly app: AppSummary; readonly apiKey: string }> {
    const { apps, clock } = this.#options;
    this.#checkPlan(plan);
    const app: App = {
      id: `app_${randomBase62(20)}` as AppId,
      name: checkedText("name", name, { min: 1, max: LIMITS.nameCharactersMax }),
      plan,
      status: "active",
      epoch: 1,
      createdAt: clock.now(),
    };
    await apps.create(app);
    const { apiKey } = await this.createKey(app.id, "first key", null);
    return { app: await this.#summary(app), apiKey };
  }

  async hasApps(): Promise<boolean> {
    return (await this.#options.apps.list()).length > 0;
  }

  async listApps(): Promise<readonly AppSummary[]> {
    const apps = await this.#options.apps.list();
    return Promise.all(apps.map((app) => this.#summary(app)));
  }

  async showApp(id: AppId): Promise<AppSummary> {
    return this.#summary(await this.#found(id));
  }

  /** Every token of the app stops working with the next call. */
  suspend(id: AppId): Promise<AppSummary> {
    return this.#update(id, { status: "suspended", raiseEpoch: true });
  }

  /** The app may call again, with new tokens. */
  resume(id: AppId): Promise<AppSummary> {
    return this.#update(id, { status: "active", raiseEpoch: true });
  }

  /** What was used this month stays used. */
  changePlan(id: AppId, plan: string): Promise<AppSummary> {
    this.#checkPlan(plan);
    return this.#update(id, { plan });
  }

  /** Adds requests that do not expire with the month. */
  async credit(id: AppId, requests: number): Promise<AppSummary> {
    if (!Number.isSafeInteger(requests) || requests < 1)
      throw invalid("requests", "must be a whole number of at least 1");
    const app = await this.#found(id);
    await this.#options.ledger.credit(id, requests, this.#options.clock.now());
    return this.#summary(app);
  }

  /** Removes the app with its keys, sets and answers. Its ledger stays. */
  async deleteApp(id: AppId): Promise<AppSummary> {
    const summary = await this.showApp(id);
    if (!(await this.#options.apps.remove(id))) throw unknownApp(id);
    return summary;
  }

  /** @param lifetimeMs how long the key is good for; null: until it is revoked. */
  async createKey(
    app: AppId,
    name: string,
    lifetimeMs: number | null,
  ): Promise<{ readonly key: ApiKey; readonly apiKey: string }> {
    await this.#found(app);
    const now = this.#options.clock.now();
    const made = newApiKey();
    const key: ApiKey = {
      id: made.id,
      app,
      name: checkedText("name", name, { min: 1, max: LIMITS.nameCharactersMax }),
      secretHash: made.secretHash,
      createdAt: now,
      expiresAt: lifetimeMs === null ? null : now + lifetimeMs,
      revokedAt: null,
    };
    await this.#options.keys.create(key);
    return { key, apiKey: made.text };
  }

  async listKeys(app: AppId): Promise<readonly ApiKey[]> {
    await this.#found(app);
    return this.#options.keys.list(app);
  }

  /** The key and every token of its app stop working with the next call; the app's other keys get new tokens. */
  async revokeKey(id: KeyId): Promise<ApiKey> {
    const key = await this.#options.keys.revoke(id, this.#options.clock.now());
    if (!key) throw new AppError("not_found", `there is no key "${id}": \`dragoman key list APP\` shows them`);
    return key;
  }

  async #update(id: AppId, change: Parameters<AppStore["update"]>[1]): Promise<AppSummary> {
    const app = await this.#options.apps.update(id, change);
    if (!app) throw unknownApp(id);
    return this.#summary(app);
  }

  async #found(id: AppId): Promise<App> {
    const app = await this.#options.apps.find(id);
    if (!app) throw unknownApp(id);
    return app;
  }

  /** An app whose plan left the settings has no allowance, only its credits. */
  async #summary(app: App): Promise<AppSummary> {
    const allowance = this.#options.plans[app.plan]?.requestsPerMonth ?? 0;
    const requestsRemaining = await this.#options.ledger.balance(app.id, allowance, this.#options.clock.now());
    return { ...app, requestsRemaining };
  }

  #checkPlan(plan: string): void {
    if (Object.hasOwn(this.#options.plans, plan)) return;
    throw invalid(
      "plan",
      `there is no plan "${plan}": the settings have ${Object.keys(this.#options.plans).join(", ")}`,
    );
  }
}

function unknownApp(id: string): AppError {
  return new AppError("not_found", `there is no app "${id}": \`dragoman app list\` shows them`);
}
