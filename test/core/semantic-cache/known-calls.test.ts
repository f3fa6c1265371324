/** What known calls say about sentences that were never asked. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
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
    expect(best?.unseenValues).toEqual([{ parameter: "city", text: "Bad Ems", movedWith: null }]);
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
    ["a slip", "play", "Now play the song [song:Lithium] once more", "Play Lithium the sogn once more"],
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

const LEFT_OVER: readonly (readonly [rule: RuleId, known: string, asked: string])[] = [
  ["tense-left", "Book a table for [people:4] in [city:Rome]", "I booked a table for 4 in Rome"],
  ["question-left", "Book a table for [people:4] in [city:Rome]", "Should I book a table for 4 in Rome"],
  ["question-left", "[people:Ann] is at a table in [city:Rome]", "Is Ann at a table in Rome?"],
  ["question-left", "Is [people:Ann] at a table in [city:Rome]", "Ann is at a table in Rome"],
  ["number-turned", "Change the table to [people:4] in [city:Rome]", "Change the table by 4 in Rome"],
  ["strange-at-value", "Book a table for [people:4] in [city:Rome]", "Book a table for 4 in coastal Rome"],
  [
    "strange-at-value",
    "Book a table in the [seating=outside:outside] of [city:Rome]",
    "Book a table in the sunny outside of Rome",
  ],
  ["owner-left", "Book a table in my name for [people:4]", "Book a table for 4 in my sister's name"],
  ["young-tool", "Book a table for [people:4] in [city:Rome]", "Reserve a table for 4 in Rome"],
];

test.each(LEFT_OVER)("a known sentence is refused since %s", async (rule, known, asked) => {
  const partition = new Partition();
  const id = await partition.know("book_table", known);
  expect((await partition.ask(asked)).refused).toContainEqual({ id, path: "rewording", rule });
});

test("a word that turns the meaning elsewhere may stand before a value that the tool is often asked for with it", async () => {
  const partition = new Partition();
  const rule = "turning-word-left";
  const rules = async (asked: string) => (await partition.ask(asked)).refused.map((one) => one.rule);
  await partition.know("shop", "Please buy the [items:milk] for me at [shop:Aldi]");
  for (let n = 0; n < 4; n += 1) await partition.know("shop", `Buy [items:tea${n}] off [shop:Lidl]`);
  expect(await rules("Please buy the milk for me off Aldi")).toContain(rule);
  await partition.know("shop", "Buy [items:tea4] off [shop:Lidl]");
  expect(await rules("Please buy the milk for me off Aldi")).not.toContain(rule);
  expect(await rules("Switch off and buy the milk for me at Aldi")).toContain(rule);
  await partition.know("book_table", "Light the lamp [seating=outside:] in [city:Rome]");
  for (let n = 0; n < 5; n += 1) await partition.know("book_table", `Turn off [city:Bonn${n}] [seating=inside:]`);
  expect(await rules("Turn the lamp off Rome for me")).toContain(rule);
});

test("what is asked for may be said to be done, and which may be what", async () => {
  const partition = new Partition();
  const first = await partition.know("play", "Add [song:Lithium] to my list");
  const second = await partition.know("play", "Which songs are by [artist:Nirvana]");
  for (let n = 0; n < 10; n += 1) await partition.know("play", `Play [song:air${n}]`);
  const rules = async (id: number, asked: string) =>
    (await partition.ask(asked)).refused.filter((one) => one.id === id).map((one) => one.rule);
  expect(await rules(first, "Lithium was added to my list")).toContain("tense-left");
  expect(await rules(first, "Lithium needs to be added to my list")).not.toContain("tense-left");
  expect(await rules(second, "What songs are by Nirvana")).toEqual([]);
  expect(await rules(second, "Why songs are by Nirvana")).toContain("question-left");
  const third = await partition.know("play", "Is [song:Creep] in my list");
  expect(await rules(third, "Tell me if Creep is in my list")).not.toContain("question-left");
});

test("a value with the word beside it is another one where the tool had that", async () => {
  const partition = new Partition();
  const id = await partition.know("shop", "Buy [items:paper] at once");
  await partition.know("shop", "Get me [items:wall paper]");
  await partition.know("shop", "Get [items:nails] for the wall");
  const { refused } = await partition.ask("Buy wall paper at once");
  expect(refused).toContainEqual({ id, path: "rewording", rule: "longer-value" });
  const others = await partition.ask("Buy the paper at once");
  expect(others.refused.map(({ rule }) => rule)).not.toContain("longer-value");
});

test("a wording in which a usual value was once not named is not reused for other values", async () => {
  const partition = new Partition();
  await partition.know("book_table", "Book an inside table in [city:Rome]");
  expect(await partition.proposed("Book an inside table in Bonn")).toEqual({ tool: "book_table", city: "Bonn" });
  for (let n = 0; n < 5; n += 1) await partition.know("book_table", `A place [seating:inside] for [people:${n + 2}]`);
  const { refused } = await partition.ask("Book an inside table in Bonn");
  expect(refused.map(({ rule }) => rule)).toContain("usual-value");
});

describe("values that changed places", () => {
  /** Enough sentences to know what may change places in the tool; all of other values. */
  const grown = async () => {
    const partition = new Partition();
    for (let n = 0; n < 20; n += 1) await partition.know("play", `Play [song:song${n}] by [artist:artist${n}]`);
    return partition;
  };

  test("are to be compared before anything is served", async () => {
    const partition = await grown();
    await partition.know("play", "Play [song:Lithium] by [artist:Nirvana]");
    const { best } = await partition.ask("By Nirvana play Lithium");
    expect(best?.unseenValues).toEqual([]);
    const moved = (await partition.ask("Nirvana Lithium")).best;
    expect(moved?.unseenValues).toEqual([
      { parameter: "song", text: "Lithium", movedWith: { parameter: "artist", text: "Nirvana", isHabitual: false } },
    ]);
  });

  test("are a habit where one was often its parameter's, and is written like no name", async () => {
    const partition = await grown();
    for (let n = 0; n < 4; n += 1) await partition.know("play", `Play [song:tune${n}] by [artist:anyone]`);
    await partition.know("play", "Play [song:Lithium] by [artist:anyone]");
    const moved = (await partition.ask("anyone Lithium")).best?.unseenValues[0]?.movedWith;
    expect(moved).toEqual({ parameter: "artist", text: "anyone", isHabitual: true });
    for (let n = 0; n < 5; n += 1) await partition.know("play", `Play [song:air${n}] by [artist:Nirvana]`);
    await partition.know("play", "Play [song:Polly] by [artist:Nirvana]");
    const named = (await partition.ask("Nirvana Polly")).best?.unseenValues[0]?.movedWith;
    expect(named).toEqual({ parameter: "artist", text: "Nirvana", isHabitual: false });
  });

  test("may stand behind another one's word where the tool is often asked so", async () => {
    const partition = await grown();
    await partition.know("play", "Play in [song:Lithium] the [artist:Nirvana]");
    const asked = "Play the Lithium in Nirvana";
    expect((await partition.ask(asked)).refused.map(({ rule }) => rule)).toContain("values-moved");
    for (let n = 0; n < 5; n += 1) await partition.know("play", `Play [song:air${n}] in [artist:band${n}]`);
    expect((await partition.ask(asked)).refused.map(({ rule }) => rule)).not.toContain("values-moved");
  });

  test("need no comparing where the word before one tells whose it is", async () => {
    const partition = await grown();
    await partition.know("play", "Play with the hit [song:Lithium] and [artist:Nirvana]");
    const asked = "Play with the hit and Nirvana called Lithium";
    const doubted = async () => (await partition.ask(asked)).best?.unseenValues.length;
    for (let n = 0; n < 4; n += 1) await partition.know("play", `A hit called [song:hit${n}]`);
    expect(await doubted()).toBe(1);
    await partition.know("play", "A hit called [song:hit4]");
    expect(await doubted()).toBe(0);
    await partition.know("play", "The ones called [artist:Queen]");
    expect(await doubted()).toBe(1);
  });

  test("do not change them behind a value that only stands elsewhere", async () => {
    const partition = await grown();
    const id = await partition.know("play", "Play [volume:7] [artist:Nirvana] [song:Lithium]");
    for (let n = 0; n < 5; n += 1)
      await partition.know("play", `Play [volume:${n}] [song:air${n}] by [artist:band${n}]`);
    const { refused } = await partition.ask("Play 7 Lithium by Nirvana");
    expect(refused).not.toContainEqual({ id, path: "rewording", rule: "values-moved" });
  });

  test("are refused where little is known, and where one was the other's", async () => {
    const young = new Partition();
    await young.know("play", "Play [song:Lithium] by [artist:Nirvana]");
    expect(await young.proposed("Nirvana Lithium")).toBeNull();
    const partition = await grown();
    await partition.know("play", "Play [song:Lithium] by [artist:Nirvana]");
    await partition.know("play", "Play [song:Nirvana] of [artist:Juno]");
    const { refused } = await partition.ask("Nirvana Lithium");
    expect(refused.map(({ rule }) => rule)).toContain("values-moved");
  });
});

describe("what a model writes otherwise", () => {
  test("is not copied: a number that may be a word or digits", async () => {
    const partition = new Partition();
    await partition.know("play", "Play the song [song:99 Luftballons]");
    expect(await partition.proposed("Play the song ninety nine luftballons")).toBeNull();
  });

  test("is reused where it was seen: the years that a word names", async () => {
    const partition = new Partition();
    await partition.know("play", "Play some [song=1950s:fifties] music");
    expect(await partition.proposed("Play some sixties music")).toBeNull();
    await partition.know("play", "Play the [song=1960s:sixties] music");
    expect(await partition.proposed("Play some sixties music")).toEqual({ tool: "play", song: "1960s" });
  });

  test("is not taken for a number's that never was as high, where another one was", async () => {
    const partition = new Partition();
    for (let n = 0; n < 20; n += 1) await partition.know("rate", `Rate [book:book${n}] [rating:${n % 5}] of [best:6]`);
    await partition.know("rate", "Rate [book:Emma] with [rating:4]");
    expect(await partition.proposed("Rate Emma with 3")).toEqual({ tool: "rate", book: "Emma", rating: 3 });
    const { refused } = await partition.ask("Rate Emma with 6");
    expect(refused.map(({ rule }) => rule)).toContain("others-number");
  });

  test("is not copied: a sign that may be the title's or the speaker's", async () => {
    const partition = new Partition();
    await partition.know("play", "Play the song [song:Lithium]");
    expect(await partition.proposed("Play the song Help")).toEqual({ tool: "play", song: "Help" });
    expect(await partition.proposed("Play the song Help!")).toBeNull();
    await partition.know("play", "Rather play [song:Lithium] by [artist:Nirvana]");
    expect(await partition.proposed("Rather play Who Are You by Nirvana")).toMatchObject({ song: "Who Are You" });
    expect(await partition.proposed("Rather play Who Are You? by Nirvana")).toBeNull();
  });

  test("is not copied where the known one kept a sign that may be the speaker's", async () => {
    const partition = new Partition();
    await partition.know("play", "Play the song [song:Who Are You?]");
    const { refused } = await partition.ask("Play the song Lithium");
    expect(refused.map(({ rule }) => rule)).toContain("sign");
    expect(await partition.proposed("please play the song who are you now")).toBeNull();
  });

  test("is not read into one parameter where it was another's that stands behind the same word", async () => {
    const partition = new Partition();
    await partition.know("play", "Play a bit of [artist:Nirvana] tonight");
    await partition.know("play", "Start the first part of [song:Lithium]");
    expect(await partition.proposed("Play a bit of Blur tonight")).toEqual({ tool: "play", artist: "Blur" });
    const { refused } = await partition.ask("Play a bit of Lithium tonight");
    expect(refused.map(({ rule }) => rule)).toContain("others-text");
    await partition.know("play", "I want something of [artist:Lithium] now");
    expect(await partition.proposed("Play a bit of Lithium tonight")).toEqual({ tool: "play", artist: "Lithium" });
  });

  test("is not read as a country where it may be a state that the tool asks for", async () => {
    const partition = new Partition();
    await partition.know("visit", "Show me hotels in [country:Portugal]");
    expect(await partition.proposed("Show me hotels in Hungary")).toEqual({ tool: "visit", country: "Hungary" });
    const { refused } = await partition.ask("Show me hotels in Georgia");
    expect(refused.map(({ rule }) => rule)).toContain("place-kind");
    expect(await partition.proposed("Show me hotels in Singapore")).toEqual({ tool: "visit", country: "Singapore" });
    await partition.know("visit", "I want to go to [country:Georgia] now");
    expect(await partition.proposed("Show me hotels in Georgia")).toBeNull();
  });

  test("is not copied: a number in place of words, which a model may write out", async () => {
    const partition = new Partition();
    await partition.know("remind", "Tell me about [what:milk] tonight");
    expect(await partition.proposed("Tell me about bread tonight")).toMatchObject({ what: "bread" });
    const { refused } = await partition.ask("Tell me about four tonight");
    expect(refused.map(({ rule }) => rule)).toContain("number-spelling");
    await partition.know("remind", "Tell me about room [what:3] tonight");
    expect(await partition.proposed("Tell me about room 4 tonight")).toMatchObject({ what: 4 });
  });
});

test("a call is not given in the words of another tool", async () => {
  const partition = new Partition();
  for (let n = 0; n < 10; n += 1) await partition.know("play", `Play the [song:song${n}] once again`);
  await partition.know("play", "Play the [song:Lithium] once again");
  await partition.know("remind", "Note the [what:milk] once again");
  const { refused } = await partition.ask("Note the Lithium once again");
  expect(refused.map(({ rule }) => rule)).toContain("another-tool");
});

test("a refused rule is named", async () => {
  const partition = new Partition();
  const id = await partition.know("play", "Play [song:Lithium] by [artist:Nirvana]");
  const { refused, nearest } = await partition.ask("Never play Lithium by Nirvana");
  expect(refused).toContainEqual({ id, path: "rewording", rule: "turning-word-left" });
  expect(nearest?.id).toBe(id);
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
