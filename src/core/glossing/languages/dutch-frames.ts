import { frameTable } from "../said-frames.ts";

/** Dutch: "ik ben bang om te sluiten", "bedankt voor het sluiten", "sluiten zou een vergissing zijn". */
export const DUTCH_FRAMES = frameTable({
  begin:
    "en|maar|dus|nou|ach|ah|oh|eh|hm|nee|ja|oké|ok|tja|trouwens|eerlijk gezegd|hé|hoi|hallo|bedankt|dank je|sorry|laat maar|laat|geeft niet|hoeft niet|maak je geen zorgen|of",
  but: "maar",
  parts: {
    who: "(?:(?:mijn|m['’]n|jouw|je|zijn|haar|ons|onze|jullie|hun|de|het|die|dat) (?:\\p{L}+ )??)?\\p{L}+",
    own: "(?:ik|wij|we|hij|zij|men|(?:mijn|m['’]n|jouw|haar|ons|onze|hun) \\p{L}+)",
    adverbs:
      "(?:(?:zo|heel|erg|nog|al|altijd|nooit|echt|gewoon|veel|ook|alleen|maar|toch|wel|even|een beetje|nogal|best|zeer|zomaar|eigenlijk|helaas|soms|vaak|nu|vandaag|hier|er|me|ons|voor \\p{L}+|ontzettend|vreselijk) )*",
    have: "(?:heb|hebt|heeft|hebben|had|hadden)",
    be: "(?:ben|bent|is|zijn|was|waren|blijft|lijkt|klinkt)",
    to: "(?<deed>(?:[^,;.!?]* )?te \\p{L}+(?!\\p{L})(?: hebben| zijn| maken| doen)?)",
    had: "(?<deed>[^,;.!?]* (?:heb|hebt|heeft|hebben|had|hadden|is|zijn|was|waren|werd|werden)(?: \\p{L}+)?)(?=\\W*$|[,;.!?])",
    bad: "(?:te (?:vroeg|laat|duur|gevaarlijk|\\p{L}+)|verboden|illegaal|gevaarlijk|riskant|onverstandig|dom|stom|gek|belachelijk|zinloos|nutteloos|onnodig|overbodig|onmogelijk|moeilijk|lastig|duur|oneerlijk|onbeleefd|vervelend|onzin|(?:een )?(?:\\p{L}+ )?(?:vergissing|fout|misdaad|verspilling|schande|ramp|risico|domheid|tijdverspilling|geldverspilling|blunder|slecht idee)|geen goed idee|tegen de (?:regels|wet|afspraak))",
    good: "(?:nodig|noodzakelijk|toegestaan|veilig|verstandig|slim|zinvol|mogelijk|makkelijk|gemakkelijk|goedkoop|goed|juist|verplicht|de bedoeling|een goed idee)",
    ownWork:
      "(?:(?:de|mijn|jouw|zijn|haar|onze|ons|hun|\\p{L}+s) (?:taak|werk|zaak|baan|klus|verantwoordelijkheid|probleem|plicht|hobby)|aan (?!jou|u)\\p{L}+)",
    pleased:
      "(?:goed|fijn|mooi|leuk|jammer|lief|aardig|raar|vreemd|typisch|ongelooflijk|stom|dom|verdrietig|prachtig|slim|zonde|knap|gelukkig|gek|attent)",
    often:
      "(?:altijd|nooit|normaal|normaal gesproken|meestal|gewoonlijk|vaak|soms|zelden|doorgaans|elke (?:avond|dag|nacht|ochtend|morgen)|iedere (?:avond|dag|nacht|ochtend))",
    past: "(?:deed|deden|had|hadden|ging|gingen|\\p{L}+(?:te|ten|de|den))",
  },
  spoken: [
    // Fears, refusals, what is hated.
    "{who} {be} (?:het |er )?{adverbs}(?:bang|te \\p{L}+|zat|beu|moe|niet \\p{L}+ genoeg|niet in staat|tegen|huiverig|trots|klaar mee|mee bezig|van plan geweest)(?: er\\p{L}*)?,?(?: om| met)? {to}",
    "{who} {be} niet {adverbs}(?:bevoegd|gemachtigd|verplicht|bereid|in staat|van plan|gerechtigd|bedoeld)(?: er\\p{L}*)?,?(?: om)? {to}",
    "{who} {have} {adverbs}(?:angst|schrik|geen zin|geen recht|geen toestemming|geen reden|moeite|spijt|er spijt van|er genoeg van|een hekel aan|geweigerd|vermeden|opgehouden|nagelaten|er een hekel aan|er moeite mee),?(?: ermee| ervan| eraan| erom)?(?: om)? {to}",
    "{who} {have} {adverbs}(?:er )?{adverbs}(?:spijt(?: van)?),?(?: dat) {had}",
    "{who} (?:durf|durft|durven|durfde|weiger|weigert|weigeren|weigerde|haat|haten|vermijd|vermijdt|aarzel|aarzelt|vrees|vreest) (?:het |er )?{adverbs}(?:niet )?(?:om )?{to}",
    // What is judged.
    "(?:het|dat|dit) (?:{be}|zou) {adverbs}{bad}(?: zijn)?,?(?: om)? {to}",
    "(?:het|dat|dit) (?:{be}|zou) (?:toch )?niet {adverbs}{good}(?: zijn)?,?(?: om)? {to}",
    "het (?:{be}) {adverbs}{ownWork}(?: \\p{L}+ \\p{L}+)?,?(?: om)? {to}",
    "het (?:heeft|had|is) {adverbs}(?:geen|weinig) (?:zin|nut|doel),?(?: om)? {to}",
    "het loont {adverbs}(?:niet|de moeite niet),?(?: om)? {to}",
    "(?<deed>[^,;.!?]*\\p{L}{2,}en),?(?: dat)? (?:{be}|zou|vind ik) {adverbs}(?:{bad}|{ownWork}|niet {adverbs}(?:{good}|{ownWork}))(?!\\p{L})",
    // Who may, and who may not.
    "(?:alleen|enkel|slechts) (?:\\p{L}+ ){1,3}?(?:mag|mogen|mocht|mochten|kan|kunnen) {deed}",
    "{who} (?:mag|mogen|mocht|mochten) {adverbs}(?:niet|nooit|geenszins) {deed}",
    "(?:niemand) {adverbs}(?:mag|kan|mocht) {deed}",
    "(?:mag|mogen|mocht) (?!ik|we|wij)\\p{L}+ {deed}",
    "is het {adverbs}(?:{good}|{bad}),?(?: om)? {to}",
    "(?:ik|we|wij) (?:wil|willen|wou|wilde) {adverbs}niet dat {deed}",
    "{own} {have} (?:hem|haar|hun|mijn \\p{L}+) {adverbs}(?:gezegd|verteld|verboten|aangeraden),?(?: dat| om) {deed}",
    // Own deeds and habits.
    "(?<deed>{own} (?:\\p{L}+ )[^,;.!?]*?(?<!(?:me|mij|mezelf|ons|zich|van|voor) )(?:zelf|eigenhandig)(?!\\p{L})[^,;.!?]*)",
    "{own} (?!(?:wil|wou|zou|moet|kan|heb|had|mag)(?!\\p{L}))(?<deed>\\p{L}{2,} (?:[^,;.!?]* )?{often}(?!\\p{L})[^,;.!?]*)",
    "{often} (?!(?:wil|wou|zou|moet|kan|mag)(?!\\p{L}))(?<deed>\\p{L}+ {own} [^,;.!?]+)",
    "vroeger (?<deed>{past} [^,;.!?]+)",
    "(?<deed>{own} {have} [^,;.!?]*(?:per ongeluk|per vergissing|zonder opzet|onbedoeld)[^,;.!?]*)",
    "(?:als|indien) [^,;.!?]+, (?:zou|zouden|had|hadden) (?:ik|we|wij|hij|zij|ze|men) (?!graag){deed}",
    // What has been done, and what moves who speaks of it.
    "(?:wat |zo |heel |erg |(?:het|dat) {be} {adverbs})?{pleased}(?: van \\p{L}+)?,?(?: dat) {had}",
    "gelukkig (?<deed>{have} (?:je|jij|jullie|u|ik|we|hij|ze|{who}) [^,;.!?]+)",
    "{who} {be} {adverbs}(?:blij|verdrietig|boos|kwaad|woedend|opgelucht|verrast|verbaasd|trots|dankbaar|teleurgesteld|geschokt|enthousiast|geroerd)(?: er\\p{L}*)?,?(?: dat) {had}",
    "{who} (?:verheug|verbaas|erger|schaam|herinner)\\p{L}* (?:me|mij|zich|ons) {adverbs}(?:er\\p{L}*)?,?(?: ?dat) {had}",
    "(?:ik|we|wij) (?:kan|kunnen|kon|konden) (?:het )?{adverbs}niet (?:geloven|begrijpen|vatten),?(?: dat) {had}",
    "(?:ik|we|wij) (?:weet|weten|wist|zie|zag|merk|merkte|vermoed) {adverbs}dat {had}",
    "(?<deed>{own} (?:heeft|hebben) (?:al|gisteren|zojuist|net) [^,;.!?]+)",
    // Dreams and thoughts.
    "{who} (?:droom|droomt|droomde|droomden)(?: ervan)?,?(?: dat)? {deed}",
    "{who} {have} {adverbs}(?:ervan )?gedroomd,?(?: dat)? {deed}",
    "stel(?: je| u)?(?: eens)?(?: voor)?,?(?: dat) {deed}",
    "(?:had|hadden) (?:ik|we|jij|je) (?:maar|toch) {deed}",
    // How it is done, and what is to be read.
    "hoe (?:kan|kun|kunnen|kon|moet|moeten|zou) (?:ik|men|we|wij|je|jij|iemand|hij|ze) {deed}",
    "hoe (?!lang|vaak|veel|ver|laat|gaat|is)(?<deed>\\p{L}+ (?:ik|men|we|wij|je) [^,;.!?]+)",
    "(?:weet je|weten jullie|weet u|laat (?:me|eens) zien|leg (?:me )?uit|vertel me|(?:ik )?(?:heb )?geen idee|ik weet niet),? hoe (?:ik|je|men|we) {deed}",
    "(?:op|in) (?:het|de|een|dit|deze) (?:\\p{L}+ ){1,2}?(?:staat|stond)[:,]? {deed}",
  ],
  thanked: [
    "{thanks},? (?:voor (?:het |de )?|dat ik |om ){deed}",
    "{thanks},?(?: dat) {had}",
    "{thanks},?(?: dat) [^,;.!?]+,?(?: om)? {to}",
    "{thanks},? (?:ik|we|wij|hij|ze) (?:heb|hebben|heeft) {deed}",
  ].map((row) =>
    row.replace(
      "{thanks}",
      "(?:(?:hartelijk|heel erg|duizendmaal|nogmaals) )?(?:bedankt|dank|dankjewel|dank je wel|dank je|dank u|dank u wel|dankuwel|sorry|excuses|excuseer me|neem me niet kwalijk|vergeef me|het spijt me|spijt me|proficiat|goed gedaan)(?: wel| hoor| zeer| nogmaals| ook)*",
    ),
  ),
  takenBack: [
    "(?:(?:het |dat )?(?:was|is) )?(?:maar |slechts )?(?:een )?(?:grapje|grap|geintje|onzin)|ik maak(?:te)? (?:maar )?een grapje",
    "vergeet (?:het|dat|maar)(?: maar)?|laat (?:maar|het maar|maar zitten|zitten|het)(?: zitten)?|toch (?:maar )?niet|(?:liever|beter) niet|nee|nee hoor|niet doen|hoeft (?:al )?niet(?: meer)?|niet nu|(?:ik )?heb me bedacht|ik bedenk me|ik ben van gedachten veranderd",
  ],
  asking:
    "niet vergeten|vergeet niet|alsjeblieft|alstublieft|aub|vragen|kun je|kan je|kunt u|zou je|zou u|wil je|wilt u|graag|zou (?:fijn|leuk|aardig|lief) zijn",
});
