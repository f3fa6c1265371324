import { frameTable } from "../said-frames.ts";

/** Spanish: "tengo miedo de cerrar", "gracias por cerrar", "cerrar sería un error". */
export const SPANISH_FRAMES = frameTable({
  begin:
    "y|pero|pues|bueno|ah|oh|eh|uy|no|sí|si|vale|ok|oye|mira|hola|gracias|perdona|perdón|la verdad|sinceramente|tranquilo|tranquila|déjalo|deja|da igual|no hace falta|es que|o",
  but: "pero",
  parts: {
    who: "(?:(?:mi|mis|tu|tus|su|sus|nuestr[oa]s?|el|la|los|las) (?:\\p{L}+ )??)?\\p{L}+",
    own: "(?:yo|nosotros|nosotras|él|ella|(?:mi|mis|tu|tus|su|sus|nuestr[oa]s?) \\p{L}+)",
    adverbs:
      "(?:(?:muy|tan|tanto|ya|todavía|aún|siempre|nunca|realmente|de verdad|un poco|bastante|demasiado|mucho|mucha|casi|también|solo|sólo|simplemente|totalmente|más|para nada) )*",
    infinitive:
      "(?<deed>(?:no )?\\p{L}+(?:ar|er|ir|ír)(?:me|te|se|lo|la|los|las|le|les|nos|selo|sela)?(?!\\p{L})[^,;.!?]*)",
    be: "(?:es|era|fue|sería|está|estaba|estoy|estás|están|estamos|soy|eres|somos|son|sigue siendo|parece|resulta|sería|será)",
    had: "(?<deed>(?:(?!(?:puedas|puedes|podrías|pudieras)(?!\\p{L}))[^,;.!?])*(?<!\\p{L})(?:he|has|ha|hemos|habéis|han|haya|hayas|hayan|hayamos|había|habías|habían|hubiera|hubieras|hubieran|hubiese) [^,;.!?]+)",
    past: "(?<deed>(?:[^,;.!?]* )?\\p{L}+(?:é|aste|iste|ó|amos|imos|aron|ieron|aba|abas|aban|ía|ías|ían)(?!\\p{L})[^,;.!?]*)",
    bad: "(?:prohibido|prohibida|ilegal|peligroso|arriesgado|imprudente|tonto|estúpido|absurdo|ridículo|inútil|imposible|difícil|caro|innecesario|injusto|demasiado (?:pronto|tarde|\\p{L}+)|muy (?:pronto|tarde)|pronto|tarde|mala idea|en contra de \\p{L}+ \\p{L}+|contra las (?:normas|reglas)|una? (?:\\p{L}+ )?(?:error|tontería|locura|estupidez|pena|lástima|vergüenza|crimen|despilfarro|desperdicio|pérdida de (?:tiempo|dinero)|mala idea|catástrofe|riesgo|rollo|lata|pesadilla|fastidio|insensatez))",
    good: "(?:necesario|permitido|seguro|prudente|sensato|útil|posible|fácil|recomendable|aconsejable|obligatorio|buena idea|justo)",
    ownWork:
      "(?:(?:cosa|tarea|trabajo|asunto|responsabilidad|obligación|problema) (?:de \\p{L}+|mí[oa]|tuy[oa]|suy[oa])|(?:el|la|mi|tu|su|nuestr[oa]) (?:trabajo|tarea|responsabilidad|problema|asunto|obligación|deber))",
    moved:
      "(?:content[oa]s?|feli(?:z|ces)|triste|enfadad[oa]|furios[oa]|sorprendid[oa]|aliviad[oa]|orgullos[oa]|decepcionad[oa]|molest[oa]|agradecid[oa]|encantad[oa])",
    often:
      "(?:siempre|nunca|jamás|normalmente|generalmente|habitualmente|a menudo|a veces|casi nunca|de vez en cuando|cada (?:noche|día|mañana|tarde)|tod[oa]s l[oa]s (?:noches|días|mañanas|tardes))",
  },
  spoken: [
    // Fears, refusals, what is hated.
    "(?:{who} )?(?:me |te |le |nos |les )?(?:tengo|tienes|tiene|tenemos|tenéis|tienen|tenía|teníamos|da|daba|dan|daría) {adverbs}(?:miedo|pavor|terror|pánico|pereza|vergüenza|pena|apuro|rabia|reparo|corte|asco|dudas)(?: de| a| en)? {infinitive}",
    "(?:{who} )?no (?:me |te |se |nos |os )?(?:atrev\\p{L}+|anim\\p{L}+) {adverbs}a {infinitive}",
    "(?:{who} )?no (?:tengo|tienes|tiene|tenemos|tenéis|tienen|tenía|teníamos) {adverbs}(?:permiso|derecho|autorización|ganas|motivo|motivos|intención|valor)(?: ninguna?)? (?:para|a|de) {infinitive}",
    "(?:{who} )?no (?:deb|quier|quer|pienso|voy|vamos)\\p{L}* (?:a )?{infinitive}",
    "(?:{who} )?(?:me |se |nos |te )?(?:arrepiento|arrepiente|arrepentimos|arrepentí|arrepentirás|olvid[óé]|olvidaba|ha olvidado|niego|niega|negó|avergüenzo|alegro|canso|cansé|acuerdo|olvidé) {adverbs}(?:de |a )?{infinitive}",
    "(?:{who} )?(?:odi|detest|evit|lament|rehus|dej|tem|rechaz|suel|sol|renunci|dud)(?:o|a|amos|an|aba|é|ó|e|ía|emos|en|aban|íamos|ían) {adverbs}(?:de |en |a )?{infinitive}",
    "(?:{who} )?{be} {adverbs}(?:hart[oa]s?|cansad[oa]s?|aburrid[oa]s?|incapaz|incapaces|orgullos[oa]s?|en contra|a punto|acostumbrad[oa]s?) (?:de |a |para )?{infinitive}",
    "(?:{who} )?no {be} {adverbs}(?:autorizad[oa]s?|obligad[oa]s?|dispuest[oa]s?|capaz|capaces) (?:de |a |para )?{infinitive}",
    "(?:me |nos )?(?:encanta|encantaba|gusta|gustaba|fastidia|molesta|cuesta|duele) {adverbs}{infinitive}",
    // What is judged.
    "(?:eso |esto )?(?:ya |aún |todavía )?{be} {adverbs}{bad} (?:para |de |que )?{infinitive}",
    "(?:eso |esto )?no (?:es|era|sería|está|parece|fue) {adverbs}{good} (?:para |de )?{infinitive}",
    "no (?:sirve|servía|serviría|vale|valía|merece|tiene|tenía|tendría) {adverbs}(?:de nada|la pena|sentido|caso) {infinitive}",
    "(?:es|era|sería) {ownWork} ?(?:\\p{L}+ )?{infinitive}",
    "(?<deed>\\p{L}+(?:ar|er|ir)(?:lo|la|los|las|le|me|se)?(?!\\p{L})[^,;.!?]*?),? (?:no )?(?:es|era|sería|está|fue|resulta|me parece|parece|seguiría siendo) {adverbs}(?:{bad}|{good}|{ownWork})(?!\\p{L})",
    // Who may, and who may not.
    "(?:solo|sólo|solamente|únicamente) (?:\\p{L}+ ){1,3}?(?:puede|pueden|podía|debe|tiene permiso para|está autorizad[oa] a|tiene derecho a) {infinitive}",
    "(?:es|está|sería) {adverbs}(?:{good}|{bad}) {infinitive}(?=\\?)",
    "no (?:quiero|queremos|quería) que {deed}",
    "(?:yo )?(?:le|les) (?:dije|he dicho|dijo|dijimos|pedí|prohibí|aconsejé) que {deed}",
    // Own deeds and habits.
    "(?<deed>(?:{own} )?(?:ya |mejor )?(?!quiero|quisiera|necesito|por)\\p{L}+ [^,;.!?]*(?:yo mism[oa]|nosotros mismos|él mismo|ella misma|por mi cuenta|yo solit[oa])(?!\\p{L})[^,;.!?]*)",
    "(?:ya |mejor |prefiero |voy a )(?<deed>\\p{L}+ [^,;.!?]*(?<!\\p{L})yo)(?=\\W*$)",
    "(?:mejor )?(?<deed>\\p{L}+o yo [^,;.!?]+)",
    "(?<deed>(?:yo mism[oa]) \\p{L}+ [^,;.!?]+)",
    "{own} (?<deed>(?:{often} )?(?!quer|quier|quis|necesit|deb|pued|tengo|tiene)\\p{L}+ (?:[^,;.!?]* )?{often}(?!\\p{L})[^,;.!?]*)",
    "{own} {often} (?!quer|quier|quis|necesit|deb|pued|tengo|tiene)(?<deed>\\p{L}+ [^,;.!?]+)",
    "{often},? (?:yo )?(?!quiero|necesito|tengo|debo|puedo)(?<deed>\\p{L}+(?:o|amos|emos|imos|aba|ía)(?!\\p{L}) [^,;.!?]+)",
    "{often},? (?:es|soy|era) (?:yo|él|ella|{who}) (?:quien|el que|la que) (?<deed>[^,;.!?]+)",
    "{often},? {own} (?!quiere|necesita|tiene|debe|puede)(?<deed>\\p{L}+ [^,;.!?]+)",
    "antes {past}",
    "(?<deed>[^,;.!?]*\\p{L}+(?:é|ó|aron|ieron|amos|aste|ado|ido|to|cho) [^,;.!?]*(?:sin querer|por error|por accidente|por equivocación)[^,;.!?]*)",
    "{who} {past} (?:ayer|anoche|la semana pasada)(?=\\W*$)",
    "si [^,;.!?]*(?:ra|se|ras|ramos|ran)(?!\\p{L})[^,;.!?]*, (?:yo mism[oa] |yo |nosotros )?(?!me gustaría|querría)(?<deed>\\p{L}+ía(?:mos|n)?(?!\\p{L})[^,;.!?]*)",
    // What has been done, and what moves who speaks of it.
    "(?:qué |es una |es |fue |vaya )?(?:pena|lástima|bien|bueno|suerte|raro|extraño|increíble|alegría|gracioso|triste|típico|amable|detalle) que {had}",
    "(?:menos mal|por suerte|qué bien|qué pena|qué suerte|afortunadamente)(?: que)? {past}",
    "(?:menos mal|por suerte|qué bien|qué pena|qué suerte|afortunadamente)(?: que)? {had}",
    "(?:{who} )?(?:me |nos )?{be} {adverbs}{moved} de que {had}",
    "(?:me|nos) (?:alegr|sorprend|molest|encant|entristec|da|duel|enfad|fastidi)\\p{L}* {adverbs}(?:(?:pena|rabia|vergüenza|alegría|gusto) )?(?:de )?que {had}",
    "no (?:me (?:lo )?)?(?:puedo|podemos|pude|podía)(?: llegar a)? (?:creer|creerme|entender|comprender)(?: que)? {had}",
    "(?:sé|sabemos|vi|veo|vimos|supongo) que {had}",
    "(?:sé|sabemos|vi|veo|vimos|supongo) que {past}",
    // Dreams and thoughts.
    "(?:he |ha |anoche )?soñ(?:é|ado|aba|ó|amos)(?: con)? que {deed}",
    "(?:imagínate|imagina|imaginad|imagine|supón|supongamos|pon)(?: por un momento)? que {deed}",
    "(?:ojalá) {had}",
    // How it is done, and what is to be read.
    "cómo (?:se hace para|se puede|se|puedo|podemos|hago para|hacemos para|hay que hacer para|tengo que hacer para|debo|podría) {deed}",
    "(?:sabes|sabéis|sabe usted|enséñame|explícame|dime|muéstrame|no sé|ni idea de) cómo (?:se |puedo |hay que )?{deed}",
    "en (?:el|la|un|una|este|esta) (?:\\p{L}+ ){1,2}?(?:pone|ponía|dice|decía)[: ]+(?:que )?{deed}",
  ],
  thanked: [
    "(?:muchas |muchísimas |mil )?(?:gracias|perdón|perdona|perdóname|perdone|disculpa|disculpe|lo siento|lo siento mucho|siento|lamento|enhorabuena|te agradezco|me disculpo)(?: mucho| otra vez| de nuevo| a \\p{L}+)*,? (?:por |haber |de )?(?:{infinitive})",
    "(?:gracias|perdón|perdona|disculpa|lo siento|te agradezco),?(?: pero)?(?: si| que| porque)? {had}",
    "(?:perdón|perdona|disculpa|lo siento),?(?: pero)?(?: si| que| porque)? {past}",
  ],
  takenBack: [
    "(?:que )?(?:es|era)(?: una| solo una| sólo una| de)? broma|(?:estoy|estaba) (?:bromeando|de broma)|bromeo|de broma|de coña",
    "olvída(?:lo|te|telo)|olvide eso|olvida (?:eso|lo que he dicho)|déjalo(?: estar)?|deja|mejor no|mejor que no|he cambiado de (?:idea|opinión)|cambié de (?:idea|opinión)|no importa|nada|no|que no|al final no|no hace falta|ahora no|ni caso",
  ],
  asking:
    "olvidar|olvides|por favor|porfa|pedirte|pedirle|puedes|podrías|podría usted|pudieras|puede usted|te importaría|le importaría|serías|estaría bien|gracias de antemano|quiero que|querría que|me gustaría que",
});
