/** Models of the settings: each is opened once, when it is first wanted, however many ways lead to it. */
import type { LanguageModel } from "#core/ports/models.ts";
import { NOBODY } from "#core/ports/observer.ts";
import { watched } from "../watched-model.ts";
import { FallbackModel } from "./fallback-model.ts";
import { type ModelServer, type OpenedModel, openServedModel, type Surroundings } from "./index.ts";
import type { ServerStanding } from "./server-history.ts";

/** A model of the settings, or one that is no server's. */
export type Link = ModelServer | { readonly inside: LanguageModel };

/** Of the time that is left, what one model has while another stands behind it. */
const TIME_SHARE = 3 / 4;

export class ServedModels {
  readonly #around: Surroundings;
  readonly #opened = new Map<ModelServer, OpenedModel>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Where one fails the next is asked, within the time that is left. At least one is needed. */
  inTurn(links: readonly Link[]): LanguageModel {
    let leftMs = this.#around.timeoutMs;
    const models = links.map((link, index) => {
      const timeoutMs = index === links.length - 1 ? leftMs : leftMs * TIME_SHARE;
      leftMs -= timeoutMs;
      const model = this.#model(link, Math.ceil(timeoutMs));
      // Nobody waits for one behind the first, and what is wrong with it had better be known before it is needed.
      if (index > 0 && "provider" in link) this.#prepare(model);
      return model;
    });
    const [first, ...others] = models;
    if (!first) throw new TypeError("no model to open");
    return others.length === 0 ? first : new FallbackModel(first, others);
  }

  /** One by itself, with all the time there is. */
  alone(link: Link): LanguageModel {
    const model = this.#model(link, this.#around.timeoutMs);
    this.#prepare(model);
    return model;
  }

  /** What became of the questions to it; null while it is not opened. */
  standing(server: ModelServer): ServerStanding | null {
    return this.#opened.get(server)?.history.standing ?? null;
  }

  /** Stops what was started for them. */
  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((opened) => opened.close()));
  }

  #model(link: Link, timeoutMs: number): LanguageModel {
    const { monotonicMs, observer = NOBODY } = this.#around;
    if ("inside" in link) return watched(link.inside, observer, monotonicMs);
    const opened = this.#opened.get(link) ?? openServedModel({ ...this.#around, ...link, timeoutMs });
    this.#opened.set(link, opened);
    return watched(opened.model.within(timeoutMs), observer, monotonicMs);
  }

  #prepare(model: LanguageModel): void {
    void model.ready().catch((failure: Error) => this.#around.log(failure.message, { level: "error" }));
  }
}

/** As `inTurn`, for models that nobody else asks. */
export function openModelsInTurn(
  links: readonly Link[],
  around: Surroundings,
): { readonly model: LanguageModel; close(): Promise<void> } {
  const models = new ServedModels(around);
  return { model: models.inTurn(links), close: () => models.close() };
}
