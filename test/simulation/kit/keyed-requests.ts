import { type AppModel, type KeyedRequest, TAUGHT_SET, TOPICS, WORDS } from "./app-model.ts";
import type { Asking, Operation } from "./asking.ts";
import type { Reply } from "./node.ts";
import type { Call, Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** Memories of one bank. */
const MEMORIES_MAX = 90;
/** Requests that are remembered, to be sent again. */
const KEYED_MAX = 12;
const REPEATED_SHARE = 0.6;
/** Of those that are sent again so many are the newest: what went wrong with one did so just now. */
const NEWEST_SHARE = 0.5;
/** So many are sent by two clients at once. */
const TWICE_SHARE = 0.5;

/** Requests under an `Idempotency-Key`: sent again and again, answered and charged once. */
export class KeyedRequests {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;
  readonly #asking: Asking;

  constructor(oracle: Oracle, random: SeededRandom, asking: Asking) {
    this.#oracle = oracle;
    this.#random = random;
    this.#asking = asking;
  }

  /** A request of a key that was sent before, word for word. */
  repeat(app: AppModel, keyed: KeyedRequest): Operation {
    const sent = { method: "POST", path: keyed.path, body: keyed.body, headers: { "Idempotency-Key": keyed.key } };
    this.#oracle.passTime(app);
    if (!keyed.isSent) app.money.suspect(keyed.cost);
    keyed.isSent = true;
    keyed.timesUnderWay += 1;
    return this.#asking.ask(app, {
      name: keyed.path === "/v1/resolve" ? "keyed resolve" : "keyed memory",
      sent,
      cost: 0,
      price: keyed.cost,
      ended: (outcome) => {
        keyed.timesUnderWay -= 1;
        if (outcome === "done") keyed.isOpen = false;
        if (outcome !== "lost" && outcome !== "failed") return;
        keyed.isOpen = true;
        keyed.timesCut += 1;
      },
      checked: (reply, call) => this.#checkKeyed(app, keyed, reply, call),
    });
  }

  #checkKeyed(app: AppModel, keyed: KeyedRequest, reply: Reply, call: Call): void {
    if (keyed.isForgotten) return;
    if (!keyed.isPaid) app.money.known(keyed.cost);
    keyed.isPaid = true;
    if (reply.headers["idempotency-replayed"] !== "true") {
      if (keyed.isMade) this.#oracle.violate(call, "what was answered under this key was worked on again");
      keyed.isMade = true;
    }
    const text = JSON.stringify(reply.json);
    if (keyed.answer === null) keyed.answer = { status: reply.status, text };
    else if (keyed.answer.status !== reply.status || keyed.answer.text !== text) {
      this.#oracle.violate(
        call,
        `the same key was answered ${keyed.answer.status} ${keyed.answer.text}, and now ${reply.status} ${text}`,
      );
    }
  }

  /** A new one, or one that was sent before: above all one that was cut off. */
  next(app: AppModel): Operation {
    const open = app.keyed.filter(({ isOpen }) => isOpen);
    if (open.length > 0 && this.#random.chance(REPEATED_SHARE)) return this.repeat(app, this.#random.pick(open));
    if (app.keyed.length > 0 && this.#random.chance(REPEATED_SHARE))
      return this.repeat(app, this.#random.pick(this.#random.chance(NEWEST_SHARE) ? app.keyed.slice(-1) : app.keyed));
    const settled = app.keyed.findIndex(({ isOpen }) => !isOpen);
    if (app.keyed.length >= KEYED_MAX && settled >= 0) app.keyed.splice(settled, 1);
    const keyed = this.#newKeyed(app);
    app.keyed.push(keyed);
    // Another client sends it while the first one waits for its answer.
    if (this.#random.chance(TWICE_SHARE))
      app.follows.push(() => (app.keyed.includes(keyed) ? this.repeat(app, keyed) : this.next(app)));
    return this.repeat(app, keyed);
  }

  #newKeyed(app: AppModel): KeyedRequest {
    app.version += 1;
    const key = `${app.mark}-${app.version}`;
    const common = {
      key,
      answer: null,
      isPaid: false,
      isMade: false,
      isSent: false,
      isOpen: false,
      timesCut: 0,
      timesUnderWay: 0,
      isForgotten: false,
      cost: 1,
    };
    if (app.memories < MEMORIES_MAX && this.#random.chance(0.3)) {
      app.memories += 1;
      const keyed = { ...common, path: `/v1/banks/${app.bank}/memories`, body: { fact: `${key} is a fact` } };
      app.facts.push(keyed);
      return keyed;
    }
    const query = `${this.#random.pick(TOPICS)} in ${this.#random.pick(WORDS)}`;
    return { ...common, path: "/v1/resolve", body: { query, toolsets: [TAUGHT_SET] } };
  }

  /** All facts that were acknowledged are there once; those that were cut off may be there again. */
  readMemories(app: AppModel): Operation {
    return this.#asking.ask(app, {
      name: "read memories",
      sent: { method: "GET", path: `/v1/banks/${app.bank}/memories?limit=100` },
      checked: (reply, call) => {
        const { data } = reply.json as { data: { fact: string }[] };
        for (const { key, isPaid, timesCut, path } of app.facts) {
          if (path === "/v1/resolve") continue;
          const count = data.filter(({ fact }) => fact.startsWith(`${key} `)).length;
          const isRight = count <= 1 + timesCut && (count > 0 || !isPaid);
          if (!isRight)
            this.#oracle.violate(call, `the memory ${key} is there ${count} times, and was cut off ${timesCut} times`);
        }
      },
    });
  }
}
