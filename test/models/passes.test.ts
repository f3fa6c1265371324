/** How often each network is asked for one answer, with the weights that ship: a pass is most of what an answer costs. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { inUtc } from "#core/local-time.ts";
import type { Tool } from "#core/toolset.ts";
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
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { ToolCaller } from "#models/embedded/tool-caller.ts";
import { type PlainCallRequest, toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import commands from "../../examples/command-palette/commands.json";
import { typedSoFar } from "../../scripts/bench/typed-sentences.ts";

const scratch = mkdtempSync(join(tmpdir(), "passes-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Since the last answer began, by network. */
let passes = { sentence: 0, ranker: 0, joint: 0, readBack: 0 };

const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
async function counted(network: keyof typeof passes, path: string) {
  const session = await runtime.open(path);
  return {
    run: (...given: Parameters<typeof session.run>) => {
      passes[network] += 1;
      return session.run(...given);
    },
  };
}

const reading = await openWordReading();
const sentences = new SentenceModel(await counted("sentence", SENTENCE_EMBEDDER_PATH), reading.tokenizer);
const caller = new ToolCaller({
  joint: new JointModel(await counted("joint", JOINT_EXTRACTOR_PATH), reading),
  ranker: new RankingModel(await counted("ranker", RANKER_PATH), reading),
  sentences,
  verifier: new ReadBackModel(await counted("readBack", READ_BACK_PATH), reading),
  checkpoint: { look: () => {} },
});

const tool = (name: string, description: string, properties: object): Tool =>
  ({ name, description, parameters: { type: "object", properties, required: Object.keys(properties) } }) as Tool;
const FORECAST = tool("weather_forecast", "Forecast of the weather in a city", { city: { type: "string" } });
const LAMP = tool("switch_off_lamp", "Switch off the lamp of a room", { room: { type: "string" } });
const MESSAGE = tool("send_message", "Send a message to somebody", {
  to: { type: "string" },
  text: { type: "string" },
});
const ALL = [FORECAST, LAMP, MESSAGE];

function requestOf(query: string, tools: readonly Tool[]): PlainCallRequest {
  return {
    query,
    // As the server asks: an only tool is compared with no other one.
    vector: tools.length > 1 ? sentences.embed(query) : null,
    tools: toolsAsText(tools),
    context: null,
    history: [],
    memories: [],
    taught: [],
    similar: [],
    persona: null,
    now: inUtc(Date.parse("2026-11-22T10:00:00Z")),
  };
}

function passesFor(request: PlainCallRequest) {
  passes = { sentence: 0, ranker: 0, joint: 0, readBack: 0 };
  caller.begin(request).answer();
  return passes;
}

test.each([
  ["one request to an only tool", "weather in Oslo", [FORECAST], { sentence: 0, ranker: 1, joint: 1, readBack: 1 }],
  ["one request to one of several", "weather in Oslo", ALL, { sentence: 0, ranker: 1, joint: 1, readBack: 1 }],
  [
    "what may be two requests, to an only tool: no border between two tools is looked for",
    "I'm Ann, turn off the lamp of the kitchen",
    [LAMP],
    { sentence: 0, ranker: 1, joint: 1, readBack: 1 },
  ],
  [
    "what is said before a request is read for a tool; where it is the same one the first of both is read as the call",
    "I'm in the lamp room, turn off the lamp of the kitchen",
    ALL,
    { sentence: 2, ranker: 3, joint: 3, readBack: 2 },
  ],
] as const)("%s", (_, query, tools, expected) => {
  const request = requestOf(query, tools);
  // Once for what is worked out of the tools alone.
  passesFor(request);
  expect(passesFor(request)).toEqual(expected);
});

/** Keys of three sentences. */
const TYPED = typedSoFar().slice(0, 60);

test("a key typed into the palette: each network once, and the embedder for the query alone", () => {
  const tools = commands.tools as readonly Tool[];
  // Names no theme: the options are embedded, once and for all.
  passesFor(requestOf("change the theme", tools));
  const read = TYPED.map((query) => {
    const { sentence, ranker, joint, readBack } = passesFor(requestOf(query, tools));
    expect({ query, sentence, ranker }).toEqual({ query, sentence: 0, ranker: 1 });
    return joint + readBack;
  });
  expect(percentile(read, 50)).toBe(2);
  // "o" may be meant for every command, and each is read.
  expect(percentile(read, 90)).toBeLessThanOrEqual(4);
});
