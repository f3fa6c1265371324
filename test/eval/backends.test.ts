import { describe, expect, test } from "bun:test";
import { comparison, modelSettings, spentIn } from "../../scripts/eval/backends.ts";
import { modelIn } from "../../scripts/eval/evaluation.ts";
import { optionsFrom } from "../../scripts/eval/options.ts";

const METRICS = `# HELP dragoman_model_questions_total Questions
dragoman_model_questions_total{model="openai/a",task="call",outcome="answered"} 90
dragoman_model_questions_total{model="openai/a",task="classify",outcome="answered"} 5
dragoman_model_questions_total{model="openai/a",task="call",outcome="llm_processing_error"} 5
dragoman_model_server_calls_total{model="openai/a",outcome="answered"} 115
dragoman_model_server_calls_total{model="openai/a",outcome="unreachable"} 3
dragoman_model_server_calls_total{model="openai/a",outcome="examined"} 4
dragoman_model_tokens_total{model="openai/a",direction="input"} 50000
dragoman_model_tokens_total{model="openai/a",direction="output"} 2000
dragoman_model_cached_tokens_total{model="openai/a"} 40000
dragoman_model_cost_total{model="openai/a"} 0.25
`;

test("what a model took is read from the server's metrics", () => {
  expect(spentIn(METRICS)).toEqual({
    questions: 100,
    answered: 95,
    unusable: 5,
    repeated: 15,
    inputTokens: 50_000,
    cachedTokens: 40_000,
    outputTokens: 2_000,
    cost: 0.25,
  });
});

describe("a backend of the settings", () => {
  const toml =
    '[model]\nname = "first"\nfallbacks = ["big"]\nselectable = ["big"]\ntimeout_ms = 900\n[backends.big]\nname = "b"\n[network]\nallow = ["x"]';
  test("becomes the model that is measured, with nobody behind it", () => {
    expect(modelSettings(toml, "big").join("\n")).toContain('name = "b"');
    expect(modelSettings(toml, "big").join("\n")).toContain('allow = [ "x" ]');
    expect(modelSettings(toml, "big").join("\n")).toContain("timeout_ms = 900");
    expect(modelSettings(toml, "model").join("\n")).not.toMatch(/fallbacks|selectable/);
    expect(modelSettings("", "embedded")).toEqual([]);
  });

  test("that is not there is said before anything is measured", () => {
    expect(() => modelSettings(toml, "bug")).toThrow("--backend bug: the settings have no such backend");
  });
});

test("the table has a column for each, and a dash for what one was not measured on", () => {
  const about = { measuredAt: "", binary: "", cores: 1, tookSeconds: 1, calibrations: [], refused: {} };
  const line = { part: "BFCL", measure: "exact", kind: "share", n: 10, value: 0.5, low: 0.2, high: 0.8 } as const;
  const spent = spentIn(METRICS);
  const table = comparison([
    {
      name: "embedded",
      report: { ...about, model: "embedded-1", parts: { bfcl: [line] } },
      spent: spentIn(""),
      answerMs: [],
    },
    { name: "big", report: { ...about, model: "openai/a", parts: {} }, spent, answerMs: [30, 10, 20.4] },
  ]);
  expect(table).toContain("| embedded (embedded-1) | big (openai/a) |");
  expect(table).toContain("| BFCL: exact | 50.0 | – |");
  expect(table).toContain("p50 of an answer, ms, 2 at a time | – | 20 |");
  expect(table).toContain("p99 of an answer, ms, 2 at a time | – | 30 |");
  expect(table).toContain("| – | 95.0 |");
  expect(table).toContain("| – | 15.0 |");
  expect(table).toContain("read before and kept by the server | – | 80.0 |");
  expect(table).toContain("| 0.0000 | 0.2500 |");
});

test("the option names them", () => {
  const { backends } = optionsFrom(["--data", "sets", "--backend", "embedded,big", "--settings", "d.toml"]);
  expect(backends).toEqual({ names: ["embedded", "big"], settings: "d.toml" });
  expect(optionsFrom(["--data", "sets"]).backends).toBeNull();
});

test("which model was measured is what the server says at its start, whatever it writes besides", () => {
  const line = (fields: object) => JSON.stringify({ level: "info", ...fields });
  const started = line({ event: "started", address: "http://127.0.0.1:1", model: "openai/a" });
  expect(modelIn([line({ event: "log", message: "model" }), started, "text"].join("\n"))).toBe("openai/a");
  expect(() => modelIn("dragoman: no")).toThrow("did not say which model it has");
});
