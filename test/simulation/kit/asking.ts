import type { AppModel } from "./app-model.ts";
import type { Reply, Sent } from "./node.ts";
import type { Call, Oracle } from "./oracle.ts";

/** What a client does with one call. Exactly one of the three ends it. */
export interface Operation {
  readonly name: string;
  readonly app: AppModel;
  readonly sent: Sent;
  /** May be sent twice. */
  readonly isKeyed: boolean;
  answered(reply: Reply): void;
  /** It came to the server, and nobody will hear what came of it. */
  lost(): void;
  /** It never came to the server. */
  never(): void;
}

/** How an answer ends a change. */
export type Outcome = "done" | "failed" | "lost" | "refused";

export interface Asked {
  readonly name: string;
  readonly sent: Omit<Sent, "headers"> & { readonly headers?: Readonly<Record<string, string>> };
  readonly cost?: number;
  /** What has to be there for it, where that is something else. */
  readonly price?: number;
  /** Of a 2xx: what may have been charged beside what it says. */
  readonly mayBeCharged?: (reply: Reply) => number;
  /** Of a 2xx. */
  readonly checked?: (reply: Reply, call: Call) => void;
  /** Of a 404, which is as good as an answer. */
  readonly missing?: (reply: Reply, call: Call) => void;
  readonly ended?: (outcome: Outcome) => void;
  /** In the place of the app's own. */
  readonly as?: { readonly token: string; readonly apiKey: string };
  /** Statuses besides 2xx and those that anything may be answered with. */
  readonly mayBe?: readonly number[];
}

/** May be answered to any call: who asks is known no more, cannot pay, was too quick, or the disk fails. */
const ANY_CALL = [401, 402, 403, 429, 503];

/** What is the same for all calls of apps: how they end, what they cost, who may make them. */
export class Asking {
  readonly #oracle: Oracle;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  exchange(app: AppModel): Operation {
    const { apiKey } = app;
    const oracle = this.#oracle;
    const call = oracle.begin(app, "exchange");
    return {
      name: call.what,
      app,
      isKeyed: false,
      sent: { method: "POST", path: "/v1/auth", headers: {}, body: { api_key: apiKey } },
      answered: (reply) => {
        oracle.checkAnswer(call, reply);
        if (reply.status === 200) {
          this.#checkKey(call, apiKey);
          oracle.read(call, "the status", app.status, "active");
          const { access_token } = reply.json as { readonly access_token: string };
          if (app.apiKey === apiKey) app.token = access_token;
        } else if (reply.status === 403) oracle.read(call, "the status", app.status, "suspended");
        else if (reply.status === 401 && app.apiKey === apiKey && !app.revoked.has(apiKey))
          oracle.violate(call, "a good key is refused");
        else if (![401, 429, 503].includes(reply.status)) oracle.violate(call, `answered with ${reply.status}`);
        oracle.end(call);
      },
      lost: () => oracle.end(call),
      never: () => oracle.end(call),
    };
  }

  /** One call with the token of an app. */
  ask(app: AppModel, asked: Asked): Operation {
    const { name, sent, cost = 1, price = cost, mayBe = [], ended = () => {} } = asked;
    const oracle = this.#oracle;
    const call = oracle.begin(app, name);
    const { apiKey, token } = asked.as ?? app;
    const money = app.money.begin(cost);
    const key = sent.headers?.["Idempotency-Key"];
    const end = (outcome: Outcome) => {
      ended(outcome);
      oracle.end(call);
    };
    const answered = (reply: Reply) => {
      const { status } = reply;
      oracle.checkAnswer(call, reply);
      if (status === 503) {
        money.lost();
        return end("failed");
      }
      if (status >= 200 && status < 300) {
        this.#checkKey(call, apiKey);
        oracle.read(call, "the status", app.status, "active");
        const used = usedIn(reply.json) ?? cost;
        const isReplayed = reply.headers["idempotency-replayed"] === "true";
        const remaining = remainingIn(reply.json);
        if (!isReplayed && remaining !== null && key === undefined) {
          const fault = money.fault(remaining, used);
          if (fault !== null) oracle.violate(call, fault);
        }
        if (used > cost && key === undefined) oracle.violate(call, `${used} are charged for what costs ${cost}`);
        if (!isReplayed && used > 0) oracle.countInWindow(call, reply);
        money.answered(key === undefined ? used : 0, asked.mayBeCharged?.(reply) ?? 0);
        asked.checked?.(reply, call);
        const source = sourceIn(reply.json);
        if (source !== null) oracle.count(`answered from ${source}`);
        return end("done");
      }
      money.answered(0);
      if (status === 404 && asked.missing) asked.missing(reply, call);
      else if (!ANY_CALL.includes(status) && !mayBe.includes(status))
        oracle.violate(call, `answered with ${status}: ${JSON.stringify(reply.json)}`);
      if (status === 402 && !money.mayBeRefused(price)) oracle.violate(call, "refused as unpaid, and there is enough");
      if (status === 403) oracle.read(call, "the status", app.status, "suspended");
      if (status === 401 && app.token === token) app.token = null;
      end("refused");
    };
    return {
      name,
      app,
      isKeyed: key !== undefined,
      sent: { ...sent, headers: { ...sent.headers, Authorization: `Bearer ${token}` } },
      answered,
      lost: () => {
        money.lost();
        end("lost");
      },
      never: () => {
        money.answered(0);
        ended("refused");
        oracle.end(call);
      },
    };
  }

  #checkKey(call: Call, apiKey: string): void {
    const revoked = call.app.revoked.get(apiKey);
    if (revoked !== undefined && revoked < call.begun) this.#oracle.violate(call, "a revoked key is good");
  }
}

function usedIn(json: unknown): number | null {
  return (json as { metadata?: { requests_used?: number } } | null)?.metadata?.requests_used ?? null;
}

function remainingIn(json: unknown): number | null {
  return (json as { metadata?: { requests_remaining?: number } } | null)?.metadata?.requests_remaining ?? null;
}

function sourceIn(json: unknown): string | null {
  return (json as { metadata?: { source?: string } } | null)?.metadata?.source ?? null;
}
