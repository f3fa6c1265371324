import type { AppModel } from "./app-model.ts";
import type { Operation } from "./asking.ts";
import type { Reply, SimulatedNode } from "./node.ts";
import type { Operations } from "./operations.ts";
import type { Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** Between two calls of a client. */
const THINK_MS_MAX = 12;
/** The same where it is known what is asked next. */
const FOLLOW_MS_MAX = 0.2;
/** From a client to the server, or back. */
const NETWORK_MS_MAX = 3;
/** A packet that is repeated until it comes through. */
const SLOW_NETWORK_MS_MAX = 400;
const SLOW_SHARE = 0.01;
const LOST_SHARE = 0.004;
/** After this a client asks no more for its answer. */
const GIVE_UP_MS = 500;

/** Something that is under way at a node, and ends nowhere when that crashes. */
export interface Attached {
  lost(): void;
}

export interface ClientsOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly operations: Operations;
  /** Whoever answers at this moment; null while nobody does. */
  readonly node: () => SimulatedNode | null;
  /** Whether the node is about to be found dead: it says nothing to anybody any more. */
  readonly isDying: (node: SimulatedNode) => boolean;
  /** An answer has left a node. */
  readonly answered: (operation: Operation, reply: Reply) => void;
}

/** Those who ask, and the network between them and the server: late, in another order, and sometimes not at all. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #attached = new Map<Attached, SimulatedNode>();
  /** Those who wait to be allowed to go on. */
  #resting: AppModel[] = [];
  #isQuiet = false;
  /** Calls that have not ended, by their names. */
  readonly #underWay = new Set<Operation>();

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  begin(app: AppModel): void {
    this.#think(app);
  }

  /** Nobody begins anything new. */
  rest(): void {
    this.#isQuiet = true;
  }

  goOn(): void {
    this.#isQuiet = false;
    for (const app of this.#resting.splice(0)) this.#think(app);
  }

  get underWay(): readonly string[] {
    return [...this.#underWay].map(({ name, app }) => `${name} of app ${app.index}`);
  }

  /** Something goes on at a node until `detach`. */
  attach(what: Attached, node: SimulatedNode): void {
    this.#attached.set(what, node);
  }

  /** False where it was lost meanwhile. */
  detach(what: Attached): boolean {
    return this.#attached.delete(what);
  }

  /** What was under way at the node ends nowhere. */
  crashed(node: SimulatedNode): void {
    for (const [what, at] of [...this.#attached]) {
      if (at === node && this.#attached.delete(what)) what.lost();
    }
  }

  /** Sends it; `ended` is called when the client knows, or gives up. */
  send(operation: Operation, ended: () => void): void {
    const { scheduler, random } = this.#options;
    this.#underWay.add(operation);
    const end = (how: () => void) => {
      this.#underWay.delete(operation);
      how();
      ended();
    };
    const { world } = scheduler;
    if (random.chance(LOST_SHARE)) {
      scheduler.at(GIVE_UP_MS, "request is lost", () => end(() => operation.never()), world);
      return;
    }
    scheduler.at(this.#latency(), `request ${operation.name}`, () => this.#arrive(operation, end), world);
  }

  #arrive(operation: Operation, end: (how: () => void) => void): void {
    const { scheduler, random, node: find, isDying, answered } = this.#options;
    const { world } = scheduler;
    const node = find();
    if (node === null) {
      scheduler.at(this.#latency(), "refused", () => end(() => operation.never()), world);
      return;
    }
    const attached = { lost: () => end(() => operation.lost()) };
    this.attach(attached, node);
    node.receive(operation.sent, (reply) => {
      if (isDying(node) || !this.detach(attached)) return;
      scheduler.note(`${operation.name} ${reply.status}`);
      answered(operation, reply);
      if (random.chance(LOST_SHARE)) {
        // From now on nothing more comes of it, and the client does not know it.
        operation.lost();
        scheduler.at(GIVE_UP_MS, "answer is lost", () => end(() => {}), world);
      } else scheduler.at(this.#latency(), "answer", () => end(() => operation.answered(reply)), world);
    });
  }

  #think(app: AppModel): void {
    const { scheduler, random } = this.#options;
    const ms = app.follows.length > 0 ? FOLLOW_MS_MAX : THINK_MS_MAX;
    scheduler.at(random.next() * ms, "client", () => this.#ask(app), scheduler.world);
  }

  #ask(app: AppModel): void {
    if (this.#isQuiet) {
      this.#resting.push(app);
      return;
    }
    const operation = this.#options.operations.next(app);
    if (operation) this.send(operation, () => this.#think(app));
    else this.#think(app);
  }

  #latency(): number {
    const { random } = this.#options;
    return random.next() * (random.chance(SLOW_SHARE) ? SLOW_NETWORK_MS_MAX : NETWORK_MS_MAX);
  }
}
