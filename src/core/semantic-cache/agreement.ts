/** How the candidates for one sentence agree and disagree with each other. */
import type { JsonObject } from "../json.ts";
import type { CallCandidate } from "./candidates.ts";

/** What the candidates make of the sentence that say one call. */
interface Voice {
  /** How many of the sentence's words are the templates' own: of each template that says it. */
  readonly anchors: number[];
  rewordings: number;
}

/** Adds to each candidate's features what the others make of the sentence. */
export function withAgreement(candidates: readonly CallCandidate[]): readonly CallCandidate[] {
  const calls = candidates.map(({ tool, parameters }) => callKey(tool, parameters));
  const voices = new Map<string, Voice>();
  for (const [at, { path, anchors }] of candidates.entries()) {
    const call = calls[at] ?? "";
    const voice = voices.get(call) ?? { anchors: [], rewordings: 0 };
    voices.set(call, voice);
    if (path === "template") voice.anchors.push(anchors);
    else voice.rewordings += 1;
  }
  return candidates.map((candidate, index) => {
    const own = voices.get(calls[index] ?? "") as Voice;
    const others = [...voices.values()].filter((voice) => voice !== own);
    const count = (test: (voice: Voice) => boolean) => others.reduce((sum, voice) => sum + Number(test(voice)), 0);
    const moreSpecific = count(({ anchors }) => anchors.some((of) => of > candidate.anchors));
    const asSpecific = count(({ anchors }) => anchors.includes(candidate.anchors));
    const lessSpecific = count(({ anchors }) => anchors.some((of) => of < candidate.anchors));
    const isBoth = candidate.path === "template" ? own.rewordings > 0 : own.anchors.length > 0;
    const agreement = {
      moreSpecific,
      asSpecific,
      lessSpecific,
      sameTemplates: Math.log1p(own.anchors.length),
      sameRewordings: Math.log1p(own.rewordings),
      otherRewordings: Math.log1p(count(({ rewordings }) => rewordings > 0)),
      isBothPaths: Number(isBoth),
      isContested: Number(moreSpecific + asSpecific > 0),
      isContestedAtAll: Number(moreSpecific + asSpecific + lessSpecific > 0),
    };
    return { ...candidate, features: { ...candidate.features, ...agreement } };
  });
}

/** Equal for calls that nobody would tell apart: the case, blanks and plain punctuation of texts do not count. */
export function callKey(tool: number, parameters: JsonObject): string {
  const names = Object.keys(parameters).sort();
  return JSON.stringify([tool, names.map((name) => [name, parameters[name]])], (_, value: unknown) =>
    typeof value === "string" ? value.toLowerCase().replace(/[ ,./\-_*^'"’]/g, "") : value,
  );
}
