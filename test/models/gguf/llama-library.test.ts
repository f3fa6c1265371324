/** The real llama.cpp, as it is packed into the executable, without a model. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { Tool } from "#core/toolset.ts";
import { GgufDialect } from "#models/gguf/gguf-dialect.ts";
import { jsonGrammar } from "#models/gguf/json-grammar.ts";
import { type LlamaLibrary, openLlamaLibrary } from "#models/gguf/llama-library.ts";
import { callPrompt } from "#models/language/prompts/call-prompt.ts";
import { NOW } from "../providers/served.ts";
import { allowedValues } from "./schemas.ts";

const runtimeDir = mkdtempSync(join(tmpdir(), "llama-"));
let library: LlamaLibrary;
beforeAll(async () => {
  library = await openLlamaLibrary(runtimeDir);
});
afterAll(() => rmSync(runtimeDir, { recursive: true, force: true }));

test("is unpacked for its owner alone, and opened once", async () => {
  expect(statSync(runtimeDir).mode & 0o777).toBe(0o700);
  expect(await openLlamaLibrary(runtimeDir)).toBe(library);
});

describe("reads the grammar", () => {
  test("of every schema", async () => {
    await fc.assert(
      fc.asyncProperty(allowedValues, async ({ schema }) => {
        expect(await library.createGrammar(jsonGrammar(schema))).toBeDefined();
      }),
      { numRuns: 200 },
    );
    expect(library.complaints()).toEqual([]);
  });

  test("of the answer to a question about many tools, in less time than anybody notices", async () => {
    const tools: readonly Tool[] = Array.from({ length: 32 }, (_, index) => ({
      name: `tool_${index}`,
      description: "Does something",
      parameters: {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [`value_${at}`, { enum: ["one", "two", `${index}`] }]),
        ),
      } as JsonObject,
    }));
    const about = { context: null, history: [], memories: [], persona: null, now: inUtc(NOW) };
    const { schema } = callPrompt({ query: "do it", tools, ...about }, "schema");
    const startedAt = performance.now();
    expect(await library.createGrammar(jsonGrammar(schema))).toBeDefined();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  test("and says so when it cannot", () => {
    expect(library.createGrammar('root ::= "never closed')).rejects.toThrow();
  });
});

test("a file that is no model is refused with the reason, to the operator and not to clients", async () => {
  const path = join(runtimeDir, "half.gguf");
  writeFileSync(path, Buffer.concat([Buffer.from("GGUF\x03\x00\x00\x00", "latin1"), Buffer.alloc(16)]));
  const options = { path, runtimeDir, contextTokens: 512, concurrencyMax: 1, threads: 1, outputTokensMax: 16 };
  const dialect = new GgufDialect(options);
  expect(dialect.load()).rejects.toThrow(/llama\.cpp cannot open .*half\.gguf: /);
  const prompt = { system: "", user: "", schema: {}, functions: [] };
  const asking = dialect.ask({ prompt, mode: "schema", repair: null }, AbortSignal.timeout(5_000));
  expect(asking).rejects.toMatchObject({
    message: "the model's file cannot be used",
    kind: "failed",
    detail: expect.stringContaining("half.gguf"),
  });
  const byTools = dialect.ask({ prompt, mode: "tools", repair: null }, AbortSignal.timeout(5_000));
  expect(byTools).rejects.toMatchObject({ kind: "rejected" });
  await dialect.close();
});
