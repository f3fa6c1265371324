/** What asks nodes for little but what they share beside the database: numbers of a minute, and leases of questions. */
import type { SeededRandom } from "../kit/random.ts";
import type { AskedOnce } from "./asked-once.ts";
import type { Minutes } from "./minutes.ts";
import type { Node } from "./node.ts";
import type { Tenant } from "./tenants.ts";

/** Calls that cost nothing, so many at once on a node. */
const CALLS_MAX = 4;
/** Few, so that each is asked by several at a time. */
const QUESTIONS = 3;
/** How long a model is asked, and so often for longer than a lease lives that nobody renews. */
const ASKED_MS = [20, 100] as const;
const OUTLIVES = 0.05;
const OUTLIVING_MS = [2_000, 4_000] as const;

export interface Call {
  readonly name: string;
  /** Gives what is wrong with what it was told. */
  readonly run: (node: Node) => Promise<string | null>;
}

export interface CallsOptions {
  readonly random: SeededRandom;
  readonly minutes: Minutes;
  readonly askedOnce: AskedOnce;
}

export class Calls {
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  next(tenant: Tenant): Call {
    const { random } = this.#options;
    return random.chance(0.5) ? this.#counted(tenant) : this.#question(tenant, `question ${random.below(QUESTIONS)}`);
  }

  /** Another one like the one of that name; none where it is of another kind. */
  likewise(tenant: Tenant, name: string): Call | null {
    if (name.startsWith("call")) return this.#counted(tenant);
    const question = /^question \d+/.exec(name)?.[0];
    return question ? this.#question(tenant, question) : null;
  }

  #counted(tenant: Tenant): Call {
    const { random, minutes } = this.#options;
    const count = 1 + random.below(CALLS_MAX);
    const run = async (node: Node) => {
      const windows = await node.count(tenant.key.text, count);
      return windows.map((window) => minutes.faultOf(tenant, window)).find((fault) => fault !== null) ?? null;
    };
    return { name: "call", run };
  }

  /** Of all nodes one asks a model. */
  #question(tenant: Tenant, name: string): Call {
    const { random, askedOnce } = this.#options;
    const [least, most] = random.chance(OUTLIVES) ? OUTLIVING_MS : ASKED_MS;
    const modelMs = random.between(least, most);
    return { name, run: (node) => askedOnce.ask(node, tenant.truth, name, modelMs) };
  }
}
