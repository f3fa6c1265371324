import type { GraduationStore } from "../ports/graduation-store.ts";
import type { Registry } from "../sets/registry.ts";
import type { AppId } from "../tenant.ts";
import { standingsOf } from "./graduation.ts";

/** Types, as what is sent as JSON. */
export type ToolGraduation = {
  tool: string;
  /** Ids of the two models. */
  inside: string;
  model: string;
  /** Calls of which both answers are known, since the last slip. */
  observed: number;
  agreed: number;
  /** 0–1: the least agreement that has not been ruled out, of the calls that are answered alone; while none are, of all. */
  agreement_lower: number;
  /** The least confidence from which on it is answered alone; null while it is not. */
  opens_at: number | null;
  slips: number;
  /** What was answered alone, of all that both models would answer, 0–1. */
  answers: number;
  share: number;
  saved_seconds: number;
  saved_money: number;
};

export type GraduationReport = {
  enabled: boolean;
  agreement_min: number;
  verify_share: number;
  by_tool: ToolGraduation[];
};

export interface GraduationReportsOptions {
  readonly store: Pick<GraduationStore, "answers" | "counts">;
  readonly toolsets: Pick<Registry<"toolset">, "find">;
  readonly enabled: boolean;
  readonly agreementMin: number;
  readonly verifyShare: number;
}

/** How far the tools of a set are from doing without their language model. Needs no model. */
export class GraduationReports {
  readonly #options: GraduationReportsOptions;

  constructor(options: GraduationReportsOptions) {
    this.#options = options;
  }

  /** In the order of the set's tools; those of which nothing was compared yet are left out. Throws `not_found`. */
  async report(app: AppId, signature: string): Promise<GraduationReport> {
    const { store, toolsets, enabled, agreementMin, verifyShare } = this.#options;
    const { contentHash, definition } = await toolsets.find(app, signature);
    const [counts, answers] = await Promise.all([store.counts(app), store.answers(app)]);
    const standings = standingsOf(
      counts.filter((count) => count.contentHash === contentHash),
      agreementMin,
    );
    const tools = definition.tools.flatMap(({ name }) =>
      standings
        .filter(({ tool }) => tool === name)
        .map(({ tool, models, inside, model, slips, standing }): ToolGraduation => {
          const own = answers.find(
            (one) => one.contentHash === contentHash && one.tool === tool && one.models === models,
          );
          const given = own?.answers ?? 0;
          const { observed, agreed, lower, opensAt } = standing;
          return {
            ...{ tool, inside, model, observed, agreed },
            agreement_lower: lower,
            opens_at: opensAt,
            slips,
            answers: given,
            share: given + observed === 0 ? 0 : given / (given + observed),
            saved_seconds: (own?.savedMs ?? 0) / 1000,
            saved_money: own?.savedCost ?? 0,
          };
        }),
    );
    return { enabled, agreement_min: agreementMin, verify_share: verifyShare, by_tool: tools };
  }
}
