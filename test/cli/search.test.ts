/** `dragoman search`, beside a server that runs; `examples.test.ts` has it without one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
const findOrder = {
  name: "find_order",
  description: "Finds an order by its number",
  parameters: { type: "object", properties: { number: { type: "string" } } },
  examples: ["where is my parcel"],
};
const cancelOrder = { name: "cancel_order", description: "Cancels an order that was not sent yet" };
const getWeather = { name: "get_weather", description: "Tells the weather of a city" };
const sets = [
  { signature: "shop-v1", name: "Shop", tools: [findOrder, cancelOrder] },
  { signature: "outdoors-v1", name: "Outdoors", tools: [getWeather] },
];
let app: string;
let server: Server;

const search = (...words: string[]) => dragoman(["search", ...words, "--app", app, ...data]);

beforeAll(async () => {
  app = (await json(["app", "create", "Shop", "--plan", "free", ...data])).app_id;
  for (const set of sets) {
    const file = join(folder.path, `${set.signature}.json`);
    writeFileSync(file, JSON.stringify(set));
    await json(["import", file, "--app", app, ...data]);
  }
  server = await start(["serve", "--port", "0", ...data]);
}, 60_000);
afterAll(async () => {
  server?.kill("SIGTERM");
  await folder.remove();
});

test("the likeliest comes first, with its toolset, what it does and what speaks for it, and nothing is charged", async () => {
  const before = await json(["app", "show", app, ...data]);
  const { status, out, err } = await search("where is my parcel");
  expect({ status, err }).toEqual({ status: 0, err: "" });
  const [first, does, why, ...rest] = out.split("\n");
  expect(first).toMatch(/^find_order of shop-v1 \(confidence [01]\.\d\d\)$/);
  expect(does).toBe("  Finds an order by its number");
  expect(why).toMatch(/^ {2}by words .*parcel; meaning [01]\.\d\d; example "where is my parcel"$/);
  expect(rest.join("\n")).toMatch(/none of them \(confidence [01]\.\d\d\)\n3 tools searched in .* m?s\n$/);
  expect(await json(["app", "show", app, ...data])).toEqual(before);
}, 60_000);

test("--toolset says where, --limit how many, and the JSON has whole definitions that are compared by meaning already", async () => {
  const named = ["--toolset", "shop-v1", "--toolset", "outdoors-v1", "--limit", "1", "--json"];
  const both = await search("where is my parcel", ...named);
  const found = JSON.parse(both.out);
  expect(found).toMatchObject({ query: "where is my parcel", none: false, searched_tools: 3, learning: null });
  expect(found.tools).toEqual([expect.objectContaining({ toolset: "shop-v1", tool: findOrder })]);
  const elsewhere = await search("where is my parcel", "--toolset", "outdoors-v1", "--json");
  expect(JSON.parse(elsewhere.out).tools).toEqual([expect.objectContaining({ tool: getWeather })]);
}, 60_000);

test.each([
  [["--toolset", "nowhere-v1"], 1, /nowhere-v1/],
  [["--limit", "51"], 1, /limit: must be a whole number from 1 to 50/],
  [["--limit", "many"], 2, /--limit takes a whole number, and "many" is none/],
])(
  "%j is refused with what is wrong",
  async (options, expected, says) => {
    const { status, out, err } = await search("where is my parcel", ...options);
    expect({ status, out }).toEqual({ status: expected, out: "" });
    expect(err).toMatch(says);
  },
  60_000,
);
