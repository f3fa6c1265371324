/** `test` and `ask`, on a folder and with a server on it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const dataDir = join(folder.path, "data");
const data = ["--data", dataDir];
const at = (name: string) => join(folder.path, name);
let app: string;
let upstream: FaultServer;

const LIGHT = {
  signature: "light-v1",
  name: "Light",
  tools: [
    {
      name: "light_on",
      description: "Turns on the light in a room",
      parameters: { type: "object", properties: { room: { type: "string" } }, required: ["room"] },
      examples: ["light on in the hall"],
    },
    { name: "play_music", description: "Plays music" },
  ],
};
const MOODS = {
  signature: "moods-v1",
  name: "Moods",
  classes: [
    { label: "glad", description: "Somebody is happy and says thanks", examples: ["hooray", "thank you so much"] },
    { label: "angry", description: "Somebody is angry and complains", examples: ["this is a scandal", "I am furious"] },
  ],
};
const TONES = { ...MOODS, signature: "tones-v1", name: "Tones" };
const HOSTILE = "<script>alert(1)</script> & \"' ]]> \u202egnihton";
const CASES = [
  { query: "turn on the light in the kitchen", tool: "light_on", parameters: { room: "kitchen" } },
  { query: "light on in the hall", tool: "light_on", parameters: { room: "hall" } },
  { query: "turn on the light in the cellar", tool: "light_on", parameters: { room: "attic" } },
  { query: HOSTILE, tool: "play_music" },
];

beforeAll(async () => {
  upstream = openFaultServer(({ messages }) =>
    said(JSON.stringify({ label: JSON.stringify(messages).includes("scandalous") ? "angry" : "glad" })),
  );
  app = (await json(["app", "create", "Home", ...data])).app_id;
  const served = `[backends.big]\nprovider = "openai"\nbase_url = "${upstream.baseUrl}"\nname = "big-1"\nmode = "schema"`;
  writeFileSync(join(dataDir, "dragoman.toml"), `${served}\n`, { mode: 0o600 });
  writeFileSync(at("sets.json"), JSON.stringify([LIGHT, MOODS, TONES]));
  await json(["import", at("sets.json"), "--app", app, ...data]);
  writeFileSync(at("cases.jsonl"), CASES.map((one) => JSON.stringify(one)).join("\n"));
  writeFileSync(at("moods.csv"), "text,label\nhooray!,glad\nscandalous behaviour,angry\nthanks,glad\n");
});
afterAll(async () => {
  await upstream.close();
  await folder.remove();
});

const testing = (set: string, file: string, ...more: string[]) =>
  dragoman(["test", set, file, "--app", app, ...data, ...more]);
const asking = (...words: string[]) => dragoman(["ask", ...words, "--app", app, ...data]);

async function everything(): Promise<void> {
  const shown = await testing("light-v1", at("cases.jsonl"));
  expect(shown.status).toBe(0);
  expect(shown.out).toStartWith("light-v1: 4 cases, answered by embedded-");
  for (const words of [
    "right         2 of 4, 50.0 % (95 %: 15.0 % to 85.0 %)",
    "wrongly done  1 of 4, 25.0 %",
    "1 of the cases are examples of the set itself",
    'line 3: "turn on the light in the cellar"',
    'expected      light_on {"room":"attic"}',
    'room from the sentence "cellar"',
    "came next",
  ]) {
    expect(shown.out).toContain(words);
  }
  const told = JSON.parse((await testing("light-v1", at("cases.jsonl"), "--json")).out);
  expect(told).toMatchObject({
    ok: true,
    gates: [],
    comparison: null,
    reports: [{ cases: 4, accuracy: { count: 2 } }],
  });
  expect(told.reports[0].misses).toMatchObject([{ case: 3, place: "line 3", verdict: "wrong" }, { sentence: HOSTILE }]);

  const history = await json(["test", "light-v1", "--history", "--app", app, ...data]);
  const [newest] = history;
  expect(newest).toMatchObject({
    run_id: told.reports[0].run_id,
    by: expect.stringMatching(/^user \d+$/),
    sets: ["light-v1"],
    cases: 4,
    accuracy: { count: 2, of: 4 },
  });
  const listed = await dragoman(["test", "light-v1", "--history", "--app", app, ...data]);
  expect(listed.out).toContain(newest.run_id);
  expect(listed.out).toContain("50.0 %");

  const labels = JSON.parse((await testing("moods-v1", at("moods.csv"), "--json")).out);
  expect(labels.reports[0]).toMatchObject({ kind: "classification_set", cases: 3, examples: 0 });

  const answer = await asking("light-v1", "turn on the light in the kitchen", "--explain");
  expect(answer.status).toBe(0);
  expect(answer.out).toMatch(
    /^light_on \{"room":"kitchen"\} \(confidence [01]\.\d\d\)\n {2}room from the sentence "kitchen"\n {2}by embedded-\d+ in \d+ ms\n {2}next came \S+, \d\.\d\d behind\n {2}the cache did not answer: .+\n/,
  );
  const label = JSON.parse((await asking("moods-v1", "I am furious about this", "--explain", "--json")).out);
  expect(label).toMatchObject({
    sets: ["moods-v1"],
    kind: "classification_set",
    classifications: [{ label: "angry" }],
    source: "model",
    runner_up: { name: "glad" },
    cache: { answered: false },
  });
}

test("both work without a server", everything, 120_000);

test("lines of standard input are answered one after the other, and those that cannot be are told", async () => {
  const cmd = [EXECUTABLE, "ask", "light-v1", "--app", app, ...data, "--json"];
  const stdin = new Blob([`\uFEFFturn on the light in the kitchen\r\n\r\n${"x".repeat(501)}\nwho are you`]);
  const child = Bun.spawn(cmd, { stdin, stdout: "pipe", stderr: "pipe" });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { calls: [{ tool: "light_on", parameters: { room: "kitchen" } }] },
    { error: { code: "validation_error" } },
    { calls: [], source: "model" },
  ]);
  expect(err).toContain("501/500 characters");
  expect(status).toBe(1);
}, 60_000);

describe("bars", () => {
  test("that are met end with 0, and those that are missed with 1", async () => {
    const met = await testing("light-v1", at("cases.jsonl"), "--min-accuracy", "50%", "--max-wrong", "0.25");
    expect(met.status).toBe(0);
    expect(met.out).toContain("met: 50.0 % are right, and 50.0 % have to be\nmet: 25.0 % are wrongly carried out");
    const missed = await testing(
      "light-v1",
      at("cases.jsonl"),
      "--min-accuracy",
      "0.51",
      "--max-wrong",
      "24.9%",
      "--json",
    );
    expect(missed.status).toBe(1);
    expect(JSON.parse(missed.out)).toMatchObject({
      ok: false,
      gates: [
        { gate: "min_accuracy", ok: false },
        { gate: "max_wrong", ok: false },
      ],
    });
  }, 60_000);

  test.each(["1", "95", "101%", "-1%", "0,9", "", "all", "1.5"])("%p is none", async (bar) => {
    const { status, err } = await testing("light-v1", at("cases.jsonl"), "--max-wrong", bar);
    expect(status).toBe(2);
    expect(err).toMatch(/--max-wrong (takes a share as 95% or 0.95|needs a value)/);
  });
});

test("the page and the XML hold every case, whatever it says, and are not written over", async () => {
  const files = ["--html", at("r.html"), "--junit", at("r.xml")];
  expect((await testing("light-v1", at("cases.jsonl"), ...files)).status).toBe(0);
  const page = readFileSync(at("r.html"), "utf8");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#39; ]]&gt; \u00b7gnihton");
  // Nothing is loaded, and nothing runs.
  expect(page).not.toMatch(/<script|\son\w+=|\ssrc=|\shref=|@import|url\(/);
  expect(page).toContain("default-src 'none'");
  for (const picture of ["Confusion matrix", "Reliability curve", "Latency"])
    expect(page).toContain(`aria-label="${picture}"`);
  expect(page).toContain("prefers-color-scheme: dark");
  const xml = readFileSync(at("r.xml"), "utf8");
  expect(xml).toContain('<testsuite name="light-v1" tests="4" failures="2" errors="0"');
  expect(xml.match(/<testcase /g)?.length).toBe(4);
  expect(xml).toContain("&lt;script&gt;");
  const again = await testing("light-v1", at("cases.jsonl"), ...files);
  expect(again.status).toBe(1);
  expect(again.err).toContain("r.html exists already: name another file, or add --force");
  expect((await testing("light-v1", at("cases.jsonl"), ...files, "--force")).status).toBe(0);
  const wrongly = async (...words: readonly string[]) => (await testing("light-v1", at("cases.jsonl"), ...words)).err;
  expect(await wrongly("--html", at("r.html"), "--junit", `${at(".")}/r.html`, "--force")).toContain(
    "name the same file",
  );
  expect(await wrongly("--html", folder.path, "--force")).toContain("is a folder");
  expect(await wrongly("--html", "/dev/null", "--force")).toContain("is no plain file");
  symlinkSync(at("r.html"), at("link.html"));
  writeFileSync(at("r.html"), "old");
  expect((await testing("light-v1", at("cases.jsonl"), "--html", at("link.html"), "--force")).status).toBe(0);
  expect(lstatSync(at("link.html")).isSymbolicLink()).toBe(true);
  expect(readFileSync(at("r.html"), "utf8")).toContain("<svg");
  const nowhere = await testing("light-v1", at("cases.jsonl"), "--html", at("no/such/r.html"));
  expect(nowhere.err).toContain("there is no folder");
}, 120_000);

test("two models are compared on the same cases", async () => {
  const both = ["--backend", "big", "--backend", "embedded"];
  const { status, out } = await testing("moods-v1", at("moods.csv"), ...both, "--json");
  expect(status).toBe(0);
  const { reports, comparison } = JSON.parse(out);
  expect(reports).toMatchObject([
    { backend: "big", models: ["openai/big-1"], accuracy: { count: 3 }, cost: { money: 0 } },
    { backend: "embedded", cost: null },
  ]);
  const { both: right, only_first, only_second, neither, p_value } = comparison;
  expect([right + only_first + only_second + neither, right + only_first]).toEqual([3, 3]);
  expect(p_value).toBeGreaterThan(0);
  const text = await testing("moods-v1", at("moods.csv"), ...both);
  expect(text.out).toContain("big beside embedded\n");
  expect(text.out).toContain("McNemar, exact");
  const one = await testing("moods-v1", at("moods.csv"), "--backend", "big", "--backend", "big");
  expect([one.status, one.err]).toEqual([2, expect.stringContaining('--backend names "big" twice')]);
  const unknown = await testing("moods-v1", at("moods.csv"), "--backend", "nobody");
  expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('"nobody" is not there')]);
}, 120_000);

test("a case that gets no answer is told, and fails the test", async () => {
  const { answer } = upstream;
  upstream.answer = () => new Response("no", { status: 400 });
  const { status, out } = await testing("moods-v1", at("moods.csv"), "--backend", "big", "--json");
  upstream.answer = answer;
  expect(status).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    gates: [{ gate: "all_answered", ok: false }],
    reports: [{ verdicts: { failed: 3 }, calibration: null, latency_ms: null }],
  });
}, 60_000);

test("two models of which one is away are not compared, and each suite has its own bars alone", async () => {
  const { answer } = upstream;
  upstream.answer = () => new Response("no", { status: 400 });
  const both = ["--backend", "embedded", "--backend", "big", "--max-wrong", "100%"];
  const { status, out } = await testing("moods-v1", at("moods.csv"), ...both, "--junit", at("both.xml"));
  upstream.answer = answer;
  expect(status).toBe(1);
  expect(out).toMatch(/no answer of one +3\n +McNemar, exact +p = 1.0000\n/);
  const suites = readFileSync(at("both.xml"), "utf8").split("<testsuite name=").slice(1);
  const bars = suites.map((suite) =>
    [...suite.matchAll(/property name="(max_wrong|all_answered)"/g)].map(([, name]) => name),
  );
  expect(bars).toEqual([["max_wrong"], ["max_wrong", "all_answered"]]);
}, 60_000);

const WRONG: readonly (readonly [string, string, string | Uint8Array, string])[] = [
  [
    "a file with another kind of cases",
    "light-v1",
    "text,label\nx,glad\n",
    "line 2: expects a label, and the set has tools: write `tool`, in a file of JSON lines",
  ],
  [
    "an unknown tool",
    "light-v1",
    '{"query":"x","tool":"light_off"}',
    'expects "light_off", and the set has no such tool',
  ],
  ["a tool that is misspelt", "light-v1", '{"query":"x","tool":"ligth_on"}', 'no such tool: did you mean "light_on"?'],
  ["none where it cannot be", "moods-v1", "text,label\nx,none\n", "needs `allow_none`"],
  ["no text", "light-v1", new Uint8Array([0xff, 0xfe, 0x00]), "is no UTF-8 text"],
  ["an empty file", "light-v1", "", "the file is empty"],
  ["an unknown set", "nope-v1", '{"query":"x","tool":"a"}', 'there is no toolset and no classification set "nope-v1"'],
  ["several classification sets", "moods-v1,tones-v1", "text,label\nx,glad\n", "are asked one at a time"],
];

test.each(WRONG)("%s is refused, and it is said why", async (_, set, content, message) => {
  writeFileSync(at("wrong"), content);
  const { status, err, out } = await testing(set, at("wrong"), "--html", at("never.html"));
  expect([status, out]).toEqual([1, ""]);
  expect(err).toContain(message);
  // Beside lines of how far it is: it says them of what takes longer than a second, as anything may on a busy machine.
  const complaint = err.split("\n").filter((line) => line !== "" && !/^[a-z ]+: \d+ of \d+$/.test(line));
  expect(complaint).toHaveLength(1);
  expect(existsSync(at("never.html"))).toBe(false);
});

test("a file that is not there, and an app that is not", async () => {
  expect((await testing("light-v1", at("nothing.jsonl"))).err).toContain("there is no file");
  const stranger = await dragoman(["test", "light-v1", at("cases.jsonl"), "--app", "nobody", ...data]);
  expect(stranger.err).toContain('there is no app "nobody"');
});

describe("with a server on the folder", () => {
  let server: Server;
  beforeAll(async () => {
    server = await start(["serve", "--port", "0", ...data]);
  });

  test("both go through its socket", everything, 120_000);

  test("without a file a set is asked what it was taught, also what it has no tool for any more", async () => {
    const bare = (...more: string[]) => dragoman(["test", "taught-v1", "--app", app, ...data, ...more]);
    const file = at("taught.json");
    const bring = async (tools: readonly object[]) => {
      writeFileSync(file, JSON.stringify([{ ...LIGHT, signature: "taught-v1", tools }]));
      await json(["import", file, "--replace", "--app", app, ...data]);
    };
    await bring(LIGHT.tools);
    const nothing = await bare();
    expect(nothing.status).toBe(1);
    expect(nothing.err).toContain("the set was taught no cases: name a file of them as CASES, or teach it some");
    expect((await bare("--history")).err).toContain("It was not tested yet");
    for (const [sentence, tool] of [
      ["make it bright", "light_on"],
      ["make it loud", "play_music"],
    ] as const) {
      const parameters = tool === "light_on" ? ["--parameters", '{"room":"hall"}'] : [];
      await dragoman(["teach", "taught-v1", sentence, "--tool", tool, ...parameters, "--app", app, ...data]);
    }
    const before = JSON.parse((await bare("--json")).out).reports[0];
    expect(before).toMatchObject({ cases: 2, accuracy: { count: 2 } });
    await bring(LIGHT.tools.slice(0, 1));
    const after = JSON.parse((await bare("--json")).out).reports[0];
    expect(after.misses).toMatchObject([{ sentence: "make it loud", place: expect.stringMatching(/^case_/) }]);
    const history = await json(["test", "taught-v1", "--history", "--app", app, ...data]);
    expect(history.map(({ run_id }: { readonly run_id: string }) => run_id)).toEqual([after.run_id, before.run_id]);
    expect(history[0].content_hashes).not.toEqual(history[1].content_hashes);
    const both = await testing("taught-v1", at("cases.jsonl"), "--history");
    expect(both.status).toBe(2);
    expect(both.err).toContain("--history lists tests");
  }, 60_000);

  test("what the cache knows is explained by ask, and is nothing to a test", async () => {
    const { api_key } = await json(["key", "create", app, ...data]);
    const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
      const init = {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      };
      // biome-ignore lint/suspicious/noExplicitAny: a test names the fields it expects.
      return (await (await fetch(`${server.started.address}${path}`, init)).json()) as any;
    };
    const { access_token } = await post("/v1/auth", { api_key });
    const query = "turn on the light in the kitchen";
    const asked = { query, toolsets: ["light-v1"], calls_max: 8 };
    await post("/v1/resolve", asked, { authorization: `Bearer ${access_token}` });
    const before = (await json(["app", "show", app, ...data])).requests_remaining;
    const { out } = await asking("light-v1", query, "--explain");
    expect(out).toContain("by the cache (exact)");
    expect(out).toContain("the cache answered: same words");
    expect(out).toContain('the model says [{"tool":"light_on","parameters":{"room":"kitchen"}}]');
    const cached = await json(["cache", app, ...data]);
    const told = JSON.parse((await testing("light-v1", at("cases.jsonl"), "--json")).out);
    expect(told.reports[0].accuracy.count).toBe(2);
    // Neither asking nor testing is paid for, and a test leaves the cache as it was.
    expect(await json(["cache", app, ...data])).toEqual(cached);
    expect((await json(["app", "show", app, ...data])).requests_remaining).toBe(before);
  }, 60_000);
});
