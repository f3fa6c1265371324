/** What is said around a wish: none of it is a value, and some of it says that another thing is wanted. */
import { expect, test } from "bun:test";
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { DAY_MS, NOW, Partition } from "./partition.ts";

const TABLE = "A table for [people:4] in [city:Rome]";
const TAKEN_IN: readonly (readonly [rule: RuleId, known: string, asked: string])[] = [
  ["politeness-in-value", TABLE, "A table for 2 in Bonn Thanks"],
  ["politeness-in-value", TABLE, "a table for 2 in lafayette ok"],
  ["time-in-value", TABLE, "A table for 2 in Bonn rn"],
  ["time-in-value", TABLE, "A table for 2 in Bonn fri"],
  ["time-in-value", TABLE, "A table for 2 in Bonn at supper"],
  ["said-twice", TABLE, "A table for 2 in in Bonn"],
  ["number-in-value", TABLE, "A table for 2 in Bonn 05:54"],
  ["goes-on-small", TABLE, "A table for 2 in Rome dahling"],
  ["goes-on-small", TABLE, "A table for 2 in sunny Rome"],
  ["comma-in-value", TABLE, "A table for 2 in Bonn, sweetheart"],
  ["sign", TABLE, "A table for 2 in Bonn ✨"],
  ["sign", TABLE, "A table for 2 in Bonn <3"],
];

test.each(TAKEN_IN)("no value takes in what is none of it: %s, %s, %s", async (rule, known, asked) => {
  const partition = new Partition();
  const id = await partition.know("book_table", known);
  expect(await partition.proposed(asked)).toBeNull();
  expect((await partition.ask(asked)).refused).toContainEqual({ id, path: "template", rule });
});

test.each([
  ["asap", "a table for 2 in Bonn asap"],
  ["thx", "a table for 2 in Bonn, thx"],
  ["if you can", "a table for 2 in Bonn if you can"],
  ["haha", "a table for 2 in Bonn haha"],
  ["mate", "a table for 2 in Bonn, mate"],
])("what is said to whom is asked is left out of a value: %s", async (_, asked) => {
  const partition = new Partition();
  await partition.know("book_table", TABLE);
  expect(await partition.proposed(asked)).toEqual({ tool: "book_table", people: 2, city: "Bonn" });
});

test("what a value may be told in is not cut off: a message may end in a laugh", async () => {
  const partition = new Partition();
  const id = await partition.know("remind", "Note that [what:the plumber comes at noon]");
  const { refused } = await partition.ask("Note that the roof leaks again lol");
  expect(refused).toContainEqual({ id, path: "template", rule: "politeness-in-value" });
});

test("a title that looks like politeness is not cut off and forgotten", async () => {
  const partition = new Partition();
  await partition.know("play", "Play the song, [song:my friend]");
  expect(await partition.proposed("Play the song, thanks a lot")).toBeNull();
});

test("haste that was cut off is nobody else's: it said how urgent something is", async () => {
  const partition = new Partition();
  await partition.know("report", "Report that [issue:the lamp is broken] [priority=urgent:asap]");
  expect(await partition.proposed("Report that the lamp is broken")).toBeNull();
  await partition.know("report", "Report that [issue:the floor is wet] please");
  expect(await partition.proposed("Report that the floor is wet")).toEqual({
    tool: "report",
    issue: "the floor is wet",
  });
});

test.each([
  ["taken back", "A table for 4 in Rome, never mind"],
  ["corrected", "A table for 4 in Rome, no wait, in Bonn"],
  ["corrected in a new value", "A table for 4 in Bonn or rather Cologne"],
])("nothing is proposed for what is %s", async (_, asked) => {
  const partition = new Partition();
  await partition.know("book_table", TABLE);
  await partition.know("book_table", "A table for [people:4] in [city:Rome], forget it");
  expect(await partition.proposed(asked)).toBeNull();
});

test.each([
  "Remind me to book a table for 4 in Rome",
  "Book a table for 4 in Rome twice",
  "He wants to book a table for 4 in Rome",
])("what is said on top of a known wish is heard: %s", async (asked) => {
  const partition = new Partition();
  for (let n = 0; n < 20; n += 1)
    await partition.know("book_table", `Book a table for [people:${n}] in [city:Town${n}]`);
  const id = await partition.know("book_table", "Book a table for [people:4] in [city:Rome]");
  const { refused } = await partition.ask(asked);
  expect(refused).toContainEqual({ id, path: "rewording", rule: "said-on-top" });
});

test("a date that was worked out of a day written short is not reused in another week", async () => {
  const partition = new Partition();
  await partition.know("play", "Play [song:Lithium] at the party on fri", { artist: "2026-03-13" });
  expect(await partition.proposed("At the party on fri play Lithium", NOW + 7 * DAY_MS)).toBeNull();
});

test("words that the tool never heard between two values may be part of one", async () => {
  const partition = new Partition();
  const id = await partition.know("book_table", "Book a [city:Rome] table [seating=outside:outside]");
  const { refused } = await partition.ask("Book a Rome sunny corner outside table");
  expect(refused).toContainEqual({ id, path: "rewording", rule: "strange-at-value" });
});

test("a new value stops where another one's word stands", async () => {
  const partition = new Partition();
  for (const n of [1, 2, 3, 4, 5]) await partition.know("play", `Play [song:Song${n}] by [artist:Singer${n}]`);
  const id = await partition.know("play", "Let me hear [song:Lithium]");
  const { refused } = await partition.ask("Let me hear Polly by Nirvana");
  expect(refused).toContainEqual({ id, path: "template", rule: "another-in-value" });
});

test("a name is not found where it is a word: goodbye", async () => {
  const partition = new Partition();
  const id = await partition.know("play", "I want to play [song:Goodbye]");
  const { refused } = await partition.ask("i want to say goodbye");
  expect(refused).toContainEqual({ id, path: "rewording", rule: "no-name" });
});
