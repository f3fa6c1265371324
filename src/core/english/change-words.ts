/** How people say by how much something is to change, which is not what it is to become. */
import type { ChangeWords } from "../reading/sentence-tables.ts";

const LITTLE =
  "(?:(?:about|around|roughly|almost|at\\s+least|at\\s+most|up\\s+to|exactly|only|just|maybe|another|a\\s+further)\\s+)*";
const SIGN = "[$€£¥+-]?\\s?";
/** With their endings. */
const DEEDS =
  "rais|lift|increas|boost|bump|crank|turn|push|bring|tak|put|lower|reduc|decreas|cut|cutt|drop|dropp|dim|dimm|brighten|warm|cool|heat|" +
  "extend|prolong|shorten|lengthen|widen|narrow|slow|speed|adjust|chang|mov|shift|nudg|dial|knock|step|go|come|com";
const DEED = `(?<!\\p{L})(?:${DEEDS})(?:e|s|es|ed|d|ing)?(?!\\p{L})`;
/** Those that need no "by". */
const RAISING = "(?<!\\p{L})(?:raise|increase|lower|reduce|decrease|drop|cut|bump|boost)(?:s|d|ing)?";
const COMPARED =
  "warmer|hotter|cooler|colder|higher|lower|louder|quieter|softer|brighter|dimmer|darker|faster|slower|quicker|longer|shorter|later|" +
  "earlier|wider|narrower|thicker|thinner|deeper|stronger|weaker|bigger|larger|smaller|taller|heavier|lighter|tighter|further|farther";
const UNIT =
  "(?:\\s?[%°]\\s?[cf]?|[\\s-]+(?!(?:one|two|three|four|five|six|seven|eight|nine|ten|or|and|to|than|at|in|on|for|no|not|any\\b|an?|the|is|are|it)(?!\\p{L}))[\\p{L}/]+)";
/** What changes are counted in, whatever they are of. */
const COUNTED = "\\s?(?:%|°|-?(?:percent(?:age\\s+points?)?|degrees?|points?|notch(?:es)?|steps?|levels?)(?!\\p{L}))";

export const CHANGE_WORDS: ChangeWords = {
  before: [
    // "raise it by 4"
    new RegExp(
      `(?:${DEED}|(?<!\\p{L})(?:up|down|more|less|${COMPARED})(?!\\p{L})).*(?<!\\p{L})by\\s+${LITTLE}${SIGN}$`,
      "isu",
    ),
    // "turn the heat up 4", "up another 4"
    new RegExp(`${DEED}\\s.*\\s(?:up|down)\\s+${LITTLE}${SIGN}$`, "isu"),
    // "she has lost 2 kg": what she weighs then is not said
    new RegExp(`(?<!\\p{L})(?:lost|loses?|losing|gain(?:s|ed)?|gaining|shed|put(?:s|ting)?\\s+on)\\s+${LITTLE}$`, "iu"),
    // "add 500 to the limit"
    new RegExp(`(?<!\\p{L})(?:add|subtract|deduct)(?:s|ed|ing)?\\s+${LITTLE}${SIGN}$`, "iu"),
    // "raise it another 4"
    new RegExp(`${DEED}\\s.*(?<!\\p{L})(?:another|a\\s+further|an\\s+(?:extra|additional))\\s+${SIGN}$`, "isu"),
  ],
  // "turn up the heat 4 degrees", "lower the heat 4 degrees"; and as French says it, word for word: "lower the heat of 4 degrees"
  beforeUnit: new RegExp(
    `(?:${DEED}\\s+(?:up|down)|${RAISING})\\s+(?:[\\p{L}'’-]+\\s+){0,7}?(?<!(?<!\\p{L})(?:to|at|in|on|for|from|by|level|number|until)\\s+)$`,
    "iu",
  ),
  unitBehind: new RegExp(`^${COUNTED}`, "iu"),
  // "5 degrees warmer", "5 minutes more", "5 notches up", and as German says it, word for word, "has 2 kilograms lost"; but "bay 5 up", and "5 more than that"
  behind: new RegExp(
    `^(?:${UNIT}{0,2}?[\\s-]+(?:${COMPARED})|${UNIT}?\\s+(?:more|less)(?!\\s+than(?!\\p{L}))|${UNIT}\\s+(?:lost|gained)|${COUNTED}\\s+(?:up|down)(?!\\s+to(?!\\p{L})))(?!\\p{L})`,
    "iu",
  ),
  isBecome: new RegExp(`(?:(?<!\\p{L})(?:to|at|is|be|or)|=|:)\\s+${LITTLE}${SIGN}$`, "iu"),
  year: /^(?:19|20)\d\d$/,
  ofChange:
    /(?<!\p{L})(?:by|delta|change\s+of|changes?\s+by|difference|steps?|offset|increments?|increas\w*|decreas\w*|rais\w*|lower\w*|reduc\w*|relative|more|fewer|less|extra|additional|add(?:s|ed|ing|ition)?|subtract\w*|remov\w*|deduct\w*|discount\w*|extend\w*|extension|renew\w*|delay\w*|postpon\w*|snooz\w*|shift\w*|mov(?:e|es|ing)|nudg\w*|rotat\w*|turn(?:s|ing)?\s+by|boost\w*|shorten\w*|up\s+or\s+down|louder|quieter|warmer|cooler|brighter|dimmer)(?!\p{L})/iu,
  ofState:
    /^(?:set|sets|setting|change|update|adjust|modify|edit|control)(?!\p{L})|(?<!\p{L})(?:target|level|desired|setpoint|new|temperature|brightness|volume|speed|limit|intensity|humidity|position|setting|weight|weighs?|weighing|pressure|reading)(?!\p{L})/iu,
};
