/** What is done: verbs of tools and of people, and questions that ask for nothing to be done. */
import type { DeedWords } from "../reading/deed-tables.ts";

const GREETED = String.raw`^\W*(?:(?:hey|hi|hello|ok|okay|so|and|but|well|sorry|alexa|please|then|now|after that|later)\W+)*`;
const AUXILIARY = "(?:is|are|was|were|did|do|does|has|have|had)";
/** Of two lines by their first words: whoever asks for a deed of the one wants none of the other. */
const OPPOSITES =
  "add:delete activate:deactivate play:deactivate increase:decrease open:close book:cancel order:cancel join:cancel join:deactivate";
/** These are said to too much else: "drop me there", "make it louder", "clear weather", "end of May". */
const MANY_THINGS =
  "drop clear make put new set give end up down bin trash more less lower higher share raise order text i'd i'll can get";
const KINDS = `
add|create|make|new|insert|register|generate|compose|set up|start|begin|put|füge|erstelle|erstellen|ajoute|ajouter|crée|créer|añade|añadir|agrega|agregar|crear
delete|remove|erase|get rid of|clear|wipe|trash|discard|purge|throw away|throw out|bin|drop|lösche|löschen|entferne|entfernen|supprime|supprimer|efface|effacer|elimina|eliminar|borra|borrar
cancel|call off|revoke|withdraw|undo|drop|storniere|stornieren|sag … ab|annule|annuler|cancela|cancelar
send|transfer|forward|pay|wire|mail|email|text|message|share|give|deliver|tell|let … know|write|überweise|überweisen|sende|senden|schick|schicken|bezahle|envoie|envoyer|transfère|envía|enviar|transfiere|transferir|paga|pagar
activate|enable|turn … on|switch … on|power … on|start|launch|resume|schalte … ein|schalte … an|mach … an|aktiviere|allume|allumer|enciende|encender|prende
deactivate|disable|turn … off|switch … off|power … off|shut … down|stop|kill|halt|pause|end|schalte … aus|mach … aus|deaktiviere|éteins|éteindre|désactive|apaga|apagar|desactiva
increase|raise|turn … up|up|brighten|louder|warmer|higher|more
decrease|lower|reduce|turn … down|down|dim|quieter|cooler|softer|less
open|unlock|unblock|öffne|öffnen|ouvre|ouvrir|abre|abrir
close|lock|shut|block|freeze|schließ|schließen|ferme|fermer|cierra|cerrar
mute|silence|hush
book|reserve|schedule|arrange|plan|appointment|reservation|buche|buchen|reserviere|reservieren|planen|vereinbare|réserve|réserver|planifie|planifier|reservar|programa
find|search|look … for|look … up|locate|seek|suche|suchen|finde|finden|cherche|chercher|trouve|trouver|busca|busco|buscar|encuentra
order|buy|purchase|get me|i'd like|i would like|i'll have|i'll take|can i have|can i get|can we have|can we get|bestelle|bestellen|kaufe|kaufen|commander|achète|acheter|pide|pedir|comprar
change|update|edit|modify|rename|adjust|switch|set|make|ändere|ändern|modifie|modifier|cambia|cambiar
move|shift|put|relocate
play|listen|watch|put on|spiel|spielen|höre|hören|joue|jouer|écoute|écouter|escucha|escuchar|pon
skip|next
call|ring|phone|dial|ruf … an|anrufen|appelle|appeler|llama|llamar
refund|return|reimburse|money back
repair|fix|mend
record|log|track|note|save|write down|enter
convert|exchange|translate|rechne … um|wandle … um|übersetze|übersetzen|wie viel sind|convertis|convertir|combien font|traduis|traduire|convierte|cuánto … son|traduce|traducir
assign|give|hand over
complete|finish|done|finished
join|sign … up|enrol|enroll|subscribe
`;

/** How people say that something is not to be done, up to the words for it. */
const UNDONE = [
  `do(?:\\s+not|n't)|dont|does(?:\\s+not|n't)(?=\\s+(?:need|have|want)\\s+to\\b)`,
  "(?<=^\\W*(?:please\\s+)?|,\\s*)never",
  `(?:should|must|need|may|shall|ought)(?:\\s+not|n't)(?:\\s+to)?`,
  "(?:nobody|no\\s+one)\\s+(?:is|are)\\s+(?:allowed|permitted|supposed|meant)\\s+to",
  `(?:is|are)(?:\\s+not|n't)\\s+(?:allowed|permitted|supposed|meant)\\s+to`,
  "(?:must|should|may|is\\s+to|are\\s+to|is|are)\\s+(?:never|on\\s+no\\s+account|under\\s+no\\s+circumstances)(?:\\s+(?:to\\s+)?(?=be\\b))?",
  "(?<=^\\W*|,\\s*)(?:on\\s+no\\s+account|under\\s+no\\s+circumstances)(?:\\s+(?:should|must|may|do|are|is))?",
  `(?:will\\s+not|won't|is\\s+not|isn't|are\\s+not|aren't)(?:\\s+to)?(?=\\s+be\\b)`,
  `(?:am|is|are|'m|'re)\\s+not(?=\\s+\\p{L}+ing\\b)|(?:isn't|aren't)(?=\\s+\\p{L}+ing\\b)`,
  // "Could you not lock it" asks for nothing; "couldn't you" does.
  "(?:can|could|would|will)\\s+you\\s+(?:(?:please|kindly)\\s+)?not(?!\\s+(?:just|only|also)\\b)",
  "(?:stop|quit|cease|avoid)(?=\\s+\\p{L}+ing\\b)",
  // As it reads of "hör auf, sie abzuschließen".
  "stop\\s*,\\s*to(?=\\s)",
  "let's\\s+not|lets\\s+not|let\\s+us\\s+not|(?:nobody|no\\s+one)\\s+(?:should|must|may|is\\s+to|needs?\\s+to|has\\s+to)",
  "(?<!\\breasons?\\s+)not\\s+to|no\\s+(?:need|reason)\\s+to|hold\\s+off(?:\\s+on)?|refrain\\s+from|rather\\s+not|better\\s+not|instead\\s+of|rather\\s+than",
].join("|");
/** What is to be so first: "if it rains, …", "should it rain, …", "once it rains, …", "wait until it rains and …". */
const AWAITED = [
  "(?:only )?if",
  "in case",
  "unless",
  "assuming",
  "supposing",
  "provided",
  "(?:only )?(?:once|when|whenever) (?=(?:the|it|he|she|they|this|that|there|these|those|we|i|you|all|everybody|everyone|nobody|somebody|someone)\\b|\\S+(?: \\S+){0,3} (?:is|are|has|have)\\b)",
  "(?:as soon as|the (?:moment|minute|second))",
  "should (?!i\\b|we\\b|you\\b)(?=[^,?]+,)",
  "wait (?:until|till|for) (?=.+(?:,| and | then | before ))",
].join("|");
/** What stands for a thing in a condition: "the tank", "it", "pump 3 is". */
const SUBJECT =
  "(?:the|an?|my|our|your|his|her|their|its?|he|she|they|this|that|there|these|those|we|i|you|all|everybody|everyone|nobody|somebody|someone|any\\b|some)\\b";
/** The same behind an order: "close it once it is full", "could you close it if it rains". Of "it", an "if" may just say how it is now. */
const AWAITED_BEHIND = [
  "(?:only (?:if|when|once|after)|unless|on condition that|on the condition that)",
  `(?:once(?! an?\\b)|when|whenever|as soon as|the (?:moment|minute|second))(?= ${SUBJECT})`,
  `(?:if|provided(?: that)?)(?= (?!(?:it|that|this|they|he|she|you|i|we)\\b)${SUBJECT})`,
].join("|");
/** In front of these words they ask whether or when, or say which: "check if", "tell me when", "the day when". */
const ASKING =
  "(?:check|see|ask|know|tell|wonder|find out|say|verify|look|confirm|show|test|determine|remember|remind|day|days|time|times|moment|case|or|and|for|even|as|but|only|just|exactly|than|of|since|until|till|by|from)(?: (?:me|us|him|her|them|you|it|everyone|everybody))?";
/** What is no condition: "if it isn't too much trouble", "when you have a moment", "if that happened I would be lost". */
const COURTESY =
  "would|could|might|may|what|how|please|kindly|grateful|thank|bother|trouble|convenient|possible|mind|kind|asking|objects?|suits|" +
  "(?:all )?right with|(?:spare|free|quiet) |(?:have|has|got|find|get) (?:(?:a|the|some|any\\b) )?(?:\\w+ )?(?:moment|minute|second|sec|time|chance)|you (?:can|wish|like|want|get (?:to|(?:a)?round))|" +
  "you(?:'re| are) (?:ready|free|done|finished|allowed)|i can|we can|(?:need|necessary)(?:ed)?$|so (?:good|kind)|can manage|\\broom\\b|finds? (?:the |some )?time";

/** "Somebody left the back door": then how it is. */
const LEFT = String.raw`left\s+(?:the|my|our|your|his|her|their|its?|this|that|an?)\b(?:\s+[\p{L}'’]+){0,4}?\s+`;

/** Where what is left undone ends. */
const UNDONE_ENDS = "but|and|so|just|only|instead|until|unless|or|because|as|if";

export const DEED_WORDS: DeedWords = {
  kinds: KINDS.trim().split("\n"),
  opposites: OPPOSITES.split(" ").map((pair) => pair.split(":") as [string, string]),
  manyThings: new Set(MANY_THINGS.split(" ")),
  both: /\bon\s*(?:or|and|\/)\s*off\b|\boff\s*(?:or|and|\/)\s*on\b/i,
  gerund: /ing$/i,
  nouns: /\b(?:an?y?|the|this|that|your|my|our|its|is|are|was|of|existing|current|all|every|each|no|already)\s+$/i,
  verbEnd: /e$/,
  verbForms: (lastLetter) => `(?:e?s|e|${lastLetter}?(?:d|ed|ing))?`,
  thirdPerson: [/s$/, /es$/],
  asks: new RegExp(
    `${GREETED}(?:${[
      "(?:did|has|was|were|is|are)(?:n't)?",
      "(?:have|haven't) (?:i|we|you|they)",
      "am i",
      "(?:what|when|where|who|why)(?:'s|s)",
      "what|which|who|whose",
      "how (?:many|much|often|long|far)",
      `(?:when|where|why) ${AUXILIARY}`,
    ].join("|")})\\b`,
    "i",
  ),
  asksPlainly:
    /^\W*(?!(?:i|we|there|it|this|that|can|could|would|will|should|shall|may|do|does|please|if|when)\b)(?:[\p{L}\p{N}'’-]+\s+){1,4}?(?:is|are|was|were|has|have|had)\s[^,;?]*\?\s*$/iu,
  requests: new RegExp(
    `${GREETED}(?:(?:is|are) there|is (?:it|this) (?:ok|okay|possible|alright)|are you able|do you (?:mind|have)|(?:what|how) about|what if|why (?:not|don't))\\b` +
      String.raw`|\b(?:can|could|would|will) (?:you|we|i)\b|\bplease\b|\bi(?:'d| would)? (?:want|need|like)\b`,
    "i",
  ),
  reported: new RegExp(
    String.raw`\b(?:(?:(?:is|are|was|were)(?:n['’]t)?|(?:has|have|had)(?:n['’]t)?(?: been)?|got|stays?|remains?|['’]s|['’]re|['’]ve)\s+(?:(?:already|now|just|still|always|never|currently|all|both|not|been)\s+)*|${LEFT})(\p{L}+(?:ed|en)(?:\s+(?:on|off|down|up|out|away))?|shut)\b`,
    "giu",
  ),
  caused:
    /\b(?:have|get|want|need|like)\s+(?:(?:the|my|our|all|both|every|these|those|this|that)\s+)(?:\S+\s+){1,5}?(\p{L}{3,}(?:ed|en)(?:\s+(?:on|off|down|up|out|away))?|shut)\b/giu,
  denied: new RegExp(`\\b(?:${UNDONE})((?:\\s+(?!(?:${UNDONE_ENDS})\\b)[\\p{L}\\p{N}'_-]+){1,7})`, "giu"),
  answeredNo:
    /\?\s*(?:no+|nope|nah|never|no\s+way|not\s+at\s+all|(?:certainly|absolutely|definitely|of\s+course)\s+not)(?:[\s,]+(?:thanks|thank\s+you|please))?[\s.!]*$/i,
  // "Mrs Miller won't have lunch": of "I don't want the light on" the contrary is wished.
  refused:
    /^\W*(?:[\p{L}\p{N}'.]+\s+){1,5}?(?:(?:will\s+not|won't)\s+(?:be\s+)?(?:have|having|take|taking|want|need|needing|require)|(?:do(?:es)?\s+not|do(?:es)?n't)\s+(?:want|need|require))\s+(?!to\b|you\b|it\b|them\b)[^,;.!?]+[.!\s]*$/iu,
  gives: new Set(["add", "book", "order"]),
  takes: new Set(["delete", "cancel", "deactivate", "decrease"]),
  unneeded: /\b(?:(?:do|does|did)(?:n't|\s+not)\s+(?:need|have)\s+to|need(?:n't|\s+not)|no\s+(?:need|reason)\s+to)\b/i,
  requestsByNot:
    /\b(?:why|(?:can|could|would|wo)n't (?:you|we)|don't (?:forget|hesitate|you|let|mind|worry|only|just)|not only)\b|[,;.]\s*(?:only|just|but)\b/i,
  awaited: new RegExp(
    `${GREETED}(?:${AWAITED})\\b(?<clause>(?:(?!\\b(?:please|(?:could|can|would|will) (?:you|we))\\b)[^,;])*)`,
    "i",
  ),
  awaitedBehind: new RegExp(`(?<!\\b${ASKING})(?<=[\\p{L}\\p{N}]),? (?:${AWAITED_BEHIND})(?<clause>[^,;:]*)$`, "iu"),
  politeEnd: /(?:[\s,]+(?:please|thanks|thank you|would you|will you|ok|okay))*[\s.!?]*$/i,
  supposes: /\b(?:what|how|which|who)\b|\b(?:would|could|might|may)\b(?! (?:you|we)\b)/i,
  courtesy: new RegExp(`\\b(?:${COURTESY})\\b`, "i"),
  waits:
    /\b(?:alerts?|alarms?|warns?|warnings?|notif\w+|remind\w*|rules?|triggers?|automat\w+|routines?|watch\w*|wait\w*|conditions?|thresholds?|whenever|limit|reacts?|if)\b/i,
  obliges:
    /\b(?:should|must|needs?|ought|(?:has|have|had|got) to|(?:want|wish|prefer|like|make sure|ensure|see|let)\w*)\b/i,
  deeds: new Set(
    (
      "accept activate add adjust admit approve archive arm assign attach ban block book buy cancel change charge clean clear close connect create deactivate " +
      "decrease deduct delete demote deploy deposit detach dim disable disarm discharge disconnect dismiss dispatch dispense donate edit eject empty enable enroll erase evict extend forward freeze increase insert install " +
      "invite irrigate kick launch lend lock lower mark modify move mute notify open order pause pay play post print publish purchase raise reboot redeem " +
      "refund register reject remind remove rename renew reopen replace reply reschedule reserve reset restart resume revoke save " +
      "schedule send set shut skip snooze start stop submit subscribe suspend switch toggle transfer turn tweet unblock unlock unmute " +
      "unsubscribe update upgrade upload vacuum withdraw write"
    ).split(" "),
  ),
  phrasal:
    /^\W*checks? (?:(?:an?|the|all|every|some|each) (?:[\p{L}'-]+ ){1,3})?(?:in|out)(?=$|[.,;:!?(]| (?:of|to|at|from|for|with|as|by)\b)/iu,
  described: new RegExp(
    `^\\W*(?:${[
      "(?:puts?|takes?|enters?|lets?|keeps?|brings?|hands?|throws?|allows?|chooses?|acknowledges?|declares?|sells?|ends?|strikes?|notes? down|writes? down)\\b",
      `(?:records?|notes?|logs?|calls?|mails?|drops?|cuts?|rings?|stores?|files?|copy|copies|lifts?|holds?|breaks?|exchanges?|requests?)\\s+(?:an?|the|that|some\\w*|every|all|one|it|down|up|off|out|back)\\b`,
      "reports?\\s+(?:an?|that|some(?:body|one|thing)|damages?|faults?|loss(?:es)?)\\b",
    ].join("|")})`,
    "i",
  ),
  looksUp:
    /^(?:get|list|show|find|search|look|check|see|view|read|fetch|tell|give|return|retrieve|provide|quer(?:y|ies)|count|compare|calculate|compute|determine|estimate|evaluate|predict|convert|solve|analy[sz]e|identif(?:y|ies)|translate|describe|explain|locate|discover|browse|assess|sort|where|who|what|when|which|how|whether)(?:e?s)?\b/i,
  tells: /\b(?:quer(?:y|ies)|search|find|get|check|show|look|whether)\b/i,
  toldOf: /\b(?:status|state|history|info(?:rmation)?|details)\b/i,
};
