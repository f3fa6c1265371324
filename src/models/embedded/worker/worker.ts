/**
 * The thread in which all models live: running one blocks for 5–40 ms, which must never hold up the server. More
 * workers would not help: two on two cores gained nothing and cost 170 MB.
 */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { messageOf } from "#core/errors.ts";
import type { InferenceSession } from "../networks/inference-session.ts";
import { JointModel } from "../networks/joint-model.ts";
import { KeptPasses } from "../networks/kept-passes.ts";
import { LateModel } from "../networks/late-model.ts";
import {
  JOINT_EXTRACTOR_PATH,
  LABEL_EMBEDDER_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  READ_BACK_PATH,
  SENTENCE_EMBEDDER_PATH,
  SHARED_WEIGHTS,
} from "../networks/network-files.ts";
import { openOnnxRuntime } from "../networks/onnx-runtime.ts";
import { PackedWeights } from "../networks/packed-weights.ts";
import { RankingModel } from "../networks/ranking-model.ts";
import { ReadBackModel } from "../networks/read-back-model.ts";
import { SentenceModel } from "../networks/sentence-model.ts";
import { openWordReading } from "../networks/word-reading.ts";
import { ToolCaller } from "../tool-caller.ts";
import { Checkpoint, threadWorkMs } from "./checkpoint.ts";
import { WorkerAnswers } from "./worker-answers.ts";
import { WorkerControl } from "./worker-control.ts";
import type { WorkerAnswer, WorkerMessage } from "./worker-protocol.ts";

declare const self: Worker & { close(): void };

let answers: WorkerAnswers | null = null;

self.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "close") self.close();
  else if (data.kind === "forget") answers?.forget(data.id);
  else if (data.kind === "open") answer(await opened(data.runtimeDir, data.control));
  else if (answers) answer(await answers.to(data));
  else answer({ kind: "failed", message: "asked before the models were opened", workedMs: 0 });
};

function answer(message: WorkerAnswer): void {
  self.postMessage(message);
}

async function opened(runtimeDir: string, control: SharedArrayBuffer): Promise<WorkerAnswer> {
  leaveProcessorToOthers();
  try {
    const checkpoint = new Checkpoint(new WorkerControl(control), threadWorkMs);
    const pass = () => checkpoint.pass();
    const weights = new PackedWeights(SHARED_WEIGHTS);
    const runtime = openOnnxRuntime(ONNX_RUNTIME, runtimeDir, weights);
    const open = async (path: string) => watchedSession(await runtime.open(path), pass);
    const reading = await openWordReading(weights);
    const { tokenizer } = reading;
    const sentences = new SentenceModel(await open(SENTENCE_EMBEDDER_PATH), tokenizer);
    const kept = new KeptPasses();
    const joint = new JointModel(await open(JOINT_EXTRACTOR_PATH), reading, kept);
    const ranker = new RankingModel(await open(RANKER_PATH), reading, kept);
    const labels = new LateModel({
      name: "the label embedder",
      path: LABEL_EMBEDDER_PATH,
      needs: "90 MB of memory",
      open: async (path) => new SentenceModel(await open(path), tokenizer),
      monotonicMs: () => performance.now(),
    });
    const verifier = new ReadBackModel(await open(READ_BACK_PATH), reading, kept);
    await weights.letGo();
    const caller = new ToolCaller({ joint, ranker, sentences, verifier, checkpoint, kept });
    answers = new WorkerAnswers({ sentences, labels, caller, checkpoint });
    return { kind: "ready" };
  } catch (failure) {
    return { kind: "unusable", message: messageOf(failure) };
  }
}

/** Behind the thread that serves everybody: a third of its weight where both want the same processor. */
const NICENESS = 5;

/** Where the system gives each thread a priority of its own. Nothing depends on it: where it is refused, all goes on. */
function leaveProcessorToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (Number.isInteger(thread) && thread !== process.pid) setPriority(thread, NICENESS);
  } catch {
    // No /proc, or no right to.
  }
}

/** The same session, with a checkpoint in front of each pass. */
function watchedSession(session: InferenceSession, pass: () => void): InferenceSession {
  return {
    run: (...given) => {
      pass();
      return session.run(...given);
    },
  };
}
