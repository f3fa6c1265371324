/** Objects whose keys no schema names, read from what is said. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { freeObjectIn } from "#models/embedded/values/free-objects.ts";
import { cpuMs } from "../cpu-time.ts";

const PROPERTIES: JsonObject = {
  labels: { type: "object", additionalProperties: { type: "string" } },
  metadata: { type: "object" },
  limits: { type: "object", additionalProperties: { type: "integer" } },
  headers: { type: "object", properties: {} },
};
const PARAMETERS = parametersOf({ type: "object", properties: PROPERTIES });

function read(text: string, name: string) {
  const parameter = PARAMETERS.find((one) => one.name === name);
  if (!parameter) throw new Error(`no parameter ${name}`);
  const found = freeObjectIn(text, parameter);
  return found && { value: found.value, said: text.slice(found.span.start, found.span.end) };
}

describe("pairs are read", () => {
  test.each<[string, string, JsonObject, string]>([
    [
      "set the labels env to prod and tier to web on shop",
      "labels",
      { env: "prod", tier: "web" },
      "env to prod and tier to web",
    ],
    ["start shop with env=prod, tier=web", "labels", { env: "prod", tier: "web" }, "env=prod, tier=web"],
    ["a lamp with metadata color red.", "metadata", { color: "red" }, "color red"],
    [
      'metadata: title: "Two words", size: 4',
      "metadata",
      { title: "Two words", size: "4" },
      'title: "Two words", size: 4',
    ],
    ["limits cpu to 4 and memory to 16 for apollo", "limits", { cpu: 4, memory: 16 }, "cpu to 4 and memory to 16"],
    [
      "with headers Accept: text/csv and X-Region: EU-3",
      "headers",
      { Accept: "text/csv", "X-Region": "EU-3" },
      "Accept: text/csv and X-Region: EU-3",
    ],
  ])("%s", (text, name, value, said) => {
    const wanted = { value: { ...value }, said };
    expect<typeof wanted | null>(read(text, name) as typeof wanted | null).toEqual(wanted);
  });
});

describe("no pairs", () => {
  test.each([
    ["set labels of the shop deployment", "labels"],
    ["show me the labels", "labels"],
    ["add the labels later today", "labels"],
    ["limits cpu to high", "limits"],
    ["start shop", "metadata"],
  ])("%s", (text, name) => {
    expect(read(text, name)).toBeNull();
  });
});

test("a sentence of ten thousand words is read at once, to a bounded number of pairs", () => {
  const text = `labels ${Array.from({ length: 10_000 }, (_, at) => `k${at}=v`).join(", ")}`;
  const startedMs = cpuMs();
  expect(Object.keys(read(text, "labels")?.value ?? {})).toHaveLength(32);
  expect(cpuMs() - startedMs).toBeLessThan(200);
});
