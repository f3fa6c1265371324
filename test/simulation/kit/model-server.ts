import { TOPICS } from "./app-model.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** Where it seems to be. Nothing listens there. */
export const MODEL_SERVER_URL = "http://127.0.0.1:9/v1";
const ANSWER_MS_MAX = 30;
/** Answers that are none: the server says 500. */
const FAILED_SHARE = 0.03;

/** A language model behind the embedded one, at an address of its own. It says what is asked for by name, or never that. */
export class SimulatedModelServer {
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  /** Whether it says another tool than anybody would expect. */
  isContrary = false;
  isReliable = false;
  /** How often it said something, whoever heard it. */
  answers = 0;
  #last = "";

  constructor(scheduler: Scheduler, random: SeededRandom) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** @param text the body of a request as OpenAI's API has it. Resolves in an event of its own. */
  answer(text: string): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.#scheduler.at(this.#random.next() * ANSWER_MS_MAX, "language model", () => resolve(this.#said(text)));
    return promise;
  }

  #said(text: string): Response {
    if (!this.isReliable && this.#random.chance(FAILED_SHARE)) return new Response("", { status: 500 });
    this.answers += 1;
    const [, topic = "", mark = ""] = /(weather|light|music) in (zq\d+zq)n[a-z]+n/.exec(text) ?? [];
    const others = TOPICS.filter((other) => other !== topic && other !== this.#last);
    this.#last = this.isContrary ? (others[0] ?? "") : topic;
    const content = JSON.stringify({ call: { tool: `${mark}_g0_${this.#last}`, parameters: {} } });
    const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    return Response.json({ id: "1", object: "chat.completion", created: 1, model: "big", choices: [choice], usage });
  }
}
