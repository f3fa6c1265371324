/**
 * A model of the tests' own behind the worker's protocol. It does what a text says: `wait N` takes N ms, `fail` fails,
 * `unopened` needs a model that cannot be opened, `die` ends the thread. A vector's first number says how many texts were embedded before.
 */
import type { WorkerAnswer, WorkerMessage } from "#models/embedded/worker/worker-protocol.ts";

declare const self: Worker & { close(): void };

let embedded = 0;

self.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "close") self.close();
  else self.postMessage(await answerTo(data));
};

async function answerTo(message: Exclude<WorkerMessage, { kind: "close" }>): Promise<WorkerAnswer> {
  if (message.kind === "open") {
    if (message.runtimeDir === "/unusable")
      return { kind: "unusable", message: "the folder /unusable forbids execution" };
    return { kind: "ready" };
  }
  const texts = message.kind === "embed" ? message.texts : [message.request.query];
  for (const text of texts) {
    if (text === "fail") return { kind: "failed", message: "told to fail" };
    if (text === "unopened") return { kind: "unopened", message: "the model cannot be opened", reason: "no memory" };
    if (text === "die") throw new Error("told to die");
    await Bun.sleep(Number(/^wait (\d+)/.exec(text)?.[1] ?? 0));
  }
  if (message.kind === "embed") {
    return { kind: "done", result: texts.map(() => Float32Array.of(embedded++)) };
  }
  return {
    kind: "done",
    result: { tool: 0, parameters: {}, confidence: 1, spans: {}, dependsOnClock: false, usedMemories: [], text: null },
  };
}
