import { describe, expect, test } from "bun:test";
import { digitsOf } from "#core/query-log/digit-runs.ts";
import { redacted, redactedValue } from "#core/query-log/redaction.ts";
import { isPhoneName } from "#core/query-log/said-numbers.ts";
import { cpuMs } from "../../cpu-time.ts";

const RUNS = 4_000;
/** The zero of each set of digits: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, wide, bold, segmented. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1fbf0];
const SEPARATORS = [
  "",
  " ",
  "-",
  ".",
  "/",
  "\u00a0",
  "\u200b",
  "\u2009",
  "\u2011",
  "\u00ad",
  " - ",
  "\ufe0f\u20e3",
  "\t",
  "\n",
];
const AROUND = ["", "my number is ", "(", "«", "x", "日本", "💳 ", "é"];
const SENTENCES = [
  "turn the heating to 21.5 degrees in 15 minutes",
  "where is order 4711",
  "on 2026-11-27 at 14:30",
  "from 27.11.2026 to 28.11.2026",
  "between 3/4/2026 and 12/4/2026",
  "the flight BA 2490 on May 5 at 6:45",
  "refund 1,234.56 to me",
  "ticket 1234567",
  "rooms 1, 2, 3, 4, 5, 6, 7, 8",
  "see you @ home. thanks",
  "version 1.4.30 of 12",
];

/** A repeatable sequence in 0..1. */
function drawn(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return { below, one };
}

type Draw = ReturnType<typeof drawn>;

function aCard({ below }: Draw): string {
  const digits = Array.from({ length: 12 + below(7) }, () => below(10));
  if (digits.every((digit) => digit < 1)) digits[0] = 4;
  const sum = digits.toReversed().reduce((all, digit, index) => {
    const doubled = digit * 2;
    return all + (index % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits.join("")}${(10 - (sum % 10)) % 10}`;
}

/** As somebody who means to get through would write it. */
function disguised(digits: string, { one, below }: Draw): string {
  const zero = one(ZEROS);
  const mixes = below(4) === 0;
  const separators = below(3) === 0 ? SEPARATORS : [one(SEPARATORS)];
  return [...digits]
    .map((digit) => String.fromCodePoint((mixes ? one(ZEROS) : zero) + Number(digit)))
    .reduce((text, digit) => `${text}${one(separators)}${digit}`);
}

describe("what is redacted", () => {
  test("a card's number in any script and spacing leaves none of its digits", () => {
    const draw = drawn(1);
    for (let run = 0; run < RUNS; run += 1) {
      const card = aCard(draw);
      const sentence = `${draw.one(AROUND)}${disguised(card, draw)}${draw.one([" please", "", ")", "é"])}`;
      const { text } = redacted(sentence);
      expect(digitsOf(text), sentence).toBe("");
      expect(redacted(text).text).toBe(text);
    }
  });

  test("a telephone number in any script and spacing leaves none of its digits", () => {
    const draw = drawn(2);
    for (let run = 0; run < RUNS; run += 1) {
      const digits = Array.from({ length: 7 + draw.below(9) }, () => draw.below(10)).join("");
      const begin = draw.one(["+", "+ ", "0", "00", "(0"]);
      const sentence = `${draw.one(AROUND)}${begin}${disguised(digits, draw)}${draw.one([" please", "", "é"])}`;
      const { text } = redacted(sentence);
      expect(digitsOf(text).length, sentence).toBeLessThan(3);
      expect(text).toMatch(/\[(phone|card)\]/);
    }
  });

  test("an address in any script and spacing leaves neither its name nor its domain", () => {
    const draw = drawn(3);
    const names = ["john.doe", "jürgen+shop", "用户", "o'neil_1", '"john doe"', "a"];
    const hosts = ["example.com", "mail.example.co.uk", "bücher.example", "例え。テスト", "[192.168.7.9]"];
    for (let run = 0; run < RUNS; run += 1) {
      const [name, host] = [draw.one(names), draw.one(hosts)];
      const at = draw.one(["@", " @ ", "＠", "\u200b@\u200b", "%40", "@ ", "﹫"]);
      const spaced = draw.below(3) === 0 && !host.startsWith("[") ? host.replace(".", " . ") : host;
      const { text } = redacted(
        `${draw.one(["mail ", "", "to: ", "(", "<"])}${name}${at}${spaced}${draw.one([" please", "", ">", ", ok"])}`,
      );
      expect(text).toContain("[email]");
      for (const part of ["example", "テスト", "192", "doe", "neil", "用户"]) expect(text).not.toContain(part);
    }
  });

  test("what people say beside that stays as it is", () => {
    for (const sentence of SENTENCES) expect(redacted(sentence).text).toBe(sentence);
  });

  test("of a number that may be anything the nearest word that tells decides", () => {
    const phones = [
      "call # about order 1234567",
      "order 1234567, my mobile is #",
      "text #",
      "# c'est mon portable",
      "Handy #",
    ];
    for (const said of phones) expect(redacted(said.replace("#", "76543210")).text).toBe(said.replace("#", "[phone]"));
    const others = [
      "call about order #",
      "my order number is #",
      "Kundennummer # bitte anrufen",
      "# is the ticket I called about",
      "el pedido 612345678",
      "the text is # long",
      "what is the number #",
      "Did you call? #",
    ].map((said) => said.replace("#", "76543210"));
    for (const said of others) expect(redacted(said).text).toBe(said);
    // Too short, and too long, to be one without a 0 or a plus.
    for (const said of ["call 4711", "call 123456"]) expect(redacted(said).text).toBe(said);
  });

  test("a Spanish number in one piece is one in a Spanish sentence, unless it is called something else", () => {
    expect(redacted("apunta el 612345678 para mañana por favor").text).toBe("apunta el [phone] para mañana por favor");
    expect(redacted("write down 612345678 for tomorrow please").text).toBe("write down 612345678 for tomorrow please");
    expect(redacted("apunta el 112345678 para mañana por favor").text).toContain("112345678");
  });

  test("an account's number is known by its country and its check digits, or because it is called one", () => {
    expect(redacted("from GB29 NWBK 6016 1331 9268 19 to nl91abna0417164300").text).toBe("from [iban] to [iban]");
    expect(redacted("my IBAN is DE89 3704 0044 0532 0130 01").text).toBe("my IBAN is [iban]");
    for (const said of ["the model XY89 ABCD EFGH IJKL MNOP", "ISO 27001 and DE 89", "GB29 NWBK"])
      expect(redacted(said).text).toBe(said);
    const { removed } = redacted("pay DE89 3704 0044 0532 0130 00");
    expect(redactedValue("0532013000", removed)).toBe("[phone]");
  });

  test("what an answer gives for a telephone is taken out of the sentence, too", () => {
    expect(redacted("add 47112 to Anna, room 47113", ["47112"]).text).toBe("add [phone] to Anna, room 47113");
    const named = ["phone", "contactPhone", "mobile_number", "Telefonnummer", "teléfono.fijo"];
    expect(named.filter((name) => !isPhoneName(name))).toEqual([]);
    expect(["order_id", "number", "microphone", "telemetry"].filter(isPhoneName)).toEqual([]);
  });

  test("several of them, side by side, are each taken out", () => {
    const { text } = redacted("a@b.example, +49 30 1234567; 4111 1111 1111 1111 and c@d@e.example");
    expect(text).not.toMatch(/\d|@|example/);
    expect(redacted("4111111111111111 4111111111111111").text).toBe("[card]");
    expect(redacted("14111111111111111").text).toBe("[card]");
  });

  test("a value brings back no piece of what was taken out of its sentence", () => {
    const { removed } = redacted("ring +49 30 1234567, mail john@example.com, card 4111 1111 1111 1111");
    expect(redactedValue("1234567", removed)).toBe("[phone]");
    expect(redactedValue("1111", removed)).toBe("[phone]");
    expect(redactedValue("JOHN", removed)).toBe("[email]");
    expect(redactedValue("example.com", removed)).toBe("[email]");
    expect(redactedValue("21", removed)).toBe("21");
    expect(redactedValue("kitchen", removed)).toBe("kitchen");
  });

  test("takes time in proportion to the text, whatever it is made of", () => {
    for (const piece of [
      "@",
      "a@",
      "4",
      "4 ",
      "a@b",
      ". ",
      '"',
      "+",
      "x@ . ",
      "DE89",
      "D E 8 9 ",
      "call 1234567 ",
      "\u200b",
      "٤",
      "1.1.2026",
      "\u200b@",
      "[a@[",
    ]) {
      const text = piece.repeat(Math.ceil(16_384 / piece.length));
      const startedMs = cpuMs();
      redacted(text);
      expect(cpuMs() - startedMs, JSON.stringify(piece)).toBeLessThan(1_000);
    }
  });
});
