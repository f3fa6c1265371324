import { FairCache } from "#core/fair-cache.ts";
import type { CallRequest, Embedder } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { dot } from "#core/vectors.ts";
import { bm25 } from "../embedded/choosing/bm25.ts";
import { OfferedTools } from "../embedded/choosing/offered-tools.ts";
import { humanised } from "../embedded/name-words.ts";

type Asked = Pick<CallRequest, "app" | "findSimilar" | "history" | "memories" | "query" | "tools">;

/** Texts of tools whose vectors are kept; 1.5 kB each. */
const REMEMBERED_MAX = 4_096;
/** About 4 ms each: more would be felt by whoever asks first. */
const EMBEDDED_AT_ONCE_MAX = 64;
/** The first sentences say what a tool does; the rest is often about its parameters. */
const DESCRIPTION_UNITS_MAX = 200;
/** Owners' phrases that are near to the query: each brings its tool along. */
const EXAMPLES_MAX = 4;
/** How little the places far down a ranking count against the first. */
const RANK_DAMPING = 10;

/** Of many tools those that a query may mean: a model reads every one, and pays for each. */
export class ToolShortlist {
  readonly #toolsMax: number;
  readonly #embedder: Embedder;
  readonly #offered = new OfferedTools();
  /** By text, of each app alone: how long it takes would tell others what that app has. */
  readonly #vectors = new FairCache<Float32Array>({
    weightMax: REMEMBERED_MAX,
    monotonicMs: () => performance.now(),
  });
  /** Texts that get their vectors just now, behind their apps. */
  readonly #embedding = new Set<string>();

  constructor(toolsMax: number, embedder: Embedder) {
    this.#toolsMax = toolsMax;
    this.#embedder = embedder;
  }

  /**
   * Positions among the request's tools, in their order, at most as many as the settings say: all of them where there are
   * no more. Ranked by words and by meaning; those of near examples, memories and the history are always among them.
   */
  async positions(request: Asked): Promise<readonly number[]> {
    const all = request.tools.map((_, position) => position);
    if (all.length <= this.#toolsMax) return all;
    const readable = this.#offered.of(`[${request.tools.map(written).join(",")}]`, request.app ?? "");
    const byWords = bm25(request.query, readable);
    const rankings = [byWords, await this.#similarities(request, byWords)].map(ranksOf);
    const score = (position: number) =>
      rankings.reduce((sum, ranks) => sum + 1 / (RANK_DAMPING + (ranks[position] ?? all.length)), 0);
    const ranked = all.toSorted((one, other) => score(other) - score(one));
    const wanted = await known(request);
    return [...new Set([...wanted, ...ranked])].slice(0, this.#toolsMax).sort((one, other) => one - other);
  }

  /**
   * Cosine similarities. A text that has no vector yet is like none: the first few get theirs at once, the others in the
   * background for the requests that follow. All are alike while the embedder cannot be had.
   */
  async #similarities({ query, tools, app }: Asked, byWords: readonly number[]): Promise<readonly number[]> {
    const owner = app ?? "";
    const texts = tools.map(
      ({ name, description }) => `${humanised(name)}: ${description.slice(0, DESCRIPTION_UNITS_MAX)}`,
    );
    const order = tools.map((_, index) => index).sort((one, other) => (byWords[other] ?? 0) - (byWords[one] ?? 0));
    const unknown = order.map((index) => texts[index] as string).filter((text) => !this.#vectors.has(owner, text));
    const fresh = [...new Set(unknown)];
    const [now, later] = [fresh.slice(0, EMBEDDED_AT_ONCE_MAX), fresh.slice(EMBEDDED_AT_ONCE_MAX)];
    try {
      const [asked, ...made] = await this.#embedder.embed([query, ...now], "interactive", app);
      this.#keep(owner, now, made);
      void this.#embedLater(app, later);
      return texts.map((text) => dot(asked as Float32Array, this.#vectors.get(owner, text) ?? NO_VECTOR));
    } catch {
      return tools.map(() => 0);
    }
  }

  /** A few at a time: what is remembered counts, not when. */
  async #embedLater(app: Asked["app"], texts: readonly string[]): Promise<void> {
    const nameOf = (text: string) => `${app ?? ""} ${text}`;
    const begun = texts.filter((text) => !this.#embedding.has(nameOf(text))).slice(0, REMEMBERED_MAX);
    if (begun.length === 0) return;
    for (const text of begun) this.#embedding.add(nameOf(text));
    try {
      this.#keep(app ?? "", begun, await this.#embedder.embed(begun, "background", app));
    } catch {
      // The next request begins again.
    } finally {
      for (const text of begun) this.#embedding.delete(nameOf(text));
    }
  }

  #keep(owner: string, texts: readonly string[], vectors: readonly Float32Array[]): void {
    for (const [index, text] of texts.entries()) this.#vectors.set(owner, text, vectors[index] as Float32Array);
  }
}

/** Nothing is like it. */
const NO_VECTOR = new Float32Array(0);

/** By the tool's identity, as long as that is kept: of many tools, writing them takes as long as ranking them. */
const texts = new WeakMap<Tool, string>();

/** As JSON, without its examples. */
function written(tool: Tool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const { examples: _, ...rest } = tool;
  const text = JSON.stringify(rest);
  texts.set(tool, text);
  return text;
}

/** Tools that more than the words speak for. */
async function known({ findSimilar, history, memories, query, tools }: Asked): Promise<readonly number[]> {
  const near = await findSimilar(query, EXAMPLES_MAX);
  return [
    ...near.map(({ of }) => of),
    ...memories.flatMap((memory) => (memory.kind === "example" ? [memory.tool] : [])),
    ...history.map((entry) => tools.findIndex(({ name }) => name === entry.tool)).filter((position) => position >= 0),
  ];
}

/** The place of each score among all, 0 for the highest; equal ones share a place. */
function ranksOf(scores: readonly number[]): readonly number[] {
  const ordered = scores.toSorted((one, other) => other - one);
  const places = new Map<number, number>();
  for (const [place, score] of ordered.entries()) if (!places.has(score)) places.set(score, place);
  return scores.map((score) => places.get(score) as number);
}
