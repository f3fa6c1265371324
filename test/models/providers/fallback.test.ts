/** Who answers when the model server does not. */
import { afterEach, describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import { openModelsInTurn } from "#models/language/served-models.ts";
import { FakeModel } from "../../fakes.ts";
import { type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { openTestApp, type TestApp } from "../../kit.ts";
import { asking, call, classifying, servedOptions, signal } from "./served.ts";

const inTurn = (...models: readonly LanguageModel[]) =>
  openModelsInTurn(
    models.map((inside) => ({ inside })),
    servedOptions("http://127.0.0.1:1"),
  ).model;

let upstream: FaultServer | undefined;
let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  await upstream?.close();
  server = undefined;
  upstream = undefined;
});

describe("models in a row", () => {
  const failing = () => {
    const model = new FakeModel("at once");
    return Object.assign(model, { id: "failing-1" });
  };

  test.each(["bad_gateway", "llm_processing_error", "service_unavailable"] as const)(
    "after %s the next one answers, and says that it did",
    async (code) => {
      const [first, second] = [failing(), new FakeModel("at once")];
      first.before = () => Promise.reject(new AppError(code, "no"));
      const model = inTurn(first, second);
      expect(model.id).toBe("failing-1");
      expect(await model.call(asking("stop the timer"), signal())).toMatchObject({ tool: 1, model: "fake-model-1" });
      expect(await model.classify(classifying("payments"), signal())).toMatchObject([
        { class: 0, model: "fake-model-1" },
      ]);
      expect([first.calls, second.calls]).toEqual([2, 2]);
    },
  );

  test("while the first one answers the next is not asked", async () => {
    const [first, second] = [failing(), new FakeModel("at once")];
    const draft = await inTurn(first, second).call(asking("stop the timer"), signal());
    expect(draft).toMatchObject({ tool: 1 });
    expect(draft.model).toBeUndefined();
    expect(second.calls).toBe(0);
  });

  test("nor after a mistake of the request, nor for a client who left", async () => {
    const [first, second] = [failing(), new FakeModel("at once")];
    const model = inTurn(first, second);
    first.before = () => Promise.reject(new AppError("validation_error", "no"));
    await expect(model.call(asking("x"), signal())).rejects.toMatchObject({ code: "validation_error" });
    const left = new AbortController();
    first.before = async () => {
      left.abort();
      throw new AppError("bad_gateway", "no");
    };
    await expect(model.call(asking("x"), left.signal)).rejects.toMatchObject({ code: "bad_gateway" });
    expect(second.calls).toBe(0);
  });

  test("the last one's failure is everybody's", async () => {
    const [first, second] = [failing(), new FakeModel("at once")];
    first.before = () => Promise.reject(new AppError("bad_gateway", "the first"));
    second.before = () => Promise.reject(new AppError("service_unavailable", "the second"));
    await expect(inTurn(first, second).call(asking("x"), signal())).rejects.toMatchObject({ message: "the second" });
  });

  test("a server that does not answer leaves time for the next", async () => {
    upstream = openFaultServer(({ model }) =>
      model === "slow" ? Bun.sleep(20_000).then(() => said("{}")) : said(call("none", {})),
    );
    const slow = servedOptions(upstream.baseUrl, { name: "slow", timeoutMs: 2_000 });
    const { model } = openModelsInTurn([slow, { ...slow, name: "quick" }], slow);
    const draft = await model.call(asking("stop the timer"), AbortSignal.timeout(10_000));
    expect(draft).toMatchObject({ tool: null, model: "openai/quick" });
    expect(upstream.asked.map((asked) => asked.model)).toEqual(["slow", "quick"]);
  });
});

test("with the embedded model behind it, an outage is answered, charged and not kept", async () => {
  upstream = openFaultServer(() => new Response("{}", { status: 500 }));
  server = await openTestApp({
    servedModel: {
      provider: "openai",
      baseUrl: upstream.baseUrl,
      name: "faulty",
      fallbacks: ["embedded"],
      timeoutMs: 40_000,
    },
  });
  const { request, balance } = await server.tenant();
  const tools = [{ name: "stop_timer", description: "Stops the timer" }];
  await request("POST", "/v1/toolsets", { name: "timer", signature: "timer-v1", tools });
  const before = await balance();
  const body = { query: "stop the timer", toolsets: ["timer-v1"] };
  const during = await request("POST", "/v1/resolve", body);
  expect(during.json).toMatchObject({ resolved: { tool: "stop_timer" }, metadata: { model: "embedded-22" } });
  expect(await balance()).toBe(before - 1);
  upstream.answer = () => said(call("none", {}));
  const after = await request("POST", "/v1/resolve", body);
  expect(after.json).toMatchObject({
    resolved: { tool: "none" },
    metadata: { model: "openai/faulty", source: "model" },
  });
});
