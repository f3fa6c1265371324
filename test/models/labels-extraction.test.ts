/** Texts of several intents, with the real weights: each part with its own text, in order. */
import { describe, expect, test } from "bun:test";
import type { ClassifyRequest } from "#core/ports/models.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();

const CLASSES = [
  { label: "cancel_order", description: "The customer wants to cancel an order" },
  { label: "refund_status", description: "When the refund or the money comes back" },
  { label: "change_address", description: "The delivery address is to be changed" },
  { label: "opening_hours", description: "When a shop is open" },
  { label: "greeting", description: "Says hello" },
];

async function partsOf(text: string, more: Partial<ClassifyRequest> = {}) {
  const request = { text, classes: CLASSES, extraction: true, allowNone: false, findSimilar: async () => [], ...more };
  const labels = await models.model.classify(request, new AbortController().signal);
  return labels.map(({ span, class: best }) => [
    text.slice(span.start, span.end),
    best === null ? null : request.classes[best]?.label,
  ]);
}

describe("the parts of a text", () => {
  test.each([
    [
      "cancel my order and tell me when the refund comes",
      [
        ["cancel my order", "cancel_order"],
        ["tell me when the refund comes", "refund_status"],
      ],
    ],
    [
      "Please change my delivery address. When is the shop open on Sunday?",
      [
        ["Please change my delivery address", "change_address"],
        ["When is the shop open on Sunday", "opening_hours"],
      ],
    ],
    [
      "cancel the order, change the delivery address, and then say when my refund arrives",
      [
        ["cancel the order", "cancel_order"],
        ["change the delivery address", "change_address"],
        ["say when my refund arrives", "refund_status"],
      ],
    ],
    ["cancel my order of shoes and socks", [["cancel my order of shoes and socks", "cancel_order"]]],
    [
      "I want to cancel my order. Please cancel it today.",
      [["I want to cancel my order. Please cancel it today", "cancel_order"]],
    ],
  ])("%p", async (text, expected) => {
    expect(await partsOf(text)).toEqual(expected);
  });

  test("that is plainly of one class stands alone, though its neighbours are of another", async () => {
    const classes = [
      { label: "billing", description: "Invoices, charges, refunds" },
      { label: "technical_issue", description: "Something does not work" },
      { label: "account", description: "Login, password, profile" },
      { label: "shipping", description: "Delivery of orders" },
      { label: "feedback", description: "Praise or complaints" },
    ];
    const text =
      "I was charged twice and also the app crashes, please cancel my subscription and tell me when the refund comes";
    expect(await partsOf(text, { classes })).toEqual([
      ["I was charged twice", "billing"],
      ["the app crashes", "technical_issue"],
      ["please cancel my subscription and tell me when the refund comes", "billing"],
    ]);
  });

  test("that says nothing by itself belongs to its neighbour", async () => {
    const parts = await partsOf("Well, it was like that. I want to cancel my order.");
    expect(parts.map(([, label]) => label)).toEqual(["cancel_order"]);
  });
});

test("examples under several classes give one part several labels", async () => {
  const topics = {
    card: ["my card", "the credit card", "a debit card"],
    account: ["my account", "the savings account"],
  };
  const asks = { how_long: ["how long does it take to get"], close: ["I want to close"], lost: ["I lost"] };
  const classes = [...Object.keys(topics), ...Object.keys(asks)].map((label) => ({ label }));
  const position = (label: string) => classes.findIndex((known) => known.label === label);
  const texts = Object.entries(topics).flatMap(([topic, names]) =>
    Object.entries(asks).flatMap(([ask, [words = ""] = []]) =>
      names.map((name) => ({ text: `${words} ${name}`, of: [position(topic), position(ask)] })),
    ),
  );
  const vectors = await models.labelEmbedder.embed(texts.map(({ text }) => text));
  const examples = texts.flatMap(({ text, of }, index) =>
    of.map((c) => ({ text, of: c, vector: vectors[index] as Float32Array })),
  );
  const learned = await models.model.learnClasses?.(classes, examples, {
    rest: async () => {},
    embed: (labelTexts) => models.labelEmbedder.embed(labelTexts),
  });
  const parts = await partsOf("how long does it take to get a new card", { classes, ...(learned && { learned }) });
  expect(parts.map(([, label]) => label).toSorted()).toEqual(["card", "how_long"]);
});
