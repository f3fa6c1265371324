/** What whoever asks the model inside is told when its time is over before an answer is there. */
import { afterEach, describe, expect, test } from "bun:test";
import { saidInTime } from "#core/deadline.ts";
import type { AppError } from "#core/errors.ts";
import { inUtc } from "#core/local-time.ts";
import type { CallRequest, LanguageModel } from "#core/ports/models.ts";
import type { QuestionOutcome } from "#core/ports/observer.ts";
import type { AppId } from "#core/tenant.ts";
import { EmbeddedModel } from "#models/embedded/embedded-model.ts";
import { WorkerEmbedder } from "#models/embedded/embedder.ts";
import { LabelClassifier } from "#models/embedded/labels/classifier.ts";
import { WorkerClient } from "#models/embedded/worker/worker-client.ts";
import { watched } from "#models/watched-model.ts";

const PROGRAM = new URL("./fake-worker.ts", import.meta.url);
const TIMEOUT_MS = 150;
const app = "app_one" as AppId;
const asking = { app, findSimilar: async () => [], learned: null, language: "en" } as const;
const classes = [{ label: "refund" }, { label: "greeting" }];
const open: WorkerClient[] = [];

function opened(runtimeDir = "/anywhere") {
  const client = new WorkerClient({ runtimeDir, queueMax: 64, queuePerAppMax: 64, program: PROGRAM });
  open.push(client);
  const labels = new LabelClassifier(new WorkerEmbedder(client, "labels"));
  const model = new EmbeddedModel(client, new WorkerEmbedder(client, "sentences"), labels);
  const outcomes: QuestionOutcome[] = [];
  const observer = {
    questionBegan: () => {},
    questionEnded: ({ outcome }: { readonly outcome: QuestionOutcome }) => outcomes.push(outcome),
  };
  return { client, outcomes, model: watched(model, observer as never, () => performance.now()) };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function labelled(model: LanguageModel, text: string, signal = new AbortController().signal) {
  const request = { ...asking, text, classes, extraction: false, allowNone: false };
  return saidInTime(TIMEOUT_MS, signal, (until) => model.classify(request, until));
}

function called(model: LanguageModel, query: string) {
  const tools = [{ name: "light", description: "Switches the light", parameters: null }];
  const said = { query, context: null, history: [], memories: [], persona: null, taught: [] };
  const request = { ...asking, ...said, tools, now: inUtc(0) } as unknown as CallRequest;
  return saidInTime(TIMEOUT_MS, new AbortController().signal, (until) => model.call(request, until));
}

async function failureOf(asked: Promise<unknown>): Promise<AppError> {
  return asked.then(
    () => expect.unreachable("it was answered"),
    (failure: AppError) => failure,
  );
}

describe("a question to the model inside, when its time is over", () => {
  test("is told that the model is loading, and when to ask again, while it does", async () => {
    const { model, outcomes } = opened("/slow");
    for (const failure of await Promise.all([failureOf(labelled(model, "hello")), failureOf(called(model, "on"))])) {
      expect(failure).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 30 });
      expect(failure.message).toContain("the model is loading");
      expect(failure.message).toContain(`${TIMEOUT_MS} ms (timeout_ms)`);
    }
    expect(outcomes).toEqual(["service_unavailable", "service_unavailable"]);
  });

  test("is told of the queue when others are before it, and when what it needs is still opened", async () => {
    const { client, model } = opened();
    await client.ready();
    const stuck = labelled(model, "stick 600");
    const behind = labelled(model, "hello");
    for (const failure of await Promise.all([failureOf(stuck), failureOf(behind)])) {
      expect(failure).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 30 });
      expect(failure.message).toContain("it has more to do than it can");
    }
  });

  test("is told nothing of it when whoever asked has left", async () => {
    const { model, outcomes } = opened("/slow");
    const leaving = new AbortController();
    const failure = failureOf(labelled(model, "hello", leaving.signal));
    leaving.abort(new Error("left"));
    expect((await failure).message).toBe("left");
    expect(outcomes).toEqual(["abandoned"]);
  });
});
