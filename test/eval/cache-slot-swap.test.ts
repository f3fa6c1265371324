/** The builder of slot-swap on a few invented sentences: what it asks must be what it says. */
import { describe, expect, test } from "bun:test";
import { Chance } from "../../scripts/eval/cache/chance.ts";
import { noisy } from "../../scripts/eval/cache/noise.ts";
import { opposite } from "../../scripts/eval/cache/other-tools.ts";
import { callKey, plain, type Sentence, textOf, wordingOf } from "../../scripts/eval/cache/sentence.ts";
import { type Sources, slotSwapFrom } from "../../scripts/eval/cache/slot-swap.ts";
import { meaningOf, snipsSentence, snipsWithValues } from "../../scripts/eval/cache/snips-sentences.ts";
import { exchangedRoles, negated, otherValue, retyped, Values, withAddition } from "../../scripts/eval/cache/swaps.ts";

/** "Book a table for [party_size_number:four] in [city:Rome]" */
function snips(tool: string, text: string): Sentence {
  const data = [...text.matchAll(/\[(\w+):([^\]]*)\]|[^[]+/g)].map(([part, entity, value]) =>
    entity === undefined ? { text: part } : { text: value ?? "", entity },
  );
  const [sentence] = snipsSentence({ tool, data });
  if (!sentence) throw new Error(`no sentence: ${text}`);
  return sentence;
}

const CITIES = ["Rome", "Oslo", "Lima", "Bonn", "Kyiv", "Cork", "Graz", "Riga"];
const NUMBERS = ["two", "three", "four", "5", "6", "7"];
const BOOKINGS = CITIES.flatMap((city) =>
  NUMBERS.flatMap((number) => [
    snips("BookRestaurant", `Book a table for [party_size_number:${number}] in [city:${city}]`),
    snips("BookRestaurant", `I need a table in [city:${city}] for [party_size_number:${number}] people, please.`),
  ]),
);
const WEATHER = CITIES.flatMap((city) => [
  snips("GetWeather", `What's the weather in [city:${city}]?`),
  snips("GetWeather", `weather [timeRange:tomorrow] in [city:${city}]`),
  snips("GetWeather", `Is it cold in [state:TX]?`),
]);
const PLAYLISTS = ["Evening", "Morning run", "Jazz"].map((playlist) =>
  snips("AddToPlaylist", `Add [artist:Nina Simone] to [playlist_owner:my] [playlist:${playlist}] list`),
);
const MUSIC = ["Nina Simone", "Adele", "Bach"].map((artist) =>
  snips("PlayMusic", `Play [artist:${artist}] on [service:Tidal]`),
);

const MOVE = {
  name: "move",
  description: "Moves something",
  parameters: {
    type: "object",
    properties: { from: { type: "string" }, to: { type: "string" }, boxes: { type: "integer" } },
  },
};
const MOVES = [
  ["Paris", "Berlin", 4],
  ["Madrid", "Turin", 3],
  ["Vienna", "Basel", 9],
].map(
  ([from, to, boxes]): Sentence => ({
    segments: [
      { text: "Move ", parameter: null },
      { text: String(boxes), parameter: "boxes" },
      { text: " boxes from ", parameter: null },
      { text: String(from), parameter: "from" },
      { text: " to ", parameter: null },
      { text: String(to), parameter: "to" },
    ],
    call: { tool: "move", parameters: { from: String(from), to: String(to), boxes: Number(boxes) } },
    source: "bfcl",
  }),
);
const SOURCES: Sources = {
  snips: [...BOOKINGS, ...WEATHER, ...PLAYLISTS, ...MUSIC],
  sentences: MOVES,
  tools: [MOVE] as unknown as Sources["tools"],
  unrelated: Array.from({ length: 60 }, (_, index) => `why is the sky ${index} times blue`),
};

describe("a sentence", () => {
  const [booking] = BOOKINGS as [Sentence];

  test("has its text, its wording and its call", () => {
    expect(textOf(booking)).toBe("Book a table for two in Rome");
    expect(wordingOf(booking)).toBe("book_restaurant: book a table for {party_size_number} in {city}");
    expect(booking.call).toEqual({ tool: "book_restaurant", parameters: { party_size_number: 2, city: "Rome" } });
  });

  test("takes other values", () => {
    const other = snipsWithValues(booking, new Map(Object.entries({ party_size_number: "9", city: "Bonn" })));
    expect(textOf(other)).toBe("Book a table for 9 in Bonn");
    expect(other.call.parameters).toEqual({ party_size_number: 9, city: "Bonn" });
  });

  test.each([
    { slot: "state", text: "tx", meaning: "Texas" },
    { slot: "year", text: "Fifties", meaning: "1950s" },
    { slot: "rating_value", text: "zero", meaning: 0 },
    { slot: "city", text: " TX ", meaning: "TX" },
  ])("$text as $slot means $meaning", ({ slot, text, meaning }) => {
    expect(meaningOf(slot, text)).toBe(meaning);
  });

  test("without values, with a slot twice or with damaged letters is none", () => {
    const city = { text: "Rome", entity: "city" };
    expect(snipsSentence({ tool: "GetWeather", data: [{ text: "hello" }] })).toEqual([]);
    expect(snipsSentence({ tool: "GetWeather", data: [city, { text: " or " }, city] })).toEqual([]);
    expect(snipsSentence({ tool: "GetWeather", data: [{ text: "in \ufffd " }, city] })).toEqual([]);
  });
});

describe("noise", () => {
  const made = Array.from({ length: 600 }, (_, seed) => {
    const sentence = SOURCES.snips[seed % SOURCES.snips.length] as Sentence;
    return { sentence, noise: noisy(sentence, new Chance(seed), new Set(["weather", "table"])) };
  });

  test("changes the text, says how, and keeps the call", () => {
    for (const { sentence, noise } of made) {
      if (noise === null) throw new Error(`nothing could be done to ${textOf(sentence)}`);
      expect(textOf(noise.sentence)).not.toBe(textOf(sentence));
      expect(noise.changes.length).toBeGreaterThan(0);
      expect(callKey(noise.sentence.call)).toBe(callKey(sentence.call));
    }
  });

  test("leaves every value in place, but for its case and the form of a number", () => {
    for (const { sentence, noise } of made) {
      const text = textOf(noise?.sentence ?? sentence).toLowerCase();
      const { city, party_size_number: people } = sentence.call.parameters;
      if (city !== undefined) expect(text).toContain(String(city).toLowerCase());
      const spoken = NUMBERS.concat("2", "3", "4", "five", "six", "seven").filter(
        (number) => meaningOf("rating_value", number) === people,
      );
      if (people !== undefined) expect(spoken.some((number) => text.includes(number))).toBe(true);
    }
  });

  test("does everything it can do", () => {
    const changes = new Set(made.flatMap(({ noise }) => noise?.changes ?? []));
    const all = ["apostrophes", "case", "chat spelling", "clause order", "filler", "number form"];
    expect([...changes]).toEqual(
      expect.arrayContaining([...all, "politeness", "punctuation", "spaces", "typing error"]),
    );
  });

  test("makes no other word of a word", () => {
    const word = snips("GetWeather", "stare [city:Rome]");
    const every = Array.from({ length: 300 }, (_, seed) =>
      textOf(noisy(word, new Chance(seed), new Set(["stars"]))?.sentence ?? word),
    );
    expect(every.some((text) => /stat?re|sttare|staree|strae/.test(text))).toBe(true);
    expect(every.filter((text) => /\bstars\b/.test(text))).toEqual([]);
  });
});

describe("a swap", () => {
  const values = new Values([...SOURCES.snips, ...MOVES]);
  const chance = new Chance(3);
  const [booking] = BOOKINGS as [Sentence];
  const [move] = MOVES as [Sentence];
  const tool = SOURCES.tools[0] as Sources["tools"][number];

  test("of a value changes its text and its parameter, nothing else", () => {
    const other = otherValue(booking, "city", values, tool, chance);
    const city = String(other?.call.parameters.city);
    expect(CITIES).toContain(city);
    expect(city).not.toBe("Rome");
    expect(textOf(other as Sentence)).toBe(`Book a table for two in ${city}`);
    expect(other?.call.parameters.party_size_number).toBe(2);
  });

  test("of a number keeps its form and its type", () => {
    const other = otherValue(booking, "party_size_number", values, tool, chance);
    expect(typeof other?.call.parameters.party_size_number).toBe("number");
    expect(textOf(other as Sentence)).toMatch(/for [a-z]+ in Rome/);
    expect(typeof otherValue(move, "boxes", values, tool, chance)?.call.parameters.boxes).toBe("number");
  });

  test("of roles exchanges two values that could be mistaken for each other", () => {
    const exchanged = exchangedRoles(move, tool) as Sentence;
    expect(textOf(exchanged)).toBe("Move 4 boxes from Berlin to Paris");
    expect(exchanged.call.parameters).toEqual({ from: "Berlin", to: "Paris", boxes: 4 });
    expect(exchangedRoles(booking, tool)).toBeNull();
  });

  test("may forbid, undo, add, or put another parameter in the place", () => {
    const [playlist] = PLAYLISTS as [Sentence];
    expect(negated(playlist)).toMatchObject({ call: { tool: null, parameters: {} } });
    expect(textOf(negated(playlist) as Sentence)).toStartWith("don't add Nina");
    expect(textOf(opposite(playlist) as Sentence)).toBe("remove Nina Simone from my Evening list");
    expect(opposite(playlist)?.call.tool).toBe("remove_from_playlist");
    expect(withAddition(WEATHER[0] as Sentence, values, chance)?.call.parameters).toEqual({
      city: "Rome",
      timeRange: "tomorrow",
    });
    expect(retyped(WEATHER[0] as Sentence, values, chance)?.call.parameters).toEqual({ state: "Texas" });
  });
});

describe("slot-swap", () => {
  const built = slotSwapFrom(SOURCES, 7);
  const seedKeys = new Set(built.seeds.map(({ call }) => callKey(call)));

  test("is the same for the same seed, and another for another", () => {
    expect(slotSwapFrom(SOURCES, 7).probes).toEqual(built.probes);
    expect(slotSwapFrom(SOURCES, 8).probes).not.toEqual(built.probes);
  });

  test("asks for a known call in other words, and for another one in nearly the same", () => {
    const texts = new Set(built.seeds.map(({ text }) => text));
    for (const { category, kind, call, text } of built.probes) {
      if (category === "exact") expect(texts.has(text)).toBe(true);
      if (category === "reword") expect(texts.has(text)).toBe(false);
      if (category === "exact" || category === "reword") expect(seedKeys).toContain(callKey(call));
      if (category === "unrelated" || kind === "negation") expect(call.tool).toBeNull();
    }
    const kinds = new Set(built.probes.map(({ kind }) => kind));
    const wanted = [
      "exact",
      "noise",
      "template",
      "template+noise",
      "place",
      "number",
      "role",
      "bfcl-number",
      "bfcl-string",
    ];
    expect([...kinds]).toEqual(
      expect.arrayContaining([...wanted, "negation", "antonym", "added", "retype", "no tool"]),
    );
  });

  test("knows which wordings were among the seeds", () => {
    const wordings = new Set(built.seeds.flatMap(({ sentence }) => (sentence ? [wordingOf(sentence)] : [])));
    expect(wordings.size).toBeGreaterThan(3);
    const templates = built.probes.filter(({ kind }) => kind === "template");
    expect(templates.every(({ wordingSeen }) => wordingSeen === true)).toBe(true);
    expect(
      built.probes.filter(({ category }) => category === "swap").every(({ wordingSeen }) => wordingSeen === null),
    ).toBe(true);
  });

  test("never gives one text two meanings", () => {
    const meanings = new Map<string, Set<string>>();
    for (const { text, call } of [...built.seeds, ...built.probes, ...built.stream])
      meanings.set(plain(text), (meanings.get(plain(text)) ?? new Set()).add(callKey(call)));
    expect([...meanings].filter(([, calls]) => calls.size > 1)).toEqual([]);
  });

  test("streams a few calls again and again", () => {
    expect(built.stream).toHaveLength(5_000);
    const counts = [...Map.groupBy(built.stream, ({ call }) => callKey(call)).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBeGreaterThan(150);
    expect(new Set(built.stream.map(({ id }) => id)).size).toBe(5_000);
  });
});
