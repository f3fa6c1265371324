/** What takes back or corrects what was said: phrases, divided by "|". */
import type { TakenBackPhrases } from "../reading/sentence-tables.ts";

export const TAKEN_BACK_PHRASES: TakenBackPhrases = {
  anywhere:
    "no wait|wait no|uh no|no no|never mind|nevermind|nvm|forget about|forget i asked|forget i said|forget what i|ignore what i|" +
    "scratch that|strike that|just kidding|just joking|jk|or rather|my mistake|my bad|on second thought|on second thoughts|" +
    "changed my mind|do not bother|false alarm",
  inside: "i mean|i meant|make that",
  onItsOwn:
    "wait|hold on|stop|abort|cancel|no|nope|not|oops|sorry|correction|forget it|forget that|forget this|ignore that|ignore this|ignore me|cancel that",
  needMark: new Set(["wait", "stop", "cancel", "sorry", "correction"]),
  correcting: new Set(["no", "nope", "oops", "sorry", "correction", "wait"]),
  excuses: new Set(["oops", "sorry", "correction", "nope"]),
  hesitant:
    /(?<!\b(?:an?|the|in|at|on|for|to|of|by|with|from|and|my|is)\s)(?<=[\p{L}\p{N}]\s)(?:u[hm]+|erm?|ehm)(?:,|\s+no\b)/u,
};
