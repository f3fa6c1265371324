import { type AppModel, GRANT } from "./app-model.ts";
import type { Clients } from "./clients.ts";
import type { SimulatedNode } from "./node.ts";
import type { Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** Until what was suspended is let in again, and until a command that failed is tried again. */
const SUSPENDED_MS_MAX = 60;
const AGAIN_MS = 20;
/** What months say where they would not be what their entries are; anything else may be the disk's. */
const REFUSED = /^\d+ entries would go,/;
/** Full months whose entries stay single. */
export const MONTHS_KEPT = 1;

export interface OperatorsOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly clients: Clients;
  readonly node: () => SimulatedNode | null;
  readonly isDying: (node: SimulatedNode) => boolean;
  /** A command has come to a node. */
  readonly commanded: () => void;
}

type Ended<Result> = { readonly done: Result } | { readonly failed: unknown } | "lost" | "never";

/** What operators do to apps meanwhile. */
export class Operators {
  readonly #options: OperatorsOptions;
  /** Commands that have not ended, and those that are to follow. */
  underWay = 0;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** One command, or the first of some. */
  act(app: AppModel): void {
    const { random } = this.#options;
    random
      .weighted([
        { weight: 6, act: () => this.#credit(app) },
        { weight: 2, act: () => this.#suspend(app) },
        { weight: 2, act: () => this.#exchangeKeys(app) },
        { weight: 2, act: () => this.#compact(app) },
      ])
      .act();
  }

  #credit(app: AppModel): void {
    this.#options.oracle.count("credit");
    app.money.grant(GRANT);
    this.#run(
      ({ app: { tenants } }) => tenants.credit(app.appId as never, GRANT),
      (ended) => {
        const outcome = outcomeOf(ended);
        app.money.granted(GRANT, outcome === "failed" ? "lost" : outcome);
      },
    );
  }

  #suspend(app: AppModel): void {
    const { oracle, scheduler, random } = this.#options;
    oracle.count("suspend");
    const write = app.status.begin("suspended", oracle.now());
    this.#run(
      ({ app: { tenants } }) => tenants.suspend(app.appId as never),
      (ended) => {
        oracle.wrote(app.status, write, outcomeOf(ended));
        if (ended === "never") return;
        this.underWay += 1;
        scheduler.at(random.next() * SUSPENDED_MS_MAX, "resume", () => this.#resume(app), scheduler.world);
      },
    );
  }

  /** Until it is done. */
  #resume(app: AppModel): void {
    const { oracle, scheduler } = this.#options;
    this.underWay -= 1;
    const write = app.status.begin("active", oracle.now());
    this.#run(
      ({ app: { tenants } }) => tenants.resume(app.appId as never),
      (ended) => {
        oracle.wrote(app.status, write, outcomeOf(ended));
        if (outcomeOf(ended) === "done") return;
        this.underWay += 1;
        scheduler.at(AGAIN_MS, "resume again", () => this.#resume(app), scheduler.world);
      },
    );
  }

  /** Entries of all apps from before the last full month become months. It may fail, and never because it finds something wrong. */
  #compact(app: AppModel): void {
    const { oracle } = this.#options;
    this.#run(
      ({ app: { operator } }) => operator.run("ledger.compact", { months: MONTHS_KEPT }, "simulation"),
      (ended) => {
        if (typeof ended === "string") return;
        if ("failed" in ended) {
          const { code, message } = ended.failed as { readonly code?: string; readonly message?: string };
          if (code === "conflict" || REFUSED.test(message ?? ""))
            oracle.violate({ app, what: "compact" }, message ?? "");
          if (code !== "service_unavailable") oracle.violate({ app, what: "compact" }, `not in our words: ${message}`);
        } else if ((ended.done as { readonly entries: number }).entries > 0) oracle.count("months are made");
      },
    );
  }

  #exchangeKeys(app: AppModel): void {
    const { oracle } = this.#options;
    oracle.count("exchange keys");
    this.#run(
      ({ app: { tenants } }) => tenants.createKey(app.appId as never, "another key", null),
      (ended) => {
        if (typeof ended === "string" || "failed" in ended) return;
        const [oldKey, oldId] = [app.apiKey, app.keyId];
        app.apiKey = ended.done.apiKey;
        app.keyId = ended.done.key.id;
        if (app.token !== null) app.oldToken = { token: app.token, apiKey: oldKey };
        app.token = null;
        this.#run(
          ({ app: { tenants } }) => tenants.revokeKey(oldId as never),
          (revoked) => {
            if (typeof revoked !== "string" && "done" in revoked) app.revoked.set(oldKey, oracle.now());
          },
        );
      },
    );
  }

  #run<Result>(work: (node: SimulatedNode) => Promise<Result>, end: (ended: Ended<Result>) => void): void {
    const { clients, isDying, scheduler } = this.#options;
    const node = this.#options.node();
    if (node === null) {
      end("never");
      return;
    }
    this.underWay += 1;
    scheduler.note("command");
    this.#options.commanded();
    const ended = (how: Ended<Result>) => {
      this.underWay -= 1;
      scheduler.note(`command ${outcomeOf(how)}`);
      end(how);
    };
    const attached = { lost: () => ended("lost") };
    clients.attach(attached, node);
    const hear = (how: Ended<Result>) => {
      if (isDying(node) || !clients.detach(attached)) return;
      scheduler.at(0, "command ended", () => ended(how), scheduler.world);
    };
    node.operate(
      () => work(node),
      (done) => hear({ done }),
      (failed) => {
        scheduler.say(
          `command failed: ${failed instanceof Error ? `${failed.message} ${failed.cause}` : String(failed)}`,
        );
        hear({ failed });
      },
    );
  }
}

function outcomeOf(ended: Ended<unknown>): "done" | "failed" | "lost" | "refused" {
  if (ended === "never") return "refused";
  if (ended === "lost") return "lost";
  return "done" in ended ? "done" : "failed";
}
