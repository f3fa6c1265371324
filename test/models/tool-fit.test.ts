/** Whether a tool is meant at all: what speaks for it, and what against. */
import { describe, expect, test } from "bun:test";
import { confidenceOf, EXAMPLE_NEAR, type Fit } from "#models/embedded/choosing/tool-fit.ts";

/** The best of four tools, neither clearly meant nor clearly not. */
const DOUBTFUL: Fit = {
  relevance: 0,
  coverage: 0.2,
  required: 0.5,
  given: 0.5,
  explained: 0.5,
  isUncalledFor: false,
  isDeedSaid: false,
  named: 0,
  ahead: 0.1,
  nearest: 0,
  asked: 0,
  tools: 4,
};

describe("a tool is likelier to be meant", () => {
  test.each<[string, Partial<Fit>]>([
    ["the better it reads", { relevance: 1 }],
    ["the surer something that it takes is given", { given: 1 }],
    ["the more of the query it explains", { explained: 0.8 }],
    ["where the query says what it does", { isDeedSaid: true }],
    ["the farther it is ahead of the others in meaning", { ahead: 0.2 }],
    ["the surer the ranker is that it is asked for", { asked: 2 }],
    ["where an example of it is near", { nearest: EXAMPLE_NEAR + 0.1 }],
  ])("%s", (_, more) => {
    expect(confidenceOf({ ...DOUBTFUL, ...more })).toBeGreaterThan(confidenceOf(DOUBTFUL));
  });

  test("where it is the only one and is called by its name", () => {
    const only = { ...DOUBTFUL, tools: 1, ahead: 0 };
    expect(confidenceOf({ ...only, named: 0.5 })).toBeGreaterThan(confidenceOf(only));
  });
});

test("a tool that changes something is less likely to be meant where the query asks how things are", () => {
  expect(confidenceOf({ ...DOUBTFUL, isUncalledFor: true })).toBeLessThan(confidenceOf(DOUBTFUL));
});

describe("a tool is not likelier to be meant", () => {
  test.each<[string, Partial<Fit>]>([
    ["where an example of it is as far away as any", { nearest: EXAMPLE_NEAR }],
    ["where its name is said and others are ahead of it or behind", { named: 1 }],
  ])("%s", (_, more) => {
    expect(confidenceOf({ ...DOUBTFUL, ...more })).toBe(confidenceOf(DOUBTFUL));
  });

  test("because there are more than eight to choose from", () => {
    expect(confidenceOf({ ...DOUBTFUL, tools: 128 })).toBe(confidenceOf({ ...DOUBTFUL, tools: 8 }));
  });
});

test("what an example says outweighs a reading that knows nothing of the owner's own words", () => {
  const strange: Fit = {
    relevance: -2,
    coverage: 0,
    required: 0,
    given: 0,
    explained: 0,
    isUncalledFor: false,
    isDeedSaid: false,
    named: 0,
    ahead: 0,
    nearest: 0,
    asked: -2,
    tools: 7,
  };
  expect(confidenceOf(strange)).toBeLessThan(0.5);
  expect(confidenceOf({ ...strange, nearest: 0.9 })).toBeGreaterThan(0.5);
});
