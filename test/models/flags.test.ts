import { describe, expect, test } from "bun:test";
import { flagIn } from "#models/embedded/flags.ts";

describe("what a sentence says of a flag", () => {
  test.each([
    ["locked", "lock the back door", true],
    ["locked", "unlock the garage", false],
    ["is_locked", "leave it unlocked", false],
    ["subscribed", "unsubscribe me", false],
    ["on", "turn on the kitchen light", true],
    ["on", "lights off in the hallway", false],
    ["on", "remind me on Monday", null],
    ["enabled", "turn the wifi back on", true],
    ["enabled", "disable wifi", false],
    ["muted", "mute the speaker", true],
    ["done", "show the open tasks", false],
    ["done", "show open and completed tasks", null],
    ["shared", "a private album", false],
    ["delete_branch", "merge it without deleting the branch", false],
    ["delete_branch", "merge it and delete the branch", true],
    ["avoid_tolls", "drive home without tolls", true],
    ["avoid_tolls", "a route that avoids tolls", true],
    ["avoid_tolls", "what are the tolls", null],
    ["live", "where do you live", null],
    ["locked", "where is the back door", null],
  ])("%s: %p", (name, text, expected) => {
    expect(flagIn(text, name, true)).toBe(expected);
  });

  test("what comes along is not believed against the model, a plain opposite is", () => {
    expect(flagIn("the weather with its humidity", "include_humidity", false)).toBeNull();
    expect(flagIn("unlock the garage", "locked", false)).toBe(false);
  });
});
