import { AppError } from "#core/errors.ts";

/** Things that were told of are remembered, so that a set that is asked for all the time is one line of the log. */
const TOLD_MAX = 1_000;

/** Rows that are not what was written, as they are met: never given to anybody, and told of once. */
export class Damage {
  readonly #log: (message: string) => void;
  readonly #told = new Set<string>();

  constructor(log: (message: string) => void = () => {}) {
    this.#log = log;
  }

  /** The error for whoever asked. @param thing as the app knows it. @param owner whose it is. @param repair what the app can do. */
  refused(thing: string, owner: string, repair: string): AppError {
    this.#tell(
      `${thing} of ${owner} is not what was stored, and is not used: ${repair}, or restore a backup; "dragoman doctor" reads everything`,
    );
    return new AppError("service_unavailable", `${thing} is damaged where it is stored: ${repair}`);
  }

  /** What can be made again is as good as not there. */
  dropped(thing: string, owner: string): void {
    this.#tell(`${thing} of ${owner} is not what was stored, and is made anew; "dragoman doctor" reads everything`);
  }

  /** What is gone for whoever asks, and nobody can make again. */
  ignored(thing: string, owner: string): void {
    this.#tell(`${thing} of ${owner} is not what was stored, and is not used; "dragoman doctor" reads everything`);
  }

  #tell(message: string): void {
    if (this.#told.has(message) || this.#told.size >= TOLD_MAX) return;
    this.#told.add(message);
    this.#log(message);
  }
}
