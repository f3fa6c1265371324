/** The real server, opened in this process, which `takeOver` has taken. */
import type { App } from "#app";
import type { Config } from "#config";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import { FakeEmbedder, FakeModel } from "../../fakes.ts";
import type { Listening, TakenOver } from "./process.ts";
import type { SeededRandom } from "./random.ts";
import { type Owner, ownerNamed, type Scheduler } from "./scheduler.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; "" where there is none. */
  readonly text: string;
  /** The same, read; null where there is no body. */
  readonly json: unknown;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON; none where undefined. */
  readonly body?: unknown;
}

/** How long the model and the embedder take, in milliseconds. */
const MODEL_MS_MAX = 40;
const EMBEDDER_MS_MAX = 8;

export interface NodeParts {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly taken: TakenOver;
  /** One of `openApp`; imported only after `takeOver`. */
  readonly openApp: typeof import("#app").openApp;
  readonly log?: (message: string) => void;
}

/** One start of a server, until it is closed or crashes. */
export class SimulatedNode {
  readonly owner: Owner;
  readonly app: App;
  readonly #listening: Listening;
  readonly #scheduler: Scheduler;

  private constructor(owner: Owner, app: App, listening: Listening, scheduler: Scheduler) {
    this.owner = owner;
    this.app = app;
    this.#listening = listening;
    this.#scheduler = scheduler;
  }

  /** The simulated time stands still meanwhile. Rejects as `openApp` does; nothing of it runs then. */
  static async open(config: Config, parts: NodeParts, owner = ownerNamed(parts.name)): Promise<SimulatedNode> {
    const { scheduler, taken, openApp, log = () => {} } = parts;
    const model = new SimulatedModel(parts);
    const embedder = new SimulatedEmbedder(parts);
    const clock = { now: () => Date.now(), monotonicMs: () => performance.now() };
    try {
      const opening = () => openApp(config, { log, substitutes: { clock, model, embedder, prior: PRIOR } });
      const app = await scheduler.settle(owner, opening);
      return new SimulatedNode(owner, app, taken.takeListening(), scheduler);
    } catch (failure) {
      scheduler.kill(owner);
      throw failure;
    }
  }

  /**
   * Comes at once at the server. `answered` is called when the answer is out, unless the server has crashed by then. It is called on
   * behalf of the node: what it does next for others it has to schedule for them.
   */
  receive({ method, path, headers, body }: Sent, answered: (reply: Reply) => void): void {
    const text = body === undefined ? null : JSON.stringify(body);
    const given = text === null ? {} : { body: text };
    const length = String(Buffer.byteLength(text ?? ""));
    const type = text === null ? {} : { "Content-Type": "application/json", "Content-Length": length };
    const request = new Request(`http://localhost${path}`, { method, headers: { ...type, ...headers }, ...given });
    this.#scheduler.as(this.owner, () => {
      void (async () => {
        const response = await this.#listening.fetch(request);
        const text = await response.text();
        if (this.owner.isDead) return;
        const json: unknown = text === "" ? null : JSON.parse(text);
        answered({ status: response.status, headers: Object.fromEntries(response.headers), text, json });
      })();
    });
  }

  /** An operator's command. Settles when it is done, or never where the server crashes meanwhile. */
  operate<Result>(
    work: (app: App) => Promise<Result>,
    done: (result: Result) => void,
    failed: (failure: unknown) => void,
  ): void {
    this.#scheduler.as(this.owner, () => {
      work(this.app).then(
        (result) => !this.owner.isDead && done(result),
        (failure: unknown) => !this.owner.isDead && failed(failure),
      );
    });
  }

  /** What it has not done by now it never does. */
  crash(): void {
    this.#scheduler.kill(this.owner);
  }

  /** As a server that was told to end. Nothing of it runs afterwards. */
  async close(): Promise<void> {
    await this.#scheduler.settle(this.owner, () => this.app.close());
    this.#scheduler.kill(this.owner);
  }
}

/** Nothing known: the cache answers the same words only, unless it is taught otherwise. */
const PRIOR = { edges: { template: [0], rewording: [0], none: [0], label: [0] }, counts: [] };

interface Latency {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
}

/** Ends later, in an event of its own. */
function later<Result>({ scheduler, random }: Latency, name: string, msMax: number, result: () => Promise<Result>) {
  return new Promise<Result>((resolve, reject) => {
    scheduler.at(random.next() * msMax, name, () => void result().then(resolve, reject));
  });
}

class SimulatedModel extends FakeModel implements LanguageModel {
  constructor(parts: Latency) {
    super("at once");
    this.before = () => later(parts, "model", MODEL_MS_MAX, async () => {});
  }
}

class SimulatedEmbedder extends FakeEmbedder implements Embedder {
  readonly #parts: Latency;

  constructor(parts: Latency) {
    super();
    this.#parts = parts;
  }

  override embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return later(this.#parts, "embedder", EMBEDDER_MS_MAX, () => super.embed(texts));
  }
}
