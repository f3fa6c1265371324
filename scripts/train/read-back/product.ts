/** The embedded model in this process, made to call something in any case: what it would do, were there no rule of "none". */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkedCall } from "#core/answering/resolved-call.ts";
import { AUTO } from "#core/answering/tool-choice.ts";
import type { JsonObject } from "#core/json.ts";
import { inUtc, type LocalTime } from "#core/local-time.ts";
import type { DraftCall, HistoryEntry } from "#core/ports/models.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { Tool } from "#core/toolset.ts";
import type { Witness } from "#models/embedded/call-reader.ts";
import { JointModel, type ReadableTool } from "#models/embedded/networks/joint-model.ts";
import {
  JOINT_EXTRACTOR_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  SENTENCE_EMBEDDER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import type { Evidence } from "#models/embedded/read-back/read-back.ts";
import { ToolCaller, type ToolCallerParts } from "#models/embedded/tool-caller.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import type { EverydaySource } from "../../eval/everyday-data.ts";

/** What is asked: a sentence with what came before it. */
export interface Request {
  readonly query: string;
  readonly context?: string | null;
  readonly history?: readonly HistoryEntry[];
}

export interface OfferedTools {
  /** With schemas as the server keeps them. */
  readonly tools: readonly Tool[];
  readonly readable: readonly ReadableTool[];
}

/** A call as the server would give it out. */
export interface ProposedCall {
  readonly tool: string;
  readonly readable: ReadableTool;
  /** With defaults. */
  readonly parameters: JsonObject;
  readonly missing: readonly string[];
  /** What speaks for it before it is read back; null where it was put together of several. */
  readonly evidence: Evidence | null;
}

export function offeredTools(tools: EverydaySource["tools"]): OfferedTools {
  const read = tools.map(({ name, description = "", parameters }) => ({
    name,
    description,
    ...(parameters && { parameters: readSchema(parameters) }),
  }));
  const readable = read.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: parametersOf(parameters),
  }));
  return { tools: read, readable };
}

type Networks = Pick<ToolCallerParts, "joint" | "ranker" | "sentences">;

export class Product {
  readonly #caller: ToolCaller;
  readonly #sentences: SentenceModel;
  readonly #folder: string;
  /** Of the request that is being answered. */
  #witnessed: readonly { readonly call: DraftCall; readonly evidence: Evidence }[] = [];

  private constructor(networks: Networks, folder: string) {
    const witness: Witness = (told) => {
      this.#witnessed = [...this.#witnessed, told];
    };
    this.#caller = new ToolCaller({ ...networks, verifier: null, checkpoint: { look: () => {} }, witness });
    this.#sentences = networks.sentences;
    this.#folder = folder;
  }

  static async open(): Promise<Product> {
    const folder = mkdtempSync(join(tmpdir(), "read-back-"));
    const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
    const reading = await openWordReading();
    const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
    const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), reading);
    const ranker = new RankingModel(await runtime.open(RANKER_PATH), reading);
    return new Product({ joint, ranker, sentences }, folder);
  }

  /** Null where nothing could be called. */
  call(
    { query, history = [], context = null }: Request,
    { tools, readable }: OfferedTools,
    now: LocalTime = MEASURED_AT,
  ): ProposedCall | null {
    const request = {
      query: query.trim(),
      tools: toolsAsText(tools),
      vector: tools.length > 1 ? this.#sentences.embed(query.trim()) : null,
      context,
      history,
      memories: [],
      taught: [],
      similar: [],
      persona: null,
      mustCall: true,
      now,
    };
    this.#witnessed = [];
    const draft = this.#caller.begin(request).answer();
    const tool = draft.tool === null ? undefined : tools[draft.tool];
    const own = draft.tool === null ? undefined : readable[draft.tool];
    if (!tool || !own) return null;
    const offer = { tool, toolset: null, requireEvidence: false };
    const asked = {
      ...request,
      timeZone: now.zone,
      toolChoice: AUTO,
      minConfidence: null,
      language: "en",
      isLanguageNamed: false,
      callsMax: 1,
    };
    const { parameters, missingParameters: missing } = checkedCall(offer, draft, asked, [], now);
    const isDraft = ({ call }: { readonly call: DraftCall }) =>
      call.tool === draft.tool && Bun.deepEquals(call.parameters, draft.parameters);
    const evidence = this.#witnessed.findLast(isDraft)?.evidence ?? null;
    return { tool: tool.name, readable: own, parameters, missing, evidence };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** As scripts/eval measures what has no clock of its own. */
const MEASURED_AT = inUtc(Date.parse("2026-06-01T12:00:00Z"));
