/** The same requests and labels in six languages: each is whole, and its own right calls are judged right. */
import { describe, expect, test } from "bun:test";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { checkedTools } from "#core/toolset.ts";
import { plainValue } from "../../scripts/eval/everyday-data.ts";
import { judge } from "../../scripts/eval/everyday-scoring.ts";
import { SPOKEN_LANGUAGES, spokenLabels, spokenRequests } from "../../scripts/eval/spoken-data.ts";

describe.each([...SPOKEN_LANGUAGES])("in %s", (language) => {
  const sources = spokenRequests(language, 3);

  test("sixty requests are asked of tools that can be registered, half of them in the language", () => {
    expect(sources.flatMap(({ cases }) => cases)).toHaveLength(60);
    expect(sources.filter(({ isInLanguage }) => isInLanguage)).toHaveLength(3);
    for (const { tools } of sources) {
      expect(checkedTools(tools)).toHaveLength(tools.length);
      for (const tool of tools) expect("examples" in tool && tool.examples).toHaveLength(3);
    }
  });

  test("what is right is judged right, and another value is not", () => {
    for (const { tools, cases } of sources) {
      for (const one of cases) {
        const calls = (one.calls ?? []).map(({ tool, parameters = {} }) => ({
          tool,
          parameters: plainValue(parameters) as JsonObject,
        }));
        expect([one.query, judge(one, calls, one.missing ?? [])]).toEqual([one.query, "right"]);
        for (const { tool, parameters } of calls) {
          const properties = tools.find(({ name }) => name === tool)?.parameters.properties;
          const names = Object.keys(isJsonObject(properties) ? properties : {});
          expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
        }
        const others = calls.map((call) => ({ ...call, parameters: { ...call.parameters, other: 1 } }));
        if (calls.length > 0) expect(judge(one, others, one.missing ?? [])).not.toBe("right");
      }
    }
  });

  test.each([
    ["bank", 40, 200],
    ["shop and telephone", 28, 84],
  ] as const)("%s: of %d classes each text is there once", (set, classes, count) => {
    const { english, inLanguage, texts } = spokenLabels(language, set);
    expect(new Set(english).size).toBe(classes);
    expect(new Set(inLanguage).size).toBe(classes);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(count);
  });
});
