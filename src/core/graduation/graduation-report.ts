import type { ContentHash } from "../json.ts";
import type { GraduationStore } from "../ports/graduation-store.ts";
import { type AskedKind, type FoundByName, kindOfSet } from "../sets/kind-of-set.ts";
import type { AppId } from "../tenant.ts";
import { standingsOf } from "./graduation.ts";

/** How far one tool or class is. Types, as what is sent as JSON. */
type MemberGraduation = {
  /** Ids of the two models. */
  inside: string;
  model: string;
  /** Questions of which both answers are known, since the last slip. */
  observed: number;
  agreed: number;
  /** 0–1: the least agreement that has not been ruled out, of the answers that are given alone; while none are, of all. */
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

export type ToolGraduation = { tool: string } & MemberGraduation;
export type ClassGraduation = { label: string } & MemberGraduation;

type Settings = {
  enabled: boolean;
  agreement_min: number;
  verify_share: number;
};

export type ToolsetGraduation = Settings & { by_tool: ToolGraduation[] };
export type ClassificationSetGraduation = Settings & { by_label: ClassGraduation[] };

export interface GraduationReportsOptions extends FoundByName {
  readonly store: Pick<GraduationStore, "answers" | "counts">;
  readonly enabled: boolean;
  readonly agreementMin: number;
  readonly verifyShare: number;
}

/** How far the tools and classes of a set are from doing without their language model. Needs no model. */
export class GraduationReports {
  readonly #options: GraduationReportsOptions;

  constructor(options: GraduationReportsOptions) {
    this.#options = options;
  }

  /** In the order of the set's tools; those of which nothing was compared yet are left out. Throws `not_found`. */
  async ofTools(app: AppId, signature: string): Promise<ToolsetGraduation> {
    const { contentHash, definition } = await this.#options.toolsets.find(app, signature);
    const names = definition.tools.map(({ name }) => name);
    const found = await this.#ofMembers(app, contentHash, names);
    return { ...this.#settings, by_tool: found.map(({ member: tool, ...standing }) => ({ tool, ...standing })) };
  }

  /** The same of classes. */
  async ofClasses(app: AppId, signature: string): Promise<ClassificationSetGraduation> {
    const { contentHash, definition } = await this.#options.classificationSets.find(app, signature);
    const labels = definition.classes.map(({ label }) => label);
    const found = await this.#ofMembers(app, contentHash, labels);
    return { ...this.#settings, by_label: found.map(({ member: label, ...standing }) => ({ label, ...standing })) };
  }

  /** Of whichever set has the signature, where `kind` is null. Throws `not_found`. */
  async of(
    app: AppId,
    signature: string,
    kind: AskedKind | null,
  ): Promise<ClassificationSetGraduation | ToolsetGraduation> {
    const known = kind ?? (await kindOfSet(this.#options, app, signature));
    return known === "toolset" ? this.ofTools(app, signature) : this.ofClasses(app, signature);
  }

  get #settings(): Settings {
    const { enabled, agreementMin, verifyShare } = this.#options;
    return { enabled, agreement_min: agreementMin, verify_share: verifyShare };
  }

  async #ofMembers(
    app: AppId,
    contentHash: ContentHash,
    members: readonly string[],
  ): Promise<readonly (MemberGraduation & { readonly member: string })[]> {
    const { store, enabled, agreementMin } = this.#options;
    const [counts, answers] = await Promise.all([store.counts(app), store.answers(app)]);
    const standings = standingsOf(
      counts.filter((count) => count.contentHash === contentHash),
      // While it is turned off nothing is answered alone, whatever was shown before.
      enabled ? agreementMin : 1,
    );
    const byMember = Map.groupBy(standings, ({ member }) => member);
    return members.flatMap((name) =>
      (byMember.get(name) ?? []).map(({ member, models, inside, model, slips, standing }) => {
        const own = answers.find(
          (one) => one.contentHash === contentHash && one.member === member && one.models === models,
        );
        const given = own?.answers ?? 0;
        const { observed, agreed, lower, opensAt } = standing;
        return {
          ...{ member, inside, model, observed, agreed },
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
  }
}
