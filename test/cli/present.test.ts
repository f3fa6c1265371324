import { expect, test } from "bun:test";
import type { JsonValue } from "#core/json.ts";
import { presented } from "../../src/cli/present.ts";

function shown(result: JsonValue, columns: number | null, command = "app list") {
  const out: string[] = [];
  const err: string[] = [];
  presented(command, result, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    redraw: null,
    columns,
    ask: null,
  });
  return { out: out.join(""), err: err.join("") };
}

const apps = [
  { app_id: "app_1", name: "a name that goes on and on and on and on", plan: "free" },
  { app_id: "app_2", name: "two\nlines", plan: "pro" },
];

test("a list is a table that fits the terminal; the widest column gives way", () => {
  expect(shown(apps, 30).out).toBe(
    "app id  name              plan\napp_1   a name that goe…  free\napp_2   two lines         pro\n",
  );
  for (const line of shown(apps, 30).out.split("\n")) expect(line.length).toBeLessThanOrEqual(30);
});

test("ids stay whole for the next command; times lose their clocks first", () => {
  const id = "app_KHNcrocPp09ntlUd40pS";
  const app = { app_id: id, name: "My first app", plan: "free", created_at: "2026-11-22T10:46:19.315Z" };
  expect(shown([app], 80).out.split("\n")[1]).toBe(`${id}  My first app  free  2026-11-22T10:46:19.315Z`);
  expect(shown([app], 64).out.split("\n")[1]).toBe(`${id}  My first app  free  2026-11-22`);
  expect(shown([app], 48).out.split("\n")[1]).toBe(`${id}  My firs…  free  2026-11…`);
  expect(shown([app], 20).out.split("\n")[1]).toStartWith(id);
});

test("keys fit a terminal of 80 columns: the app was just typed, and every key is its own", () => {
  const at = "2026-11-22T10:46:19.315Z";
  const key = {
    key_id: "WR6pNsgpWcpi",
    app_id: "app_1",
    name: "web",
    created_at: at,
    expires_at: at,
    revoked_at: null,
  };
  expect(shown([key], 80, "key list").out).toBe(
    "key id        name  created at  expires at  revoked at\nWR6pNsgpWcpi  web   2026-11-22  2026-11-22  -\n",
  );
});

test("into a file or a pipe nothing is cut", () => {
  expect(shown(apps, null).out).toContain("a name that goes on and on and on and on  free\n");
});

test("a single thing is a list of its fields", () => {
  expect(shown({ key_id: "k1", expires_at: null }, 80, "key show").out).toBe("key id      k1\nexpires at  -\n");
});

test("an empty list says how to begin, and leaves the output empty", () => {
  expect(shown([], 80)).toEqual({ out: "", err: 'There are no apps yet: "dragoman app create NAME" makes one.\n' });
});

test("the cache is told set by set, each wrong answer beside the right one", () => {
  const at = "2026-03-10T12:00:30.000Z";
  const mistake = { at, name: "lamp", path: "template", score: 0.95, sentence: "lamp 7", known_sentence: "lamp 3" };
  const set = {
    content_hash: "sha256:1",
    signatures: ["home-v1"],
    entries: 12,
    bytes: 2_097_152,
    sources: [
      { source: "model", answers: 12, saved_seconds: 0, saved_money: 0 },
      { source: "semantic_cache", answers: 3, saved_seconds: 4.25, saved_money: 0.5 },
    ],
    paths: [
      {
        name: "lamp",
        path: "template",
        observed: 20,
        wrong: 1,
        opens_at: 0.9,
        error: 0.002,
        interval: [0.001, 0.0049],
      },
      { name: "", path: "label", observed: 2, wrong: 2, opens_at: null, error: null, interval: null },
    ],
    mistakes: [{ ...mistake, given: { tool: "lamp" }, expected: null }],
  };
  const gone = {
    ...set,
    content_hash: null,
    signatures: [],
    entries: 0,
    bytes: 0,
    sources: [],
    paths: [],
    mistakes: [],
  };
  const reports = [
    { app_id: "app_1", error_bound: 0.005, sets: [set, gone] },
    { app_id: "app_2", error_bound: 0.005, sets: [] },
  ];
  expect(shown(reports, null, "cache").out).toBe(`app_1  tolerates 0.50 % wrong answers for other words
  home-v1: 12 answers, 2.0 MB
    answered by model: 12
    answered by semantic cache: 3, saved 4.3 s and 0.5
    lamp by template: answers from score 0.9, error 0.20 % (0.10 % to 0.49 %); 1 wrong of 20 observed
    label: shut; 2 wrong of 2 observed
    wrong, ${at}: "lamp 7"
      from      "lamp 3"
      given     {"tool":"lamp"}
      expected  not known
  sets that are gone: 0 answers, 0.0 MB

app_2  tolerates 0.50 % wrong answers for other words
  nothing is kept, and nothing was asked
`);
});
