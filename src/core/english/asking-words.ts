/** How people ask, go on, and are polite between requests. */
import type { AskingWords } from "../reading/request-tables.ts";

export const ASKING_WORDS: AskingWords = {
  connective: /^(?:(?:and|also|but|or|then|ok|okay|no|actually|sorry|well|please|rather|hmm)\b[\s,]*)+/iu,
  askingAlso: /^(?:(?:and|so|but)\s+)?(?:what|how) about\b\s*/iu,
  change: /^(?:make|change|set|switch|move|let's make|let it be)\s+(?:it|that|them|those)\b/iu,
  changeEnd: /\b(?:instead|as well|too|rather|though)[\s.?!]*$/iu,
  preposition:
    /^(?:for|in|at|on|to|with|from|by|without|under|until|till|after|before|around|about|near|next|only|just)\b/iu,
  courtesies: new Set(
    (
      "a afternoon again all alright bye cheers cool day evening fine for good goodbye great hello hey hi i it lot lovely " +
      "many morning much nice night ok okay perfect please so sorry super thank thanks that thats very welcome wonderful you your"
    ).split(" "),
  ),
  courtesyLeads: /\b(?:bye|cheers|good|goodbye|great|hello|hey|hi|ok|okay|perfect|sorry|thank|thanks|welcome)\b/iu,
  askingFor:
    "(?:(?:please|can you|could you|would you|i want to|i need to|i'd like to|i would like to|let's)\\s+)*" +
    "(?:i'd like|i would like|i'll have|i'll take|can i have|can i get|can we have|can we get|get me|[a-z]+)\\s+(?:me\\s+|us\\s+)?" +
    "(?:(?:an?|some|another|one|two|three|\\d+)\\s+)",
  // Begins at a comma, or where blanks begin: else each of many blanks would be tried with all behind it.
  connector: String.raw`(?:,|(?<![^\S\n]))\s+(?:and\s+then|and\s+also|and|then|also|but|plus|as\s+well\s+as|after\s+that)\b,?(?=\s)`,
  openings:
    "i|i'm|i'd|i've|we|my|please|can|could|would|will|do|does|did|is|are|was|what|what's|how|when|where|why|who|which|" +
    "tell|show|give|make|let|set|add|get|find|send|book|order|cancel|check|turn|play|call|open|close|remind|schedule|" +
    "change|update|remove|delete|help|explain|transfer|pay|buy|stop|start|put|create|switch",
  betweenValues:
    /(?<![\p{L}\p{N}])(?:and|or|at|by|for|from|in|not|on|to|with|without|today|tomorrow|please)(?![\p{L}\p{N}])/giu,
  means: /^(.{1,80}?)(?:\s+(?:is called|is at|is in|is|are|means|equals)\s+|\s*[=:]\s*)(\S.*)$/su,
  lead: /^(?:(?:my|our|the|a|an|at|in|to|from|of)\s+)+/u,
  own: /^(?:my|our)\s/iu,
  possessive: /^(?:my|our|the)\s+(?=\p{Ll})/u,
};
