import { expect, test } from "bun:test";
import type { DraftCall } from "#core/ports/models.ts";
import { LateModel, REOPEN_PAUSE_MS } from "#models/embedded/networks/late-model.ts";
import { WorkerAnswers, type WorkerModels } from "#models/embedded/worker/worker-answers.ts";
import type { WorkerAnswer, WorkerRequest } from "#models/embedded/worker/worker-protocol.ts";

const vector = Float32Array.of(1);
const draft = { tool: 0 } as DraftCall;
const toLabel = { kind: "embed", network: "labels", texts: ["a text"] } as const;

/** Models as the worker has them, whose label embedder fails to open as often as is said. */
function models(failures: number) {
  const seen = { opened: 0, ms: 0 };
  const labels = new LateModel({
    name: "the label embedder",
    path: "/models/labels.onnx",
    needs: "90 MB of memory",
    open: async () => {
      seen.opened += 1;
      await Bun.sleep(1);
      if (seen.opened <= failures) throw new Error("bad allocation");
      return { embed: () => vector };
    },
    monotonicMs: () => seen.ms,
  });
  const checkpoint = { begin: () => {}, workedMs: 1 };
  const caller = { begin: () => ({ answer: () => draft }) };
  const parts: WorkerModels = { sentences: { embed: () => vector }, labels, caller, checkpoint };
  const answers = new WorkerAnswers(parts);
  return { seen, answer: (request: WorkerRequest) => answers.to(request) };
}

const done: WorkerAnswer = { kind: "done", result: [vector], workedMs: 1 };

test("a label embedder that could not be opened once is opened by a later text", async () => {
  const { seen, answer } = models(1);
  expect(await answer(toLabel)).toEqual({
    kind: "unopened",
    message:
      "the label embedder cannot be opened (/models/labels.onnx): bad allocation; it needs 90 MB of memory and a readable " +
      "file; the next request for it tries again",
    reason: "bad allocation",
    workedMs: 1,
  });
  seen.ms += REOPEN_PAUSE_MS;
  expect(await answer(toLabel)).toEqual(done);
  expect(await answer(toLabel)).toEqual(done);
  expect(seen.opened).toBe(2);
});

test("whoever asks within the pause is told the same, and opens nothing", async () => {
  const { seen, answer } = models(Number.POSITIVE_INFINITY);
  for (const ms of [0, 1, REOPEN_PAUSE_MS - 1, REOPEN_PAUSE_MS, 2 * REOPEN_PAUSE_MS - 1]) {
    seen.ms = ms;
    expect(await answer(toLabel)).toMatchObject({ kind: "unopened" });
  }
  expect(seen.opened).toBe(2);
});

test.each([0, 1])("those who ask together open it once, when %p of its openings fail", async (failures) => {
  const { seen, answer } = models(failures);
  const answers = await Promise.all([answer(toLabel), answer(toLabel), answer(toLabel)]);
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set([failures === 0 ? "done" : "unopened"]));
  expect(seen.opened).toBe(1);
});

test("nothing else waits for it or fails with it", async () => {
  const { seen, answer } = models(1);
  expect(await answer({ ...toLabel, network: "sentences" })).toEqual(done);
  expect(seen.opened).toBe(0);
  await answer(toLabel);
  expect(await answer({ ...toLabel, network: "sentences" })).toEqual(done);
});
