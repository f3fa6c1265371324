/**
 * SNIPS over HTTP: seven tools, first with nothing else, then with memories of annotated texts in a bank, of all tools and
 * of some.
 */
import type { ApiClient } from "./api-client.ts";
import { TOOLS_ALONE, verdictsOf } from "./bfcl.ts";
import { divide, readSnips, type SnipsTest } from "./data-sets.ts";
import { conditional, f1Line, shareLine } from "./line.ts";
import { NOTHING, type Outcome, refusalIn, refusalsOf, type SavedAnswer, together } from "./outcome.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import type { Progress } from "./progress.ts";
import { type Registered, type Resolved, register, resolve } from "./resolving.ts";
import { slotCounts } from "./slot-scoring.ts";
import { SNIPS_TOOLS, snipsToolDefinitions } from "./snips-tools.ts";

const MEMORIES_PER_TOOL = 70;
/** Intents whose tools alone have memories, to see what that does to the others. */
const TAUGHT_ALONE: ReadonlySet<string> = new Set(["AddToPlaylist", "BookRestaurant", "GetWeather"]);

export async function evaluateSnips(
  client: ApiClient,
  dataDir: string,
  testsMax: number,
  progress: Progress,
): Promise<Outcome> {
  const { memories, tested } = dividedSnips(readSnips(dataDir), testsMax);
  const toolset = await register(client, "snips-v1", snipsToolDefinitions());
  const zeroShot = await answersTo(client, tested, { toolset, banks: [] }, "SNIPS zero-shot", progress);
  const bank = await rememberAll(client, memories, progress);
  const fewShotPart = `SNIPS with ${MEMORIES_PER_TOOL} memories per tool`;
  const fewShot =
    "refused" in bank
      ? tested.map((): Resolved => ({ ...NOT_ASKED, refused: bank.refused }))
      : await answersTo(client, tested, { toolset, banks: [bank.id] }, fewShotPart, progress);
  const others = await othersOutcome(client, { toolset, memories, tested, zeroShot }, progress);
  return together([
    snipsOutcome("SNIPS zero-shot", tested, zeroShot),
    snipsOutcome(fewShotPart, tested, fewShot),
    others,
  ]);
}

/** What becomes of the tools without memories when others get some: the right tool before and after. */
async function othersOutcome(
  client: ApiClient,
  before: {
    readonly toolset: Registered;
    readonly memories: readonly SnipsTest[];
    readonly tested: readonly SnipsTest[];
    readonly zeroShot: readonly Resolved[];
  },
  progress: Progress,
): Promise<Outcome> {
  const { toolset, memories, tested, zeroShot } = before;
  const isTaught = ({ intent }: SnipsTest) => TAUGHT_ALONE.has(intent);
  const bank = await rememberAll(client, memories.filter(isTaught), progress);
  if ("refused" in bank) throw new Error(`POST /v1/banks: ${bank.refused}`);
  const others = tested.filter((test) => !isTaught(test));
  const total = Object.keys(SNIPS_TOOLS).length;
  const part = `SNIPS, memories for ${TAUGHT_ALONE.size} of ${total} tools`;
  const after = await answersTo(client, others, { toolset, banks: [bank.id] }, part, progress);
  const untaught = zeroShot.filter((_, index) => !isTaught(tested[index] as SnipsTest));
  const measure = `right tool of the other ${total - TAUGHT_ALONE.size}`;
  const lines = [
    shareLine(part, `${measure}, before`, rightToolsOf(others, untaught)),
    shareLine(part, measure, rightToolsOf(others, after)),
  ];
  return { ...NOTHING, lines, refused: refusalsOf(part, after) };
}

function rightToolsOf(tested: readonly SnipsTest[], resolved: readonly Resolved[]): readonly boolean[] {
  return tested.map(({ intent }, index) => resolved[index]?.call?.tool === SNIPS_TOOLS[intent]?.name);
}

const NOT_ASKED = {
  ...{ call: null, calls: [], defaultsApplied: [], confidence: 0, usedBanks: [] },
  ...{ clientMs: 0, more: false },
} as const;

/** What is remembered is never tested. Evenly over the intents. */
export function dividedSnips(
  tests: readonly SnipsTest[],
  testsMax: number,
): { readonly memories: readonly SnipsTest[]; readonly tested: readonly SnipsTest[] } {
  const byText = new Map(tests.map((test) => [test.text, test]));
  const texts = [...byText.values()].map(({ text, intent }) => ({ text, label: intent }));
  const { examples, tested } = divide(texts, { examplesPerClassMax: MEMORIES_PER_TOOL, testedMax: testsMax });
  const testsOf = (chosen: readonly string[]) => chosen.flatMap((text) => byText.get(text) ?? []);
  return { memories: testsOf([...examples.values()].flat()), tested: testsOf(tested.map(({ text }) => text)) };
}

function answersTo(
  client: ApiClient,
  tested: readonly SnipsTest[],
  { toolset, banks }: { readonly toolset: Registered; readonly banks: readonly string[] },
  part: string,
  progress: Progress,
): Promise<readonly Resolved[]> {
  return inParallel(
    tested,
    CONCURRENCY,
    ({ text }) => resolve(client, { query: text, ...(banks.length > 0 && { banks }) }, toolset),
    (done) => progress.show(part, done, tested.length),
  );
}

/** A bank with all of them. */
export async function rememberAll(
  client: Pick<ApiClient, "post">,
  memories: readonly SnipsTest[],
  progress: Pick<Progress, "show">,
): Promise<{ readonly id: string } | { readonly refused: string }> {
  const made = await client.post("/v1/banks", { name: "SNIPS" });
  if (made.status !== 201) return { refused: refusalIn(made) };
  const { id } = made.body as unknown as { readonly id: string };
  const refusals = await inParallel(
    memories,
    CONCURRENCY,
    async ({ text, intent, slots }) => {
      const memory = { query: text, tool: SNIPS_TOOLS[intent]?.name, parameters: slots };
      const answer = await client.post(`/v1/banks/${id}/memories`, memory);
      return answer.status === 201 ? null : refusalIn(answer);
    },
    (done) => progress.show("SNIPS: memories", done, memories.length),
  );
  const refused = refusals.find((refusal) => refusal !== null);
  return refused === undefined ? { id } : { refused };
}

/** A wrong tool's parameters are all made up, and all that were wanted are missed. */
export function snipsOutcome(part: string, tested: readonly SnipsTest[], resolved: readonly Resolved[]): Outcome {
  const results = tested.map(({ intent, slots }, index) => {
    const call = resolved[index]?.call ?? null;
    const rightTool = call?.tool === SNIPS_TOOLS[intent]?.name;
    const counts = slotCounts(slots, call?.parameters ?? {});
    const { hits, spurious, missed } = counts;
    return { rightTool, counts: rightTool ? counts : { hits: 0, spurious: hits + spurious, missed: hits + missed } };
  });
  const rightTools = results.map(({ rightTool }) => rightTool);
  const exact = results.map(({ counts, rightTool }) => rightTool && counts.spurious === 0 && counts.missed === 0);
  return {
    lines: [
      shareLine(part, "right tool", rightTools),
      f1Line(
        part,
        "slot F1",
        results.map(({ counts }) => counts),
      ),
      conditional(
        f1Line(
          part,
          "slot F1 where the tool is right",
          results.filter(({ rightTool }) => rightTool).map(({ counts }) => counts),
        ),
      ),
      shareLine(part, "all slots right", exact),
    ],
    verdicts: verdictsOf(TOOLS_ALONE, resolved, (index) => results[index]?.rightTool === true),
    answers: tested.map((test, index) => snipsAnswer(part, test, resolved[index] as Resolved, exact[index] === true)),
    refused: refusalsOf(part, resolved),
  };
}

function snipsAnswer(part: string, { text, intent, slots }: SnipsTest, answer: Resolved, right: boolean): SavedAnswer {
  const tool = SNIPS_TOOLS[intent];
  const allowed = Object.fromEntries(Object.entries(slots).map(([slot, value]) => [slot, [value]]));
  const properties = Object.fromEntries(Object.keys(tool?.slots ?? {}).map((slot) => [slot, { type: "string" }]));
  const { call, confidence, refused } = answer;
  return {
    part,
    query: text,
    wanted: [{ [tool?.name ?? intent]: allowed }],
    schema: { type: "object", properties },
    given: call,
    refused,
    confidence,
    right,
  };
}
