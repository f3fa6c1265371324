/** The requests of scripts/eval/unasked, said-values, values and hazards: what is right by them has to be a call that its tool allows. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { checkParameters } from "#core/answering/tool-call.ts";
import type { JsonObject } from "#core/json.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { plainValue, readEveryday } from "../../scripts/eval/everyday-data.ts";

const sources = ["unasked", "said-values", "values", "hazards"].flatMap((folder) =>
  readEveryday(join(import.meta.dir, "../../scripts/eval", folder)),
);

test("there are requests to fifteen trades and more, in six languages", () => {
  const kinds = new Set(sources.flatMap(({ cases }) => cases.map(({ kind }) => kind)));
  expect(sources.length).toBeGreaterThanOrEqual(15);
  expect(["de", "es", "fr", "it", "nl"].filter((language) => !kinds.has(language))).toEqual([]);
});

describe.each(sources.map((source) => [source.name, source] as const))("%s", (_, { tools, cases }) => {
  const byName = new Map(
    tools.map(({ name, description = "", parameters }) => [
      name,
      { name, description, ...(parameters && { parameters: readSchema(parameters) }) },
    ]),
  );

  test("no request stands there twice", () => {
    const queries = cases.map(({ query }) => query.toLowerCase());
    expect(queries.length).toBe(new Set(queries).size);
  });

  test("each right call fits its tool, and lacks what is said to be missing", () => {
    for (const request of cases) {
      for (const { calls = [], missing = [] } of [request, ...(request.accept ?? [])]) {
        for (const call of calls) {
          const tool = byName.get(call.tool);
          if (!tool) throw new Error(`${request.query}: there is no tool ${call.tool}`);
          const wanted = plainValue(call.parameters ?? {}) as JsonObject;
          const checked = checkParameters(tool, wanted, missing);
          expect({ query: request.query, parameters: checked.parameters }).toEqual({
            query: request.query,
            parameters: wanted,
          });
          expect(missing).toEqual(expect.arrayContaining([...checked.missing]));
        }
      }
    }
  });
});
