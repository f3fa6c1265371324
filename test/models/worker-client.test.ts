import { afterEach, describe, expect, test } from "bun:test";
import { Effort } from "#core/access/effort.ts";
import { inUtc } from "#core/local-time.ts";
import type { AppId } from "#core/tenant.ts";
import { WorkerEmbedder } from "#models/embedded/embedder.ts";
import { WorkerClient, type WorkerClientOptions } from "#models/embedded/worker/worker-client.ts";

const APP = "app_one" as AppId;
const PROGRAM = new URL("./fake-worker.ts", import.meta.url);
const open: WorkerClient[] = [];

function client(options: Partial<WorkerClientOptions> = {}): WorkerClient {
  const made = new WorkerClient({
    runtimeDir: "/anywhere",
    queueMax: 8,
    queuePerAppMax: 8,
    program: PROGRAM,
    ...options,
  });
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const nothing = { tools: "[]", context: null, history: [], memories: [], persona: null, similar: [], taught: [] };
const request = (query: string) => ({ query, now: inUtc(0), vector: new Float32Array(1), ...nothing });
const INTERACTIVE = { priority: "interactive" } as const;
const BACKGROUND = { priority: "background" } as const;
const never = new AbortController().signal;
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

describe("the worker's client", () => {
  test("answers what was asked before the models were there", async () => {
    const asked = client().embed("sentences", ["a", "b"], INTERACTIVE);
    expect((await asked).map((vector) => vector[0])).toEqual([0, 1]);
  });

  test("lets interactive work pass background work that was asked first", async () => {
    const models = client();
    const order: string[] = [];
    const background = models.embed("sentences", texts(20), BACKGROUND).then(() => order.push("background"));
    const call = models.call(request("now"), never).then(() => order.push("call"));
    const embedding = models.embed("sentences", ["now"], INTERACTIVE).then(() => order.push("embedding"));
    await Promise.all([background, call, embedding]);
    expect(order).toEqual(["call", "embedding", "background"]);
  });

  test("lets a short request overtake the rest of a long one", async () => {
    const models = client();
    const order: string[] = [];
    const long = models.embed("sentences", texts(50), INTERACTIVE).then(() => order.push("long"));
    const short = models.embed("sentences", ["short"], INTERACTIVE).then(() => order.push("short"));
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
    expect(await models.embed("sentences", ["learned later"], BACKGROUND)).toHaveLength(1);
    await Promise.all([busy, ...waiting]);
  });

  test("drops an aborted request that waits, and stops one that does not", async () => {
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
    await expect(models.embed("labels", ["unopened"], INTERACTIVE)).rejects.toMatchObject({
      code: "service_unavailable",
      message: "the model cannot be opened",
      retryAfterSeconds: 30,
      cause: "no memory",
    });
    expect(await models.embed("labels", ["fine"], INTERACTIVE)).toHaveLength(1);
  });

  test("a worker that dies takes its work with it and is started anew", async () => {
    const models = client();
    const lost = await Promise.allSettled(["die", "behind it"].map((query) => models.call(request(query), never)));
    expect(lost.map((each) => each.status === "rejected" && each.reason.code)).toEqual([
      "service_unavailable",
      "service_unavailable",
    ]);
    expect(await models.call(request("after it"), never)).toMatchObject({ tool: 0 });
  });

  test("tells the request that asks what it worked for it, should that fail", async () => {
    const models = client();
    const effort = new Effort({ monotonicMs: () => 0 });
    await effort.run(() => models.call(request("wait 50"), never));
    await effort.run(() => models.call(request("fail"), never).catch(() => {}));
    let wastedMs = 0;
    effort.fail((ms) => {
      wastedMs += ms;
    });
    expect(wastedMs).toBeGreaterThan(20);
  });

  test("tells the request that was stuck in it how long that was, and the one behind it nothing", async () => {
    const models = client({ stuckMs: 500 });
    const [stuck, behind] = ["stick 60000", "behind it"].map((query) => {
      const effort = new Effort({ monotonicMs: () => 0 });
      return { effort, answered: effort.run(() => models.call(request(query), never).catch(({ code }) => code)) };
    });
    expect(await stuck?.answered).toBe("service_unavailable");
    expect(await behind?.answered).toBe("service_unavailable");
    const wasted: number[] = [];
    for (const one of [stuck, behind]) one?.effort.fail((ms) => wasted.push(ms));
    expect(wasted[0]).toBeGreaterThan(400);
    expect(wasted[1]).toBe(0);
  });

  test("is started again however often it dies, but not at once again and again", async () => {
    const models = client({ restartPauseMs: 1_500 });
    for (let death = 0; death < 3; death += 1) {
      await expect(models.call(request("die"), never)).rejects.toMatchObject({ code: "service_unavailable" });
      if (death > 0) {
        const refused = await models.call(request("in the pause"), never).catch((failure) => failure);
        expect(refused).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 30 });
        expect(models.standing()).toBe("the embedded model's worker is started again");
        await Bun.sleep(1_700);
      }
      expect(await models.call(request("after it"), never)).toMatchObject({ tool: 0 });
      expect(models.standing()).toBeNull();
    }
  });

  test("ends a step that is stuck, says so meanwhile, and answers again", async () => {
    const models = client({ stuckMs: 3_000 });
    await models.ready();
    const [stuck, behind] = [models.call(request("stick 60000"), never), models.call(request("behind it"), never)];
    const settled = Promise.allSettled([stuck, behind]);
    await Bun.sleep(2_000);
    expect(models.standing()).toBe("the embedded model does not answer");
    expect(await settled).toMatchObject([
      { reason: { code: "service_unavailable", cause: "it was stuck" } },
      { reason: { code: "service_unavailable" } },
    ]);
    expect(await models.call(request("after it"), never)).toMatchObject({ tool: 0 });
    expect(models.standing()).toBeNull();
  });

  test("leaves a long step alone that passes its checkpoints", async () => {
    const models = client({ stuckMs: 400 });
    expect(await models.call(request("wait 600"), never)).toMatchObject({ tool: 0 });
  });

  test("stops what nobody waits for any more at its next checkpoint", async () => {
    const models = client();
    await models.ready();
    const gone = new AbortController();
    const first = models.call(request("wait 60000"), gone.signal);
    const second = models.embed("sentences", ["wait 60000", "never embedded"], { ...INTERACTIVE, signal: gone.signal });
    gone.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    await expect(second).rejects.toThrow("left");
    const startedAt = performance.now();
    // The first vector that was ever made: the other request's texts were not embedded.
    expect((await models.embed("sentences", ["a"], INTERACTIVE))[0]?.[0]).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("stops a request that takes more work than one may", async () => {
    const models = client();
    await expect(models.call(request("wait 60000"), never)).rejects.toMatchObject({
      code: "bad_gateway",
      message: "the request took more than 3000 ms of work",
    });
    expect(await models.call(request("after it"), never)).toMatchObject({ tool: 0 });
  });

  test("stops a request whose texts take more work than one may, all of them together, and no other", async () => {
    const models = client();
    const efforts = [new Effort({ monotonicMs: () => 0 }), new Effort({ monotonicMs: () => 0 })] as const;
    const many = Array.from({ length: 40 }, () => "wait 100");
    const tooMuch = { code: "bad_gateway", message: "the request took more than 3000 ms of work" };
    await expect(efforts[0].run(() => models.embed("sentences", many, INTERACTIVE))).rejects.toMatchObject(tooMuch);
    await expect(efforts[0].run(() => models.embed("sentences", ["one more"], INTERACTIVE))).rejects.toMatchObject(
      tooMuch,
    );
    expect(await efforts[0].run(() => models.embed("sentences", ["learned later"], BACKGROUND))).toHaveLength(1);
    expect(await efforts[1].run(() => models.embed("sentences", ["a"], INTERACTIVE))).toHaveLength(1);
  }, 60_000);

  test("lets another app pass a call of much work, which goes on from where it was", async () => {
    const models = client();
    await models.ready();
    const order: string[] = [];
    const asked = (query: string, app: string) =>
      models.call({ ...request(query), app: app as AppId }, never).then(() => order.push(query));
    const long = asked("wait 600", "app_one");
    await Bun.sleep(50);
    for (const query of ["wait 1", "wait 2", "wait 3"]) await asked(query, "app_two");
    await long;
    expect(order).toEqual(["wait 1", "wait 2", "wait 3", "wait 600"]);
  });

  test("takes up the call of whoever just got a vector before the next step of a flood", async () => {
    const models = client();
    await models.ready();
    const flood = Array.from({ length: 4 }, () => models.call({ ...request("stick 200"), app: APP }, never));
    await Bun.sleep(20);
    const calm = "app_two" as AppId;
    await models.embed("sentences", ["where is it"], { ...INTERACTIVE, app: calm });
    const startedMs = performance.now();
    await models.call({ ...request("where is it"), app: calm }, never);
    expect(performance.now() - startedMs).toBeLessThan(150);
    await Promise.all(flood);
  });

  test("rests behind a step of a flood, where another app asked lately, and serves that one at once", async () => {
    const models = client();
    await models.ready();
    const calm = { ...request("wait 1"), app: "app_two" as AppId };
    await models.call(calm, never);
    const startedMs = performance.now();
    const flood = Array.from({ length: 8 }, () => models.call({ ...request("stick 100"), app: APP }, never));
    await flood[3];
    await models.call(calm, never);
    await Promise.all(flood);
    // Behind the fourth step and those after it is a rest of 50 ms, but where it is cut short by whoever asks, and at the end.
    expect(performance.now() - startedMs).toBeGreaterThan(8 * 100 + 3 * 48);
  });

  test("an aborted call that made way is forgotten", async () => {
    const models = client();
    await models.ready();
    const left = new AbortController();
    const paused = models.call({ ...request("wait 2000"), app: APP }, left.signal);
    await Bun.sleep(30);
    const passing = models.call({ ...request("wait 300"), app: "app_two" as AppId }, never);
    await Bun.sleep(80);
    left.abort(new Error("left"));
    await expect(paused).rejects.toThrow("left");
    await passing;
    const startedAt = performance.now();
    await models.call(request("after both"), never);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  test("closing while it works is a matter of a moment, and of less than a second where it is stuck", async () => {
    const working = client();
    await working.ready();
    const call = working.call(request("wait 60000"), never).catch((failure) => failure.code);
    await Bun.sleep(20);
    let startedAt = performance.now();
    await working.close();
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(await call).toBe("service_unavailable");
    const stuck = client();
    await stuck.ready();
    const lost = stuck.call(request("stick 60000"), never).catch((failure) => failure.code);
    await Bun.sleep(20);
    startedAt = performance.now();
    await stuck.close();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await lost).toBe("service_unavailable");
  });

  test("says why the models cannot be loaded, to whoever waits and whoever asks", async () => {
    const models = client({ runtimeDir: "/unusable" });
    const [ready, early] = await Promise.allSettled([
      models.ready(),
      models.embed("sentences", ["early"], INTERACTIVE),
    ]);
    expect(ready).toMatchObject({ reason: { message: "the folder /unusable forbids execution" } });
    expect(early).toMatchObject({ reason: { code: "service_unavailable" } });
    await expect(models.call(request("late"), never)).rejects.toMatchObject({ code: "service_unavailable" });
  });

  test("closing rejects what waits", async () => {
    const models = client();
    const [asked] = await Promise.allSettled([models.embed("sentences", ["a"], INTERACTIVE), models.close()]);
    expect(asked).toMatchObject({ reason: { code: "service_unavailable" } });
    await expect(models.embed("sentences", ["b"], INTERACTIVE)).rejects.toMatchObject({
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
    expect(asked).toMatchObject([[network, ["a"], { priority: "interactive" }]]);
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

  test("one caller that leaves takes nothing from another; when all have left, the rest is dropped", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    const [one, other] = [new AbortController(), new AbortController()];
    const shared = ["wait 200", "wait 1"];
    const leaving = embedder.embed(shared, "interactive", APP, one.signal);
    const staying = embedder.embed(shared, "interactive", APP, other.signal);
    one.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    expect(await staying).toHaveLength(2);
    const both = ["wait 30000", "wait 2"].map((text, index) => {
      const { signal } = [one, other][index] as AbortController;
      return embedder.embed([text, "wait 30001"], "interactive", APP, signal).catch((failure) => failure.message);
    });
    other.abort(new Error("left too"));
    expect(await Promise.all(both)).toEqual(["left", "left too"]);
    // Whoever comes now begins anew, and waits for nothing of that.
    expect(await embedder.embed(["wait 2"], "interactive", APP)).toHaveLength(1);
  });

  test("a text that all callers left is embedded for the next one", async () => {
    const embedder = new WorkerEmbedder(client(), "sentences");
    const left = new AbortController();
    const gone = embedder.embed(["wait 30"], "interactive", APP, left.signal);
    left.abort(new Error("left"));
    const [outcome, next] = await Promise.all([
      gone.catch((failure) => failure.message),
      embedder.embed(["wait 30"], "interactive", APP),
    ]);
    expect(outcome).toBe("left");
    expect(next).toHaveLength(1);
  });
});
