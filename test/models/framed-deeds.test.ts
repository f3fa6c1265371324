/** Deeds that are spoken of in frames which ask for nothing, and frames that do ask, told by their words alone. */
import { describe, expect, test } from "bun:test";
import { isOnlySpokenOf } from "#models/embedded/choosing/framed-deeds.ts";
import { orderAskedIn } from "#models/embedded/requests/asked-order.ts";
import { withoutHaste } from "#models/embedded/values/urgencies.ts";

const gate = { name: "gate_close", description: "Closes the gate of the yard." };
const dye = { name: "dye_wool", description: "Dyes a lot of wool." };
const pay = { name: "transfer_money", description: "Transfers money to somebody." };
const expense = { name: "add_expense", description: "Adds an expense." };
const diary = { name: "log_dyeing", description: "Writes down what was dyed." };
const ticket = { name: "create_ticket", description: "Opens a support ticket." };
const look = { name: "gate_status", description: "Tells whether the gate is closed." };

describe("nothing is asked for", () => {
  test.each([
    // Feelings and reasons.
    ["I'm scared to close the gate", gate],
    ["my sister is too shy to send him 40", pay],
    ["he isn't strong enough to close the gate", gate],
    ["it's far too soon to dye the wool", dye],
    ["it would be a waste of money to dye lot 12", dye],
    ["it isn't safe to close the gate", gate],
    ["it's against our principles to transfer 40 to Olu", pay],
    // What people do, did and do not.
    ["they refuse to close the gate", gate],
    ["we used to dye the wool ourselves", dye],
    ["you're not meant to close the gate", gate],
    ["I'm not going to send Olu 40", pay],
    ["only Marta may close the gate", gate],
    ["she couldn't close the gate", gate],
    ["I regret sending Olu 40", pay],
    ["we're tired of closing the gate", gate],
    ["there's no point in dyeing lot 12", dye],
    ["the night shift was closing the gate at ten", gate],
    ["I managed to close the gate", gate],
    ["somebody dyed lot 12 by accident", dye],
    ["you've already sent Olu 40", pay],
    ["I'll close the gate myself", gate],
    ["let us dye lot 12 ourselves", dye],
    ["Marta will close the gate herself", gate],
    ["they're about to close the gate", gate],
    ["someone else is going to close the gate", gate],
    ["the foreman likes to close the gate at nine", gate],
    ["at the mill I had to dye wool", dye],
    ["I tried to close the gate but it's stuck", gate],
    ["it's up to Marta to close the gate", gate],
    ["we decided against dyeing lot 12", dye],
    ["they ended up closing the gate", gate],
    ["I'm closing the gate right now", gate],
    ["I can close the gate without help", gate],
    ["she won't close the gate", gate],
    ["the switch doesn't let me close the gate", gate],
    ["every evening we close the gate", gate],
    ["the last thing I want is to close the gate", gate],
    ["don't worry, I'll close the gate", gate],
    ["by no means dye lot 12", dye],
    ["you're not to close the gate", gate],
    ["I know people who dye wool", dye],
    ["only a fool would close the gate", gate],
    ["it scares me to close the gate", gate],
    ["it took two of us to close the gate", gate],
    ["she closes the gate at nine", gate],
    ["just closed the gate, on my way", gate],
    ["close the gate, my father used to say", gate],
    ["close the gate and see what happens", gate],
    ["close the gate? over my dead body", gate],
    // Dreams and thoughts.
    ["we might dye lot 12 some day", dye],
    ["I'd dye lot 12 if I had the time", dye],
    ["in theory one could close the gate", gate],
    ["I bet Marta will close the gate", gate],
    ["will Marta close the gate?", gate],
    ["let's talk about closing the gate", gate],
    ["I read a book on how to dye wool", dye],
    ["I can't remember whether I closed the gate", gate],
    ["well done, you closed the gate", gate],
    ["I dreamt that I closed the gate", gate],
    ["imagine you sent Olu 40", pay],
    ["if only we could dye lot 12", dye],
    ["I wish I'd closed the gate", gate],
    // Facts that please or surprise.
    ["I'm so relieved that you closed the gate", gate],
    ["well, I'm glad they dyed lot 12", dye],
    ["we can't believe she sent Olu 40", pay],
    ["good thing you closed the gate", gate],
    ["how kind of you to send Olu 40", pay],
    ["do you remember when we dyed lot 12?", dye],
    // Thanks and judgements.
    ["thanks for closing the gate", gate],
    ["thank you so much for sending Olu 40!", pay],
    ["sorry for dyeing lot 12", dye],
    ["sorry, I closed the gate", gate],
    ["closing the gate would be a mistake", gate],
    ["dyeing lot 12 is Marta's job", dye],
    ["sending Olu 40 isn't necessary", pay],
    // What is read and what is to be learned.
    ["the label says dye at 40 degrees", dye],
    ["how do I close the gate?", gate],
    ["could you show me how to close the gate?", gate],
    ["what's the best way to dye wool?", dye],
    // Questions about a deed.
    ["do we have to close the gate?", gate],
    ["is it dangerous to close the gate?", gate],
    ["isn't it too early to dye lot 12?", dye],
    ["how long does it take to dye lot 12?", dye],
    ["has anyone closed the gate?", gate],
    ["have you sent Olu 40 yet?", pay],
    ["who dyed lot 12?", dye],
    ["why did you close the gate?", gate],
    // Taken back.
    ["close the gate - just kidding", gate],
    ["close the gate... actually no, never mind", gate],
    ["dye lot 12, no, forget it", dye],
    ["is the gate closed, oh never mind", look],
  ] as const)("%s", (query, asked) => {
    expect(isOnlySpokenOf(query, asked)).toBeTrue();
  });
});

describe("something is asked for", () => {
  test.each([
    ["close the gate", gate],
    ["I'm afraid you'll have to close the gate", gate],
    ["I'm scared to walk there in the dark, close the gate", gate],
    ["it's too windy, close the gate", gate],
    ["it's not enough to close it, lock it", gate],
    ["it would be nice if you closed the gate", gate],
    ["I hate to ask, but could you close the gate", gate],
    ["sorry to bother you, send Olu 40", pay],
    ["thanks for waiting, now close the gate", gate],
    ["thanks for dyeing lot 12, now lot 13", dye],
    ["you closed the wrong gate, please close the other", gate],
    ["I was hoping you could close the gate", gate],
    ["would you mind closing the gate", gate],
    ["I'd rather you closed the gate", gate],
    ["let me send Olu 40", pay],
    ["send Olu 40 from me, I'll tell him myself", pay],
    ["order one for myself", dye],
    ["watering needs to be done, dyeing should start now", dye],
    ["you need to close the gate", gate],
    ["only close the gate at the back", gate],
    ["make sure nobody can open the gate, close it", gate],
    ["tell Marta thanks for closing the gate", gate],
    ["how about closing the gate", gate],
    ["you're going to close the gate now", gate],
    ["she'd like to close the gate", gate],
    ["the kitchen lights on", gate],
    ["Marta says hello, close the gate", gate],
    ["I wanted to send Olu 40", pay],
    ["will somebody close the gate?", gate],
    ["you might want to close the gate", gate],
    ["make sure Marta closed the gate, or close it", gate],
    ["send Olu the 40 that I promised when we closed the gate", pay],
    ["Marta forgot the gate when she left, close it", gate],
    ["is it possible to close the gate?", gate],
    ["have Marta close the gate", gate],
    ["why don't you close the gate?", gate],
    ["text Marta: sorry, changed my mind", pay],
    ["Mrs Berg would like to transfer 40 to Olu", pay],
    ["and she gets 40", pay],
    ["just paid 20 for lunch", expense],
    ["we were paying 30 for parking", expense],
    // What is written down or looked up.
    ["I finished dyeing lot 12", diary],
    ["I'm afraid to open the attachment", ticket],
    ["I'm glad they closed the gate", ticket],
    ["how do I see whether the gate is closed?", look],
  ] as const)("%s", (query, asked) => {
    expect(isOnlySpokenOf(query, asked)).toBeFalse();
  });
});

describe("an order in a frame", () => {
  test.each([
    ["it's time to close the gate", "close the gate"],
    ["ok, high time to send Olu 40", "send Olu 40"],
    ["why don't you close the gate?", "close the gate?"],
    ["I think you should cancel the 40 to Olu", "cancel the 40 to Olu"],
    ["would you mind closing the gate?", "close the gate?"],
    ["you've got to close the gate", "close the gate"],
    ["you might as well close the gate", "close the gate"],
    ["I was hoping you'd close the gate", "close the gate"],
    ["do you mind just stopping the belt", "stop the belt"],
  ])("%s", (query, order) => {
    const part = orderAskedIn(query);
    expect(part?.text).toBe(order);
    for (const { of, at, length } of part?.stretches ?? []) {
      if (length === undefined)
        expect(part?.text.slice(at, at + of.end - of.start)).toBe(query.slice(of.start, of.end));
    }
  });

  test.each([
    "time to Paris by train",
    "why don't you like me",
    "I think you should be ashamed",
    "would you mind",
    "remind me that it's time to close the gate",
  ])("none in %s", (query) => {
    expect(orderAskedIn(query)).toBeNull();
  });
});

describe("haste at either end of a sentence", () => {
  test.each([
    ["close the gate right away", "close the gate"],
    ["close the gate as soon as possible, please", "close the gate please"],
    ["immediately close the gate", "close the gate"],
    ["close the gate when you get a chance", "close the gate"],
    ["close the quickly built gate", "close the quickly built gate"],
  ])("%s", (query, calm) => {
    expect(withoutHaste(query)).toBe(calm);
  });
});
