import type { RelevantMemory } from "../ports/models.ts";
import type { NearAnswer } from "../semantic-cache/semantic-cache.ts";
import type { Recall, Recollection } from "../sets/banks.ts";
import type { CaseBook } from "../teaching/case-book.ts";
import { countedFrom } from "../teaching/counted-days.ts";
import { NO_TOOL, type Tool } from "../toolset.ts";
import type { ResolvedAnswer } from "./resolved-call.ts";

/** Memories looked up for a request: enough for several facts beside the examples, few enough for a prompt. */
const MEMORIES_RECALLED_MAX = 12;
/** Under this an example is about something else. Cosine of all-MiniLM-L6-v2, where unrelated sentences stay under 0.2. */
const EXAMPLE_SIMILARITY_MIN = 0.3;
/** A case is taught for what it says, not for all that its tool may be asked: farther ones would pull other requests to it. */
export const CASE_SIMILARITY_MIN = 0.6;
/** "home is Berlin" explains one word of "show me the way home", whatever the rest is about. */
const FACT_SIMILARITY_MIN = 0.1;

/** What of the memories a model is told. */
export interface Reminders {
  readonly reminders: readonly { readonly bank: string | null; readonly memory: RelevantMemory }[];
  /** Positions of the tools that a bank has examples of, near or not. */
  readonly taught: readonly number[];
}

/** The memories that are near enough to a query to say something about it. Rejects as the recall does. */
export async function recollected(recall: Recall, query: string): Promise<readonly Recollection[]> {
  return (await recall.nearest(query, MEMORIES_RECALLED_MAX)).filter(isRelevant);
}

/** What a set was taught, as examples; that nothing is called, and what several calls are, no example says. */
export function recollectedCases(book: CaseBook, vector: Float32Array): readonly Recollection[] {
  return book.nearest(vector, MEMORIES_RECALLED_MAX).flatMap(({ placed: { taught }, similarity }): Recollection[] => {
    const [call, ...others] = taught.right.kind === "calls" ? taught.right.calls : [];
    if (!call || others.length > 0 || similarity < CASE_SIMILARITY_MIN) return [];
    const content = { kind: "example", query: taught.text, ...call } as const;
    return [
      { bank: null, memory: { id: taught.id, content, createdAt: countedFrom(taught) }, similarity, taught: NONE },
    ];
  });
}

/** What a model said to a sentence that is near, as an example; as with cases, none of nothing and of several calls. */
export function recollectedAnswer({
  id,
  sentence,
  answer,
  similarity,
  createdAt,
}: NearAnswer<ResolvedAnswer>): readonly Recollection[] {
  const { tool, parameters, others } = answer;
  if (tool === NO_TOOL || others || similarity < CASE_SIMILARITY_MIN) return [];
  const content = { kind: "example", query: sentence, tool, parameters } as const;
  return [{ bank: null, memory: { id: `answer ${id}`, content, createdAt }, similarity, taught: NONE }];
}

const NONE: ReadonlySet<string> = new Set();

export function remindersOf(recalled: readonly Recollection[], tools: readonly Tool[]): Reminders {
  return {
    reminders: recalled.flatMap((recollection) => reminderOf(recollection, tools)),
    taught: tools.flatMap(({ name }, tool) => (recalled.some((near) => near.taught.has(name)) ? [tool] : [])),
  };
}

function isRelevant({ memory, similarity }: Recollection): boolean {
  return similarity >= (memory.content.kind === "fact" ? FACT_SIMILARITY_MIN : EXAMPLE_SIMILARITY_MIN);
}

/** A memory as a model takes it. An example of a tool that is not offered has nothing to say here. */
function reminderOf({ bank, memory, similarity }: Recollection, tools: readonly Tool[]): Reminders["reminders"] {
  const { content } = memory;
  if (content.kind === "fact") return [{ bank, memory: { ...content, similarity } }];
  const tool = tools.findIndex(({ name }) => name === content.tool);
  const isCase = bank === null;
  return tool < 0 ? [] : [{ bank, memory: { ...content, tool, similarity, ...(isCase && { isCase }) } }];
}
