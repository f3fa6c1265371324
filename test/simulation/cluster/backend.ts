import { type Answered, Answering } from "./frames.ts";
import { RealSocket } from "./real-world.ts";

/** A session of the real server. One statement is under way at a time. */
export class Backend {
  readonly #socket = new RealSocket();
  readonly #answering = new Answering();
  #waiting: PromiseWithResolvers<Answered | null> | null = null;
  /** Of the server's process; null before it has told. */
  processId: number | null = null;
  /** As the server said last: see `Answered`. */
  status = "I";

  static async connect(port: number): Promise<Backend> {
    const backend = new Backend();
    await new Promise<void>((resolve, reject) => {
      backend.#socket.once("error", reject);
      backend.#socket.connect(port, "127.0.0.1", () => {
        backend.#socket.off("error", reject);
        resolve();
      });
    });
    backend.#socket.setNoDelay(true);
    backend.#socket.on("data", (bytes: Buffer) => backend.#hear(bytes));
    const over = () => backend.#waiting?.resolve(null);
    backend.#socket.on("error", over).on("close", over);
    return backend;
  }

  /** The last of `count` answers; null where the server has ended the session. */
  ask(bytes: Buffer, count: number): Promise<Answered | null> {
    this.#waiting = Promise.withResolvers();
    this.#answering.expect(count);
    this.#socket.write(bytes);
    return this.#waiting.promise;
  }

  /** Of what was asked last. */
  answered(): Promise<Answered | null> {
    return this.#waiting?.promise ?? Promise.resolve(null);
  }

  end(): void {
    this.#socket.destroy();
  }

  #hear(bytes: Buffer): void {
    const answered = this.#answering.add(bytes);
    if (!answered) return;
    this.processId ??= answered.processId;
    this.status = answered.status;
    this.#waiting?.resolve(answered);
  }
}
