import { expect, test } from "bun:test";
import type { LanguageModel } from "#core/ports/models.ts";
import { NOBODY, type Observer } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import { FallbackModel } from "#models/language/fallback-model.ts";
import { tracedModel } from "#models/traced-model.ts";
import { watched } from "#models/watched-model.ts";
import { FakeModel } from "../fakes.ts";
import { asking } from "./providers/served.ts";

type Ended = Parameters<Observer["questionEnded"]>[0];

function listening() {
  const ended: Ended[] = [];
  const observer: Observer = { ...NOBODY, questionEnded: (question) => void ended.push(question) };
  return { ended, observer };
}

test("a question past its deadline ends as clients are told, one that nobody waits for as abandoned", async () => {
  const { ended, observer } = listening();
  const fake = new FakeModel("at once");
  fake.before = (signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  let ms = 10;
  const model = watched(fake, observer, () => (ms += 5));
  const leaving = new AbortController();
  const asked = [
    model.call(asking("weather"), AbortSignal.timeout(5)),
    model.call(asking("weather"), leaving.signal),
  ].map((answer) => answer.catch((failure: Error) => failure.name));
  leaving.abort();
  expect(await Promise.all(asked)).toEqual(["TimeoutError", "AbortError"]);
  expect(ended.map(({ outcome }) => outcome).sort()).toEqual(["abandoned", "bad_gateway"]);
  expect(ended.every((question) => question.ms > 0 && question.model === fake.id && question.task === "call")).toBe(
    true,
  );
});

test("what a model can learn it can learn while it is watched, and what it cannot it still cannot", async () => {
  const plain = new FakeModel("at once");
  expect("learnClasses" in watched(plain, NOBODY, () => 0)).toBe(false);
  const learner: LanguageModel = {
    id: "learner",
    ready: () => plain.ready(),
    call: (request, signal) => plain.call(request, signal),
    classify: (request, signal) => plain.classify(request, signal),
    learnClasses: async (classes) => ({ classes: classes.length }),
    classesAsBytes: { id: "bytes", write: ({ classes }) => Uint8Array.of(classes), read: () => null },
  };
  const background = { rest: async () => {}, embed: async () => [] };
  for (const model of [
    watched(learner, NOBODY, () => 0),
    tracedModel(learner, UNTRACED),
    new FallbackModel(plain, [learner]),
  ]) {
    expect(await model.learnClasses?.([], [], background)).toEqual({ classes: 0 });
    expect(model.classesAsBytes).toBe(learner.classesAsBytes);
  }
});
