/** How people tell, quote, wonder, and want things left as they are: all words of a request, and nothing is asked for. */
import type { MoodWords } from "../reading/mood-tables.ts";

const PRONOUN = "i|we|you|he|she|it|they|somebody|someone|everybody|everyone|nobody|no one";
/** "I", "my neighbour", "the night shift". */
const SOMEBODY = String.raw`(?:(?:${PRONOUN})|(?:my|our|his|her|your|their|the|an?)(?:\s+(?!(?:is|are|was|were|be|been|to|and|or|of|only)\b)[\p{L}'’-]+){1,3}?)`;
const JUST = String.raw`(?:(?:just|only|already|really|actually|very|so|all|once)\s+)*`;

/** Past forms without an ending of their own, each with its verb; of "set" and "shut" nobody can tell. */
const IRREGULAR = new Map(
  (
    "gave:give took:take made:make sent:send told:tell left:leave lost:lose paid:pay bought:buy brought:bring began:begin came:come went:go " +
    "did:do had:have got:get ran:run rang:ring sold:sell threw:throw wrote:write woke:wake withdrew:withdraw fell:fall drove:drive broke:break " +
    "burnt:burn kept:keep spent:spend hung:hang fed:feed lent:lend"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const PAST = String.raw`(?:\p{L}+ed|${[...IRREGULAR.keys()].join("|")})`;

/** "I was about to", "we were on the point of", "I nearly", "they all but". Who "was going to ask" asks. */
const UNREAL = [
  String.raw`(?:was|were)\s+${JUST}(?:about\s+to|on\s+the\s+(?:point|verge|brink)\s+of)`,
  String.raw`(?:was|were)\s+${JUST}(?:going|meaning|intending)\s+to`,
  String.raw`(?:(?:very\s+)?(?:nearly|almost)|all\s+but)\s+(?!forgot|missed|overlooked|needed|wanted)(?:${PAST}|put|set|shut|cut|let|hit)`,
  String.raw`had\s+(?:nearly|almost|all\s+but)`,
  String.raw`(?:came|got)\s+(?:very\s+|so\s+|quite\s+)?(?:close|near)\s+to\s+\p{L}+ing`,
  // "We should have ordered five"; who "would have liked to" would like to.
  String.raw`(?:should|could|would|might|ought\s+to|need)(?:n['’]t)?(?:\s+(?:not|never|also|really|just|at\s+least))*(?:\s+have|['’]ve)\s+${JUST}(?!liked|loved|wanted|preferred|wished)(?:${PAST}|been|gone|put|set|shut|cut|let|hit)`,
  String.raw`(?:i|we)(?:['’]d|\s+would)\s[^.!?;]{1,80}?\sif\s+(?:i|we)\s+(?:were|was)\s+(?:you|him|her|them)`,
].join("|");

const BEGIN = String.raw`(?:^[^\p{L}\p{N}]*|[,;.!?]\s+)(?=[\p{L}\p{N}])(?:(?:and|but|so|well|oh|yes|no|ok|okay)\W+)*`;
const DONE = String.raw`(?:\s+(?:has|have|had)|['’](?:s|ve|d))?\s+${JUST}(${PAST})(?:\s+(?:on|off|down|up|out|away))?\b`;

/** "Anna says she sent me 50", "I think Ben has paid". */
const ANYBODY = String.raw`(?:I|${SOMEBODY}|\p{Lu}[\p{L}'’-]+)`;
const SPEAKS = String.raw`\s+(?:says?|said|told\s+(?:me|us|him|her|them)|claims?|claimed|thinks?|thought|reckons?|believes?|guess|suppose|heard|wrote)\s+(?:that\s+)?`;

const WE = "\\b(?:i|we)";
const WE_ARE = String.raw`${WE}(?:\s+am|\s+are|['’]m|['’]re)`;
const FEELING = String.raw`(?:(?:really|just|simply|absolutely|still|do|always)\s+)*(?:love|adore|enjoy|hate|loathe|detest)`;
const VERDICT =
  "great|good|nice|lovely|beautiful|brilliant|wonderful|amazing|awesome|fantastic|bad|boring|awful|terrible|horrible|ugly|funny|favou?rite|best|worst";
/** "I love this song", "this song is great": how somebody finds it. */
const OPINION = [
  String.raw`${WE}\s+${FEELING}\s+(?!to\b|it\s+if\b)[^,;.!?]{1,60}`,
  String.raw`(?:this|that|these|those|it|the)(?:\s+[\p{L}'’-]+){0,2}?(?:\s+(?:is|are|was|were)|['’]s)\s+(?:(?:so|such|really|very|pretty|quite|an?|the|my|our|all)\s+)*(?:${VERDICT})(?:\s+[\p{L}'’-]+){0,2}`,
].join("|");
const UNDECIDED = [
  String.raw`^[^\p{L}\p{N}]*(?:hm+\W+|well\W+|so\W+)*(?:maybe|perhaps|possibly)\s+(?:i|we)(?:\s+(?:should|ought\s+to|could|might|will|would)|['’]ll|['’]d)\b`,
  String.raw`${WE_ARE}\s+not\s+(?:(?:quite|so|really|entirely|too)\s+)?sure(?:\s+yet)?(?=\s*(?:[.,;!?]|$)|\s+(?:whether|if)\b)`,
  String.raw`${WE}\s+(?:don['’]t|do\s+not)\s+know(?:\s+yet)?\W*$`,
  String.raw`${WE}(?:['’]ll|\s+(?:will|have\s+to|need\s+to|must|should|want\s+to))\s+(?:have\s+to\s+)?(?:think|sleep)\s+(?:about\s+|on\s+)?(?:it|that|this)\b`,
  String.raw`\blet\s+(?:me|us)\s+think(?:\s+(?:about|on)\s+(?:it|that))?\W*$`,
  String.raw`${WE}(?:\s+(?:have\s+to|need\s+to|must|should)|['’]ll)\s+ask(?:\s+(?:first|around|somebody|someone))?\W*$`,
  String.raw`${WE}(?:['’]m|\s+am|['’]re|\s+are)?\s+(?:wonder(?:ing)?|ask(?:ing)?\s+(?:myself|ourselves))\s+(?:whether|if)\s+(?:i|we)\s+(?:should|ought|had\s+better)\b`,
  String.raw`${WE}\s+(?:haven['’]t|have\s+not)\s+(?:decided|made\s+up)\b|\b(?:can['’]t|cannot)\s+decide\b|\bin\s+two\s+minds\b`,
  String.raw`${WE_ARE}\s+(?:still\s+)?(?:thinking\s+(?:about|of)|considering|toying\s+with)\s+\p{L}+ing\b`,
].join("|");

const SAYING = String.raw`(?:says?|said|reads?|goes|went|states?|stated|shout(?:s|ed|ing)?|yell(?:s|ed|ing)?|scream(?:s|ed|ing)?|wrote|writes|texted|sings?|sang|whisper(?:s|ed)?|call(?:s|ed)\s+out|quote)`;
/** "The note should read" asks for a note. */
const NO_WISH = "(?!(?:must|should|shall|will|would|can|could|may|to|whose|where|how)\\b)";
const SPEAKER = String.raw`(?:(?:the|an?|my|our|his|her|your|their|some)\s+|(?:he|she|they|somebody|someone)\s+|(?!I\b|We\b|Where|Who|How|What)\p{Lu}[\p{L}'’-]*\s+)(?:${NO_WISH}[\p{L}\p{N}'’-]+\s+){0,6}?`;
const QUOTED = String.raw`(?:["“«][^"”»]*["”»]?|(?<!\p{L})['‘](?:[^'’]|['’](?=\p{L}))*['’](?!\p{L}))`;

/** How a thing may be that is left as it is. */
const STATE = "open|shut|closed|locked|unlocked|on|off|running|armed|disarmed|as\\s+(?:it|they)\\s+(?:is|are)|alone";
const THING = String.raw`(?=[\p{L}\p{N}])(?:(?!\s(?:and|or|when|if|then)\s)[^,;.!?]){1,60}?`;
const STAYING = String.raw`(?:must|should|has\s+to|have\s+to|needs?\s+to|ought\s+to|is\s+to|are\s+to)\s+(?:stay|remain|be\s+(?:left|kept))`;
const WISHING = String.raw`(?:(?:please|just|do|ok|okay|no|(?:can|could)\s+you)\W+)*`;

export const MOOD_WORDS: MoodWords = {
  unreal: new RegExp(
    String.raw`\b(?:${UNREAL})\b(?!\s+(?:ask|say|tell|suggest)\b)[^,;.!?]*?(?=[,;.!?]|\s(?:but|so|and|when|until|because|then)\s|$)`,
    "giu",
  ),
  opinion: new RegExp(String.raw`^[^\p{L}\p{N}]*(?:(?:oh|wow|man|god|well|ah)\W+)?(?:${OPINION})[\s.!]*$`, "iu"),
  habit: new RegExp(
    String.raw`${BEGIN}${SOMEBODY}\s+(?:always|usually|normally|generally|often|sometimes|mostly)\s+(\p{L}{3,})\b`,
    "iu",
  ),
  undecided: new RegExp(UNDECIDED, "iu"),
  quoted: new RegExp(
    String.raw`^[^\p{L}\p{N}]*(?:(?:and|so|well|yesterday|then)\W+)?${SPEAKER}(?:${SAYING}\b[^"“«:.!?'‘]{0,30}(?<=[\s,:])${QUOTED}|(?:${SAYING}|motto|slogan|saying)(?:\s+(?:is|was))?\s*:\s.*$)`,
    "u",
  ),
  next: /[,;.!?]|\s(?=(?:but|so|and|then)\s)/,
  connective: /^\s*(?:(?:but|so|and|then)\s+)*/,
  goesOn: /\b(?:but|only|just|it['’]s)\b/iu,
  carriedOut: /\b(?:do|did|does)\s+(?:that|so|it|this)\b|\bas\s+(?:it|he|she|they)\s+says?\b/iu,
  begun: /^(?:starts?|begins?)\s+(\p{L}{4,})ing\b/iu,
  records: /\b(?:logs?|records?|notes?|diary|journal|reports?|tracks?|registers?|enters?|counts?|writes?|books?)\b/iu,
  told: [
    new RegExp(`${BEGIN}${SOMEBODY}${DONE}`, "iu"),
    new RegExp(String.raw`${BEGIN}\p{Lu}[\p{L}'’-]+${DONE}`, "u"),
    // As it reads of languages that name nobody: "ho mandato 50 euro".
    new RegExp(String.raw`${BEGIN}(?:have|has|had)\s+${JUST}(${PAST})\b`, "iu"),
    new RegExp(`${BEGIN}${ANYBODY}${SPEAKS}${ANYBODY}${DONE}`, "u"),
  ],
  stands:
    /^[^,;.!?]{1,60}?(?:\s(?:is|are)|['’]s)\s+(?:it\s+)?(?:(?:now|already|still|only|currently|just|about|around)\s+)*(?:at\s+\d+(?:[.,]\d+)?|(?:at\s+)?\d+(?:[.,]\d+)?\s*(?:degrees?|°\s?[cf]?|percent|%))(?:\s+(?:now|again|already|right\s+now))?[\s.!]*$/iu,
  setsLevel:
    /^(?:set|adjust|change)s?\b.*\b(?:temperature|heating|heat|thermostat|brightness|volume|humidity|level|speed|power|intensity|blinds?|shutters?)\b/iu,
  pasts: IRREGULAR,
  kept: new RegExp(
    String.raw`^[^\p{L}\p{N}]*${WISHING}(?:leave|keep)\s+${THING}\s(?<!\bnow\s)(?:${STATE})(?=\W*$|,|\s(?:for\s+now|please|tonight|today|overnight)\W*$)|^${THING}\s${STAYING}\s+(?:${STATE})(?=\W*$|,)`,
    "iu",
  ),
};
