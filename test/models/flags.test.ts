import { describe, expect, test } from "bun:test";
import { flagIn, isImpliedBy, isLeftOpen, literallyIn } from "#models/embedded/values/flags.ts";

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
    ["locked", "lock up the garage", true],
    ["locked", "open the garage door", false],
    ["locked", "close the front door", null],
    ["unlocked", "open the garage door", true],
    ["open", "shut the blinds", false],
    ["closed", "shut the blinds", true],
    ["closed", "open the blinds", false],
    ["paused", "pause the nightly build", true],
    ["paused", "resume the nightly build", false],
    ["muted", "unmute the thread", false],
    ["unread", "the unread mails of Anna", true],
    ["unread", "the mails that I have read", false],
    ["active", "members who are inactive", false],
    ["paid", "all unpaid invoices", false],
    ["armed", "the alarm shouldn't be armed", false],
    ["armed", "the alarm must not stay armed at night", false],
    ["locked", "I don't want the cellar door locked", false],
    ["locked", "I don't want to wait, lock the cellar door", true],
    ["armed", "the alarm should be armed", true],
    ["archived", "unarchive the project", false],
    ["open", "reopen the valve", true],
    ["closed", "reopen the valve", false],
    ["armed", "re-arm the alarm", true],
    ["locked", "relock the back door", true],
  ])("%s: %p", (name, text, expected) => {
    expect(flagIn(text, name, true)).toBe(expected);
  });

  test("what comes along is not believed against the model, a plain opposite is", () => {
    expect(flagIn("the weather with its humidity", "include_humidity", false)).toBeNull();
    expect(flagIn("unlock the garage", "locked", false)).toBe(false);
  });
});

describe("a flag whose name is said word for word", () => {
  test.each([
    ["express", "an express parcel to Lyon", true],
    ["express", "a parcel to Lyon, no express", false],
    ["onions", "a burger, hold the onions", false],
    ["onions", "a burger minus onions", false],
    ["gate_open", "hold the gate open", true],
    ["window_seat", "a train to Prague with a seat at the window", true],
    ["window_seat", "a seat on the train to Prague", null],
    ["with_breakfast", "a room without breakfast", false],
    ["is", "there is a parcel", null],
  ])("%s: %p", (name, text, expected) => {
    expect(literallyIn(text, name)).toBe(expected);
  });
});

describe("a flag that a sentence comes near to", () => {
  test.each([
    ["locked", "close the front door", true],
    ["locked", "close and lock the front door", false],
    ["locked", "is the back door locked?", true],
    ["locked", "is the garage open", true],
    ["locked", "lock the back door", false],
    ["paused", "is the build paused?", true],
    ["paused", "pause the build", false],
    ["done", "are there tasks that are done?", false],
    ["locked", "the weather in Oslo", false],
  ])("%s: %p is left open: %p", (name, text, expected) => {
    expect(isLeftOpen(text, name)).toBe(expected);
  });
});

describe("a flag that goes without saying", () => {
  test.each([
    ["on", "brightness", true],
    ["enabled", "fan_speed", true],
    ["locked", "level", false],
    ["on", "room_number", false],
  ])("%s, where a number is given for %s: %p", (name, other, expected) => {
    expect(isImpliedBy(name, other)).toBe(expected);
  });
});
