/** What the cache answers to sentences that are close to known ones and mean something else. */
import type { Embedder } from "#core/ports/models.ts";
import { type Annotated, annotated } from "./notation.ts";
import type { Pair } from "./pairs.ts";
import { ServedCalls } from "./served-calls.ts";
import { TOOLS } from "./tools.ts";

/** By an embedder that is asked for each text once. */
export class Misled {
  readonly #embedder: Pick<Embedder, "embed">;
  readonly #vectors = new Map<string, Float32Array>();

  constructor(embedder: Pick<Embedder, "embed">) {
    this.#embedder = embedder;
  }

  readonly embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const fresh = [...new Set(texts)].filter((text) => !this.#vectors.has(text));
    const made = fresh.length === 0 ? [] : await this.#embedder.embed(fresh);
    for (const [index, text] of fresh.entries()) this.#vectors.set(text, made[index] as Float32Array);
    return texts.map((text) => this.#vectors.get(text) as Float32Array);
  };

  /** Knows the few sentences of each tool that are always known. */
  async someKnown(): Promise<ServedCalls> {
    const calls = new ServedCalls(this.embed);
    for (const { name, known } of TOOLS) for (const line of known) await calls.learn(name, annotated(line));
    return calls;
  }

  /** Each pair's second sentence, asked where beside those only its first one is known. */
  async wrongAnswers(pairs: readonly Omit<Pair, "about">[]): Promise<readonly string[]> {
    const calls = await this.someKnown();
    const wrong: string[] = [];
    for (const { tool, known, asked } of pairs) {
      const id = await calls.learn(tool, known);
      wrong.push(...(await wrongAnswer(calls, tool, asked)));
      calls.forget(id);
    }
    return wrong;
  }
}

/** None when nothing was answered, or what was is right. */
export async function wrongAnswer(
  calls: ServedCalls,
  tool: string,
  { text, parameters }: Annotated,
): Promise<readonly string[]> {
  const answer = await calls.answer(text);
  if (answer === null) return [];
  const { path, score, ...given } = answer;
  if (parameters !== null && Bun.deepEquals(given, { tool, parameters })) return [];
  return [`${text}: ${path} ${score.toFixed(3)} ${JSON.stringify(given)}`];
}

/** The same pairs, with their second sentences known. */
export function reversed(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.map(({ about, tool, known, asked }) => ({ about, tool, known: asked, asked: known }));
}
