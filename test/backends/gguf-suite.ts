/**
 * A real GGUF file inside the executable. What is asserted is validity, limits and timing: the model is small and often
 * wrong.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { freePort, runDragoman } from "../../scripts/dragoman-process.ts";
import {
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  publicPlace,
  requireTools,
  settings,
  walled,
} from "../binary/kit.ts";
import { given, isCallOrRefusal, isLabelledOrRefusal, modelLines, opened, type Session } from "./backend-kit.ts";

beforeAll(ensureExecutable, 120_000);

const GGUF = given("BACKEND_GGUF");
const ID = "gguf/SmolLM2-135M-Instruct.Q4_1";
const INSIDE = [
  'provider = "gguf"',
  `path = "${GGUF}"`,
  "context_tokens = 2048",
  "concurrency_max = 2",
  "output_tokens_max = 160",
];
const WEATHER = { query: "What is the weather in Rome?", toolsets: ["lamps-v1"] };
const resolve = (session: Session, query: string) =>
  session.send("POST", "/v1/resolve", { query, toolsets: ["lamps-v1"] });
const LONG = "Tells a story about the lamp in the kitchen and the one in the hall. ".repeat(6);
/** A question that is as long as its tools, about 130 tokens each. */
const story = (count: number, query = "the lamp") => {
  const tools = Array.from({ length: count }, (_, index) => ({ name: `lamp_${index}`, description: LONG }));
  return { query, tools };
};

/** A client with nothing but curl, in an empty folder and a network of its own that has loopback alone. */
const ALONE = `
cd "$place"
ip link set lo up
./dragoman serve --data data --port 8420 > server.log 2>&1 &
server=$!
for try in $(seq 600); do
  [ "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8420/readyz)" = 200 ] && break
  sleep 0.1
done
key=$(./dragoman app create alone --plan test --data data --json | sed -n 's/.*"api_key": *"\\([^"]*\\)".*/\\1/p')
token=$(curl -s http://127.0.0.1:8420/v1/auth -H 'content-type: application/json' -d "{\\"api_key\\":\\"$key\\"}" |
  sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')
curl -s -m 100 -o answer.json http://127.0.0.1:8420/v1/resolve-quick -H "authorization: Bearer $token" \\
  -H 'content-type: application/json' --data-binary @question.json
cat /proc/net/dev > interfaces
kill -TERM $server
wait $server && echo 0 > status || echo $? > status
`;

test("answers in an empty folder without a network, and unpacks for its owner alone", async () => {
  requireTools("unshare", "ip", "curl");
  using place = publicPlace();
  settings(place, [...LARGE_PLAN, ...modelLines(INSIDE)], place.at("data"));
  writeFileSync(place.at("question.json"), JSON.stringify({ query: WEATHER.query, tools: lampToolset("any").tools }));
  const child = Bun.spawn(walled(ALONE, { network: "own" }) as string[], {
    env: { PATH: process.env.PATH, place: place.path },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await child.exited;
  const read = (name: string) => readFileSync(place.at(name), "utf8").trim();
  const body = JSON.parse(read("answer.json"));
  isCallOrRefusal({ status: body.error === undefined ? 200 : body.code, body });
  expect(body.metadata).toMatchObject({ source: "model", model: ID });
  expect(
    read("interfaces")
      .match(/^\s*\w+:/gm)
      ?.map((name) => name.trim()),
  ).toEqual(["lo:"]);
  expect(read("server.log")).toContain('"network":"none"');
  expect(read("status")).toBe("0");
  const { stdout } = Bun.spawnSync(["find", place.at("data/runtime"), "-perm", "/077"]);
  expect(stdout.toString()).toBe("");
}, 120_000);

test("every answer is one that the tools allow, costs what the contract says, and its tokens are counted", async () => {
  await using session = await opened([...INSIDE, "input_price = 1", 'mode = "schema"']);
  const before = await session.balance();
  let calls = 0;
  for (const query of ["Dim the lamp in the kitchen to 40 percent", WEATHER.query, "Tell me a joke"]) {
    const reply = await resolve(session, query);
    if (!isCallOrRefusal(reply)) continue;
    calls += 1;
    expect(reply.body.metadata).toMatchObject({ source: "model", model: ID, requests_used: 1 });
  }
  expect(before - (await session.balance())).toBe(calls);
  const page = await (await fetch(`${session.url}/metrics`)).text();
  const counted = (direction: string) =>
    Number(new RegExp(`^dragoman_model_tokens_total\\{.*${direction}.*\\} (\\d+)`, "m").exec(page)?.[1]);
  expect(counted("input")).toBeGreaterThan(600);
  expect(counted("output")).toBeGreaterThan(20);

  const text = "I want my money back. Where is my parcel?";
  const whole = await session.send("POST", "/v1/classify", { data: text, classification_set: "intents-v1" });
  isLabelledOrRefusal(whole, text);
  const reply = await session.send("POST", "/v1/resolve-respond", WEATHER);
  if (isCallOrRefusal(reply)) expect(reply.body.response.text.length).toBeGreaterThan(0);
  expect(await session.stop()).toBe(0);
});

test("two questions at once are answered, and the server answers others meanwhile", async () => {
  await using session = await opened(INSIDE);
  let isDone = false;
  const questions = Promise.all([
    session.send("POST", "/v1/resolve-quick", story(1)),
    session.send("POST", "/v1/resolve-quick", story(1, "the other lamp")),
  ]).finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const sentAt = performance.now();
    await (await fetch(`${session.url}/livez`)).text();
    waits.push(performance.now() - sentAt);
    await Bun.sleep(5);
  }
  for (const { status, body } of await questions) {
    if (status !== 200) expect(body.error).toBe("llm_processing_error");
    else expect(body.resolved).toEqual({ tool: expect.stringMatching(/^(lamp_0|none)$/), parameters: {} });
  }
  waits.sort((one, other) => one - other);
  const at = (share: number) => waits[Math.floor(waits.length * share)] as number;
  console.log(
    `/livez beside two questions: n ${waits.length}, p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)} ms`,
  );
  expect(waits.length).toBeGreaterThan(20);
  expect(at(0.5)).toBeLessThan(50);
});

test("what is too late ends at once, and the model is free for the next question", async () => {
  await using session = await opened([...INSIDE, "timeout_ms = 1500", "concurrency_max = 1"].filter(isLast));
  const before = await session.balance();
  const startedAt = performance.now();
  const reply = await session.send("POST", "/v1/resolve-quick", story(10));
  expect({ status: reply.status, code: reply.body.error }).toEqual({ status: 502, code: "bad_gateway" });
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(await session.balance()).toBe(before);
});

test("a client who leaves frees the model", async () => {
  await using session = await opened([...INSIDE, "concurrency_max = 1"].filter(isLast));
  const leaving = new AbortController();
  const about = { method: "POST", headers: session.headers, body: JSON.stringify(story(10)), signal: leaving.signal };
  const left = fetch(`${session.url}/v1/resolve-quick`, about).catch(() => "gone");
  await Bun.sleep(300);
  leaving.abort();
  expect(await left).toBe("gone");
  const startedAt = performance.now();
  isCallOrRefusal(await resolve(session, WEATHER.query));
  console.log(`a question after one who left: ${(performance.now() - startedAt).toFixed(0)} ms`);
  expect(session.output()).not.toContain("did not answer within");
});

test("a question that is longer than its context is 502 and costs nothing", async () => {
  await using session = await opened(INSIDE);
  const before = await session.balance();
  const reply = await session.send("POST", "/v1/resolve-quick", story(30));
  expect({ status: reply.status, code: reply.body.error }).toEqual({ status: 502, code: "bad_gateway" });
  expect(await session.balance()).toBe(before);
  expect(session.output()).toMatch(/longer than the model reads: \d+ of 2048 tokens \(context_tokens\)/);
});

test("stands in for a server that cannot be reached", async () => {
  const nowhere = `base_url = "http://127.0.0.1:${await freePort()}/v1"`;
  const lines = [
    // The one behind has a quarter of it.
    "timeout_ms = 400_000",
    'provider = "openai"',
    nowhere,
    'name = "far"',
    'fallbacks = ["inside"]',
    "[backends.inside]",
    ...INSIDE,
  ];
  await using session = await opened(lines);
  const reply = await resolve(session, WEATHER.query);
  if (isCallOrRefusal(reply)) expect(reply.body.metadata.model).toBe(ID);
});

test("model test and model list say what it can do", async () => {
  using place = freshPlace();
  settings(place, [...LARGE_PLAN, ...modelLines(INSIDE)]);
  const tested = await runDragoman(["model", "test", "--data", place.path, "--json"]);
  const { ok, checks } = JSON.parse(tested.stdout) as {
    readonly ok: boolean;
    readonly checks: readonly { readonly check: string; readonly model: string; readonly found: string }[];
  };
  expect({ ok, models: new Set(checks.map(({ model }) => model)) }).toEqual({ ok: true, models: new Set([ID]) });
  const found = (wanted: string) => checks.find(({ check }) => check === wanted)?.found;
  expect(found("schema")).toBe("answers obey a JSON schema");
  expect(found("context")).toBe("2048 tokens");
  const listed = await runDragoman(["model", "list", "--data", place.path, "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ model: ID, answers: true, schema: true, tools: "none" }]);
});

describe("does not start, and says why:", () => {
  const started = async (place: Place, lines: readonly string[]) => {
    settings(place, [...LARGE_PLAN, ...modelLines(lines)]);
    return runDragoman(["serve", "--port", "0", "--data", place.path]);
  };
  /** A copy of the file with some bytes changed. */
  const changed = (place: Place, change: (path: string) => void) => {
    const path = place.at("changed.gguf");
    copyFileSync(GGUF, path);
    change(path);
    return ['provider = "gguf"', `path = "${path}"`, "concurrency_max = 1"];
  };

  test("no file", async () => {
    using place = freshPlace();
    const { status, stderr } = await started(place, ['provider = "gguf"', 'path = "/nowhere/model.gguf"']);
    expect(stderr).toContain("there is no file /nowhere/model.gguf: check `path` in the settings");
    expect(status).toBe(1);
  });

  test("no GGUF", async () => {
    using place = freshPlace();
    writeFileSync(place.at("notes.gguf"), "Shopping list");
    const { status, stderr } = await started(place, ['provider = "gguf"', `path = "${place.at("notes.gguf")}"`]);
    expect(stderr).toContain('notes.gguf is no GGUF file: it begins with "Shop"');
    expect(status).toBe(1);
  });

  test("an architecture that llama.cpp does not know", async () => {
    using place = freshPlace();
    const lines = changed(place, (path) => {
      const at = readFileSync(path).indexOf("general.architecture") + "general.architecture".length + 12;
      writeSync(openSync(path, "r+"), "xlama", at);
    });
    const { status, stderr } = await started(place, lines);
    expect(stderr).toMatch(/llama\.cpp cannot open .*changed\.gguf: .*xlama/);
    expect(status).toBe(1);
  });

  test("a file that was not copied to its end", async () => {
    using place = freshPlace();
    const { status, stderr } = await started(
      place,
      changed(place, (path) => truncateSync(path, 40_000_000)),
    );
    expect(stderr).toMatch(/llama\.cpp cannot open .*changed\.gguf: /);
    expect(status).toBe(1);
  });

  test("more memory than there is, by the settings' names", async () => {
    using place = freshPlace();
    const lines = ['provider = "gguf"', `path = "${GGUF}"`, "context_tokens = 8192", "concurrency_max = 1024"];
    const { status, stderr } = await started(place, lines);
    expect(stderr).toMatch(
      /concurrency_max = 1024 and context_tokens = 8192 needs [\d.]+ GB of memory, and [\d.]+ GB are free: lower one/,
    );
    expect(status).toBe(1);
  });

  test("a folder that forbids execution", async () => {
    requireTools("unshare", "mount");
    using place = publicPlace();
    mkdirSync(place.at("data"));
    const lines = [...LARGE_PLAN, ...modelLines(INSIDE)];
    const script = `
      mount -t tmpfs -o noexec,mode=700 none "$place/data"
      cp "$place/dragoman.toml" "$place/data/"
      "$place/dragoman" model test --data "$place/data" --json
    `;
    settings(place, lines);
    const child = Bun.spawn(walled(script, { network: "shared" }) as string[], {
      env: { PATH: process.env.PATH, place: place.path },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { checks } = JSON.parse(await child.stdout.text());
    expect(checks[0].found).toContain(`${join(place.path, "data/runtime")} forbids execution`);
    expect(checks[0].found).toContain("[embedder] runtime_dir");
  });
});

/** Of settings that are given twice the last. */
function isLast(line: string, index: number, lines: readonly string[]): boolean {
  const key = line.split(" =")[0];
  return lines.findLastIndex((other) => other.startsWith(`${key} =`)) === index;
}
