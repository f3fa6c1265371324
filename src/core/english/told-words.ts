/** Sentences that tell of a deed or wonder about it and want none, as they read once another language's words are English ones. */

const STATE =
  "on|off|open|closed|shut|locked|unlocked|armed|disarmed|active|inactive|activated|deactivated|enabled|disabled|online|running|" +
  "(?:turned|switched) (?:on|off)|started|stopped|paused|muted";
const SAYS = "say|says|said|tell|tells|told|think|thinks|mean|means|believe|believes";

export const TOLD_WORDS = {
  told: [
    // "I was about to lock it".
    /\b(?:was|were)(?: just)? about to\b/,
    // "I nearly deleted it".
    /^(?:[\p{L}']+ )?(?:nearly|almost|all but) (?:(?:has|have|had|i|we) )*[\p{L}]+(?:ed|en|t)\b/u,
    /^(?:(?:has|have|had|i|we) )+(?:nearly|almost)\b/,
    // "I wonder should i cancel it".
    /^(?!should).*\bshould i\b/,
    // "My daughter says that we should unlock it".
    new RegExp(`^(?!(?:i|we|you|please|it)\\b).*\\b(?:${SAYS})\\b.*\\b(?:should|must)\\b`),
    // "My wife has forgotten to lock it", but not who has forgotten a password.
    /^(?!.*\bnot (?:you )?forget).*\bforg(?:et|ot|otten)\b,? (?:\S+ ){0,3}?(?:to|of) /,
  ],
  states: [
    // "I lock it later myself".
    /^(?:i|we) (?!would|want|need|must|should|can|could|have|had|am|was).*\b(?:self|myself|ourselves)\b/,
    /^(?:myself|ourselves)\b/,
    // "The alarm is still not on".
    new RegExp(
      `^(?!is\\b|are\\b|was\\b|were\\b|why\\b|when\\b).+\\b(?:is|are|was|were)(?: \\w+)? not(?: \\w+)? (?:${STATE})\\b`,
    ),
  ],
  /** Tools that change how a thing is. */
  switches:
    /\b(?:turn|switch|activate|deactivate|enable|disable|arm|disarm|open|close|shut|lock|unlock|start|stop|pause|mute|unmute)s?\b/i,
  /** Clauses that ask for something. */
  orders:
    /^(?:(?:and|but|so|then|please|ok) )*(?:can|could|would|will) (?:you|we|i)\b|\bplease\b|\bi(?: would)? (?:like|want|need)\b/,
} as const;
