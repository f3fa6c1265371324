interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * So many pieces of work of each app at once; the others wait, in their order. With one at a time each app's are done in the order in which
 * they were asked for, whichever connection they go by.
 */
export class Shares {
  readonly #atOnceMax: number;
  readonly #shares = new Map<string, Share>();

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  async within<Result>(app: string, work: () => Promise<Result>): Promise<Result> {
    const share = this.#shares.get(app) ?? { running: 0, waiting: [] };
    this.#shares.set(app, share);
    if (share.running < this.#atOnceMax) share.running += 1;
    // Who ends hands its place on.
    else await new Promise<void>((resolve) => share.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = share.waiting.shift();
      if (next) next();
      else share.running -= 1;
      if (share.running === 0) this.#shares.delete(app);
    }
  }
}
