import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
let owner: readonly string[];
let server: Server | null = null;

beforeAll(async () => {
  const { app_id } = await json(["app", "create", "Shop", ...data]);
  owner = ["--app", app_id, ...data];
  const path = join(folder.path, "tools.json");
  writeFileSync(path, JSON.stringify([{ type: "function", function: { name: "find_order", description: "Orders" } }]));
  for (const signature of ["shop-v1", "shop-v2"]) await json(["import", path, "--signature", signature, ...owner]);
  const labels = join(folder.path, "labels.csv");
  writeFileSync(labels, "text,label\nWhere is my parcel?,delivery\nI want my money back,refund\n");
  for (const signature of ["shop-v1", "support-v1"]) await json(["import", labels, "--signature", signature, ...owner]);
}, 60_000);
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.ended;
  await folder.remove();
});

const alias = (...words: string[]) => json(["alias", ...words, ...owner]);

describe.each(["without a server", "with one that runs"])("%s", (where) => {
  beforeAll(async () => {
    if (where === "with one that runs") server = await start(["serve", "--port", "0", ...data]);
  }, 60_000);

  test("an alias is set, split, shown and removed", async () => {
    const counted = { answers: 0, none: 0 };
    expect(await alias("set", "support-live", "support-v1")).toMatchObject({
      name: "support-live",
      kind: "classification_set",
      sides: [{ signature: "support-v1", percent: 100, ...counted }],
    });
    await alias("set", "shop-live", "shop-v2");
    const sides = [
      { signature: "shop-v2", percent: 90, ...counted },
      { signature: "shop-v1", percent: 10, ...counted },
    ];
    expect(await alias("set", "shop-live", "shop-v2", "--split", "shop-v1=10", "--kind", "toolset")).toMatchObject({
      sides,
    });
    expect(await alias("list")).toMatchObject([
      { name: "support-live" },
      { name: "shop-live", kind: "toolset", sides },
    ]);
    const { out, status } = await dragoman(["alias", "list", ...owner]);
    expect(status).toBe(0);
    expect(out).toMatch(/^name +kind +signature +percent +answers +none +updated at\n/);
    expect(out.split("\n").filter((line) => line.startsWith("shop-live"))).toHaveLength(2);
    for (const name of ["support-live", "shop-live"])
      expect(await alias("remove", name, "--yes")).toMatchObject({ name });
    expect(await alias("list")).toEqual([]);
  }, 60_000);

  test.each([
    ["a set that both kinds have", ["set", "x", "shop-v1"], 1, "kind: is needed"],
    ["the name of a set", ["set", "shop-v1", "shop-v2"], 1, '"shop-v1" is the signature of a toolset'],
    ["an unknown set", ["set", "x", "shop-v3"], 1, 'the set "shop-v3" does not exist'],
    ["an unknown kind", ["set", "x", "shop-v1", "--kind", "bank"], 1, 'must be "toolset" or "classification_set"'],
    ["a split without a share", ["set", "x", "shop-v1", "--split", "shop-v2"], 2, "as in orders-v4=10"],
    ["more than all", ["set", "x", "shop-v2", "--split", "shop-v1=101"], 1, "from 0 to 100"],
    ["an unknown alias", ["remove", "x", "--yes"], 1, 'the alias "x" does not exist'],
  ])("refuses %s", async (_, words, status, message) => {
    const refused = await dragoman(["alias", ...words, ...owner]);
    expect(refused.err).toContain(message);
    expect(refused.status).toBe(status);
  });

  test.each([
    ["export", ["--signature", "shop-now"]],
    ["lint", ["shop-now"]],
    ["teach", ["shop-now", "hello", "--tool", "none"]],
    ["case list", ["shop-now"]],
  ])(
    "%s names the set itself",
    async (command, words) => {
      await alias("set", "shop-now", "shop-v2");
      const { status, err } = await dragoman([...command.split(" "), ...words, ...owner]);
      expect(err).toContain('"shop-now" is an alias, for the toolset "shop-v2"');
      expect(status).toBe(1);
      await alias("remove", "shop-now", "--yes");
    },
    60_000,
  );

  describe("names a set to ask", () => {
    const cases = () => join(folder.path, "asked.jsonl");
    beforeAll(async () => {
      writeFileSync(cases(), '{"query": "find the order 7", "tool": "find_order"}\n');
      await alias("set", "shop-live", "shop-v2");
    });
    afterAll(() => alias("remove", "shop-live", "--yes"));

    test("ask", async () => {
      const answer = await json(["ask", "shop-live", "hello there", ...owner]);
      expect(answer).toMatchObject({ sets: ["shop-v2"], aliases: { "shop-live": "shop-v2" } });
      const { out } = await dragoman(["ask", "shop-live", "hello there", ...owner]);
      expect(out).toContain("  shop-live stands for shop-v2\n");
    }, 60_000);

    test("ask, of the kind that the alias is of", async () => {
      await alias("set", "help-live", "shop-v1", "--kind", "classification_set");
      expect(await json(["ask", "help-live", "Where is my parcel?", ...owner])).toMatchObject({
        sets: ["shop-v1"],
        classifications: [{ label: "delivery" }],
      });
      await alias("remove", "help-live", "--yes");
    }, 60_000);

    test("test, and its history", async () => {
      const { out, err, status } = await dragoman(["test", "shop-live", cases(), ...owner]);
      expect(err).toContain('"shop-live" stands for "shop-v2".\n');
      expect(out).toStartWith("shop-v2: 1 case,");
      expect(status).toBe(0);
      const runs = await json(["test", "shop-live", "--history", ...owner]);
      expect(runs).toEqual(await json(["test", "shop-v2", "--history", ...owner]));
      expect(runs).not.toBeEmpty();
    }, 60_000);

    test("diff", async () => {
      const proposed = join(folder.path, "tools.json");
      const { out, err, status } = await dragoman(["diff", "shop-live", proposed, cases(), ...owner]);
      expect(err).toContain('"shop-live" stands for "shop-v2".\n');
      expect(out).toStartWith("1 replayed, 0 change\n");
      expect(status).toBe(0);
    }, 60_000);

    test("graduation, of the kind that the alias is of", async () => {
      const { out, err, status } = await dragoman(["graduation", "shop-live", ...owner]);
      expect(err).toStartWith('"shop-live" stands for "shop-v2".\n');
      expect(out).toBe("");
      expect(status).toBe(0);
      await alias("set", "help-live", "shop-v1", "--kind", "classification_set");
      expect(await json(["graduation", "help-live", ...owner])).toMatchObject({ by_label: [] });
      await alias("remove", "help-live", "--yes");
    }, 60_000);

    test("of a split the side that the caller is on, and none where nobody asks", async () => {
      await alias("set", "shop-both", "shop-v2", "--split", "shop-v1=50", "--kind", "toolset");
      const sides = new Set<string>();
      for (const caller of ["ana", "ben", "eva", "tom", "kim", "lea"]) {
        const { aliases } = await json(["ask", "shop-both", "hello there", "--caller", caller, ...owner]);
        sides.add(aliases["shop-both"]);
      }
      expect([...sides].sort()).toEqual(["shop-v1", "shop-v2"]);
      for (const command of [
        ["test", "shop-both", cases()],
        ["graduation", "shop-both"],
      ]) {
        const { err, status } = await dragoman([...command, ...owner]);
        expect(err).toContain('is split between "shop-v2" (50 %) and "shop-v1" (50 %): name the set that is meant');
        expect(status).toBe(1);
      }
      await alias("remove", "shop-both", "--yes");
    }, 120_000);
  });

  test("import leaves a name that is an alias's alone, and writes nothing", async () => {
    await alias("set", "shop-live", "shop-v2");
    const path = join(folder.path, "tools.json");
    for (const more of [[], ["--replace"], ["--dry-run"]]) {
      const { status, err } = await dragoman(["import", path, "--signature", "shop-live", ...more, ...owner]);
      expect(err).toContain('"shop-live" is an alias of the app');
      expect(status).toBe(1);
    }
    await alias("remove", "shop-live", "--yes");
  }, 60_000);
});
