/** Queries as the product reads them: the tool that it would take, and what speaks for it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inUtc } from "#core/local-time.ts";
import type { SimilarExample } from "#core/ports/models.ts";
import { type ChosenTool, NO_VOTES, ToolChooser } from "#models/embedded/choosing/tool-choice.ts";
import { ToolSimilarity } from "#models/embedded/choosing/tool-similarity.ts";
import { votesOf } from "#models/embedded/memories/remembered-calls.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import { ONNX_RUNTIME, RANKER_PATH, SENTENCE_EMBEDDER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { assembled } from "#models/embedded/parameter-value.ts";
import { valuesFrom } from "#models/embedded/values/parameter-values.ts";
import type { Counts } from "../../eval/statistics.ts";
import type { MeasuredQuery } from "../measured-queries.ts";
import type { Offered } from "./offered.ts";

/** What a reading needs of an offer. */
type Asked = Pick<Offered, "text" | "tools" | "gold" | "examples">;

/** Neighbours that the product asks for, of examples and of memories. */
const NEIGHBOURS = 12;
const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));

type Judged = Pick<ChosenTool, "fit" | "confidence">;

export interface Row extends Judged, Pick<Offered, "source" | "offer" | "kind" | "text"> {
  readonly isTaught: boolean;
  /** The tool that would be taken is the one that is meant. */
  readonly isRight: boolean;
}

export interface MeasuredRow extends Judged {
  readonly part: string;
  readonly hasGold: boolean;
  readonly isRightTool: boolean;
  /** In every parameter. */
  readonly isRight: boolean;
  /** With the chosen tool, and with the right one given; null where calls are right or wrong as a whole. */
  readonly slots: { readonly chosen: Counts; readonly given: Counts } | null;
}

export class Reader {
  readonly #joint: JointModel;
  readonly chooser: ToolChooser;
  readonly #vectors = new Map<string, Float32Array>();
  readonly #sentences: SentenceModel;

  private constructor(joint: JointModel, ranker: RankingModel, sentences: SentenceModel) {
    this.#joint = joint;
    this.#sentences = sentences;
    this.chooser = new ToolChooser({
      joint,
      ranker,
      similarity: new ToolSimilarity((text) => this.#embed(text)),
    });
  }

  /** `path`: the joint extractor. */
  static async open(path: string): Promise<Reader> {
    const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "none-")));
    const reading = await openWordReading();
    const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
    const ranker = new RankingModel(await runtime.open(RANKER_PATH), reading);
    return new Reader(new JointModel(await runtime.open(path), reading), ranker, sentences);
  }

  rowOf({ source, offer, kind, ...asked }: Offered): Row | null {
    const chosen = this.#choose(asked);
    const isRight = chosen !== null && asked.tools[chosen.tool]?.name === asked.gold;
    const isTaught = asked.examples.length > 0;
    return chosen && { source, offer, kind, text: asked.text, isTaught, isRight, ...judged(chosen) };
  }

  measuredRowOf(query: MeasuredQuery): MeasuredRow | null {
    const { part, text, tools, gold } = query;
    const chosen = this.#choose({ text, tools, gold, examples: [] });
    if (!chosen) return null;
    const right = tools.findIndex(({ name }) => name === gold);
    const isRightTool = chosen.tool === right;
    const tool = tools[right];
    const parameters = tool ? assembled(valuesFrom(text, this.#joint.read(text, tool), NOW)) : {};
    const given = query.countSlots?.(parameters) ?? null;
    const isRight = isRightTool && query.isRight(right, parameters);
    const missed = given && { hits: 0, spurious: given.hits + given.spurious, missed: given.hits + given.missed };
    const slots = given && missed && { given, chosen: isRightTool ? given : missed };
    return { part, hasGold: gold !== null, isRightTool, isRight, slots, ...judged(chosen) };
  }

  #choose({ text, tools, examples }: Asked): ChosenTool | null {
    return this.chooser.choose(text, tools, examples.length === 0 ? NO_VOTES : this.#votes(text, examples));
  }

  #votes(text: string, examples: Asked["examples"]) {
    const vector = this.#embed(text);
    const similar = examples
      .map(
        (example): SimilarExample => ({
          ...example,
          of: example.tool,
          similarity: dot(vector, this.#embed(example.text)),
        }),
      )
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, NEIGHBOURS);
    return votesOf(similar, [], [...new Set(examples.map(({ tool }) => tool))]);
  }

  #embed(text: string): Float32Array {
    const vector = this.#vectors.get(text) ?? this.#sentences.embed(text);
    this.#vectors.set(text, vector);
    return vector;
  }
}

function judged({ fit, confidence }: ChosenTool): Judged {
  return { fit, confidence };
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
