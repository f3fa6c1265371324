/** The embedded model's answer to one query: which tool, with which parameters, read without any language model. */
import type { DraftCall } from "#core/ports/models.ts";
import type { Recalled, Witness } from "./call-reader.ts";
import { OfferedTools } from "./choosing/offered-tools.ts";
import { OptionSimilarity } from "./choosing/option-similarity.ts";
import { ToolChooser } from "./choosing/tool-choice.ts";
import { ToolSimilarity } from "./choosing/tool-similarity.ts";
import { withoutExcepted } from "./exceptions/without-excepted.ts";
import { KeptDrafts } from "./kept-drafts.ts";
import { isSameQuery } from "./memories/remembered-calls.ts";
import type { JointModel, JointReader, JointReading, ParameterReading, ReadableTool } from "./networks/joint-model.ts";
import type { KeptPasses } from "./networks/kept-passes.ts";
import type { ToolRank, ToolRanker } from "./networks/ranking-model.ts";
import type { CallVerifier } from "./networks/read-back-model.ts";
import type { SentenceModel } from "./networks/sentence-model.ts";
import { VerdictsOnce } from "./read-back/read-back.ts";
import { besideNone } from "./read-call.ts";
import { orderAskedIn } from "./requests/asked-order.ts";
import { wishedIn } from "./requests/contrary-wish.ts";
import { inQuery, type PartText } from "./requests/part-text.ts";
import { SeveralReader } from "./requests/several-reader.ts";
import { rowsWritten } from "./requests/written-rows.ts";
import type { Parameter } from "./tool-parameters.ts";
import type { Checkpoint } from "./worker/checkpoint.ts";
import type { PlainCallRequest } from "./worker/worker-protocol.ts";

/** An answer on its way. Whatever a network said is kept, so that it may be asked for again after it was interrupted. */
export interface OngoingCall {
  /** Blocks its thread for 5–50 ms, mostly. Throws what a checkpoint throws. */
  answer(): DraftCall;
}

export interface ToolCallerParts {
  readonly joint: JointModel;
  readonly ranker: ToolRanker;
  readonly sentences: SentenceModel;
  readonly verifier: CallVerifier | null;
  readonly checkpoint: Pick<Checkpoint, "look">;
  readonly witness?: Witness;
  /** What the networks were built with; where it is left out nothing is kept of what is asked again. */
  readonly kept?: KeptPasses;
}

export class ToolCaller {
  readonly #joint: JointModel;
  readonly #ranker: ToolRanker;
  readonly #sentences: SentenceModel;
  readonly #verifier: CallVerifier | null;
  readonly #checkpoint: Pick<Checkpoint, "look">;
  readonly #witness: Witness | undefined;
  readonly #similarity: ToolSimilarity;
  readonly #offered = new OfferedTools();
  readonly #options = new OptionSimilarity();
  readonly #kept: KeptPasses | undefined;
  readonly #drafts = new KeptDrafts();
  /** The vectors of the call that is being answered. */
  #vectors: VectorOf = () => new Float32Array();

  /** `verifier` and `witness` as `CallReaderParts` has them. */
  constructor({ joint, ranker, sentences, verifier, checkpoint, witness, kept }: ToolCallerParts) {
    this.#kept = kept;
    this.#joint = joint;
    this.#ranker = ranker;
    this.#sentences = sentences;
    this.#verifier = verifier;
    this.#checkpoint = checkpoint;
    this.#witness = witness;
    this.#similarity = new ToolSimilarity((text) => this.#vectors(text));
  }

  /** Works nothing yet. */
  begin(given: PlainCallRequest): OngoingCall {
    return { answer: this.#kept ? this.#drafts.of(given, (request) => this.#begun(request)) : this.#begun(given) };
  }

  #begun(given: PlainCallRequest): () => DraftCall {
    let asking: Asking | null = null;
    return () => {
      this.#kept?.keepFor(given.askedAgain ? (given.app ?? null) : null);
      // Of the same tools again: what is worked out of them is kept by their identity.
      asking ??= this.#asking(given, this.#tools(given));
      const { request, meant, vectors, memories, drafts, reader } = asking;
      this.#vectors = vectors;
      const read = (some: readonly Recalled[]) => drafts.read(some, reader);
      const draft = read(memories);
      const needed = { ...draft, usedMemories: neededFor(draft, memories, read) };
      const answer = request.mustCall ? needed : besideNone(needed);
      return meant.reduceRight(inWholeQuery, answer);
    };
  }

  #asking(given: PlainCallRequest, tools: readonly ReadableTool[]): Asking {
    const meant = partsMeant(given, tools);
    const request = { ...given, query: meant.at(-1)?.text ?? given.query };
    const vectors = vectorsOnce((text) => this.#embedded(text), request);
    const joint = new ReadOnce(this.#joint, (text, parameter) => this.#options.of(text, parameter, vectors));
    const chooser = new ToolChooser({ joint, ranker: new RanksOnce(this.#ranker), similarity: this.#similarity });
    const verifier = this.#verifier && new VerdictsOnce(this.#verifier);
    const witness = this.#witness;
    return {
      ...{ request, meant, vectors },
      memories: request.memories.map((memory, position) => ({ ...memory, position })),
      drafts: new DraftsOnce(),
      reader: new SeveralReader(request, { tools, joint, chooser, verifier, ...(witness && { witness }) }),
    };
  }

  /** Parts of a sentence, options and tools; the same again on the other side of a comparison. */
  #embedded(text: string): Float32Array {
    const embed = () => this.#sentences.embed(text);
    return this.#kept ? this.#kept.said("sentences", unitsOf(text), embed) : embed();
  }

  #tools({ tools, app }: PlainCallRequest): readonly ReadableTool[] {
    return this.#offered.of(tools, app ?? "", () => this.#checkpoint.look());
  }
}

/** What is kept of one call between its interruptions. */
interface Asking {
  readonly request: PlainCallRequest;
  readonly meant: readonly PartText[];
  readonly vectors: VectorOf;
  readonly memories: readonly (Recalled & { readonly position: number })[];
  readonly drafts: DraftsOnce;
  readonly reader: SeveralReader;
}

/**
 * How the query is read, each made of the one before: with its rows written out, without what it takes out of its own lists, or as what it
 * asks for by the contrary or in a frame. None where it does nothing of this, or its very words are remembered.
 */
function partsMeant(
  { query, memories, similar }: PlainCallRequest,
  tools: readonly ReadableTool[],
): readonly PartText[] {
  const known = [...similar, ...memories.flatMap((one) => (one.kind === "example" ? [{ text: one.query }] : []))];
  if (known.some(({ text }) => isSameQuery(text, query))) return [];
  const rows = rowsWritten(query, tools);
  const text = rows?.text ?? query;
  const rest = withoutExcepted(text) ?? wishedIn(text) ?? orderAskedIn(text);
  return [rows, rest].filter((part) => part !== null);
}

/** With its places in the text that the part was made of. */
function inWholeQuery(draft: DraftCall, part: PartText): DraftCall {
  const { others, ...first } = draft;
  return { ...placed(first, part), ...(others && { others: others.map((other) => placed(other, part)) }) };
}

function placed<Draft extends Pick<DraftCall, "spans" | "unfilled">>(draft: Draft, part: PartText): Draft {
  const spans = Object.entries(draft.spans).flatMap(([name, span]) => {
    const place = inQuery(part, span);
    return place ? [[name, place] as const] : [];
  });
  const unfilled = draft.unfilled?.map((one) => ({ ...one, span: one.span && inQuery(part, one.span) }));
  return { ...draft, spans: Object.fromEntries(spans), ...(unfilled && { unfilled }) };
}

function unitsOf(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

type VectorOf = (text: string) => Float32Array;

/** Each text is embedded once; the query's vector came with it where there are tools to compare. */
function vectorsOnce(embed: VectorOf, { query, vector }: PlainCallRequest): VectorOf {
  const known = new Map<string, Float32Array>(vector ? [[query, vector]] : []);
  return (text) => {
    const made = known.get(text) ?? embed(text);
    known.set(text, made);
    return made;
  };
}

/** The memories without which the answer would be another: none of those returned can be left out. */
function neededFor(
  draft: DraftCall,
  memories: readonly Recalled[],
  read: (some: readonly Recalled[]) => DraftCall,
): readonly number[] {
  const isEnough = (some: readonly Recalled[]) => isSameCall(read(some), draft);
  if (memories.length === 0 || isEnough([])) return [];
  let needed = memories;
  // Whole kinds first: most of what is recalled does nothing. Then all but the nearest few; then one by one, the
  // farthest first.
  const steps = [
    ...(["fact", "example"] as const).map((kind) => memories.filter((memory) => memory.kind === kind)),
    ...[1, 2, 4, 8].map((nearest) => memories.slice(nearest)),
    ...memories.map((memory) => [memory]).reverse(),
  ];
  for (const step of steps) {
    const rest = needed.filter((memory) => !step.includes(memory));
    if (rest.length < needed.length && rest.length > 0 && isEnough(rest)) needed = rest;
  }
  return needed.map(({ position }) => position);
}

function isSameCall(one: DraftCall, other: DraftCall): boolean {
  const isSameFirst = one.tool === other.tool && Bun.deepEquals(one.parameters, other.parameters);
  return isSameFirst && Bun.deepEquals(one.others, other.others);
}

/** For one request: the answer with more or fewer of its memories. */
class DraftsOnce {
  readonly #drafts = new Map<string, DraftCall>();

  read(memories: readonly Recalled[], reader: SeveralReader): DraftCall {
    const name = memories.map(({ position }) => position).join();
    const draft = this.#drafts.get(name) ?? reader.read(memories);
    this.#drafts.set(name, draft);
    return draft;
  }
}

/** For one request, whose answer is read several times to see which memories it needs. */
class ReadOnce implements JointReader {
  readonly #joint: JointReader;
  readonly #nearness: (text: string, parameter: Parameter) => readonly number[] | null;
  readonly #readings = new Map<ReadableTool, Map<string, JointReading>>();

  /** `nearness`: of a text to a parameter's choices. */
  constructor(joint: JointReader, nearness: (text: string, parameter: Parameter) => readonly number[] | null) {
    this.#joint = joint;
    this.#nearness = nearness;
  }

  read(text: string, tool: ReadableTool): JointReading {
    const known = this.#readings.get(tool) ?? new Map<string, JointReading>();
    this.#readings.set(tool, known);
    const reading = known.get(text) ?? this.#withNearness(text, this.#joint.read(text, tool));
    known.set(text, reading);
    return reading;
  }

  /** Asked for only where a text names no option. */
  #withNearness(text: string, reading: JointReading): JointReading {
    const withNear = (parameters: readonly ParameterReading[]) =>
      parameters.map((one) => ({ ...one, near: () => this.#nearness(text, one.parameter) }));
    const { parameters, further } = reading;
    return { ...reading, parameters: withNear(parameters), ...(further && { further: () => withNear(further()) }) };
  }
}

/** For one request: the same sentence beside the same tools is ranked once. */
class RanksOnce implements ToolRanker {
  readonly #ranker: ToolRanker;
  readonly #ranks = new Map<string, { tools: readonly ReadableTool[]; ranks: readonly ToolRank[] }[]>();

  constructor(ranker: ToolRanker) {
    this.#ranker = ranker;
  }

  rank(sentence: string, tools: readonly ReadableTool[]): readonly ToolRank[] {
    const known = this.#ranks.get(sentence) ?? [];
    const same = known.find(
      (one) => one.tools.length === tools.length && one.tools.every((tool, at) => tool === tools[at]),
    );
    if (same) return same.ranks;
    const ranks = this.#ranker.rank(sentence, tools);
    this.#ranks.set(sentence, [...known, { tools, ranks }]);
    return ranks;
  }
}
