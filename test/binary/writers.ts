/** Who registers toolsets until the server is gone: what each was told, and of what nobody knows whether it was done. */
import type { RunningServer } from "../../scripts/dragoman-process.ts";
import { type Account, lampToolset, signedIn } from "./kit.ts";

const WRITERS = 4;

/** Counts over all servers of one folder. */
export class Writers {
  readonly acknowledged: string[] = [];
  /** Cut off: they may have been done or not. */
  unanswered = 0;
  readonly #account: Account;
  /** The token of the first server is good at every later one. */
  #send: Awaited<ReturnType<typeof signedIn>> | undefined;

  constructor(account: Account) {
    this.#account = account;
  }

  /** As the app, at any server of the folder. */
  async send(...request: Parameters<Awaited<ReturnType<typeof signedIn>>>) {
    if (!this.#send) throw new Error("nobody has written yet");
    return await this.#send(...request);
  }

  /**
   * Writes until `count` more are acknowledged, then ends the server while others are under way. `round` is in the names of what is written.
   * Resolves with what `end` does; rejects when a request fails before it.
   */
  async writeUntil<Ended>(
    server: RunningServer,
    { round, count }: { readonly round: number; readonly count: number },
    end: () => Promise<Ended>,
  ): Promise<Ended> {
    this.#send ??= await signedIn(server.url, this.#account);
    let isEnding = false;
    const writer = async (id: number) => {
      for (let number = 0; !isEnding; number += 1) {
        const signature = `set-${round}-${id}-${number}`;
        try {
          const { status } = await this.send("POST", "/v1/toolsets", lampToolset(signature), server.url);
          if (status !== 201) throw new Error(`POST /v1/toolsets: ${status}`);
          this.acknowledged.push(signature);
        } catch (failure) {
          if (!isEnding) throw failure;
          this.unanswered += 1;
        }
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, id) => writer(id)));
    const enough = this.acknowledged.length + count;
    while (this.acknowledged.length < enough) await Promise.race([Bun.sleep(1), writers]);
    isEnding = true;
    const ended = await end();
    await writers;
    return ended;
  }
}
