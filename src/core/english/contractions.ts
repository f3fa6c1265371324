/** Words that are written together, in a hurry, or while thinking. */
import type { Contractions } from "../reading/sentence-tables.ts";

const WHOLE =
  "i'd:i would|i'm:i am|i'll:i will|i've:i have|we'd:we would|we're:we are|we'll:we will|we've:we have|you'd:you would|" +
  "you're:you are|you'll:you will|you've:you have|they'd:they would|they're:they are|he'd:he would|he'll:he will|she'd:she would|she'll:she will|it'll:it will|" +
  "there'd:there would|that'd:that would|won't:will not|can't:can not|shan't:shall not|ain't:is not|cannot:can not|" +
  "wanna:want to|gonna:going to|gotta:got to|gimme:give me|lemme:let me|let's:let us|y'all:you all|dont:do not|doesnt:does not|" +
  "didnt:did not|isnt:is not|arent:are not|wasnt:was not|wont:will not|cant:can not|couldnt:could not|shouldnt:should not|" +
  "wouldnt:would not|whats:what is|hows:how is|wheres:where is|whos:who is|whens:when is|thats:that is|theres:there is|" +
  "im:i am|ive:i have|youre:you are|youll:you will|youve:you have|youd:you would|weve:we have|theyre:they are|theyll:they will|" +
  "theyd:they would|theyve:they have|itll:it will|havent:have not|hasnt:has not|hadnt:had not|ur:your|lets:let us|outta:out of|kinda:kind of|gotcha:got you|o'clock:o'clock";

export const CONTRACTIONS: Contractions = {
  whole: new Map(
    WHOLE.split("|").map((rule) => {
      const [short = "", long = ""] = rule.split(":");
      return [short, long.split(" ")] as const;
    }),
  ),
  // In capitals they are names and grades.
  chatted: new Map([
    ["u", "you"],
    ["r", "are"],
    ["&", "and"],
  ]),
  // In capitals some are names.
  hesitations: new Set(["um", "umm", "uh", "uhm", "er", "erm", "ehm", "hmm", "hm"]),
  beforeIs: new Set("what how where who when it that there here he she why".split(" ")),
  wished: new Set(["like", "love", "appreciate", "prefer"]),
};
