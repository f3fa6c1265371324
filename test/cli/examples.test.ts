/** Every example of the help that ends by itself, run in the order of their table on one data folder. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_APP, EXAMPLE_KEY, EXAMPLES, wordsOf } from "../../src/cli/examples.ts";
import { dragoman, json, newFolder } from "./dragoman.ts";

/** They serve until they are stopped, need a model server, or change the machine. `serve.test.ts` and others run them. */
const NOT_HERE = [
  "dragoman serve",
  "dragoman serve --data /srv/dragoman --host 0.0.0.0 --port 80",
  "dragoman demo",
  "dragoman service install",
  "dragoman service uninstall",
  // A client or a server of MCP is at the other end: mcp.test.ts of the executable runs them with both.
  ...(EXAMPLES.mcp ?? []),
  `dragoman import --from-mcp https://tools.example/mcp --app ${EXAMPLE_APP} --replace`,
  // They exchange the executable, which here is Bun: update.test.ts of the executable runs them.
  ...(EXAMPLES.update ?? []),
  // A Postgres has to run: executables.test.ts of the cluster runs it with one.
  ...(EXAMPLES["cluster migrate"] ?? []),
  // The same: moving-executable.test.ts.
  ...(EXAMPLES.migrate ?? []),
  // A server has to run: ping.test.ts runs them beside one.
  ...(EXAMPLES.ping ?? []),
  // A server has to run: audit-log.test.ts runs it beside one.
  "dragoman admin-link",
  // Only whoever taught it knows its id: teach.test.ts runs it.
  ...(EXAMPLES["case remove"] ?? []),
];
const TOOLS = [{ type: "function", function: { name: "find_order", description: "Finds an order by its number" } }];

describe("the examples of the help", () => {
  const folder = newFolder();
  afterAll(() => folder.remove());
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const { app_id } = await json(["app", "create", "Example", "--data", join(folder.path, "data")]);
    const { key_id } = await json(["key", "create", app_id, "--data", join(folder.path, "data")]);
    ids.set(EXAMPLE_APP, app_id).set(EXAMPLE_KEY, key_id);
    writeFileSync(join(folder.path, "medicines.jsonl"), '{"value": "Paracetamol 500", "synonyms": ["tylenol"]}\n');
    writeFileSync(join(folder.path, "tools.json"), JSON.stringify(TOOLS));
    const second = ["import", "tools.json", "--app", app_id, "--signature", "shop-v2"];
    await dragoman(second, { DRAGOMAN_DATA: join(folder.path, "data") }, folder.path);
    const cases = [
      { query: "find the order 4711", tool: "find_order" },
      { query: "good morning", tool: "none" },
    ];
    writeFileSync(join(folder.path, "cases.jsonl"), cases.map((one) => JSON.stringify(one)).join("\n"));
    writeFileSync(join(folder.path, "dragoman.toml"), "");
  });

  test("leave out only what cannot be run here", () => {
    expect(Object.values(EXAMPLES).flat()).toEqual(expect.arrayContaining(NOT_HERE));
  });

  const runnable = Object.values(EXAMPLES)
    .flat()
    .filter((example) => !NOT_HERE.includes(example));
  test.each(runnable)(
    "%s",
    async (example) => {
      const words = wordsOf(example)
        .slice(1)
        .map((word) => ids.get(word) ?? word);
      const { status, out, err } = await dragoman(words, { DRAGOMAN_DATA: join(folder.path, "data") }, folder.path);
      if (status !== 0) throw new Error(`exit status ${status}: ${err}${out}`);
      expect(`${out}${err}`.trim()).not.toBe("");
      // What is written into a pipe is text: no colour, no cursor that moves.
      expect(`${out}${err}`).not.toContain("\u001b");
    },
    60_000,
  );
});
