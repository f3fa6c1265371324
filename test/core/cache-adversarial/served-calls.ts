/** Known calls, asked as the server asks them: a proposal counts when its score keeps the bound and its values look right. */
import type { ContentHash, JsonObject } from "#core/json.ts";
import { UTC } from "#core/local-time.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Neighbour } from "#core/ports/neighbours.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import { doubtfulTexts, ValueLikeness } from "#core/semantic-cache/calls/value-likeness.ts";
import type { Proposal } from "#core/semantic-cache/knowledge.ts";
import type { Path } from "#core/semantic-cache/known-answer.ts";
import type { Lesson } from "#core/semantic-cache/lesson.ts";
import { AppBound } from "#core/semantic-cache/trust/bound.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/trust/shipped-prior.ts";
import type { AppId } from "#core/tenant.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import type { Annotated } from "./notation.ts";
import { TOOLS, toolDefinitions } from "./tools.ts";

const NOW = Date.parse("2026-11-18T10:00:00Z");
const ERROR_BOUND = 0.005;
const SUBJECT = { contentHash: "sha256:0" as ContentHash, name: "tools" };
/** An app that has seen nothing yet: what it is served rests on what ships. */
const BOUND = new AppBound("app_new" as AppId, [], {
  records: undefined as never,
  prior: SHIPPED_PRIOR,
  errorBound: ERROR_BOUND,
});

interface Learned {
  readonly id: number;
  readonly vector: Float32Array;
  readonly lesson: Lesson;
}

export interface Answer {
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly path: Path;
  readonly score: number;
}

export class ServedCalls {
  readonly #embed: Embedder["embed"];
  readonly #learned = new Map<number, Learned>();
  readonly #calls = new KnownCalls({
    zone: UTC,
    tools: toolDefinitions(),
    isWord: isCommonWord,
    findNearest: (vector, count) => this.#nearest(vector, count),
  });
  #nextId = 0;

  constructor(embed: Embedder["embed"]) {
    this.#embed = embed;
  }

  /** Returns the id under which it can be forgotten. */
  async learn(tool: string, { text, parameters }: Annotated): Promise<number> {
    const vector = await this.#vectorOf(text);
    const position = parameters === null ? null : TOOLS.findIndex(({ name }) => name === tool);
    const call = { tool: position, parameters: parameters ?? {}, defaultsApplied: [] };
    const id = this.#nextId;
    this.#nextId += 1;
    this.#calls.add({ ...call, id, text, vector, answeredAt: NOW });
    this.#learned.set(id, { id, vector, lesson: { ...call, kind: "call", dependsOnClock: false } });
    return id;
  }

  forget(id: number): void {
    this.#calls.remove(id);
    this.#learned.delete(id);
  }

  /** What would be answered from the cache; null when a model would be asked. */
  async answer(text: string): Promise<Answer | null> {
    const { best } = this.#calls.consider(text, await this.#vectorOf(text), NOW);
    if (!best?.call || !BOUND.verdict(SUBJECT, best.path, best.score).isOpen) return null;
    if (!(await this.#looksRight(best))) return null;
    const { path, score, call } = best;
    return { path, score, parameters: call.parameters, tool: TOOLS[call.tool]?.name ?? "" };
  }

  async #looksRight(proposal: Proposal): Promise<boolean> {
    if (proposal.unseenValues.length === 0) return true;
    const values = new ValueLikeness();
    for (const { lesson } of this.#learned.values()) values.learn(lesson);
    const known = values.unembedded(proposal);
    const vectors = await this.#embed(known);
    values.take(new Map(known.map((text, index) => [text, vectors[index] as Float32Array])));
    const doubtful = doubtfulTexts(proposal);
    const own = await this.#embed(doubtful);
    return values.looksRight(proposal, new Map(doubtful.map((text, index) => [text, own[index] as Float32Array])));
  }

  async #vectorOf(text: string): Promise<Float32Array> {
    const [vector] = await this.#embed([text]);
    return vector as Float32Array;
  }

  #nearest(vector: Float32Array, count: number): readonly Neighbour[] {
    const neighbours = [...this.#learned.values()].map((other) => ({
      id: other.id,
      similarity: dot(vector, other.vector),
    }));
    return neighbours.sort((one, other) => other.similarity - one.similarity).slice(0, count);
  }
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
