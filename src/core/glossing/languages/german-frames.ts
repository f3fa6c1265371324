import { frameTable } from "../said-frames.ts";

/** German: "ich habe Angst, abzuschließen", "danke fürs Abschließen", "abschließen wäre ein Fehler". */
export const GERMAN_FRAMES = frameTable({
  begin:
    "und|aber|also|ach|ah|oh|äh|ähm|hm|na|naja|nein|nee|ja|okay|ok|tja|übrigens|ehrlich gesagt|hey|hallo|schon gut|danke|sorry|keine sorge|nicht nötig|lass (?:mal|nur|es)|oder",
  but: "aber|doch",
  parts: {
    who: "(?:(?:mein|dein|sein|ihr|unser|euer|eure|der|die|das|den)\\p{L}* (?:\\p{L}+ )??)?\\p{L}+",
    own: "(?:ich|wir|er|man|(?:mein|dein|sein|ihr|unser)e? \\p{L}+)",
    adverbs:
      "(?:(?:ja|doch|so|sehr|noch|schon|immer|nie|wirklich|echt|ganz|total|viel|einfach|auch|nur|eben|halt|wohl|etwas|ein bisschen|ziemlich|richtig|völlig|riesige?|große|ehrlich|leider|manchmal|oft|jetzt|heute|hier|da|mir|uns|für \\p{L}+) )*",
    have: "(?:habe|hab|hast|hat|haben|habt|hatte|hatten|hätte|hätten)",
    be: "(?:bin|bist|ist|sind|seid|war|waren|wäre|wären)",
    to: "(?<deed>(?:[^,;.!?]* )?(?:zu \\p{L}+|\\p{L}+zu\\p{L}{2,}(?:en|tun))(?!\\p{L})(?: haben| sein)?)",
    had: "(?<deed>[^,;.!?]* (?:habe|hast|hat|haben|habt|hatte|hattest|hatten|hätte|hättest|wurde|wurden|worden ist|ist|sind|war))(?!\\p{L})",
    bad: "(?:zu (?:früh|spät|teuer|gefährlich|riskant|\\p{L}+)|verboten|untersagt|illegal|unerlaubt|unzulässig|gefährlich|riskant|unklug|dumm|doof|blöd|falsch|verrückt|sinnlos|zwecklos|nutzlos|unnötig|überflüssig|unmöglich|schwer|schwierig|teuer|leichtsinnig|unhöflich|unfair|peinlich|lästig|nervig|quatsch|unsinn|(?:ein(?:e)? )?(?:\\p{L}+ )?(?:fehler|dummheit|verbrechen|verschwendung|schande|zeitverschwendung|geldverschwendung|katastrophe|risiko|unding|idiotie|sünde)|keine gute idee|eine schlechte idee|gegen die (?:regeln|vorschriften|abmachung))",
    good: "(?:nötig|notwendig|erlaubt|gestattet|zulässig|sicher|klug|sinnvoll|ratsam|möglich|einfach|leicht|billig|gut|richtig|vernünftig|erforderlich|ungefährlich|erwünscht)",
    ownWork:
      "(?:(?:meine?|deine?|seine?|ihre?|unsere?|eure?|\\p{L}+s|(?:die|der|das)) )?(?:aufgabe|job|sache|arbeit|pflicht|angelegenheit|problem|hobby|zuständigkeit)",
    pleased:
      "(?:gut|schön|toll|super|prima|klasse|schade|nett|lieb|komisch|seltsam|typisch|unglaublich|blöd|dumm|doof|traurig|wunderbar|klug|brav|gemein|ärgerlich)",
    often:
      "(?:immer|nie|niemals|normalerweise|gewöhnlich|meistens|meist|üblicherweise|ständig|oft|manchmal|selten|jeden (?:abend|morgen|mittag|tag)|jede nacht)",
  },
  spoken: [
    // Fears, refusals, what is hated.
    "{who} {have} (?:es )?{adverbs}(?:angst|furcht|bammel|schiss|skrupel|bedenken|hemmungen|keine lust|keinen bock|kein recht|keine erlaubnis|keine befugnis|keinen grund|nicht vor|nicht die absicht|satt|die nase voll|aufgehört|damit aufgehört|versäumt|geschafft|abgelehnt|gezögert|bereut|gehasst|vermieden|verlernt|davon geträumt|gewagt),(?: da\\p{L}+,)? {to}",
    "{who} (?:trau|getrau|schäm|weiger|scheu|fürcht|sträub|erinner|hüt)\\p{L}* (?:mich|dich|sich|uns|euch) {adverbs}(?:nicht)?(?: ?da\\p{L}+)?, {to}",
    "{who} {be} (?:es )?{adverbs}(?:zu \\p{L}+|nicht \\p{L}+ genug|leid|satt|überdrüssig|müde|außerstande|unfähig|dagegen|gerade dabei|nicht {adverbs}(?:befugt|berechtigt|verpflichtet|imstande|in der lage|bereit|gewillt|dafür da|dazu da)),(?: da\\p{L}+,)? {to}",
    "{who} (?:bereu|hass|verabscheu|genieß|vermeid|pfleg|zöger|versäum|liebte|lieben?)(?:e|t|te|en|ten|n)? (?:es )?{adverbs}(?:damit|davor)?, {to}",
    // What is judged.
    "(?:es|das) (?:ist|war|wäre|wird|scheint|klingt) {adverbs}{bad}, {to}",
    "(?:es|das) (?:ist|war|wäre) (?:doch |ja )?nicht {adverbs}{good}, {to}",
    "(?:es|das) {be} {adverbs}{ownWork}, {to}",
    "es (?:lohnt|lohnte) sich {adverbs}(?:nicht|kaum), {to}",
    "es (?:bringt|brachte|hat|hätte|macht|nützt|ergibt) {adverbs}(?:nichts|wenig|keinen sinn|keinen zweck), {to}",
    "(?<deed>[^,;.!?]*\\p{L}{2,}(?:en|ern|eln|tun)),(?: das)? (?:ist|war|wäre|bleibt) {adverbs}(?:{bad}|{ownWork}|nicht {adverbs}(?:{good}|{ownWork}))(?!\\p{L})",
    // Who may, and who may not.
    "(?:nur|bloß|lediglich|allein) (?:\\p{L}+ ){1,3}?(?:darf|dürfen|durfte|durften|kann|können) {deed}",
    "{who} (?:darf|darfst|dürfen|dürft|durfte|durften) {adverbs}(?:nicht|niemals|keinesfalls) {deed}",
    "(?:niemand|keiner) {adverbs}(?:darf|kann|soll|durfte) {deed}",
    "(?:darf|dürfen|durfte|dürfte) (?!ich|wir)\\p{L}+ {deed}",
    "ist es {adverbs}(?:{good}|{bad}), {to}",
    "(?:ich|wir) (?:will|wollen|möchte|möchten|wollte) {adverbs}nicht, dass {deed}",
    "{own} {have} (?:ihm|ihr|ihnen|meine\\p{L}* \\p{L}+|\\p{L}+) {adverbs}(?:gesagt|verboten|geraten|befohlen),(?: dass)? (?:er|sie|\\p{L}+) (?:soll|solle|sollte|sollen|darf) {deed}",
    // Own deeds and habits.
    "(?<deed>{own} (?:\\p{L}+ )[^,;.!?]*?(?<!(?:mich|mir|uns|sich|von|für) )(?:selbst|selber|eigenhändig)(?!\\p{L})[^,;.!?]*)",
    "{own} (?!(?:brauch|will|woll|möcht|wünsch|hätt|nehm|würd|bitt|muss|müss|soll|kann|könn)\\p{L}*)(?<deed>\\p{L}{2,}(?:e|t|n) (?:[^,;.!?]* )?{often}(?!\\p{L})[^,;.!?]*)",
    "{often} (?!(?:brauch|will|woll|möcht|wünsch|hätt|würd|bitt|muss|müss|soll|kann|könn)\\p{L}*)(?<deed>\\p{L}+ {own} [^,;.!?]+)",
    "früher (?:habe|hab|haben|hat|hatte|hatten|\\p{L}+(?:te|ten)) {deed}",
    "(?<deed>{own} {have} [^,;.!?]*(?:aus versehen|versehentlich|unabsichtlich|irrtümlich|ohne absicht)[^,;.!?]*)",
    // What has been done, and what moves who speaks of it.
    "(?:wie |so |sehr |echt |(?:es|das) {be} {adverbs}|ein glück|zum glück)?(?:{pleased}|glück)?(?: von \\p{L}+)?, dass {had}",
    "{who} {be} {adverbs}(?:froh|glücklich|traurig|sauer|wütend|böse|erleichtert|überrascht|stolz|dankbar|enttäuscht|entsetzt|verärgert|begeistert|gerührt|beeindruckt)(?: darüber)?, dass {had}",
    "{who} (?:freu|ärger|wunder|schäm|erinner)\\p{L}* (?:mich|sich|uns) {adverbs}(?:darüber|daran)?, (?:dass|wie) {had}",
    "(?:ich|wir) (?:kann|können|konnte|konnten) (?:es )?{adverbs}nicht (?:glauben|fassen|verstehen|begreifen), dass {had}",
    "(?:ich|wir) (?:weiß|wissen|wusste|sehe|sah|merke|bemerke|vermute) {adverbs}, ?dass {had}",
    // Dreams and thoughts.
    "{who} {have} {adverbs}(?:\\p{L}+ )?geträumt,(?: dass)? {deed}",
    "{who} träum(?:t|te|ten)(?: davon)?,(?: dass)? {deed}",
    "(?:stell dir|stellt euch|stellen sie sich)(?: mal| nur| bloß)* vor, {deed}",
    "(?:angenommen|nehmen wir(?: mal)? an|gesetzt den fall), {deed}",
    "ich wünschte, (?:ich|wir|er|sie|jemand) hätten? {deed}",
    "(?:wenn|falls) [^,;.!?]+, (?:würden?|hätten?|könnten?) (?:ich|wir|er|man) (?!gern){deed}",
    // How it is done, and what is to be read.
    "wie (?:kann|könnte|konnte|muss|müsste|soll|sollte|macht|würde|schafft) (?:ich|man|wir|er|sie|jemand|es)(?: es)?, {deed}",
    "wie (?<deed>(?!lang|oft|viel|weit|spät)\\p{L}+(?:e|t|en) (?:ich|man|wir) [^,;.!?]+)",
    "(?:weißt du|wisst ihr|wissen sie|zeig mir|erklär mir|sag mir|(?:ich )?(?:habe )?keine ahnung|ich weiß nicht), wie (?:man|ich|wir) {deed}",
    "(?:auf|an|in|am|im) (?:(?:dem|der|einem|einer|diesem|dieser) )?(?:\\p{L}+ ){1,2}?(?:steht|stand)[:,]? {deed}",
  ],
  thanked: [
    "{thanks},? (?:für das|für die|für den|für|fürs|wegen|zum) {deed}",
    "{thanks}, dass {had}",
    "{thanks}, dass [^,;.!?]+, {to}",
    "{thanks}, (?:ich|wir|er|sie) (?:habe|hab|haben|hat) {deed}",
    "{thanks}, {to}",
  ].map((row) =>
    row.replace(
      "{thanks}",
      "(?:(?:vielen|herzlichen|besten|tausend|lieben) )?(?:dank|danke|dankeschön|merci|sorry|entschuldig\\p{L}*|verzeih\\p{L}*|pardon|(?:es )?tut mir(?: so| sehr| echt)* leid|ich entschuldige mich|glückwunsch|gut gemacht)(?: dir| ihnen| euch| nochmals?| schön| sehr| vielmals| bitte)*",
    ),
  ),
  takenBack: [
    "(?:(?:das )?(?:war|ist) )?(?:doch )?(?:nur|bloß)?(?: ?(?:ein|kleiner))?(?: kleiner)? ?(?:scherz|witz|spaß|quatsch|blödsinn)",
    "(?:ich )?(?:scherze|mache? nur spaß|habe? nur spaß gemacht|habe? (?:ich )?(?:es )?mir(?: es)?(?: aber| doch| dann)* anders überlegt|habe? (?:ich )?meine meinung geändert)(?: nur)?",
    "vergiss (?:es|das|das wieder)(?: wieder| einfach)?|vergessen sie (?:es|das)",
    "nein|nee|nö|doch(?: lieber)? nicht|(?:doch )?(?:lieber|besser) nicht|lass (?:es|gut sein|mal|stecken|das)(?: lieber| sein)?|hat sich erledigt|nicht jetzt|(?:doch )?nicht nötig",
  ],
  asking:
    "nicht vergessen|vergiss nicht|bitte|bitten|fragen|kannst|könntest|könnten sie|können sie|würdest|würden sie|magst du|wärst du|gerne?|es wäre (?:nett|schön|toll|lieb)",
});
