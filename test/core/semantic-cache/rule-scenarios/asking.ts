/** Asks a scenario as a server would: what an app is given that has seen nothing yet, by the bound that ships. */
import type { ContentHash, JsonObject } from "#core/json.ts";
import { UTC } from "#core/local-time.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Neighbour } from "#core/ports/neighbours.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import { doubtfulTexts, ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { Consideration, Proposal } from "#core/semantic-cache/knowledge.ts";
import { KnownLabels } from "#core/semantic-cache/labels/known-labels.ts";
import type { Rules } from "#core/semantic-cache/rules/rules.ts";
import { AppBound } from "#core/semantic-cache/trust/bound.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/trust/shipped-prior.ts";
import type { AppId } from "#core/tenant.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { DAY_MS, marked, NOW } from "../partition.ts";
import type { CallScenario, LabelScenario } from "./scenario.ts";
import { TRADE_NAMES, TRADE_TOOLS } from "./trades.ts";

const DIMENSIONS = 384;
/** The setting `error_bound`, as it is by default. */
const ERROR_BOUND = 0.005;
const SUBJECT = { contentHash: "sha256:0" as ContentHash, name: "trades" };

function boundOf(errorBound: number): AppBound {
  return new AppBound("app_new" as AppId, [], { records: undefined as never, prior: SHIPPED_PRIOR, errorBound });
}

export interface Asked {
  /** Null where a model is asked. */
  readonly given: JsonObject | string | null;
  readonly considered: Consideration;
}

type Embed = (text: string) => Promise<Float32Array>;

export async function askCall(
  { known, asked, daysLater = 0, errorBound = ERROR_BOUND }: CallScenario,
  rules: Rules,
  embed: Embed,
): Promise<Asked> {
  const index = new ExactIndex(DIMENSIONS);
  const findNearest = (vector: Float32Array, count: number): readonly Neighbour[] => index.nearest(vector, count);
  const calls = new KnownCalls({ zone: UTC, tools: TRADE_TOOLS, isWord: isCommonWord, findNearest, rules });
  const values = new ValueLikeness();
  let id = 0;
  for (const [name, lines] of Object.entries(known)) {
    const tool = name === "none" ? null : TRADE_NAMES.indexOf(name as (typeof TRADE_NAMES)[number]);
    for (const line of lines) {
      const { text, parameters } = marked(line);
      const vector = await embed(text);
      const lesson = { tool, parameters, defaultsApplied: [] };
      calls.add({ id, text, vector, answeredAt: NOW, ...lesson });
      values.learn({ kind: "call", dependsOnClock: false, ...lesson });
      index.add(id, vector);
      id += 1;
    }
  }
  const considered = calls.consider(asked, await embed(asked), NOW + daysLater * DAY_MS);
  const { best } = considered;
  if (!best || !(await isGiven(best, boundOf(errorBound), values, embed))) return { considered, given: null };
  return { considered, given: best.call ? { [TRADE_NAMES[best.call.tool] ?? ""]: best.call.parameters } : "none" };
}

export async function askLabel({ labels: known, asked }: LabelScenario, rules: Rules, embed: Embed): Promise<Asked> {
  const index = new ExactIndex(DIMENSIONS);
  const findNearest = (vector: Float32Array, count: number): readonly Neighbour[] => index.nearest(vector, count);
  const labels = new KnownLabels({ isWord: isCommonWord, findNearest, rules });
  const names = Object.keys(known);
  let id = 0;
  for (const [position, name] of names.entries()) {
    for (const text of known[name] ?? []) {
      const vector = await embed(text);
      labels.add({ id, text, vector, answeredAt: NOW, class: position });
      index.add(id, vector);
      id += 1;
    }
  }
  const considered = labels.consider(asked, await embed(asked));
  const { best } = considered;
  const isOpen = best !== null && boundOf(ERROR_BOUND).verdict(SUBJECT, best.path, best.score).isOpen;
  return { considered, given: isOpen ? (names[best.class ?? -1] ?? "none") : null };
}

async function isGiven(proposal: Proposal, bound: AppBound, values: ValueLikeness, embed: Embed): Promise<boolean> {
  if (!bound.verdict(SUBJECT, proposal.path, proposal.score).isOpen) return false;
  if (proposal.unseenValues.length === 0) return true;
  values.take(await vectorsOf(values.unembedded(proposal), embed));
  return values.looksRight(proposal, await vectorsOf(doubtfulTexts(proposal), embed));
}

async function vectorsOf(texts: readonly string[], embed: Embed): Promise<ReadonlyMap<string, Float32Array>> {
  return new Map(await Promise.all(texts.map(async (text) => [text, await embed(text)] as const)));
}

/** Keeps what was embedded: scenarios share sentences. */
export function remembering(embedder: Pick<Embedder, "embed">): Embed {
  const made = new Map<string, Promise<Float32Array>>();
  const embed = async (text: string) => (await embedder.embed([text]))[0] as Float32Array;
  return (text) => {
    const vector = made.get(text) ?? embed(text);
    made.set(text, vector);
    return vector;
  };
}
