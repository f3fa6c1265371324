import type { AppId } from "#core/tenant.ts";

/** Writes of each app, one after the other in the order in which they were asked for, whichever connection they go by. */
export class AppOrder {
  /** The last one of each app that has any; none of them rejects. */
  readonly #last = new Map<AppId, Promise<void>>();

  /** Rejects as the work does. */
  do<Result>(app: AppId, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(app);
    const done = before ? before.then(work) : work();
    const ended = done.then(
      () => {},
      () => {},
    );
    this.#last.set(app, ended);
    void ended.then(() => {
      if (this.#last.get(app) === ended) this.#last.delete(app);
    });
    return done;
  }
}
