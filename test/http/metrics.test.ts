/** What is counted, and that each metric moves when what it counts happens. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import { METRICS } from "#metrics/definitions.ts";
import manifest from "../../package.json" with { type: "json" };
import { TRUSTING } from "../cache-kit.ts";
import { openFaultServer, said } from "../fault-server.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { changes, samplesOf } from "../metrics/samples.ts";
import { observe } from "../openapi/recorder.ts";
import { held, until } from "./held-model.ts";
import { getWeather, weather } from "./samples.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ prior: TRUSTING, exchangesPerMinute: 10 });
});
afterAll(() => server.close());

async function pageOf({ url, app }: TestApp): Promise<string> {
  const { status, headers, ...response } = await fetch(`${url}/metrics`).then(async (reply) => ({
    status: reply.status,
    headers: reply.headers,
    text: await reply.text(),
  }));
  observe(app.services, { method: "GET", path: "/metrics", status, headers, json: null });
  expect(status).toBe(200);
  return response.text;
}

/** How often each thing happened while something was done; of what has no place in time and of the looking itself nothing. */
async function moved(work: () => Promise<unknown>, app = server): Promise<Readonly<Record<string, number>>> {
  const before = samplesOf(await pageOf(app));
  await work();
  const all = changes(before, samplesOf(await pageOf(app)));
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => !/_bucket|_sum|^process_|_bytes|event_loop|_cluster_nodes|route="\/metrics"|_store_/.test(name),
    ),
  );
}

const quick = { query: 'the weather in "Rome"', tools: [getWeather] };
const query = (text: string) => ({ query: text, toolsets: ["weather-v1"] });

describe("GET /metrics", () => {
  test("is open to everyone, free, uncounted by any window, and of Prometheus' type [O-5]", async () => {
    const owner = await server.tenant();
    const before = await owner.balance();
    const reply = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${owner.token}` } });
    expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(reply.headers.get("x-ratelimit-limit")).toBeNull();
    expect(await owner.balance()).toBe(before);
    expect((await fetch(`${server.url}/metrics`, { method: "POST" })).status).toBe(405);
  });

  test("has every metric of the table, in its order, and nothing else", async () => {
    const page = await pageOf(server);
    const named = [...page.matchAll(/^# HELP (\w+) (.*)\n# TYPE (\w+) (\w+)$/gm)].map(([, name, help, same, type]) => ({
      name,
      help,
      same,
      type,
    }));
    expect(named).toEqual(Object.entries(METRICS).map(([name, { help, type }]) => ({ name, help, same: name, type })));
  });

  test("has the process, the store and the version", async () => {
    const samples = samplesOf(await pageOf(server));
    const positive = [
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
      'dragoman_store_size_bytes{file="database"}',
      'dragoman_store_size_bytes{file="write_ahead_log"}',
      "dragoman_disk_free_bytes",
    ];
    expect(positive.filter((name) => !((samples.get(name) ?? 0) > 0))).toEqual([]);
    expect(samples.get(`dragoman_build_info{version="${manifest.version}"}`)).toBe(1);
    expect(Math.abs((samples.get("process_start_time_seconds") ?? 0) - performance.timeOrigin / 1_000)).toBeLessThan(1);
  });

  test("says when the server is ready, as /readyz does", async () => {
    const starting = await openTestApp({ modelLoads: "when told" });
    expect(samplesOf(await pageOf(starting)).get("dragoman_ready")).toBe(0);
    starting.model.load();
    await Bun.sleep(0);
    expect(samplesOf(await pageOf(starting)).get("dragoman_ready")).toBe(1);
    await starting.close();
  });
});

describe("requests", () => {
  test("are counted by the pattern of their route and by status, whatever was asked for", async () => {
    const owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    const counted = await moved(async () => {
      await owner.request("GET", "/v1/toolsets/weather-v1");
      await owner.request("GET", "/v1/toolsets/unheard-of-v1");
      await owner.request("GET", "/v1/unheard-of");
      await owner.request("DELETE", "/v1/resolve");
      await fetch(`${server.url}/v1/toolsets`, { method: "REPORT" });
    });
    expect(counted).toEqual({
      'dragoman_http_requests_total{method="GET",route="/v1/toolsets/:signature",status="200"}': 1,
      'dragoman_http_requests_total{method="GET",route="/v1/toolsets/:signature",status="404"}': 1,
      'dragoman_http_requests_total{method="GET",route="none",status="404"}': 1,
      'dragoman_http_requests_total{method="DELETE",route="none",status="405"}': 1,
      'dragoman_http_requests_total{method="other",route="none",status="401"}': 1,
      'dragoman_http_request_duration_seconds_count{method="GET",route="/v1/toolsets/:signature"}': 2,
      'dragoman_http_request_duration_seconds_count{method="GET",route="none"}': 1,
      'dragoman_http_request_duration_seconds_count{method="DELETE",route="none"}': 1,
      'dragoman_http_request_duration_seconds_count{method="other",route="none"}': 1,
      'dragoman_ledger_requests_total{outcome="settled"}': 1,
      'dragoman_ledger_requests_total{outcome="given_back"}': 1,
    });
  });

  test("take as long as they take, and are in flight meanwhile with their reservation and their question", async () => {
    const owner = await server.tenant();
    const model = held(server);
    const before = samplesOf(await pageOf(server));
    const answer = owner.request("POST", "/v1/resolve-quick", quick);
    await model.reached(1);
    const during = changes(before, samplesOf(await pageOf(server)));
    expect(during.dragoman_http_requests_in_flight).toBe(1);
    expect(during.dragoman_ledger_reservations_in_flight).toBe(1);
    expect(during['dragoman_model_questions_in_flight{model="fake-model-1"}']).toBe(1);
    server.clock.advance(3_000);
    model.answer();
    await answer;
    const after = changes(before, samplesOf(await pageOf(server)));
    expect(Object.keys(after).filter((name) => name.includes("in_flight"))).toEqual([]);
    const labels = 'method="POST",route="/v1/resolve-quick"';
    expect(after[`dragoman_http_request_duration_seconds_sum{${labels}}`]).toBe(3);
    expect(after[`dragoman_http_request_duration_seconds_bucket{${labels},le="2.5"}`]).toBeUndefined();
    expect(after[`dragoman_http_request_duration_seconds_bucket{${labels},le="5"}`]).toBe(1);
    expect(after['dragoman_model_question_duration_seconds_sum{model="fake-model-1",task="call"}']).toBe(3);
  });

  test("that are batches are one, streamed or not, and their items are counted by themselves", async () => {
    const owner = await server.tenant();
    const item = { type: "resolve-quick", body: quick };
    const requests = [item, { type: "resolve", body: query("hello") }, { type: "dance", body: {} }];
    const items = {
      'dragoman_batch_items_total{route="/v1/resolve-quick",status="200"}': 1,
      'dragoman_batch_items_total{route="/v1/resolve",status="404"}': 1,
      'dragoman_batch_items_total{route="none",status="400"}': 1,
      'dragoman_http_requests_total{method="POST",route="/v1/batch",status="200"}': 1,
      'dragoman_http_request_duration_seconds_count{method="POST",route="/v1/batch"}': 1,
    };
    expect(await moved(() => owner.request("POST", "/v1/batch", { requests }))).toMatchObject(items);
    const streamed = async () => {
      const reply = await fetch(`${server.url}/v1/batch`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${owner.token}`,
          "Content-Type": "application/json",
          Accept: "application/x-ndjson",
        },
        body: JSON.stringify({ requests }),
      });
      expect((await reply.text()).split("\n").length).toBe(5);
    };
    expect(await moved(streamed)).toMatchObject(items);
  });

  test("over the limit of a minute are counted by whose it was", async () => {
    const owner = await server.tenant("hasty");
    const counted = await moved(async () => {
      for (let call = 0; call < 5; call += 1) await owner.request("GET", "/v1/toolsets");
      for (let call = 0; call < 11; call += 1) await server.request("POST", "/v1/auth", { api_key: "nonsense" });
    });
    expect(counted['dragoman_windows_refused_total{by="app"}']).toBe(2);
    expect(counted['dragoman_windows_refused_total{by="address"}']).toBeGreaterThan(0);
    expect(counted['dragoman_windows_refused_total{by="address"}']).toBe(
      counted['dragoman_http_requests_total{method="POST",route="/v1/auth",status="429"}'] as number,
    );
    server.clock.advance(60_000);
  });
});

describe("answers", () => {
  test("are counted by who gave them, and what the cache then holds by its size", async () => {
    const owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    const ask = async (text: string) => {
      await owner.request("POST", "/v1/resolve", query(text));
      await server.app.cache.idle();
    };
    const counted = await moved(async () => {
      await ask('show the weather in "Rome" for 3 days');
      await ask('show the weather in "Rome" for 3 days');
      await ask('show the weather in "Oslo" for 5 days');
    });
    expect(counted).toMatchObject({
      'dragoman_answers_total{source="model"}': 1,
      'dragoman_answers_total{source="exact_cache"}': 1,
      'dragoman_answers_total{source="semantic_cache"}': 1,
      'dragoman_model_questions_total{model="fake-model-1",task="call",outcome="answered"}': 1,
      dragoman_cache_index_entries: 1,
      dragoman_cache_index_partitions: 1,
      'dragoman_ledger_requests_total{outcome="settled"}': 3,
    });
    expect(samplesOf(await pageOf(server)).get("dragoman_cache_index_bytes")).toBeGreaterThan(384 * 4);
  });

  test("of a classification count as well", async () => {
    const owner = await server.tenant();
    const classes = [{ label: "card_lost", description: "The card was lost" }, { label: "balance" }];
    const counted = await moved(() => owner.request("POST", "/v1/classify", { data: "my card was lost", classes }));
    expect(counted).toMatchObject({
      'dragoman_answers_total{source="model"}': 1,
      'dragoman_model_questions_total{model="fake-model-1",task="classify",outcome="answered"}': 1,
    });
  });

  test("that a model owes are counted by why, and what was reserved for them is given back", async () => {
    const owner = await server.tenant();
    const failures = {
      bad_gateway: new AppError("bad_gateway", "no"),
      llm_processing_error: new AppError("llm_processing_error", "no"),
      service_unavailable: new AppError("service_unavailable", "no"),
      failed: new Error("a bug"),
    };
    for (const [outcome, failure] of Object.entries(failures)) {
      server.model.before = () => Promise.reject(failure);
      expect(await moved(() => owner.request("POST", "/v1/resolve-quick", quick))).toMatchObject({
        [`dragoman_model_questions_total{model="fake-model-1",task="call",outcome="${outcome}"}`]: 1,
        'dragoman_ledger_requests_total{outcome="given_back"}': 1,
      });
    }
    server.model.before = async () => {};
  });

  test("that nobody waits for any more are abandoned", async () => {
    const owner = await server.tenant();
    const model = held(server);
    const counted = await moved(async () => {
      const leaving = new AbortController();
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      const { before } = server.model;
      server.model.before = (signal, said) => {
        resolve();
        signal.addEventListener("abort", () => model.fail());
        return before(signal, said);
      };
      const asked = fetch(`${server.url}/v1/resolve-quick`, {
        method: "POST",
        headers: { Authorization: `Bearer ${owner.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(quick),
        signal: leaving.signal,
      });
      await reached;
      leaving.abort();
      await asked.catch(() => {});
      const inFlight = async () => samplesOf(await pageOf(server)).get("dragoman_ledger_reservations_in_flight");
      await until(async () => (await inFlight()) === 0);
    });
    expect(counted).toMatchObject({
      'dragoman_model_questions_total{model="fake-model-1",task="call",outcome="abandoned"}': 1,
    });
  });
});

describe("the store", () => {
  test("counts its commits, what they hold and how long they take", async () => {
    const owner = await server.tenant();
    const before = samplesOf(await pageOf(server));
    await owner.request("POST", "/v1/toolsets", weather);
    const after = changes(before, samplesOf(await pageOf(server)));
    expect(after.dragoman_store_operations_total).toBeGreaterThanOrEqual(2);
    expect(after.dragoman_store_commit_duration_seconds_count).toBeGreaterThanOrEqual(1);
    expect(after.dragoman_store_commit_duration_seconds_sum).toBeGreaterThan(0);
  });
});

describe("the event loop", () => {
  test("shows that something held everybody up", async () => {
    const late = async () => {
      const samples = samplesOf(await pageOf(server));
      const all = samples.get("dragoman_event_loop_delay_seconds_count") ?? 0;
      return all - (samples.get('dragoman_event_loop_delay_seconds_bucket{le="0.25"}') ?? 0);
    };
    const before = await late();
    const until = performance.now() + 600;
    while (performance.now() < until);
    await Bun.sleep(1);
    // At least: others on the machine may have done it, too.
    expect(await late()).toBeGreaterThan(before);
  });
});

describe("a model server", () => {
  const model = 'model="openai/faulty"';

  test("is counted by call, token and cost, by who works and waits there, and by whether it is left alone", async () => {
    const good = JSON.stringify({ call: { tool: "get_weather", parameters: { city: "Rome" } } });
    const gate = Promise.withResolvers<void>();
    const upstream = openFaultServer(async () => {
      await gate.promise;
      return said(good);
    });
    const prices = { inputPrice: 3, outputPrice: 15 };
    const served = await openTestApp({
      servedModel: { provider: "openai", baseUrl: upstream.baseUrl, name: "faulty", concurrencyMax: 1, ...prices },
    });
    const { request } = await served.tenant();
    const ask = () => request("POST", "/v1/resolve-quick", quick);

    const both = [ask(), ask()];
    const queue = async () => {
      const samples = samplesOf(await pageOf(served));
      return [`dragoman_model_server_running{${model}}`, `dragoman_model_server_waiting{${model}}`].map((name) =>
        samples.get(name),
      );
    };
    await until(async () => (await queue()).join() === "1,1");
    gate.resolve();
    await Promise.all(both);
    expect(await queue()).toEqual([0, 0]);
    const samples = samplesOf(await pageOf(served));
    expect(samples.get(`dragoman_model_server_calls_total{${model},outcome="answered"}`)).toBe(2);
    expect(samples.get(`dragoman_model_tokens_total{${model},direction="input"}`)).toBe(200);
    expect(samples.get(`dragoman_model_tokens_total{${model},direction="output"}`)).toBe(40);
    expect(samples.get(`dragoman_model_cost_total{${model}}`)).toBeCloseTo((200 * 3 + 40 * 15) / 1e6, 12);
    expect(samples.get(`dragoman_model_questions_total{${model},task="call",outcome="answered"}`)).toBe(2);

    upstream.answer = () => new Response("{}", { status: 500 });
    const failing = await moved(async () => {
      for (let call = 0; call < 8; call += 1) await ask();
    }, served);
    expect(failing[`dragoman_model_breaker_open{${model}}`]).toBe(1);
    expect(failing[`dragoman_model_server_calls_total{${model},outcome="failed"}`]).toBe(upstream.asked.length - 2);
    expect(failing[`dragoman_model_server_calls_total{${model},outcome="left_alone"}`]).toBeGreaterThan(0);
    expect(failing[`dragoman_model_questions_total{${model},task="call",outcome="bad_gateway"}`]).toBe(8);

    upstream.answer = () => said(good);
    served.clock.advance(60_000);
    expect((await moved(ask, served))[`dragoman_model_breaker_open{${model}}`]).toBe(-1);
    await served.close();
    await upstream.close();
  });
});

test("nothing that apps say, are or have is on the page", async () => {
  const upstream = openFaultServer(() => said("zanzibar-said"));
  const served = await openTestApp({
    servedModel: { provider: "openai", baseUrl: upstream.baseUrl, name: "faulty" },
  });
  for (const app of [server, served]) {
    const owner = await app.tenant();
    const toolset = { ...weather, signature: "zanzibar-set-v1", name: "zanzibar-name" };
    const asked = { query: "zanzibar-query weather", toolsets: ["zanzibar-set-v1"], context: "zanzibar-context" };
    await owner.request("POST", "/v1/toolsets", toolset);
    await owner.request("POST", "/v1/resolve", asked, { "X-Request-Id": "zanzibar-id" });
    await owner.request("POST", "/v1/resolve", { ...asked, query: "z".repeat(501) });
    await owner.request("POST", "/v1/batch", {
      requests: [{ type: "zanzibar-type", id: "zanzibar-item", body: asked }],
    });
    await owner.request("GET", "/v1/zanzibar-path?zanzibar-search=1");
    await owner.request("DELETE", "/v1/toolsets/zanzibar-set-v1");
    await fetch(`${app.url}/zanzibar-path`, { method: "ZANZIBAR" }).catch(() => {});
    const page = await pageOf(app);
    const secrets = [owner.appId, owner.apiKey, owner.token, app.app.newAdminToken ?? "none", upstream.baseUrl];
    expect(secrets.filter((secret) => page.includes(secret))).toEqual([]);
    expect(page).not.toMatch(/zanzibar/i);
  }
  expect(
    samplesOf(await pageOf(served)).get(
      'dragoman_model_questions_total{model="openai/faulty",task="call",outcome="llm_processing_error"}',
    ),
  ).toBe(1);
  await served.close();
  await upstream.close();
});

test("labels have only values that the table knows, where it lists them", async () => {
  const lists = Object.entries(METRICS as Readonly<Record<string, { labels: Readonly<Record<string, unknown>> }>>);
  const unknown: string[] = [];
  let looked = 0;
  for (const sample of samplesOf(await pageOf(server)).keys()) {
    const [, name = "", written = ""] = /^(\w+)\{(.*)\}$/.exec(sample) ?? [];
    const [, labels] = lists.find(([known]) => known === name.replace(/_(bucket|sum|count)$/, "")) ?? [];
    for (const [, label = "", value = ""] of written.matchAll(/(\w+)="([^"]*)"/g)) {
      if (label === "le") continue;
      looked += 1;
      const values = labels?.labels[label];
      if (values === undefined || (Array.isArray(values) && !values.includes(value))) unknown.push(sample);
    }
  }
  expect(unknown).toEqual([]);
  expect(looked).toBeGreaterThan(50);
});
