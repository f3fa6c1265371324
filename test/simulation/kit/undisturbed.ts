import type { Operation } from "./asking.ts";
import type { Reply, Sent, SimulatedNode } from "./node.ts";
import { Violation } from "./oracle.ts";
import type { Scheduler } from "./scheduler.ts";

/** Calls and commands one after the other, each to its end, without a network in between, while nothing goes wrong. */
export class Undisturbed {
  readonly #scheduler: Scheduler;
  readonly #node: () => SimulatedNode | null;

  constructor(scheduler: Scheduler, node: () => SimulatedNode | null) {
    this.#scheduler = scheduler;
    this.#node = node;
  }

  /** An operation of which nothing is lost, while nothing fails. */
  async must(operation: Operation): Promise<void> {
    const { status } = await this.ask(operation);
    if (status !== 503) return;
    throw new Violation(`${operation.name} of app ${operation.app.index}: refused, and nothing fails any more`);
  }

  /** The same where it may be refused. */
  async ask(operation: Operation): Promise<Reply> {
    const reply = await this.reply(operation.sent);
    operation.answered(reply);
    return reply;
  }

  /** What a node answers at once. */
  async reply(sent: Sent): Promise<Reply> {
    let reply: Reply | null = null;
    this.#present().receive(sent, (answer) => {
      reply = answer;
    });
    await this.#scheduler.run(() => reply !== null);
    if (reply === null) throw new Violation(`${sent.method} ${sent.path} was never answered`);
    return reply;
  }

  /** What a command gives. Rejects as it does. */
  async operate<Result>(work: (node: SimulatedNode) => Promise<Result>): Promise<Result> {
    let ended: { readonly done: Result } | { readonly failed: unknown } | null = null;
    const node = this.#present();
    node.operate(
      () => work(node),
      (done) => {
        ended = { done };
      },
      (failed) => {
        ended = { failed };
      },
    );
    await this.#scheduler.run(() => ended !== null);
    const how = ended as { readonly done: Result } | { readonly failed: unknown } | null;
    if (how === null) throw new Violation("a command never ended");
    if ("failed" in how) throw how.failed;
    return how.done;
  }

  #present(): SimulatedNode {
    const node = this.#node();
    if (node === null) throw new Error("no node is there");
    return node;
  }
}
