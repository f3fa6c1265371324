/** The oracle as a server sees it: OpenAI's chat completions, over real HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Oracle } from "../../scripts/eval/cache/oracle.ts";
import { NO_CALL } from "../../scripts/eval/cache/sentence.ts";

let oracle: Oracle;
beforeAll(() => {
  oracle = new Oracle();
  const book = (city: string) => ({ call: { tool: "table.book", parameters: { city, people: 4 } } });
  oracle.know([
    ["book a table", book("anywhere")],
    ["book a table in Rome", book("Rome")],
    ['say "hi" <b>', book("quoted")],
    ["ok", { call: NO_CALL }],
    ["my card is lost", { label: "lost_card" }],
  ]);
});
afterAll(() => oracle.close());

interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
    };
  }[];
}

const CALL_SCHEMA = { type: "object", properties: { call: { type: "object" } } };

async function ask(user: unknown, more: object = {}): Promise<{ readonly status: number; readonly body: Completion }> {
  const messages = [
    { role: "system", content: "The tools: book a table in Rome" },
    { role: "user", content: user },
  ];
  const response = await fetch(`${oracle.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "oracle", messages, ...more }),
  });
  return { status: response.status, body: (await response.json()) as Completion };
}

function schema(properties: object) {
  return { response_format: { type: "json_schema", json_schema: { name: "answer", schema: { properties } } } };
}

async function contentOf(user: unknown, properties: object = CALL_SCHEMA.properties): Promise<unknown> {
  const { body } = await ask(user, schema(properties));
  return JSON.parse(body.choices[0]?.message.content ?? "null");
}

describe("the oracle", () => {
  test.each([
    { name: "the text alone", prompt: "book a table in Rome", city: "Rome" },
    { name: "the longest of two texts", prompt: "<request>book a table in Rome</request>", city: "Rome" },
    { name: "a text inside JSON", prompt: `<request>${JSON.stringify('say "hi" <b>')}</request>`, city: "quoted" },
    {
      name: "a text with escaped angle brackets",
      prompt: JSON.stringify('say "hi" <b>').replaceAll("<", "\\u003c"),
      city: "quoted",
    },
    { name: "a text in parts", prompt: [{ type: "text", text: "Now: book a table, please" }], city: "anywhere" },
  ])("finds $name in the last message of the user", async ({ prompt, city }) => {
    expect(await contentOf(prompt)).toEqual({ call: { tool: "table_book", parameters: { city, people: 4 } } });
  });

  test("says that no tool fits", async () => {
    expect(await contentOf("ok")).toEqual({ call: { tool: "none", parameters: {} } });
  });

  test("obeys the schema that it is given", async () => {
    expect(await contentOf("ok", { call: {}, text: {} })).toMatchObject({ call: { tool: "none" }, text: "Done." });
    expect(await contentOf("ok", { tool: {}, parameters: {} })).toEqual({ tool: "none", parameters: {} });
    expect(await contentOf("my card is lost", { label: {} })).toEqual({ label: "lost_card" });
    expect(await contentOf("my card is lost", { parts: {} })).toEqual({
      parts: [{ text: "my card is lost", label: "lost_card" }],
    });
  });

  test("calls a function where functions are given", async () => {
    const tools = [{ type: "function", function: { name: "table_book" } }];
    const { body } = await ask("book a table in Rome", { tools });
    expect(body.choices[0]?.finish_reason).toBe("tool_calls");
    expect(body.choices[0]?.message.tool_calls?.[0]?.function).toEqual({
      name: "table_book",
      arguments: '{"city":"Rome","people":4}',
    });
  });

  test("gives a label to the only function", async () => {
    const tools = [{ type: "function", function: { name: "answer", parameters: { properties: { label: {} } } } }];
    const { body } = await ask("my card is lost", { tools });
    expect(body.choices[0]?.message.tool_calls?.[0]?.function).toEqual({
      name: "answer",
      arguments: '{"label":"lost_card"}',
    });
  });

  test("refuses what it was not told, and counts what it was asked", async () => {
    const before = oracle.asked;
    expect((await ask("sing a song")).status).toBe(400);
    expect(oracle.asked).toBe(before + 1);
  });

  test("forgets what it is told no more", async () => {
    const other = new Oracle();
    other.know([["one", { label: "a" }]]);
    other.know([]);
    const response = await fetch(`${other.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ messages: [{ role: "user", content: "one" }] }),
    });
    expect(response.status).toBe(400);
    await other.close();
  });
});
