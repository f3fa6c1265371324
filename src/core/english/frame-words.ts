/** Frames in which a deed is spoken of and not asked for: "I'm afraid to lock it", "thanks for locking it", "locking it would be a mistake". */
import type { FrameWords } from "../reading/frame-tables.ts";
import { MOOD_WORDS } from "./mood-words.ts";

const BEGIN = String.raw`^[^\p{L}\p{N}]*(?:(?:and|but|so|well|oh|ah|aw+|yes|yeah|no|ok|okay|hey|hi|hello|hm+|look|listen|honestly|actually|man|wow|thanks|thank\s+you|sorry|great|good)\b\W+)*?`;
const ADVERB =
  "really|just|so|very|quite|still|always|never|already|also|only|even|ever|actually|absolutely|totally|rather|pretty|simply|deeply|truly|bit|little|kind\\s+of|sort\\s+of|a|all|once|now|finally";
const ADVERBS = String.raw`(?:(?:${ADVERB})\s+)*`;
/** "I", "my brother", "the people next door"; whether they are an order is for who reads. */
const SUBJECT = String.raw`(?<subject>(?:[\p{L}'’-]+\s+){0,4}?[\p{L}-]+)`;
const BE = String.raw`(?:\s+(?:am|is|are|was|were|have\s+been|has\s+been|will\s+be|would\s+be|feel|feels|felt|get|gets|got)|['’](?:m|s|re))(?:n['’]t|\s+not)?`;
const NOT = String.raw`(?:\s+not|n['’]t)`;
const VERB = String.raw`(?<verb>(?!(?:the|an?|my|our|your|his|her|their|this|that|be|have)\b)\p{L}{2,})\b`;
const TO = String.raw`\s+to\s+${ADVERBS}${VERB}`;
/** "Everything" and "the morning" are nobody's deeds. */
const GERUND = String.raw`(?:not\s+)?${ADVERBS}(?:having\s+)?(?<verb>(?!nothing|everything|something|anything|morning|evening)\p{L}{2,}ing|(?<=having\s)\p{L}{3,})\b`;
/** Beside another way to name the deed in one frame. */
const GERUND_OTHER = String.raw`(?<doing>(?!nothing|everything|something|anything|morning|evening)\p{L}{2,}ing)\b`;
const NAME = String.raw`\p{Lu}[\p{L}'’-]+`;
const PAST = String.raw`(?<verb>(?!(?:ne|fe|spe|se|we|ble|bre|proce|exce|emb)ed\b)\p{L}+ed|put|set|shut|let|hit|cut|${[...MOOD_WORDS.pasts.keys()].join("|")})\b`;
const DONE = String.raw`(?:(?:\s+(?:have|has|had)|['’](?:ve|s|d)))?\s+${ADVERBS}${PAST}`;
const ANYBODY = String.raw`(?:(?:that|how|when|because|since)\s+)?(?:[\p{L}'’-]+\s+){0,3}?[\p{L}-]+`;

const UNWILLING =
  "afraid|scared|frightened|terrified|reluctant|hesitant|unwilling|unable|ashamed|embarrassed|too\\s+\\p{L}+";
const MOVED =
  "glad|happy|sorry|sad|surprised|shocked|relieved|angry|upset|annoyed|proud|amazed|pleased|grateful|thankful|thrilled|delighted|disappointed|furious|ashamed|impressed|touched|cross|mad";
const BAD =
  "forbidden|prohibited|illegal|unlawful|dangerous|unsafe|unwise|risky|pointless|useless|wrong|stupid|silly|foolish|crazy|ridiculous|hard|difficult|tricky|expensive|costly|impossible|" +
  "unnecessary|unlikely|unfair|rude|tedious|annoying|boring|exhausting|overkill|premature|early|late|(?:far |much )?(?:too )?soon|" +
  "(?:an?\\s+)?(?:\\p{L}+\\s+)?(?:mistake|waste|pity|shame|crime|sin|nightmare|pain|nuisance|hassle|error|bad\\s+idea|disaster)(?:\\s+of\\s+\\p{L}+)?|" +
  "against\\s+(?:the|my|our|his|her)\\s+\\p{L}+";
const GOOD =
  "allowed|permitted|safe|necessary|needed|required|possible|wise|sensible|worth\\s+it|worth\\s+while|easy|cheap|fun|fair|right|helpful|useful|(?:a\\s+)?good(?:\\s+idea)?|smart|urgent|important";
/** What somebody asks about who wants to know; "is it possible to" wants it done. */
const GOOD_ALONE =
  "allowed|permitted|safe|necessary|needed|required|wise|sensible|worth\\s+it|worth\\s+while|easy|cheap|fair|(?:a\\s+)?good\\s+idea|smart|urgent";
const OWN_WORK = String.raw`(?:(?:my|our|your|his|her|their|(?:the\s+)?[\p{L}-]+['’]s?)\s+(?:job|task|duty|work|responsibility|problem|business|concern|department|turn|hobby|passion|idea|decision|call)|up\s+to\s+(?!\d)[\p{L}]+)`;
const HATED =
  "regret(?:s|ted)?|hate[sd]?|love[sd]?|enjoy(?:s|ed)?|likes?|dislike[sd]?|dread(?:s|ed)?|miss(?:es|ed)?|resent(?:s|ed)?|loathe[sd]?|detest(?:s|ed)?|avoid(?:s|ed)?|" +
  "remember(?:s|ed)?|recall(?:s|ed)?|den(?:y|ies|ied)|admit(?:s|ted)?|imagine[sd]?|can['’]t\\s+(?:stand|bear)|gave\\s+up|worr(?:y|ies|ied)\\s+about|complain(?:s|ed)?\\s+about|" +
  "(?:talk(?:s|ed|ing)?|dream(?:s|ed|t|ing)?|argue[sd]?|joke[sd]?|boast(?:s|ed)?)\\s+(?:about|of)|apologi[sz]e[sd]?\\s+for|object(?:s|ed)?\\s+to|look(?:s|ed)?\\s+forward\\s+to";
const TIRED =
  "(?:tired|sick|fed\\s+up|bored|weary|afraid|scared|terrified|proud|ashamed|guilty|fond|capable|incapable|in\\s+charge|responsible|busy|opposed|against|good|bad|great|terrible|hopeless|used)(?:\\s+(?:of|with|about|at|for|to|from))?";
const REFUSED =
  "refuse[sd]?|decline[sd]?|fail(?:s|ed)?|hesitate[sd]?|neglect(?:s|ed)?|pretend(?:s|ed)?|used|dread(?:s|ed)?|hate[sd]?|swore|vowed|threaten(?:s|ed)?|tend(?:s|ed)?|seem(?:s|ed)?|appear(?:s|ed)?";
const NOT_ALLOWED =
  "supposed|allowed|permitted|meant|going|willing|able|authori[sz]ed|entitled|required|expected|obliged|qualified|licensed";
const NOTICE =
  "button|sign|label|screen|display|manual|instructions?|guide|notice|poster|tag|leaflet|sticker|handbook|rules?|recipe|menu|page|website|docs?|documentation|error|warning|title|plaque|panel|flyer|brochure|article|book|song|joke|proverb|motto|slogan|placard|board|checklist|headline|contract|newspaper|tutorial|advert|story|film";
const SELF =
  "(?:myself|ourselves|himself|herself|themselves|without\\s+(?:any\\s+)?help|without\\s+you|on\\s+(?:my|our|his|her|their)\\s+own|alone)";

const ASKED_BEGIN = String.raw`^\W*(?:(?:and|so|well|ok|okay|hey|now|then|right|alright|please)\b\W+)*`;

const begins = (...frames: readonly string[]) => frames.map((frame) => new RegExp(BEGIN + frame, "diu"));

export const FRAME_WORDS: FrameWords = {
  spoken: begins(
    // "I'm afraid to", "it's too early to", "he's not brave enough to".
    `${SUBJECT}${BE}\\s+${ADVERBS}(?:${UNWILLING})(?:\\s+for\\s+\\S+)?${TO}`,
    `${SUBJECT}${BE}\\s+(?:not\\s+)?${ADVERBS}\\p{L}+\\s+enough${TO}`,
    // "It's against the rules to", "it isn't safe to", "it would be a mistake to".
    `(?:it|that|this)(?:${BE}|\\s+(?:seems|sounds|looks))\\s+${ADVERBS}(?:${BAD})(?:\\s+for\\s+\\S+)?${TO}`,
    `(?:it|that|this)(?:\\s+(?:is|was|would\\s+be|will\\s+be)|['’]s)${NOT}\\s+${ADVERBS}(?:${GOOD})(?:\\s+for\\s+\\S+)?${TO}`,
    `(?:it|that|this)\\s+(?:won['’]t|wouldn['’]t)\\s+be\\s+${ADVERBS}(?:${GOOD})(?:\\s+for\\s+\\S+)?${TO}`,
    // "They refuse to", "we used to", "she tends to".
    `${SUBJECT}(?:\\s+(?:would|will|did)|['’]d)?\\s+${ADVERBS}(?:${REFUSED})${TO}`,
    // "You're not supposed to".
    `${SUBJECT}(?:\\s+(?:am|is|are|was|were)|['’](?:m|s|re))(?:${NOT}|\\s+never)\\s+${ADVERBS}(?:${NOT_ALLOWED})${TO}`,
    `${SUBJECT}\\s+(?:couldn['’]t|could\\s+not|could\\s+never)\\s+${ADVERBS}(?!have\\b)${VERB}`,
    // "Only Maria may".
    `only\\s+(?!if\\b|when\\b|once\\b)(?:[\\p{L}'’-]+\\s+){1,4}?(?:may|can|could|(?:is|are)\\s+(?:allowed|permitted|authori[sz]ed|entitled)\\s+to)\\s+${VERB}`,
    // "I regret locking", "we're tired of locking", "there's no point in locking".
    `${SUBJECT}(?:\\s+(?:would|did|do|does))?\\s+${ADVERBS}(?:${HATED})\\s+${GERUND}`,
    `${SUBJECT}${BE}\\s+${ADVERBS}(?:not\\s+)?${ADVERBS}${TIRED}\\s+${GERUND}`,
    `(?:there(?:['’]s|\\s+is|\\s+was)\\s+)?no\\s+(?:point|use|sense|harm)\\s+(?:in\\s+)?${GERUND}`,
    // "I dreamt that they locked", "imagine you locked", "if only I could lock".
    `(?:i|we|she|he)\\s+${ADVERBS}dream(?:t|ed)\\s+(?:that\\s+)?${ANYBODY}(?:\\s+had|['’]d)?\\s+${ADVERBS}${PAST}`,
    `(?:(?:just|let['’]s|let\\s+us)\\s+)?(?:imagine|suppose|supposing|pretend|picture|assume|say)\\s+(?:that\\s+)?(?:i|we|you|he|she|they|somebody|someone)${DONE}`,
    `if\\s+only\\s+(?:i|we|you|he|she|they|somebody|someone)\\s+(?:could|had|would|might|did)\\s+${ADVERBS}${VERB}`,
    `(?:i|we)\\s+${ADVERBS}wish(?:ed)?\\s+(?:i|we|you|he|she|they|somebody|someone)(?:\\s+had(?:n['’]t)?|['’]d)\\s+${ADVERBS}${PAST}`,
    // "I'm glad you locked", "I can't believe they locked", "it's good that she locked".
    `${SUBJECT}${BE}\\s+${ADVERBS}(?:${MOVED})\\s+${ANYBODY}${DONE}`,
    `(?:(?:i|we)\\s+)?(?:still\\s+)?(?:can['’]t|cannot|can\\s+not|could(?:n['’]t|\\s+not))\\s+believe\\s+${ANYBODY}${DONE}`,
    `(?:i|we)\\s+${ADVERBS}(?:know|knew|remember|see|saw|noticed?|reali[sz]ed?|bet|assumed?)\\s+${ANYBODY}${DONE}`,
    `(?:(?:it|that)(?:['’]s|\\s+is|\\s+was)\\s+)?(?:(?:how|so|very|really|too|what\\s+a)\\s+)*(?:good|nice|great|lovely|kind|sweet|clever|smart|wise|silly|typical|funny|odd|strange|weird|bad|pity|shame)(?:\\s+thing)?\\s+(?:that\\s+)?(?:i|we|you|he|she|they|somebody|someone)${DONE}`,
    `(?:(?:it|that)(?:['’]s|\\s+is|\\s+was)\\s+)?(?:(?:how|so|very|really)\\s+)*(?:good|nice|great|lovely|kind|sweet|clever|smart|wise|silly|brave|typical)\\s+of\\s+\\S+(?:\\s+\\S+)?${TO}`,
    // "You've just locked", "remember when we locked".
    `you(?:['’]ve|['’]d|\\s+have|\\s+had)?\\s+${ADVERBS}${PAST}`,
    `(?:do\\s+you\\s+)?remember\\s+(?:when|the\\s+\\S+(?:\\s+when)?|how|that\\s+\\S+)\\s+(?:i|we|you|he|she|they|somebody|someone)${DONE}`,
    // "The button says lock".
    `(?:the|an?|this|that|your|my|our|its|some|every)\\s+(?:\\p{L}+\\s+){0,2}?(?:${NOTICE})\\s+(?:(?:clearly|only|just|always|still)\\s+)*(?:says?|said|reads?|(?:tells?|told|asks?|asked|advises?)\\s+(?:me|us|you|people|everyone)|states?|shows?)\\s+(?:(?:to|that)\\s+)?(?:(?:you|we|people|everyone|everybody|one|i)\\s+(?:should|must|have\\s+to)\\s+)?${VERB}`,
    // "They're about to lock", "someone else is going to lock", "in my old job I had to lock", "it's up to Ben to lock".
    `${SUBJECT}(?:\\s+(?:am|is|are|was|were)|['’](?:m|s|re))\\s+${ADVERBS}about${TO}`,
    `(?!(?:i|we|you)\\b)${SUBJECT}(?:\\s+(?:is|are)|['’](?:s|re))\\s+${ADVERBS}going${TO}`,
    `(?!(?:i|we|you)\\b)${SUBJECT}\\s+${ADVERBS}(?:likes|loves|prefers|promised|offered|agreed|volunteered|forgot)${TO}`,
    `(?:[\\p{L}'’-]+\\s+){0,5}?${SUBJECT}\\s+${ADVERBS}(?:had|tried|attempted)${TO}`,
    `(?:it|that)(?:['’]s|\\s+is|\\s+was)\\s+(?:not\\s+)?(?:up\\s+to|for)\\s+(?:\\p{L}+\\s+){0,2}?\\p{L}+${TO}`,
    `${SUBJECT}\\s+(?:decided|chose|agreed|promised)\\s+(?:not\\s+to\\s+${VERB}|against\\s+${GERUND_OTHER})`,
    // "We might lock it one day", "in theory one could lock it", "I'd lock it if I could", "I bet Ben will lock it".
    `(?!you\\b)${SUBJECT}\\s+might\\s+${ADVERBS}${VERB}`,
    `(?:in\\s+theory|theoretically|hypothetically)\\b[\\s,]+(?:[\\p{L}'’-]+\\s+){1,3}?(?:could|can|would|should)\\s+${ADVERBS}${VERB}`,
    `(?:i|we)(?:['’]d|\\s+would)\\s+${ADVERBS}${VERB}[^,;.!?]*?\\b(?:if\\s+(?:i|we)\\s+(?:could|can|knew|had|were|was)|but\\s+(?:i|we)\\s+can)`,
    `(?:i|we)\\s+${ADVERBS}(?:bet|guess|suppose|expect|reckon|assume|heard|hear)\\s+(?:that\\s+)?(?!you\\b)${ANYBODY}(?:['’]ll|\\s+(?:will|would|is\\s+going\\s+to))\\s+${ADVERBS}${VERB}`,
    `(?:may|will)\\s+(?!(?:you|i|we|it|somebody|someone|anybody|anyone)\\b)(?:\\p{L}+\\s+){0,2}?\\p{L}+\\s+${ADVERBS}${VERB}(?=[^?]*\\?)`,
    `(?:i|we|he|she|they)\\s+(?:won['’]t|will\\s+not|will\\s+never)\\s+${ADVERBS}${VERB}`,
    `${SUBJECT}\\s+(?:won['’]t|doesn['’]t|didn['’]t|does\\s+not|will\\s+not|would\\s+not|wouldn['’]t)\\s+let\\s+(?:me|us|him|her|them|anyone|anybody)\\s+${VERB}`,
    `every\\s+\\p{L}+\\s+(?:i|we|he|she|they)\\s+${ADVERBS}${VERB}`,
    // "I can't remember whether I locked it", "before we locked it", "well done, you locked it".
    `(?:${SUBJECT}\\s+)?(?:that|when|why|since|before|after|whether|sure|certain|convinced|positive|apparently|who)\\s+(?:that\\s+)?(?:i|we|you|he|she|they|somebody|someone|${NAME})${DONE}`,
    `(?:well\\s+done|bravo|perfect|excellent|amazing|good\\s+(?:job|work)|nice\\s+(?:one|work|job))\\W+you${DONE}`,
    // "Let's talk about locking", "a video on how to lock", "we argued about who should lock".
    `(?:let['’]?s|let\\s+us|${SUBJECT})\\s+(?:[\\p{L}'’-]+\\s+){0,2}?(?:talk|talking|think|thinking|read|heard|article|video|book|story|argued|arguing|discussed|laughed|joked|worried|dreaming|speaking|idea|question)\\s+(?:about|of|on)\\s+(?:maybe\\s+|perhaps\\s+|possibly\\s+)?(?:(?:who|whether|when|where|how)\\s+(?:(?:i|we|one)\\s+)?(?:should|to|could|can)\\s+${VERB}|${GERUND_OTHER})`,
    `${SUBJECT}\\s+${ADVERBS}(?:ended\\s+up|keep|keeps|kept|insisted\\s+on|insists\\s+on|considered|suggested)\\s+${GERUND}`,
    // "The last thing I want is to lock it", "leave it with me, I'll lock it", "by no means lock it", "you're not to lock it".
    `the\\s+last\\s+thing\\s+(?:i|we)\\s+(?:want|need)\\s+is\\s+(?:for\\s+\\S+\\s+)?to\\s+${VERB}`,
    `(?:leave\\s+(?:it|that)\\s+(?:with|to)\\s+me|(?:i|we)['’]ve\\s+got\\s+(?:it|this)|(?:i|we)['’](?:m|re)\\s+on\\s+it|don['’]t\\s+(?:worry|bother)|no\\s+worries|relax)\\b[\\s,]+(?:i|we)(?:['’]ll|\\s+will|['’]m|['’]re|\\s+am|\\s+are)\\s+${ADVERBS}(?:going\\s+to\\s+)?${VERB}`,
    `by\\s+no\\s+means\\s+${VERB}`,
    `${SUBJECT}(?:\\s+(?:am|is|are|was|were)|['’](?:m|s|re))(?:n['’]t|\\s+not)${TO}`,
    // "People who lock it", "only a fool would lock it", "it scares me to lock it", "it took three of us to lock it".
    `(?:[\\p{L}'’-]+\\s+){0,6}?(?:people|folks?|those|anyone|anybody|everyone|everybody|somebody|someone|nobody|guys?|man|woman|person|idiots?|fools?|kids)\\s+(?:who|that)\\s+${ADVERBS}${VERB}`,
    `(?:only\\s+)?(?!(?:i|we|you|it|that|this|who|what)\\b)${SUBJECT}\\s+would\\s+${ADVERBS}(?!like\\b|love\\b|appreciate\\b|be\\b)${VERB}`,
    `(?:it|that)\\s+(?:really\\s+)?(?:scare[sd]?|frighten(?:s|ed)|bother(?:s|ed)|annoy(?:s|ed)|worr(?:ies|ied)|bug(?:s|ged)|kill(?:s|ed)|hurts?|terrifie[sd]|embarrasse[sd]|upsets?|took|takes)\\s+(?:[\\p{L}'’-]+\\s+){1,5}?to\\s+${VERB}`,
    `(?!i\\b)${SUBJECT}\\s+(?:wants?|wanted|asks|asked|tells|told|expects?|begged|forced|makes|made)\\s+(?:him|her|them|people|everyone|everybody)\\s+(?:to\\s+)?${VERB}`,
    `(?:she|he)\\s+${ADVERBS}(?!(?:gets|takes|pays|owes)\\b)(?<verb>\\p{L}{2,}s)\\b`,
    `forget\\s+(?:what|that)\\s+(?:i|we)\\s+said\\s+about\\s+${GERUND}`,
    `(?:(?:it['’]s|it\\s+is|it\\s+was)\\s+)?(?:a\\s+)?(?:good|lucky|glad|shame|pity)(?:\\s+(?:thing|that))*\\s+(?:i|we|you|he|she|they)\\s+(?:didn['’]t|did\\s+not|never)\\s+${VERB}`,
    // "Do I have to lock", "is it safe to lock", "how long does it take to lock", "has anyone locked", "who locked", "why did you lock".
    `(?:do|does|did)\\s+(?:i|we|you|they|he|she|anyone|anybody|someone|somebody|one)\\s+${ADVERBS}(?:have|need|want)\\s+to\\s+${VERB}`,
    `(?:is|was|would|isn['’]t|wasn['’]t|wouldn['’]t)\\s+it\\s+(?:be\\s+)?${ADVERBS}(?:${BAD}|${GOOD_ALONE}|too\\s+\\p{L}+|legal|normal|usual)(?:\\s+for\\s+\\S+)?${TO}`,
    `how\\s+(?:long|much|often|expensive|hard|difficult|easy|safe|many\\s+\\p{L}+)\\s+(?:does|do|did|would|will|is|was|should)\\s+(?:it|this|that|one)\\s+(?:\\p{L}+\\s+){0,2}?to\\s+${VERB}`,
    `(?:has|had|hasn['’]t)\\s+(?:[\\p{L}'’-]+\\s+){1,3}?${ADVERBS}${PAST}`,
    `(?:have|haven['’]t)\\s+(?:i|we|you|they)\\s+${ADVERBS}${PAST}`,
    `(?:did|didn['’]t)\\s+(?:[\\p{L}'’-]+\\s+){0,2}?(?:i|we|you|they|he|she|anyone|anybody|someone|somebody|\\p{L}+)\\s+${ADVERBS}${VERB}`,
    `who(?:\\s+(?:has|had|just|already|else))*\\s+${PAST}`,
    `(?:why|when|where)\\s+(?:did|does|do|would|will|has|have|had)\\s+(?:[\\p{L}'’-]+\\s+){0,2}?[\\p{L}-]+\\s+${ADVERBS}(?:${VERB})`,
    // "How do I lock", "show me how to lock"; who asks "how to save it" often wants it saved.
    `how\\s+(?:do|does|can|could|would|should|might|did)\\s+(?:i|we|one|you|people|they|somebody|someone|\\p{L}+)\\s+${VERB}`,
    `(?:(?:can|could|would|will)\\s+you\\s+)?(?:(?:please|kindly)\\s+)?(?:(?:show|tell|teach|remind)\\s+(?:me|us)|explain(?:\\s+to\\s+(?:me|us))?(?=\\s+how\\s+to)|(?:i|we)\\s+(?:don['’]t|do\\s+not)\\s+know|(?:do(?:es)?\\s+(?:you|anyone|anybody)\\s+know)|any\\s+idea|no\\s+idea)\\s+how\\s+to\\s+${VERB}`,
    `(?:(?:can|could|would|will)\\s+you\\s+)?(?:please\\s+)?(?:explain|tell|show)(?:\\s+(?:to\\s+)?(?:me|us))?\\s+how\\s+(?:i|we|you|one|people)\\s+(?:(?:can|could|should|would)\\s+)?${VERB}`,
    `(?:what|which)(?:['’]s|\\s+is|\\s+would\\s+be)\\s+(?:the|an?)\\s+(?:\\p{L}+\\s+){0,2}?(?:way|method|procedure|command)\\s+(?:to|of)\\s+${VERB}`,
  ),
  lived: begins(
    // "I was just locking", "they have been locking".
    `${SUBJECT}\\s+(?:was|were|(?:has|have|had)\\s+been)\\s+${ADVERBS}(?!wondering|hoping|thinking|looking|trying|planning|going|meaning|asking|calling|expecting|considering|wanting|dying|about)${GERUND}`,
    `${SUBJECT}\\s+${ADVERBS}(?:managed|happened|got)${TO}`,
    `${SUBJECT}\\s+${ADVERBS}(?:finished|stopped|quit|kept|started|began)\\s+${GERUND}`,
    `${SUBJECT}${BE}\\s+${ADVERBS}(?:done|finished|through)(?:\\s+with)?\\s+${GERUND}`,
    // "Just locked it, on my way", "haven't locked it yet".
    `(?:just|already|finally|have|has|had|haven['’]t|hasn['’]t|never|almost)\\s+${ADVERBS}${PAST}`,
    // "I'm locking it as we speak".
    `${SUBJECT}(?:\\s+(?:am|is|are)|['’](?:m|s|re))\\s+${ADVERBS}${GERUND}[^,;.!?]*?\\b(?:as\\s+we\\s+speak|at\\s+the\\s+moment|right\\s+now|anyway)\\W*$`,
    // "Somebody locked it by mistake".
    `${SUBJECT}${DONE}\\b[^,;.!?]*?\\b(?:by\\s+(?:mistake|accident)|accidentally|unintentionally|for\\s+no\\s+reason)`,
  ),
  thanked: begins(
    `(?:(?:many|a\\s+thousand|big)\\s+)?(?:thanks?|thank\\s+you|thx|ta|cheers|sorry|apologies|my\\s+apologies|(?:i|we)\\s+(?:apologi[sz]e|am\\s+sorry|are\\s+sorry)|i['’]m\\s+(?:so\\s+|very\\s+|really\\s+)?sorry|forgive\\s+(?:me|us|him|her|them)|pardon|blame\\s+\\S+|kudos|congrats|congratulations|well\\s+done|(?:good|nice|great)\\s+(?:job|work)|bless\\s+\\S+)` +
      `(?:\\s+(?:so\\s+much|very\\s+much|a\\s+(?:lot|million|bunch|ton)|again|guys|everyone|everybody|to\\s+\\S+))*\\s+(?:(?:for|on|about|of)\\s+)?(?:(?:you|us|me|my|your|him|her)\\s+)?(?!(?:waiting|asking|calling|helping|coming|listening|being|bothering|disturbing|interrupting|getting|doing|letting|trying|taking\\s+the\\s+time|reaching|texting|writing\\s+so)\\b)${GERUND}`,
    `(?:thanks|thank\\s+you|sorry|apologies),?\\s+(?:that\\s+)?(?:i|we|you|he|she|they)${DONE}`,
  ),
  ownDeed: new RegExp(
    `${BEGIN}(?:(?:i|we)(?:['’](?:ll|d|m|re|ve))?|let\\s+(?:me|us)|${SUBJECT})\\s+(?:(?:will|can|could|would|rather|prefers?|going|to|wants?|like|am|is|are|have|has|had|did|do|does|just|already|usually|always|better|manage|managed)\\s+)*${VERB}[^,;.!?]*?(?<!\\b(?:for|to|of|about|with|at|as|like|between|and)\\s)\\b${SELF}\\b(?!\\s+(?:and|to)\\b)[^,;.!?]{0,20}\\W*$`,
    "diu",
  ),
  judged: new RegExp(
    `${BEGIN}(?:(?:(?:i['’]ve|we['’]ve)\\s+been\\s+told|they\\s+say|people\\s+say|frankly|apparently|(?:i|we)\\s+(?:think|find|found|heard)|turns\\s+out)\\W+(?:that\\s+)?)?${GERUND}[^,;.!?]*?(?:(?:\\s+(?:is|was|would\\s+be|will\\s+be|might\\s+be|could\\s+be|seems|sounds|feels|looks)|['’]s)\\s+${ADVERBS}(?:${BAD}|${OWN_WORK})|(?:\\s+(?:is|was|would\\s+be|will\\s+be)${NOT}|\\s+(?:would|will|could|can)${NOT}\\s+be|\\s+(?:wouldn|won|couldn|isn|wasn)['’]t(?:\\s+be)?)\\s+${ADVERBS}(?:${GOOD}|${OWN_WORK})|\\s+(?:takes?|took|costs?|brings?|brought|beats?|requires?|involves?|turns?\\s+out|is\\s+(?:harder|easier|more|less|like|what|something|part|how|why)|makes\\s+(?:no|little)\\s+sense|(?:can|will\\s+have\\s+to|has\\s+to)\\s+wait|(?:would|might|could|can)\\s+(?:hurt|harm|damage|cost|take|ruin|break|cause|make\\s+(?:it|things|everything|her|him|them|me|us))|(?:makes|made|keeps|kept|gives|gave|drives|drove|helps|helped|calms|scares|annoys|bores|bothers)\\s+(?:me|us|him|her|them|people|everyone|everybody))\\b)`,
    "diu",
  ),
  saidBehind:
    /,\s*(?:(?:that['’]s\s+what|as)\s+)?(?:(?:my|the|our|his|her)\s+(?:\p{L}+\s+){0,2}?\p{L}+|he|she|they|it)\s+(?:used\s+to\s+say|always\s+(?:says?|said)|keeps?\s+saying|says?|said|shout(?:s|ed)|yelled|whispered|wrote)\b[^,;.!?]{0,40}\W*$|\sand\s+(?:just\s+)?(?:see|watch)\s+what\s+happens\b/iu,
  obliging: /\b(?:please|should|must|needs?\s+to|has\s+to\s+be|have\s+to\s+be|ought)\b/iu,
  takenBack:
    /(?:[,;.!?…–—]|\s-)\s*(?:(?:oh|ah|hm+|well|and|or|rather|but|wait|hang\s+on|hold\s+on|no|nope|nah|actually|sorry|ok|okay|yeah|um|uh|er|haha|lol|i\s+mean)\W+)*(?:(?:i(?:['’]m|\s+am)\s+)?(?:just|only)\s+(?:kidding|joking|teasing)|i(?:['’]m|\s+am|\s+was)\s+(?:kidding|joking)|kidding|joking|jk|psych|not\s+really|that\s+was\s+a\s+joke|not|never\s*mind|nvm|forget\s+(?:it|that|about\s+it|i\s+(?:said|asked)\s+(?:anything|it|that))|scratch\s+that|strike\s+that|(?:i(?:['’]ve|\s+have)?\s+)?changed\s+my\s+mind|no|nope|nah|don['’]t|do\s+not|let['’]s\s+not|better\s+not|rather\s+not|no\s+thanks|no\s+thank\s+you|not\s+(?:now|yet|today)|maybe\s+later|leave\s+it|cancel\s+that|i['’]d\s+better\s+not|(?:whatever|what)\s+for|over\s+my\s+dead\s+body|no\s+(?:chance|way)|not\s+on\s+your\s+life|are\s+you\s+(?:mad|crazy|kidding|serious|joking)|(?:it['’]s\s+)?(?:already\s+done|done\s+already)|ignore\s+(?:that|me))(?:[\s,]+(?:that|it|thanks|thank\s+you|please|after\s+all|then|sorry|for\s+now|actually))*\W*$/iu,
  asked: [
    // "It's time to lock", "why don't you lock", "I think you should lock".
    new RegExp(
      String.raw`${ASKED_BEGIN}(?:(?:it(?:['’]?s|\s+is)\s+)?(?:(?:high|about|now)\s+)?time\s+to|why\s+don['’]?t\s+(?:you|we)(?:\s+just)?|i\s+(?:really\s+)?think\s+(?:you|we)\s+(?:should|ought\s+to|had\s+better|need\s+to|could)|i['’]d\s+say\s+(?:you|we)\s+(?:should|could)|you(?:['’]ve\s+got|\s+have)\s+to|you(?:['’]d|\s+had)?\s+better|you\s+(?:must|(?:may|might)\s+as\s+well)|won['’]t\s+you(?:\s+please)?|would\s+it\s+be\s+too\s+much\s+trouble(?:\s+for\s+you)?\s+to|i\s+was\s+hoping\s+you(?:['’]d|\s+(?:would|could)))\s+(?<order>(?!not\b|be\b|have\b)\p{L}.*)$`,
      "diu",
    ),
  ],
  minded: new RegExp(
    String.raw`${ASKED_BEGIN}(?:would|do)\s+you\s+mind\s+${ADVERBS}(?<verb>\p{L}{2,}ing)\b(?<order>.*)$`,
    "diu",
  ),
  endings: [
    [/ied$/u, "y"],
    [/(?<=[^su])s$/u, ""],
    [/(?:ing|e?d|e)$/u, ""],
    [/(\p{L})\1$/u, "$1"],
  ],
  anyDeeds:
    "add bring change check clear collect deliver draw empty feed fetch fill fit get give hang hire hold keep leave let load make move pick press print pull push put rent ring run send set show sign store take tell throw turn wake wash water write".split(
      " ",
    ),
  joined: /^\W*(?:(?:and|but|so|then|now)\b\W*)+/iu,
  next: /[,;.!?–—]|\s(?=(?:but|so|then)\s)/u,
  keeps:
    /\b(?:tickets?|complaints?|feedback|issues?|incidents?|faults?|reports?|logs?|notes?|journal|diary|moods?|feelings?|reviews?|messages?|posts?|comments?)\b/iu,
};
