import { describe, expect, test } from "bun:test";
import { deniedLabels } from "#models/embedded/labels/denied-labels.ts";
import { openRealModels } from "./real-weights.ts";

const LABELS = ["urgent", "normal", "cancellation", "bug_report", "spam", "card_not_working", "refund"];
const denied = (text: string) => deniedLabels(text, LABELS).map((at) => LABELS[at]);

describe("a label that a text says it is not", () => {
  test.each([
    ["this is not urgent", ["urgent"]],
    ["it isn't really urgent", ["urgent"]],
    ["Not urgent, whenever you have a minute", ["urgent"]],
    ["that's not spam", ["spam"]],
    ["I don't want to cancel, just pause for a month", ["cancellation"]],
    ["I'm not asking for a refund", ["refund"]],
    ["this is not a bug report, it's a wish", ["bug_report"]],
  ])("%p", (text, expected) => {
    expect(denied(text)).toEqual(expected);
  });

  test.each([
    "this is urgent",
    "not only urgent, it is on fire",
    "my card is not working",
    "I can't cancel my order",
    "I'm not able to cancel",
    "why is the refund not here yet",
    "I did not get my refund",
    "why isn't my refund here",
    "I can not refund you enough",
    "not urgent? of course it is urgent",
    "I don't want to wait for a refund any longer",
  ])("%p denies none", (text) => {
    expect(denied(text)).toEqual([]);
  });

  test("is not denied where it is all there is", () => {
    expect(deniedLabels("this is not urgent", ["urgent"])).toEqual([]);
  });
});

test("what is denied is the other one, with the real weights", async () => {
  const { model } = await openRealModels();
  const given = {
    classes: [{ label: "urgent" }, { label: "normal" }],
    learned: null,
    extraction: false,
    allowNone: false,
  };
  const request = { ...given, text: "this is not urgent", findSimilar: async () => [] };
  const [label] = await model.classify(request, new AbortController().signal);
  expect(label?.class).toBe(1);
});
