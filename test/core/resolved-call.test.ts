/** What the cache makes of an answer that no tool fitted, for a sentence of the same meaning. */
import { expect, test } from "bun:test";
import { derivedAnswer, NO_CALL, type ResolvedAnswer } from "#core/answering/resolved-call.ts";
import { AUTO } from "#core/answering/tool-choice.ts";
import { inUtc, UTC } from "#core/local-time.ts";
import type { Proposal } from "#core/semantic-cache/knowledge.ts";

const proposal: Proposal = {
  path: "none",
  id: 1,
  similarity: 0.9,
  score: 1,
  call: null,
  class: null,
  spans: {},
  unseenValues: [],
  leftoverWords: [],
};
const answer: ResolvedAnswer = {
  ...NO_CALL,
  query: "my card was stolen",
  confidence: 0.8,
  model: "somebody",
  usedBanks: [],
  text: null,
  wordsBy: null,
};
const persona = { name: "captain", version: "1", instructions: "", language: null };
const request = {
  query: "somebody took my card",
  context: null,
  history: [],
  timeZone: UTC,
  toolChoice: AUTO,
  minConfidence: null,
  language: "en",
  isLanguageNamed: false,
  callsMax: 1,
};

function derived(change: Partial<ResolvedAnswer>, spokenBy: typeof persona | null): ResolvedAnswer | null {
  return derivedAnswer(proposal, { ...answer, ...change }, [], { request, persona: spokenBy, now: inUtc(0) });
}

test("no tool fits it either, and the query is its own", () => {
  expect(derived({}, null)).toEqual({ ...answer, query: request.query });
});

test("our own words for it are the same for every sentence", () => {
  const text = "I can't help with that.";
  expect(derived({ text, wordsBy: "server" }, persona)).toEqual({
    ...answer,
    text,
    wordsBy: "server",
    query: request.query,
  });
});

test("a model's words speak of what it was asked, and are not given again", () => {
  expect(derived({ text: "Sorry that your card was stolen!", wordsBy: "model" }, persona)).toBeNull();
});

test("an answer that calls a tool is no answer of none", () => {
  expect(derived({ tool: "play" }, null)).toBeNull();
});
