/** How urgent something is, as people say it. */
import type { UrgencyWords } from "../reading/request-tables.ts";

export const URGENCY_WORDS: UrgencyWords = {
  names: /(?:priority|urgency|importance)$/i,
  haste:
    /(?<!\w)(?:as soon as (?:possible|you can)|a\.?s\.?a\.?p\b\.?|(?:right|straight) away|immediately|urgently|promptly|quickly|at once|this (?:instant|minute|very (?:moment|minute))|without delay|(?:it['’]?s|it is|this is) (?:an emergency|(?:very |really )?urgent))(?!\w)/i,
  leisure:
    /(?<!\w)(?:(?:there(?:['’]s| is) )?no (?:rush|hurry|haste|urgency)|not (?:that |very |so |at all )?urgent|(?:it|that|this) can wait|(?:when(?:ever)?|if) (?:you|they|somebody|someone) (?:has|have|get|find|gets|finds) (?:the |some |a )?(?:time|moment|minute|chance)|at your (?:convenience|leisure)|in your own time)(?!\w)/i,
  most: ["urgent", "asap", "immediate", "immediately", "rush", "express"],
  high: ["high", "highest"],
  beyondHigh: new Set(["critical", "emergency", "blocker"]),
  least: ["low", "lowest", "not urgent", "whenever", "minor", "routine", "normal", "standard", "regular"],
};
