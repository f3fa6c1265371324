import type { JsonObject } from "../../json.ts";
import type { AppId } from "../../tenant.ts";
import type { Question } from "../question.ts";
import { type Said, saidBy, saysTheSame } from "../said.ts";
import type { Candidate } from "../search.ts";
import type { Bound, Judged } from "../trust/bound.ts";
import type { Background } from "./background.ts";
import type { Corrections, Mistake } from "./corrections.ts";

export interface JudgingOptions {
  readonly bound: Bound;
  readonly corrections: Corrections;
  readonly background: Background;
}

/** Compares what the cache would say, or has said, with what a model says. */
export class Judging {
  readonly #options: JudgingOptions;

  constructor(options: JudgingOptions) {
    this.#options = options;
  }

  /** What was proposed where a model answered: an observation that cost nothing. Noted in the background. */
  proposed({ partition }: Question, candidate: Candidate<JsonObject>, said: Said): void {
    this.#options.background.begin(async () => {
      if (await candidate.looksRight("patiently")) await this.#isWrong(partition.app, candidate, said, "proposed");
    });
  }

  /** What was given, and what a model says afterwards. When that is something else it is a mistake, and taken back. */
  async given(question: Question, candidate: Candidate<JsonObject>, said: Said, asMistake: Mistake): Promise<void> {
    const { app, digest } = question.partition;
    if (!(await this.#isWrong(app, candidate, said, "given"))) return;
    await this.#options.corrections.takeBack(app, digest, asMistake);
  }

  /** Notes whether the model says something else. */
  async #isWrong(app: AppId, candidate: Candidate<JsonObject>, said: Said, what: Judged["what"]): Promise<boolean> {
    const { proposal, subject, verdict } = candidate;
    const isWrong = !saysTheSame(saidBy(proposal), said);
    await this.#options.bound.observe(app, { subject, path: proposal.path, bin: verdict.bin, what, isWrong });
    return isWrong;
  }
}
