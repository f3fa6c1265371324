/** The embedded model's answer to one query: which tool, with which parameters, read without any language model. */
import type { DraftCall } from "#core/ports/models.ts";
import { CallReader, type Recalled } from "./call-reader.ts";
import { OfferedTools } from "./choosing/offered-tools.ts";
import { ToolChooser } from "./choosing/tool-choice.ts";
import { ToolSimilarity } from "./choosing/tool-similarity.ts";
import type { JointModel, JointReader, JointReading, ReadableTool } from "./networks/joint-model.ts";
import type { SentenceModel } from "./networks/sentence-model.ts";
import type { PlainCallRequest } from "./worker/worker-protocol.ts";

/** Synchronous: blocks its thread for 5–50 ms a call. */
export class ToolCaller {
  readonly #joint: JointModel;
  readonly #similarity: ToolSimilarity;
  readonly #offered = new OfferedTools();
  /** The query that is being answered: its vector came with it where there are tools to compare. */
  #asked: Pick<PlainCallRequest, "query" | "vector"> | null = null;

  constructor(joint: JointModel, sentences: SentenceModel) {
    this.#joint = joint;
    this.#similarity = new ToolSimilarity((text) =>
      this.#asked?.query === text && this.#asked.vector ? this.#asked.vector : sentences.embed(text),
    );
  }

  call(request: PlainCallRequest): DraftCall {
    this.#asked = request;
    const joint = new ReadOnce(this.#joint);
    const reader = new CallReader(request, {
      tools: this.#offered.of(request.tools, request.app ?? ""),
      joint,
      chooser: new ToolChooser(joint, this.#similarity),
    });
    const memories = request.memories.map((memory, position) => ({ ...memory, position }));
    const draft = reader.read(memories);
    return { ...draft, usedMemories: neededFor(draft, memories, reader) };
  }
}

/** The memories without which the answer would be another: none of those returned can be left out. */
function neededFor(draft: DraftCall, memories: readonly Recalled[], reader: CallReader): readonly number[] {
  const isEnough = (some: readonly Recalled[]) => isSameCall(reader.read(some), draft);
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
  return one.tool === other.tool && Bun.deepEquals(one.parameters, other.parameters);
}

/** For one request, whose answer is read several times to see which memories it needs. */
class ReadOnce implements JointReader {
  readonly #joint: JointReader;
  readonly #readings = new Map<ReadableTool, Map<string, JointReading>>();

  constructor(joint: JointReader) {
    this.#joint = joint;
  }

  read(text: string, tool: ReadableTool): JointReading {
    const known = this.#readings.get(tool) ?? new Map<string, JointReading>();
    this.#readings.set(tool, known);
    const reading = known.get(text) ?? this.#joint.read(text, tool);
    known.set(text, reading);
    return reading;
  }
}
