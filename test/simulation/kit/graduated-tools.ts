import type { AppModel } from "./app-model.ts";
import { TOPICS, type Topic } from "./app-model.ts";
import type { Asking, Operation } from "./asking.ts";
import type { SimulatedModelServer } from "./model-server.ts";
import type { Call, Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** A set that a language model answers until the model inside was seen to say the same. */
export const GRADUATED_SET = "g0";
/** The agreement that has to be shown, as a share. */
export const AGREEMENT_MIN = 0.6;
/** At least so many questions without a miss win a bet of 1 to 120 on that: ln 120 / ln (1 / 0.6). */
const ANSWERS_TO_WIN = 10;
/** At least so many of them that disagree are a slip. */
const MISSES_TO_SLIP = 2;

interface Report {
  readonly by_tool: readonly {
    readonly tool: string;
    readonly observed: number;
    readonly slips: number;
    readonly opens_at: number | null;
  }[];
}

/** What a language model said is counted once, a tool does without it only when enough was counted, and no longer than that is right. */
export class GraduatedTools {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;
  readonly #asking: Asking;
  readonly server: SimulatedModelServer;
  #count = 0;

  constructor(oracle: Oracle, random: SeededRandom, asking: Asking, server: SimulatedModelServer) {
    this.#oracle = oracle;
    this.#random = random;
    this.#asking = asking;
    this.server = server;
  }

  ask(app: AppModel, topic: Topic = this.#random.pick(TOPICS)): Operation {
    this.#count += 1;
    const query = `${topic} in ${app.mark}n${lettersOf(this.#count)}n`;
    return this.#asking.ask(app, {
      name: "ask a language model",
      sent: { method: "POST", path: "/v1/resolve", body: { query, toolsets: [GRADUATED_SET] } },
      // It says 500 now and then.
      mayBe: [502],
      checked: (reply, call) => this.#check(call, reply.json),
    });
  }

  #check(call: Call, json: unknown): void {
    const { metadata } = json as { readonly metadata: { readonly model: string } };
    const isAlone = !metadata.model.startsWith("openai/");
    if (isAlone) this.#oracle.count("answered without the language model");
    if (isAlone && this.server.answers < ANSWERS_TO_WIN)
      this.#oracle.violate(call, `a tool does without a language model that has said ${this.server.answers} things`);
  }

  /** @param told what is in it, in the order of the set. */
  report(app: AppModel, told: (tools: Report["by_tool"]) => void = () => {}): Operation {
    return this.#asking.ask(app, {
      name: "read how tools stand",
      sent: { method: "GET", path: `/v1/toolsets/${GRADUATED_SET}/graduation` },
      checked: (reply, call) => {
        const { by_tool: tools } = reply.json as Report;
        const sum = (of: (tool: Report["by_tool"][number]) => number) =>
          tools.reduce((total, tool) => total + of(tool), 0);
        const { answers } = this.server;
        if (sum(({ observed }) => observed) > answers)
          this.#oracle.violate(call, `${sum(({ observed }) => observed)} are compared, and ${answers} were said`);
        if (sum(({ slips }) => slips) * MISSES_TO_SLIP > answers)
          this.#oracle.violate(call, `${sum(({ slips }) => slips)} slips by ${answers} answers`);
        told(tools);
      },
    });
  }
}

/** A number as a word: digits are days and amounts to whoever reads. */
function lettersOf(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}
