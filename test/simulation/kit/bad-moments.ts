import type { AppModel } from "./app-model.ts";
import type { Operation } from "./asking.ts";
import type { Operations } from "./operations.ts";
import type { Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import type { World } from "./simulation.ts";
import type { Undisturbed } from "./undisturbed.ts";

/** So often a server looks at its files. */
const LOOK_AT_FILES_MS = 1_100;
/** Of failed syncs, those behind which the power goes off while the log is moved. */
const CUT_SHARE = 0.6;
/** Calls of the disk that move a log in which there is one change. */
const CALLS_MOVING_MAX = 12;
/** One that empties the log, and fails; one that moves it. */
const CHANGES_UNTIL_MOVED = 2;
/** Calls that come while something is not on the disk, one after each event. */
const CALLS_MEANWHILE_MAX = 12;

export interface BadMomentsOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly world: World;
  readonly operations: Operations;
  readonly calls: Undisturbed;
  /** Goes on until then, and does what a fault needs to have done. */
  readonly runUntil: (until: () => boolean) => Promise<void>;
}

/** What goes wrong at moments that come too seldom by chance. Each is followed by a look at everything. */
export class BadMoments {
  readonly #options: BadMomentsOptions;

  constructor(options: BadMomentsOptions) {
    this.#options = options;
  }

  async all(): Promise<void> {
    const { oracle, random } = this.#options;
    await this.#cutWhileSuspended(random.pick(oracle.apps));
    await this.#failOnce(random.pick(oracle.apps));
  }

  /** Whoever was told that an app is suspended was told so of what is on the disk. Nobody else is there. */
  async #cutWhileSuspended(app: AppModel): Promise<void> {
    const { calls, operations, oracle, runUntil, scheduler, world } = this.#options;
    const write = app.status.begin("suspended", oracle.now());
    const open = new Set<Operation>();
    let [isDone, isTold] = [false, false];
    const node = world.node();
    node?.operate(
      ({ tenants }) => tenants.suspend(app.appId as never),
      () => {
        isDone = true;
      },
      () => {},
    );
    for (let sent = 0; sent < CALLS_MEANWHILE_MAX && !isDone && !isTold; sent += 1) {
      const operation = operations.pay(app);
      open.add(operation);
      node?.receive(operation.sent, (reply) => {
        open.delete(operation);
        isTold ||= reply.status === 403;
        operation.answered(reply);
      });
      const { steps } = scheduler;
      await scheduler.run(() => isDone || isTold || scheduler.steps > steps);
    }
    world.cut();
    await runUntil(() => true);
    for (const operation of open) operation.lost();
    oracle.wrote(app.status, write, isDone ? "done" : "lost");
    oracle.count("power cut while an app is suspended");
    const { status } = await calls.ask(operations.exchange(app));
    if (status !== 403) return;
    const resumed = app.status.begin("active", oracle.now());
    await calls.operate((node) => node.app.tenants.resume(app.appId as never));
    oracle.wrote(app.status, resumed, "done");
    await calls.must(operations.exchange(app));
  }

  /**
   * A server that has met a disk that fails goes on when that works again, and does not take for a loss what it has done about it. Where the power
   * goes off meanwhile, the next start finds a sound database.
   */
  async #failOnce(app: AppModel): Promise<void> {
    const { calls, world } = this.#options;
    const change = () => calls.operate((node) => node.app.tenants.createKey(app.appId as never, "for nobody", null));
    await this.#pass(LOOK_AT_FILES_MS);
    await change();
    world.failOnce();
    await change().catch(() => {});
    if (this.#options.random.chance(CUT_SHARE)) await this.#cutWhileMoved(change);
    await world.mend();
    await change();
    await this.#pass(LOOK_AT_FILES_MS);
    await change();
  }

  /**
   * The log is emptied, since the disk has failed; what is written to it next the disk does not take either; and when that is moved, the power
   * goes off in the middle of it. Of an older log there is more on the disk, which would hide what is missing.
   */
  async #cutWhileMoved(change: () => Promise<unknown>): Promise<void> {
    const { oracle, random, runUntil, world } = this.#options;
    world.failAndCut(random.below(CALLS_MOVING_MAX));
    for (let count = 0; count < CHANGES_UNTIL_MOVED; count += 1) await change().catch(() => {});
    if (world.isOff) oracle.count("power cut while a log is moved");
    await runUntil(() => true);
  }

  async #pass(ms: number): Promise<void> {
    const { runUntil, scheduler } = this.#options;
    const untilMs = scheduler.nowMs + ms;
    await runUntil(() => scheduler.nowMs >= untilMs);
  }
}
