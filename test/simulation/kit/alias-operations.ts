import type { Alias, AliasTarget, AppModel } from "./app-model.ts";
import type { Asking, Operation, Outcome } from "./asking.ts";
import type { Reply } from "./node.ts";
import type { Call, Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** Names that stand for sets: changed, and read. */
export class AliasOperations {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;
  readonly #calls: Asking;
  readonly #missing: (app: AppModel, call: Call, alias: Alias) => void;

  /** @param missing an answer says that there is none. */
  constructor(
    oracle: Oracle,
    random: SeededRandom,
    calls: Asking,
    missing: (app: AppModel, call: Call, alias: Alias) => void,
  ) {
    this.#oracle = oracle;
    this.#random = random;
    this.#calls = calls;
    this.#missing = missing;
  }

  anyTarget(): AliasTarget {
    return this.#random.pick<AliasTarget>(["s0", "s0", "s0", "s1", "s1", "s1", "split", null]);
  }

  /** `done` is called when it stands for something else. */
  change(app: AppModel, alias: Alias, target: AliasTarget, done: () => void = () => {}): Operation {
    const register = app.aliases[alias];
    const write = register.begin(target, this.#oracle.now());
    const ended = (outcome: Outcome) => this.#oracle.wrote(register, write, outcome);
    const path = `/v1/aliases/${alias}`;
    if (target === null) {
      const missing = (_: Reply, call: Call) => this.#oracle.read(call, `alias ${alias}`, register, null);
      return this.#calls.ask(app, { name: "delete alias", sent: { method: "DELETE", path }, ended, missing });
    }
    const split = [
      { signature: "s0", percent: 50 },
      { signature: "s1", percent: 50 },
    ];
    const body = target === "split" ? { split } : { signature: target };
    const put = (outcome: Outcome) => {
      ended(outcome);
      if (outcome === "done") done();
    };
    return this.#calls.ask(app, { name: "put alias", sent: { method: "PUT", path, body }, ended: put, mayBe: [404] });
  }

  read(app: AppModel, alias: Alias): Operation {
    const register = app.aliases[alias];
    return this.#calls.ask(app, {
      name: "read alias",
      sent: { method: "GET", path: `/v1/aliases/${alias}` },
      checked: (reply, call) => this.#oracle.read(call, `alias ${alias}`, register, targetIn(reply.json)),
      missing: (_, call) => this.#missing(app, call, alias),
    });
  }
}

function targetIn(json: unknown): AliasTarget {
  const { signature, split } = json as { signature?: string | null; split?: unknown };
  return split ? "split" : (signature as AliasTarget);
}
