/** What known calls say about sentences that were never asked. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { DAY_MS, NOW, Partition } from "./partition.ts";

type Row = readonly [what: string, tool: string, known: string, asked: string, call: JsonObject];

const TEMPLATES: readonly Row[] = [
  [
    "another number",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "A table for 2 in Rome",
    { people: 2, city: "Rome" },
  ],
  [
    "a number in words",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "a table for twelve in Rome",
    { people: 12, city: "Rome" },
  ],
  [
    "another place, as it is written",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "a table for 4 in New York",
    { people: 4, city: "New York" },
  ],
  [
    "both",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "please, a table for 6 in Bonn, thanks",
    { people: 6, city: "Bonn" },
  ],
  [
    "an option in other letters",
    "book_table",
    "A table [seating=outside:outside] in [city:Rome]",
    "A table INSIDE in Rome",
    { seating: "inside", city: "Rome" },
  ],
  [
    "a slip in a word around",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "A tabel for 3 in Rome",
    { people: 3, city: "Rome" },
  ],
  [
    "a quoted title to its end",
    "play",
    "Play '[song:Hey Jude]' by [artist:Wilson Pickett]",
    "Play 'Who are you?' by The Who",
    { song: "Who are you?", artist: "The Who" },
  ],
  [
    "roles by their places",
    "transfer",
    "Send [amount:5] euros from [sender:Anna] to [receiver:Boris]",
    "Send 7 euros from Boris to Anna",
    { amount: 7, sender: "Boris", receiver: "Anna" },
  ],
  [
    "a decimal number",
    "convert",
    "Convert [value:3] [from_unit:miles] to [to_unit:metres]",
    "Convert 2.5 miles to metres",
    { value: 2.5, from_unit: "miles", to_unit: "metres" },
  ],
  [
    "a list of as many",
    "shop",
    "Buy [items:milk] and [items:bread] at [shop:Aldi]",
    "Buy eggs and butter at Lidl",
    { items: ["eggs", "butter"], shop: "Lidl" },
  ],
  [
    "a constant stays",
    "book_table",
    "A table for [people:4] where I may smoke[smoking=true:]",
    "A table for 3 where I may smoke",
    { people: 3, smoking: true },
  ],
];

describe("the words of a known sentence around other values", () => {
  test.each(TEMPLATES)("%s", async (_, tool, known, asked, call) => {
    const partition = new Partition();
    await partition.know(tool, known);
    expect(await partition.proposed(asked)).toEqual({ tool, ...call });
  });

  test("what was copied says from where", async () => {
    const partition = new Partition();
    await partition.know("book_table", "A table for [people:4] in [city:Rome]");
    const asked = "a table for two in Bad Ems";
    const { best } = await partition.ask(asked);
    const said = Object.entries(best?.spans ?? {}).map(([name, { start, end }]) => [name, asked.slice(start, end)]);
    expect(Object.fromEntries(said)).toEqual({ people: "two", city: "Bad Ems" });
    expect(best?.unseenValues).toEqual([{ parameter: "city", text: "Bad Ems" }]);
  });

  test("a default stays and hangs on no word", async () => {
    const partition = new Partition();
    await partition.know("book_table", "A table for [people:4] in [city:Rome]", { seating: "inside" }, ["seating"]);
    const proposed = await partition.proposed("A table for 4 in Bonn");
    expect(proposed).toEqual({ tool: "book_table", people: 4, city: "Bonn", seating: "inside" });
  });
});

describe("the values of a known sentence in other words", () => {
  test.each([
    [
      "words in another order",
      "book_table",
      "For [people:4] in [city:Rome] book a table",
      "book a table in Rome for 4",
    ],
    ["a little word more", "book_table", "Book a table for [people:4] in [city:Rome]", "Book me a table for 4 in Rome"],
    ["number words", "book_table", "Book a table for [people:4] in [city:Rome]", "In Rome book a table for four"],
    ["a slip", "play", "Now play the song [song:Lithium] once more", "Play Lithium the sogn now once more"],
  ])("%s", async (_, tool, known, asked) => {
    const partition = new Partition();
    const id = await partition.know(tool, known);
    const { best } = await partition.ask(asked);
    expect({ path: best?.path, id: best?.id }).toEqual({ path: "rewording", id });
  });

  test("the very same words are certain", async () => {
    const partition = new Partition();
    await partition.know("play", "Play the song [song:Lithium]");
    expect((await partition.ask("please play the song lithium!")).best?.score).toBe(1);
  });
});

const REFUSED: readonly (readonly [what: string, tool: string, known: string, asked: string])[] = [
  ["a negation", "play", "Play [song:Lithium] by [artist:Nirvana]", "Don't play Lithium by Nirvana"],
  ["a negation inside a value", "play", "Play [song:Lithium]", "Play not Lithium"],
  ["an undoing verb", "play", "Play [song:Lithium] by [artist:Nirvana]", "Stop playing Lithium by Nirvana"],
  ["an exception", "play", "Play all of [artist:Nirvana]", "Play all except Lithium of Nirvana"],
  ["opposites", "play", "Turn up [song:Lithium]", "Turn down Lithium"],
  ["before and after", "remind", "Call [what:Anna] before lunch", "Call Anna after lunch"],
  [
    "at least and at most",
    "shop",
    "Buy [items:milk] and [items:eggs] at [shop:Aldi] for at least an hour",
    "Buy milk and eggs at Aldi for at most an hour",
  ],
  ["a unit", "transfer", "Send [amount:5] euros to [receiver:Anna]", "Send 5 dollars to Anna"],
  ["a currency sign", "transfer", "Send [amount:5] € to [receiver:Anna]", "Send 5 $ to Anna"],
  ["morning and evening", "play", "Play [song:Lithium] at 7 am", "Play Lithium at 7 pm"],
  ["a number more", "play", "Now play [song:Lithium] again", "Play Lithium again now 3"],
  ["an ordinal for a cardinal", "book_table", "A table for [people:4] in [city:Rome]", "A table for 4th in Rome"],
  [
    "a code of other digits",
    "transfer",
    "Send [amount:5] to [receiver:DE89370400440532013000]",
    "To DE89370400440532013001 send 5",
  ],
  ["another address", "transfer", "Send [amount:5] to [receiver:a.b@x.com] now", "now send 5 to a_b@x.com"],
  [
    "roles exchanged in other words",
    "transfer",
    "Transfer [amount:5] from [sender:Anna] to [receiver:Boris]",
    "to Anna from Boris transfer 5",
  ],
  ["a limit for a number", "book_table", "A table for [people:4] in [city:Rome]", "In Rome a table for at least 4"],
  ["the same number twice", "book_table", "A table for [people:4] in [city:Rome]", "In Rome a 4 star table for 4"],
  ["letters that look alike", "play", "Play [song:Lithium]", "Рlay Lithium"],
  ["another language", "play", "Play [song:Lithium] by [artist:Nirvana]", "Spiele bitte nicht Lithium von Nirvana"],
  [
    "a short value that may be written out",
    "book_table",
    "A table for [people:4] in [city:Rome]",
    "A table for 4 in NY",
  ],
  [
    "a value that is worked out of words",
    "book_table",
    "A table for [people:2] in [city=New York:the big apple]",
    "A table for 2 in the windy town",
  ],
  [
    "a date that is copied where it is read",
    "remind",
    "Remind me of [what:milk] on [date=2026-03-12:2026-03-12]",
    "Remind me of milk on someday",
  ],
];

test.each(REFUSED)("never proposed: %s", async (_, tool, known, asked) => {
  const partition = new Partition();
  await partition.know(tool, known);
  expect(await partition.proposed(asked)).toBeNull();
});

test("a refused rule is named", async () => {
  const partition = new Partition();
  const id = await partition.know("play", "Play [song:Lithium] by [artist:Nirvana]");
  const { refused, nearest } = await partition.ask("Never play Lithium by Nirvana");
  expect(refused).toContainEqual({ id, path: "rewording", rule: "a word that may turn the meaning is left over" });
  expect(nearest?.id).toBe(id);
});

test("an answer of none is only for its own words", async () => {
  const partition = new Partition();
  await partition.know(null, "What is love");
  expect(await partition.proposed("What is love, please")).toBeNull();
});

describe("values that were read against the clock", () => {
  const known = "Remind me of [what:milk] [date=2026-03-11:tomorrow]";

  test.each([
    [
      "the same words on the next day",
      "Remind me of milk tomorrow",
      NOW + DAY_MS,
      { what: "milk", date: "2026-03-12" },
    ],
    ["another time in the same place", "Remind me of milk next friday", NOW, { what: "milk", date: "2026-03-20" }],
    [
      "another value beside it, a week later",
      "Remind me of bread tomorrow",
      NOW + 7 * DAY_MS,
      { what: "bread", date: "2026-03-18" },
    ],
  ])("%s", async (_, asked, now, call) => {
    const partition = new Partition();
    await partition.know("remind", known);
    expect(await partition.proposed(asked, now)).toEqual({ tool: "remind", ...call });
  });

  test("what cannot be read again is not reused", async () => {
    const partition = new Partition();
    await partition.know("play", "Play [song:Lithium] at the party tomorrow", { artist: "2026-03-11" });
    expect(await partition.proposed("Play Polly at the party tomorrow", NOW + DAY_MS)).toBeNull();
    expect(await partition.proposed("At the party tomorrow play Lithium", NOW + DAY_MS)).toBeNull();
  });

  test("a date that is complete stays", async () => {
    const partition = new Partition();
    await partition.know("remind", "Remind me of [what:milk] on [date=2027-05-03:3 May 2027]");
    const proposed = await partition.proposed("Remind me of bread on 3 May 2027", NOW + 30 * DAY_MS);
    expect(proposed).toEqual({ tool: "remind", what: "bread", date: "2027-05-03" });
  });
});

test("kin are all of one template", async () => {
  const partition = new Partition();
  const rome = await partition.know("book_table", "A table for [people:4] in [city:Rome]");
  const bonn = await partition.know("book_table", "a table for [people:2] in [city:Bonn]");
  const other = await partition.know("book_table", "Book [city:Bonn] for [people:2]");
  expect(partition.calls.kinOf(rome)).toEqual([rome, bonn]);
  expect(partition.calls.kinOf(other)).toEqual([other]);
  partition.forget(rome);
  expect(partition.calls.kinOf(bonn)).toEqual([bonn]);
  expect(partition.calls.kinOf(rome)).toEqual([]);
});
