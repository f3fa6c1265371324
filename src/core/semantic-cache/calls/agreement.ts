/** How the candidates for one sentence agree and disagree with each other. */
import type { JsonObject } from "../../json.ts";
import type { CallCandidate } from "./candidates.ts";

/** What the candidates make of the sentence that say one call. */
interface Voice {
  readonly tool: number;
  /** How many of the sentence's words are the templates' own: of the templates that say it. */
  readonly anchors: Set<number>;
  mostAnchors: number;
  fewestAnchors: number;
  templates: number;
  rewordings: number;
}

/** Adds to each candidate's features what the others make of the sentence. */
export function withAgreement(candidates: readonly CallCandidate[]): readonly CallCandidate[] {
  const calls = candidates.map(({ tool, parameters }) => callKey(tool, parameters));
  const voices = new Map<string, Voice>();
  for (const [at, { path, anchors, tool }] of candidates.entries()) {
    const call = calls[at] ?? "";
    const voice = voices.get(call) ?? newVoice(tool);
    voices.set(call, voice);
    if (path === "rewording") voice.rewordings += 1;
    else {
      voice.templates += 1;
      voice.anchors.add(anchors);
      voice.mostAnchors = Math.max(voice.mostAnchors, anchors);
      voice.fewestAnchors = Math.min(voice.fewestAnchors, anchors);
    }
  }
  const all = [...voices.values()];
  return candidates.map((candidate, index) => {
    const own = voices.get(calls[index] ?? "") as Voice;
    const count = (test: (voice: Voice) => boolean) =>
      all.reduce((sum, voice) => sum + Number(voice !== own && test(voice)), 0);
    const moreSpecific = count(({ mostAnchors }) => mostAnchors > candidate.anchors);
    const asSpecific = count(({ anchors }) => anchors.has(candidate.anchors));
    const lessSpecific = count(({ fewestAnchors }) => fewestAnchors < candidate.anchors);
    const isBoth = candidate.path === "template" ? own.rewordings > 0 : own.templates > 0;
    const agreement = {
      moreSpecific,
      asSpecific,
      lessSpecific,
      sameTemplates: Math.log1p(own.templates),
      sameRewordings: Math.log1p(own.rewordings),
      otherRewordings: Math.log1p(count(({ rewordings }) => rewordings > 0)),
      isBothPaths: Number(isBoth),
      isExplainedElsewhere: Number(candidate.path === "rewording" && explainedBy(all, candidate)),
      isSharedWording: Number(
        count(({ tool, anchors }) => tool !== candidate.tool && anchors.has(candidate.anchors)) > 0,
      ),
      otherTools: Math.log1p(count(({ tool, templates }) => templates > 0 && tool !== candidate.tool)),
      isContested: Number(moreSpecific + asSpecific > 0),
      isContestedAtAll: Number(moreSpecific + asSpecific + lessSpecific > 0),
    };
    return { ...candidate, features: { ...candidate.features, ...agreement } };
  });
}

/** Whether a template of another tool has all the words around the values, of which this call's sentence lacks some. */
function explainedBy(voices: readonly Voice[], { tool, features, leftoverWords }: CallCandidate): boolean {
  const around = features.rest ?? 0;
  if (leftoverWords.length === 0) return false;
  return voices.some((voice) => voice.tool !== tool && voice.templates > 0 && voice.mostAnchors >= around);
}

function newVoice(tool: number): Voice {
  return {
    tool,
    anchors: new Set(),
    mostAnchors: Number.NEGATIVE_INFINITY,
    fewestAnchors: Number.POSITIVE_INFINITY,
    templates: 0,
    rewordings: 0,
  };
}

/** Of the parameters of known calls, which are asked for with every sentence near them. */
const known = new WeakMap<JsonObject, { readonly tool: number; readonly key: string }>();

/** Equal for calls that nobody would tell apart: the case, blanks and plain punctuation of texts do not count. */
export function callKey(tool: number, parameters: JsonObject): string {
  const before = known.get(parameters);
  if (before?.tool === tool) return before.key;
  const key = keyOf(tool, parameters);
  known.set(parameters, { tool, key });
  return key;
}

function keyOf(tool: number, parameters: JsonObject): string {
  const names = Object.keys(parameters).sort();
  return JSON.stringify([tool, names.map((name) => [name, parameters[name]])], (_, value: unknown) =>
    typeof value === "string" ? value.toLowerCase().replace(/[ ,./\-_*^'"’]/g, "") : value,
  );
}
