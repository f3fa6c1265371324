import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { saysChange } from "#core/reading/change-amounts.ts";

/** The amount stands between brackets. */
function said(marked: string): boolean {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return saysChange(marked.replace(/[[\]]/g, ""), { start, end }, ENGLISH);
}

describe("by how much something changes", () => {
  test.each([
    "raise the temperature of the cold room by [4] degrees",
    "turn the cold room up by [2 degrees]",
    "the calf has gained [6 kg]",
    "she lost [2] kilos",
    "Bella has [2] kilograms lost",
    "add [500] to the limit of the account",
    "deduct $[20] from the price",
    "make barn 2 [two degrees] warmer",
    "make the cold room [2] degrees warmer",
    "make the cold room [2 degrees] warmer, please",
    "increase my limit by $[500]",
    "increase the limit by about [500]",
    "cut the speed by another [10] percent",
    "turn the volume down [10]%",
    "turn up the heat [3] degrees",
    "lower the temperature of the kitchen [3] degrees",
    "drop the price [10] percent",
    "bring it down another [5]",
    "lower the blinds a further [10] percent",
    "[20 percent] brighter in the hall",
    "run the pump [15] minutes longer",
    "I'd like the office [1] degree cooler",
    "the music [two] notches louder",
    "[10] km/h slower",
    "[2 notches] up",
    "[five] minutes more",
  ])("%p", (marked) => {
    expect(said(marked)).toBe(true);
  });
});

describe("what something is to become", () => {
  test.each([
    "raise the temperature of the cold room to [4] degrees",
    "lower the temperature to [3]",
    "set the cold room to [4] degrees, a bit cooler",
    "set the oven to [180] degrees, lower rack",
    "set the oven to [180] degrees lower rack",
    "turn the volume up to [10]",
    "turn up the heat in room [3]",
    "turn up the heating to level [3]",
    "raise it by 4 to [20]",
    "a table of 3 by [4]",
    "divide it by [4]",
    "turn on lamp [4]",
    "take Heron-[2] up to 80 metres",
    "Swift-[1] no faster than 6 m/s",
    "bay [5] up",
    "turn down [8820]",
    "screen [9] a touch warmer, at 24 degrees",
    "allow [20] more than that",
    "lower the temperature in room [4]",
    "set a temperature of [20] degrees",
    "raise shutter [4]",
    "rooms rated [4] or higher",
    "raise the limit by [2030]",
    "keep it at [21] degrees or warmer",
    "set another [2]",
    "the heat should be [21]",
  ])("%p", (marked) => {
    expect(said(marked)).toBe(false);
  });
});
