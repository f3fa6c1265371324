/** The product in this process, with nothing withheld: what it would call, and what speaks for each call. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkedCall } from "#core/answering/resolved-call.ts";
import { draftsIn } from "#core/answering/several-calls.ts";
import { AUTO } from "#core/answering/tool-choice.ts";
import { LIMITS } from "#core/limits.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { Embedder, HistoryEntry } from "#core/ports/models.ts";
import { askedIn } from "#core/spoken-language/asked-in.ts";
import type { Tool } from "#core/toolset.ts";
import type { Witness } from "#models/embedded/call-reader.ts";
import { looksUp } from "#models/embedded/choosing/deeds.ts";
import { EmbeddedModel } from "#models/embedded/embedded-model.ts";
import { sureness } from "#models/embedded/glossing/glossed-call.ts";
import { LabelClassifier } from "#models/embedded/labels/classifier.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import {
  JOINT_EXTRACTOR_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  READ_BACK_PATH,
  SENTENCE_EMBEDDER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { ReadBackModel } from "#models/embedded/networks/read-back-model.ts";
import { SENTENCE_DIMENSIONS, SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { ToolCaller } from "#models/embedded/tool-caller.ts";
import type { PlainCallRequest } from "#models/embedded/worker/worker-protocol.ts";
import type { GivenCall } from "../../eval/resolving.ts";
import type { CallRow } from "./rows.ts";

/** What is asked: a sentence with what came before it. */
export interface Asking {
  readonly query: string;
  readonly context?: string | null;
  readonly history?: readonly HistoryEntry[];
  readonly callsMax: number;
}

export interface Answered {
  /** ISO 639, as the product takes it. */
  readonly language: string;
  readonly calls: readonly { readonly given: GivenCall; readonly row: Omit<CallRow, "isRight" | "isTool"> }[];
}

const NEVER = new AbortController().signal;

export class AskedProduct {
  readonly #model: EmbeddedModel;
  readonly #folder: string;
  readonly #told: Parameters<Witness>[0][];

  private constructor(model: EmbeddedModel, folder: string, told: Parameters<Witness>[0][]) {
    this.#model = model;
    this.#folder = folder;
    this.#told = told;
  }

  static async open(): Promise<AskedProduct> {
    const folder = mkdtempSync(join(tmpdir(), "confidence-"));
    const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
    const reading = await openWordReading();
    const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
    const told: Parameters<Witness>[0][] = [];
    const caller = new ToolCaller({
      joint: new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), reading),
      ranker: new RankingModel(await runtime.open(RANKER_PATH), reading),
      sentences,
      verifier: new ReadBackModel(await runtime.open(READ_BACK_PATH), reading),
      checkpoint: { look: () => {} },
      witness: (one) => told.push(one),
    });
    const embedder: Embedder = {
      id: "sentences",
      dimensions: SENTENCE_DIMENSIONS,
      embed: async (texts) => texts.map((text) => sentences.embed(text)),
    };
    // That a call is wanted in any case is for the bound of glosses alone.
    const client = {
      call: async (request: PlainCallRequest) => caller.begin({ ...request, mustCall: false }).answer(),
      ready: async () => {},
      standing: () => null,
    };
    return new AskedProduct(new EmbeddedModel(client, embedder, new LabelClassifier(embedder)), folder, told);
  }

  async answer(asking: Asking, tools: readonly Tool[], now: LocalTime): Promise<Answered> {
    const { context = null, history = [], callsMax } = asking;
    const query = asking.query.trim();
    const said = askedIn(undefined, query);
    this.#told.length = 0;
    const draft = await this.#model.call(
      {
        ...{ query, tools, history, context, now, callsMax, language: said.language, mustCall: true },
        ...{ memories: [], persona: null, findSimilar: async () => [] },
      },
      NEVER,
    );
    const checked = { query, history, context, timeZone: now.zone, toolChoice: AUTO, minConfidence: null, callsMax };
    const calls = draftsIn(draft)
      .slice(0, callsMax)
      .flatMap((one) => {
        const tool = tools[one.tool];
        if (!tool) return [];
        const offer = { tool, toolset: null, requireEvidence: false };
        const made = checkedCall(offer, one, { ...checked, ...said }, [], now);
        const { parameters, missingParameters: missing } = made;
        const told = this.#told.findLast(({ call }) => mayBe(one.confidence, call.confidence));
        const given = { tool: tool.name, parameters, missing, confidence: one.confidence };
        const row = {
          confidence: told?.call.confidence ?? one.confidence,
          verdict: told?.verdict ?? null,
          evidence: told?.evidence ?? null,
          looksUp: looksUp(tool),
        };
        return [{ given, row }];
      });
    return { language: said.language, calls };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Words of the longest query there may be. */
const WORDS_MAX = LIMITS.queryCharactersMax / 2;

/** Whether a call that was this sure came out as sure as `given`: as it was, or out of a gloss of some length. */
function mayBe(given: number, sure: number): boolean {
  if (given === sure) return true;
  return Array.from({ length: WORDS_MAX }, (_, at) => Math.log(at + 1)).some(
    (length) => given === sureness(sure, length),
  );
}
