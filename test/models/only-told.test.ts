/** What is told, thought or quoted, with all words of an order, told by its words alone. */
import { describe, expect, test } from "bun:test";
import type { DraftCall } from "#core/ports/models.ts";
import { speaksAgainst } from "#models/embedded/choosing/contrary-words.ts";
import { isOnlyTold } from "#models/embedded/choosing/only-told.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

function tool(name: string, description: string) {
  return { name, description, parameters: parametersOf({ type: "object", properties: {}, required: [] }) };
}

function callWith(spans: DraftCall["spans"]): DraftCall {
  return { tool: 0, parameters: {}, confidence: 1, dependsOnClock: false, spans, usedMemories: [], text: null };
}

const shut = tool("roof_close", "Closes the roof of the greenhouse.");
const pay = tool("transfer_money", "Transfers money to somebody.");
const warm = tool("setTemperature", "Sets the temperature of a house.");
const wipe = tool("erase_disk", "Erases a disk.");
const stop = tool("belt_stop", "Stops the belt.");
const roast = tool("start_roasting", "Starts roasting a batch.");
const empty = tool("emptyBasket", "Empties the basket.");
const note = tool("log_feeding", "Writes down a feeding.");
const look = tool("roof_status", "Tells whether the roof is open.");

describe("nothing is asked for", () => {
  test.each([
    ["I was about to close the roof when it began to rain", shut],
    ["we were just going to stop the belt ourselves", stop],
    ["the greenhouse is at 18 degrees", warm],
    ["Marta sent 40 to Olu", pay],
    ["we paid Olu yesterday", pay],
    ["they should have closed the roof", shut],
    ["you could've stopped the belt", stop],
    ["I'd close the roof if I were you", shut],
    ["she very nearly erased the wrong disk", wipe],
    ["I came close to erasing disk 4", wipe],
    ["they all but stopped the belt", stop],
    ["maybe we should close the roof", shut],
    ["close the roof or not, I'm not sure yet", shut],
    ["erase disk 4 perhaps, I have to think about it", wipe],
    ["I wonder whether I should stop the belt", stop],
    ["the placard reads: stop the belt before cleaning", stop],
    ['my uncle always shouts "close the roof"', shut],
    ["Marta wrote 'erase disk 4' on the board", wipe],
    ["Marta has already closed the roof", shut],
    ["never mind, we stopped the belt by hand", stop],
    ["the night shift roasted batch 12", roast],
    ["leave the roof open", shut],
    ["the belt must stay on", stop],
    ["we always close the roof at night", shut],
    ["the night shift usually stops the belt at ten", stop],
    ["Marta says she sent me 40", pay],
    ["I think the night shift has stopped the belt", stop],
    ["Olu told me that they closed the roof", shut],
    ["have sent 40 to Olu", pay],
    ["I love this belt", stop],
    ["this roof is great", shut],
    ["that was a really good batch!", roast],
  ] as const)("%s", (query, asked) => {
    expect(isOnlyTold(query, asked)).toBe(true);
  });
});

describe("something may be asked for", () => {
  test.each([
    ["the greenhouse should be at 18 degrees", warm],
    ["make sure the greenhouse is at 18 degrees", warm],
    ["the greenhouse is to be at 18", warm],
    ["close the roof, I was about to leave", shut],
    ["I almost forgot: close the roof", shut],
    ["I was going to ask you to stop the belt", stop],
    ["I nearly erased disk 4, please stop the belt", stop],
    ["the placard reads 'closed', so close the roof", shut],
    ["Marta wrote 'erase disk 4', do that", wipe],
    ["the notice should read: stop the belt", stop],
    ["Marta has closed the roof, now stop the belt", stop],
    ["Marta stopped the belt", shut],
    ["leave the roof open but stop the belt", stop],
    ["I wonder whether the roof is open", look],
    ["I don't know if the roof is open", look],
    ["I fed the geese at six", note],
    ["Stop all stopped belts once more", stop],
    ["Could you stop the belt? I'm thinking of leaving", stop],
    ["tell Marta I was about to close the roof", shut],
    ["we always close the roof at night, so close it", shut],
    ["I love this belt, stop it", stop],
    ["Marta says stop the belt", stop],
    ["Marta says she stopped it, so close the roof", shut],
    ["I think we need the roof closed", shut],
    ["I'd love to stop the belt", stop],
    ["the roof is great", look],
    ["the geese are great", note],
  ] as const)("%s", (query, asked) => {
    expect(isOnlyTold(query, asked)).toBe(false);
  });
});

test("nobody is allowed to, and on no account, deny a deed", () => {
  const call = callWith({});
  expect(speaksAgainst("nobody is allowed to empty the basket", empty, call)).toBe(true);
  expect(speaksAgainst("the disk must on no account be erased", wipe, call)).toBe(true);
  expect(speaksAgainst("could you not stop the belt", stop, call)).toBe(true);
  expect(speaksAgainst("stop emptying the basket", empty, call)).toBe(true);
  expect(speaksAgainst("stop , to empty the basket", empty, call)).toBe(true);
  expect(speaksAgainst("couldn't you stop the belt?", stop, call)).toBe(false);
  expect(speaksAgainst("could you not just stop the belt?", stop, call)).toBe(false);
  expect(speaksAgainst("stop roasting", tool("stop_roasting", "Stops a roast."), call)).toBe(false);
  expect(speaksAgainst("there is no reason not to stop the belt", stop, call)).toBe(false);
});

test("an option is denied by what is not to be", () => {
  const rail = {
    name: "set_rail",
    description: "Moves a rail.",
    parameters: parametersOf({
      type: "object",
      properties: { position: { type: "string", enum: ["up", "down"] } },
      required: ["position"],
    }),
  };
  const callOf = (query: string) =>
    callWith({ position: { start: query.indexOf("down"), end: query.indexOf("down") + "down".length } });
  const denied = "the rail shouldn't be down";
  expect(speaksAgainst(denied, rail, callOf(denied))).toBe(true);
  const wanted = "the rail should be down";
  expect(speaksAgainst(wanted, rail, callOf(wanted))).toBe(false);
});
