/**
 * Models of the tests' own in the real worker's place. They do what a text says: `wait N` takes N ms and passes a checkpoint
 * after each, `stick N` takes N ms and passes none, `fail` fails, `unopened` needs a model that cannot be opened, `die` ends the
 * thread. A vector's first number says how many texts were embedded before.
 */
import { ModelNotOpenedError } from "#models/embedded/networks/late-model.ts";
import { Checkpoint } from "#models/embedded/worker/checkpoint.ts";
import { WorkerAnswers } from "#models/embedded/worker/worker-answers.ts";
import { WorkerControl } from "#models/embedded/worker/worker-control.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequest } from "#models/embedded/worker/worker-protocol.ts";

declare const self: Worker & { close(): void };

/** How long the models of the folder `/slow` take to load. */
const SLOW_MS = 1_000;

let embedded = 0;
let answers: WorkerAnswers | undefined;

self.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "close") self.close();
  else if (data.kind === "open") setTimeout(() => answer(opened(data)), data.runtimeDir === "/slow" ? SLOW_MS : 0);
  else if (data.kind === "forget") answers?.forget(data.id);
  else if (textsOf(data).includes("die")) throw new Error("told to die");
  else if (answers) answer(await answers.to(data));
};

function textsOf(request: WorkerRequest): readonly string[] {
  if (request.kind === "goOn") return [];
  return request.kind === "embed" ? request.texts : [request.request.query];
}

function answer(message: WorkerAnswer): void {
  self.postMessage(message);
}

function opened({ runtimeDir, control }: WorkerMessage & { readonly kind: "open" }): WorkerAnswer {
  if (runtimeDir === "/unusable") return { kind: "unusable", message: "the folder /unusable forbids execution" };
  const checkpoint = new Checkpoint(new WorkerControl(control), () => performance.now());
  const model = {
    embed(text: string) {
      checkpoint.pass();
      for (const _ of doing(text)) checkpoint.pass();
      return Float32Array.of(embedded++);
    },
  };
  const caller: ConstructorParameters<typeof WorkerAnswers>[0]["caller"] = {
    begin({ query }) {
      let steps: Iterator<void> | undefined;
      return {
        answer() {
          checkpoint.pass();
          steps ??= doing(query);
          while (!steps.next().done) checkpoint.pass();
          return {
            tool: 0,
            parameters: {},
            confidence: 1,
            spans: {},
            dependsOnClock: false,
            usedMemories: [],
            text: null,
          };
        },
      };
    },
  };
  answers = new WorkerAnswers({ sentences: model, labels: { get: async () => model } as never, caller, checkpoint });
  return { kind: "ready" };
}

/** Stops after each millisecond in which it may be interrupted. */
function* doing(text: string): Generator<void> {
  if (text === "fail") throw new Error("told to fail");
  if (text === "unopened") throw new ModelNotOpenedError("the model cannot be opened", "no memory");
  const [, kind, ms = 0] = /^(wait|stick) (\d+)/.exec(text) ?? [];
  if (kind === "stick") work(Number(ms));
  else
    for (let each = 0; each < Number(ms); each += 1) {
      work(1);
      yield;
    }
}

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
