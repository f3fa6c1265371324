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
    ["ask", ["shop-now", "find the order 7"]],
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
