import { afterEach, describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { AppId } from "#core/tenant.ts";
import { WorkerEmbedder } from "#models/embedded/embedder.ts";
import { WorkerClient } from "#models/embedded/worker/worker-client.ts";

const APP = "app_one" as AppId;
const PROGRAM = new URL("./fake-worker.ts", import.meta.url);
const open: WorkerClient[] = [];

function client({ queueMax = 8, runtimeDir = "/anywhere" } = {}): WorkerClient {
  const made = new WorkerClient({ runtimeDir, queueMax, program: PROGRAM });
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const nothing = { tools: "[]", context: null, history: [], memories: [], persona: null, similar: [], taught: [] };
const request = (query: string) => ({ query, now: inUtc(0), vector: new Float32Array(1), ...nothing });
const never = new AbortController().signal;
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

describe("the worker's client", () => {
  test("answers what was asked before the models were there", async () => {
    const asked = client().embed("sentences", ["a", "b"], "interactive");
    expect((await asked).map((vector) => vector[0])).toEqual([0, 1]);
  });

  test("lets interactive work pass background work that was asked first", async () => {
    const models = client();
    const order: string[] = [];
    const background = models.embed("sentences", texts(20), "background").then(() => order.push("background"));
    const call = models.call(request("now"), never).then(() => order.push("call"));
    const embedding = models.embed("sentences", ["now"], "interactive").then(() => order.push("embedding"));
    await Promise.all([background, call, embedding]);
    expect(order).toEqual(["call", "embedding", "background"]);
  });

  test("lets a short request overtake the rest of a long one", async () => {
    const models = client();
    const order: string[] = [];
    const long = models.embed("sentences", texts(50), "interactive").then(() => order.push("long"));
    const short = models.embed("sentences", ["short"], "interactive").then(() => order.push("short"));
    await Promise.all([long, short]);
    expect(order).toEqual(["short", "long"]);
  });

  test("refuses more than may wait, with the time to try again", async () => {
    const models = client({ queueMax: 2 });
    await models.ready();
    const busy = models.call(request("wait 100"), never);
    const waiting = [models.call(request("a"), never), models.call(request("b"), never)];
    await expect(models.call(request("c"), never)).rejects.toMatchObject({
      code: "service_unavailable",
      retryAfterSeconds: 30,
    });
    expect(await models.embed("sentences", ["learned later"], "background")).toHaveLength(1);
    await Promise.all([busy, ...waiting]);
  });

  test("drops an aborted request that waits, and forgets the answer to one that does not", async () => {
    const models = client({ queueMax: 1 });
    await models.ready();
    const running = new AbortController();
    const waiting = new AbortController();
    const first = models.call(request("wait 60"), running.signal);
    const second = models.call(request("wait 5000"), waiting.signal);
    waiting.abort(new Error("gave up"));
    await expect(second).rejects.toThrow("gave up");
    const third = models.call(request("in its place"), never);
    running.abort(new Error("gave up too"));
    await expect(first).rejects.toThrow("gave up too");
    expect(await third).toMatchObject({ tool: 0 });
    await expect(models.call(request("late"), AbortSignal.abort(new Error("never asked")))).rejects.toThrow(
      "never asked",
    );
  });

  test("a request that fails fails alone", async () => {
    const models = client();
    await expect(models.call(request("fail"), never)).rejects.toThrow("told to fail");
    expect(await models.call(request("fine"), never)).toMatchObject({ tool: 0 });
  });

  test("what needs a model that cannot be opened may be asked again, and has a cause for the log", async () => {
    const models = client();
    await expect(models.embed("labels", ["unopened"], "interactive")).rejects.toMatchObject({
      code: "service_unavailable",
      message: "the model cannot be opened",
      retryAfterSeconds: 30,
      cause: "no memory",
    });
    expect(await models.embed("labels", ["fine"], "interactive")).toHaveLength(1);
  });

  test("a worker that dies takes its work with it and is started anew, once", async () => {
    const models = client();
    const lost = await Promise.allSettled(["die", "behind it"].map((query) => models.call(request(query), never)));
    expect(lost.map((each) => each.status === "rejected" && each.reason.code)).toEqual([
      "service_unavailable",
      "service_unavailable",
    ]);
    expect(await models.call(request("after it"), never)).toMatchObject({ tool: 0 });
    await expect(models.call(request("die"), never)).rejects.toMatchObject({ code: "service_unavailable" });
    await expect(models.call(request("after both"), never)).rejects.toMatchObject({ code: "service_unavailable" });
  });

  test("says why the models cannot be loaded, to whoever waits and whoever asks", async () => {
    const models = client({ runtimeDir: "/unusable" });
    const [ready, early] = await Promise.allSettled([
      models.ready(),
      models.embed("sentences", ["early"], "interactive"),
    ]);
    expect(ready).toMatchObject({ reason: { message: "the folder /unusable forbids execution" } });
    expect(early).toMatchObject({ reason: { code: "service_unavailable" } });
    await expect(models.call(request("late"), never)).rejects.toMatchObject({ code: "service_unavailable" });
  });

  test("closing rejects what waits", async () => {
    const models = client();
    const [asked] = await Promise.allSettled([models.embed("sentences", ["a"], "interactive"), models.close()]);
    expect(asked).toMatchObject({ reason: { code: "service_unavailable" } });
    await expect(models.embed("sentences", ["b"], "interactive")).rejects.toMatchObject({
      code: "service_unavailable",
    });
  });
});

describe("the embedder in front of it", () => {
  test.each(["sentences", "labels"] as const)("asks the network of its own: %s", async (network) => {
    const asked: unknown[] = [];
    const embed: WorkerClient["embed"] = async (...given) => {
      asked.push(given);
      return [new Float32Array(1)];
    };
    await new WorkerEmbedder({ embed }, network).embed(["a"]);
    expect(asked).toEqual([[network, ["a"], "interactive"]]);
  });

  test("embeds a text once for an app, however often it is asked for, and keeps the order", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    const [first, again] = await Promise.all([
      embedder.embed(["a", "b", "a"], "interactive", APP),
      embedder.embed(["b", "c"], "interactive", APP),
    ]);
    expect(first.map((vector) => vector[0])).toEqual([0, 1, 0]);
    expect(again.map((vector) => vector[0])).toEqual([1, 2]);
    expect((await embedder.embed(["c"], "interactive", APP))[0]?.[0]).toBe(2);
  });

  test("embeds it again for another app, which would else learn by the time what others ask", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    await embedder.embed(["a"], "interactive", APP);
    expect((await embedder.embed(["a"], "interactive", "app_other" as AppId))[0]?.[0]).toBe(1);
    expect((await embedder.embed(["a"]))[0]?.[0]).toBe(2);
  });

  test("never lets an urgent text wait for the same text in the background", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    const order: string[] = [];
    const learning = embedder.embed([...texts(30), "urgent"], "background", APP).then(() => order.push("learning"));
    const asking = embedder.embed(["urgent"], "interactive", APP).then(() => order.push("asking"));
    await Promise.all([learning, asking]);
    expect(order).toEqual(["asking", "learning"]);
  });

  test("forgets a failure", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    await expect(embedder.embed(["fail"], "interactive", APP)).rejects.toThrow("told to fail");
    await expect(embedder.embed(["fail"], "interactive", APP)).rejects.toThrow("told to fail");
    expect(await embedder.embed(["fine"], "interactive", APP)).toHaveLength(1);
  });
});
