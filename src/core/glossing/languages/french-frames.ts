import { frameTable } from "../said-frames.ts";

/** French: "j'ai peur de fermer", "merci d'avoir fermé", "fermer serait une erreur". */
export const FRENCH_FRAMES = frameTable({
  begin:
    "et|mais|alors|donc|ah|oh|euh|ben|bon|bah|non|oui|ok|d'accord|voilà|franchement|honnêtement|salut|bonjour|merci|désolée?|pardon|laisse|laissez|c'est bon|t'inquiète|pas la peine|en fait|ou",
  but: "mais",
  parts: {
    who: "(?:(?:mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos|votre|vos|leurs?|le|la|les|l['’]) ?(?:\\p{L}+ )??)?\\p{L}+",
    own: "(?:je|j['’]|nous|on|(?:mon|ma|mes|ton|ta|son|sa|notre|nos) \\p{L}+)",
    adverbs:
      "(?:(?:très|trop|si|tellement|vraiment|bien|encore|toujours|déjà|plus|un peu|assez|tout|toute|absolument|complètement|simplement|franchement|souvent|parfois|jamais|quand même|aussi|tous les jours|pas mal) )*",
    have: "(?:j['’] ?ai|j['’] ?avais|j['’] ?aurais|(?:tu|il|elle|on|nous|vous|ils|elles|{who}) (?:n['’] ?)?(?:as|a|ont|avons|avez|avais|avait|avions|aviez|avaient|aurait|auraient))",
    be: "(?:(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|ça|{who}) (?:ne |n['’] ?)?(?:me |se |s['’] ?)?(?:suis|es|est|sommes|êtes|sont|étais|était|étions|étaient|serais|serait|seraient|sera)|c['’] ?(?:est|était)|ce n['’] ?(?:est|était))",
    of: "(?:de |d['’] ?)",
    infinitive: "(?<deed>(?:ne pas )?\\p{L}+(?:er|ir|re)(?!\\p{L})[^,;.!?]*)",
    had: "(?<deed>[^,;.!?]*(?<!\\p{L})(?:ai|as|a|ont|avons|avez|aies?|ait|ayons|ayez|aient|avais|avait|avaient|eu|eût) [^,;.!?]+)",
    that: "(?:que|qu['’])",
    bad: "(?:interdit|défendu|illégal|dangereux|risqué|imprudent|bête|idiot|stupide|absurde|ridicule|fou|inutile|impossible|difficile|cher|trop (?:tôt|tard|\\p{L}+)|prématuré|injuste|impoli|pénible|ennuyeux|superflu|hors de question|contre (?:le|la|les|mes|nos) \\p{L}+|(?:une?|du|de la) (?:\\p{L}+ )?(?:erreur|bêtise|gaspillage|folie|crime|dommage|honte|catastrophe|perte de temps|perte d['’]argent|mauvaise idée|risque|faute))",
    good: "(?:nécessaire|permis|autorisé|sûr|prudent|sage|utile|possible|facile|raisonnable|recommandé|obligatoire|indispensable|(?:une )?bonne idée|la peine)",
    ownWork:
      "(?:(?:le|la|mon|ma|ton|ta|son|sa|notre|votre|leur|l['’]) ?(?:travail|boulot|tâche|affaire|rôle|devoir|métier|responsabilité|problème|job)|à (?:moi|toi|lui|elle|nous|\\p{L}+) de)",
    pleased:
      "(?:dommage|heureusement|encore heureux|tant mieux|une chance|bizarre|étrange|incroyable|super|génial|bien|gentil|triste|bête|drôle|sympa|chic)",
    moved:
      "(?:content|contente|contents|heureux|heureuse|ravie?s?|triste|fâchée?|furieux|furieuse|étonnée?|surprise?|soulagée?|fiere?|fier|fière|déçue?|désolée?|vexée?|énervée?|choquée?|touchée?)",
    often:
      "(?:toujours|jamais|d['’]habitude|normalement|généralement|habituellement|souvent|parfois|rarement|de temps en temps|tous les (?:soirs|matins|jours)|toutes les nuits|chaque (?:soir|matin|jour|nuit))",
    someone: "(?:je|j['’]|tu|il|elle|on|nous|vous|ils|elles|quelqu['’]un|{who}) ?",
  },
  spoken: [
    // Fears, refusals, what is hated.
    "{have} {adverbs}(?:peur|la trouille|honte|horreur|marre|assez|ras le bol|pas envie|aucune envie|pas le droit|aucune raison|hésité|refusé|oublié|renoncé|arrêté|fini|failli|évité|regretté|détesté|réussi|l['’]habitude|tendance|du mal) (?:{of}|à ){infinitive}",
    "{who} n['’] ?(?:ai|as|a|avons|avez|ont|avais|avait) {adverbs}(?:pas|plus|jamais|aucune?) {adverbs}(?:le droit|le courage|envie|la permission|l['’]autorisation|l['’]intention|besoin|raison|droit) {of}{infinitive}",
    "(?:je |j['’] ?|on |nous )?en (?:ai|a|avons|avais|avait) {adverbs}(?:marre|assez|ras le bol) {of}{infinitive}",
    "{someone}(?:n['’] ?ose|n['’] ?osais|n['’] ?osait|n['’] ?oserais|ne veux|ne vais|ne dois|ne devrais)\\p{L}* {adverbs}(?:pas|plus|jamais) {adverbs}(?:à )?{infinitive}",
    "{someone}(?!aimer|adorer)(?:regrett|détest|ador|aim|refus|hésit|évit|crain|redout|renonc|rêv)\\p{L}* {adverbs}(?:pas |plus )?(?:{of}|à )?{infinitive}",
    "{be} (?:pas |plus )?{adverbs}(?:fatiguée?|lasse?|dégoûtée?|incapable|fière?|fier|coupable|en train|contre l['’]idée) (?:{of}|à )?{infinitive}",
    "{who} (?:n['’] ?es|n['’] ?est|ne suis|n['’] ?êtes|ne sommes|ne sont) pas (?:censée?s?|autorisée?s?|obligée?s?|capables?|prête?s?|supposée?s?|là pour) (?:{of}|à )?{infinitive}",
    // What is judged.
    "(?:{be}|ça (?:serait|semble|paraît)) {adverbs}{bad} (?:pour |{of}|à |que {of}){infinitive}",
    "(?:ce n['’]est|ce ne serait|c['’]est|il n['’]est|ce n['’]était) pas {adverbs}{good} {of}{infinitive}",
    "(?:ça|cela) ne (?:sert|servirait|servait|vaut) {adverbs}(?:à rien|pas la peine|pas) {of}{infinitive}",
    "(?:ce n['’]est|c['’]est|c['’]était|ce serait) (?:pas )?{ownWork} (?:\\p{L}+ )?(?:{of})+{infinitive}",
    "(?<deed>\\p{L}+(?:er|ir|re)(?!\\p{L})[^,;.!?]*?),? (?:c['’] ?(?:est|était|serait)|ce n['’]est pas|ce serait|est|était|serait|n['’]est pas|ne serait pas|revient) {adverbs}(?:{bad}|{good}|{ownWork}|à (?!moi de)\\p{L}+)(?!\\p{L})",
    // Who may, and who may not.
    "(?:seule?s?|il n['’]y a que) (?:\\p{L}+ ){1,3}?(?:qui )?(?:peut|peuvent|pouvait|a le droit de|a le droit d['’]|ont le droit de|est autorisée? à|puisse) ?{infinitive}",
    "est-ce (?:que c['’]est )?{adverbs}(?:{good}|{bad}) {of}{infinitive}",
    "(?:je|on|nous) ne (?:veux|veut|voulons|voulais|souhaite) pas que {deed}",
    "(?:je|on|nous) (?:lui|leur) (?:ai|a|avons) (?:dit|interdit|conseillé|demandé) (?:{of}|que )(?:ne pas )?{deed}",
    // Own deeds and habits.
    "(?<deed>{own} ?(?:\\p{L}+ )?[^,;.!?]*?(?:moi|toi|lui|elle|nous|eux)[- ]mêmes?(?!\\p{L})[^,;.!?]*)",
    "(?:je m['’]en occupe|c['’]est moi qui|c['’]est mon \\p{L}+ qui|c['’]est ma \\p{L}+ qui) (?<deed>(?!veu|voudr)\\p{L}+ [^,;.!?]+)",
    "{own} ?(?<deed>(?!voudr|veu|veux|aimer|souhait|dois|doit|devr|faut|peu|ai |a )\\p{L}+ (?:[^,;.!?]* )?{often}(?!\\p{L})[^,;.!?]*)",
    "{often}, {own} ?(?!voudr|veu|aimer|souhait|devr|dois|peu)(?<deed>[^,;.!?]+)",
    "{often}, c['’]est (?:moi|nous|lui|elle|{who}) qui (?<deed>[^,;.!?]+)",
    "(?:avant|autrefois|dans le temps|à l['’]époque|jadis), {own} ?(?<deed>[^,;.!?]+)",
    "(?:il )?(?:m['’]|nous |t['’])arrive {adverbs}{of}{infinitive}",
    "(?<deed>{own} ?[^,;.!?]*(?:sans faire exprès|par erreur|par mégarde|par accident|sans le vouloir)[^,;.!?]*)",
    "(?:si|s['’]il) ?[^,;.!?]*(?:avais|avait|avions|étais|était|pouvais|pouvait|fallait)(?!\\p{L})[^,;.!?]*, (?:je|j['’]|on|nous|il|elle) ?(?!aimerais|voudrais|souhaiterais)(?<deed>[^,;.!?]+)",
    // What has been done, and what moves who speaks of it.
    "(?:(?:c['’]est|c['’]était|quel|quelle|c['’] est) {adverbs})?{pleased}(?: {that}) ?{had}",
    "{be} {adverbs}{moved} {that} ?{had}",
    "{someone}(?:ne |n['’] ?)?(?:me |m['’] ?)?(?:arrive|peux|reviens|crois|comprends|peut)\\p{L}* {adverbs}(?:pas )?(?:à )?(?:croire|comprendre|imaginer)? ?{that} ?{had}",
    "(?:je|on|nous) (?:sais|sait|savons|vois|voit|remarque) {that} ?{had}",
    // Dreams and thoughts.
    "{have} {adverbs}rêvé {that} ?{deed}",
    "{someone}rêv(?:e|ais|ait) {that} ?{deed}",
    "(?:imagine|imaginez|suppose|supposons|supposez|imaginons)(?: un peu| juste)? {that} ?{deed}",
    "(?:si seulement) {deed}",
    // How it is done, and what is to be read.
    "comment (?:est-ce qu(?:e |['’] ?))?(?:fait-on|on fait|faire|je fais|faut-il faire|fais-tu|on peut|puis-je|peut-on|je peux|je dois|faut-il|on) (?:pour )?{deed}",
    "comment {infinitive}",
    "(?:tu sais|sais-tu|vous savez|savez-vous|montre-moi|montrez-moi|explique-moi|expliquez-moi|dis-moi|je (?:ne )?sais pas|aucune idée de) comment (?:on |je |il faut )?{deed}",
    "(?:sur|dans) (?:le|la|l['’]|une?|ce|cette) ?(?:\\p{L}+ ){1,2}?(?:il est écrit|c['’]est écrit|il est marqué|c['’]est marqué|est écrit)[: ]+{deed}",
  ],
  thanked: [
    "(?:un grand |mille |grand )?(?:merci|mercis|désolée?|pardon|excuse[sz]?-moi|excuse|mes excuses|je m['’]excuse|je suis (?:vraiment |tellement )?désolée?|je te remercie|je vous remercie|bravo|navrée?)(?: beaucoup| encore| infiniment| mille fois| à \\p{L}+)*,?(?: c['’]est (?:très |vraiment )?(?:gentil|sympa|aimable|chic))? (?:{of}|pour ){deed}",
    "(?:désolée?|pardon|excuse[sz]?-moi|excuse|mes excuses|je suis désolée?|merci),?(?: mais)? (?:j['’]|on|nous|il|elle|que tu|que vous) ?{had}",
    "c['’]est (?:très |vraiment |si )?(?:gentil|sympa|aimable) (?:à \\p{L}+ |de (?:ta|votre) part )?{of}(?<deed>(?:avoir|m['’]avoir|nous avoir) [^,;.!?]+)",
  ],
  takenBack: [
    "(?:non )?(?:je|j['’]) ?(?:plaisante|plaisantais|rigole|rigolais|déconne|blague|ai changé d['’]avis|n['’]ai rien dit)",
    "(?:c['’](?:est|était) |c['’](?:est|était) juste )?(?:pour rire|une blague|une plaisanterie|pour rigoler)|blague|je blague",
    "laisse(?:z)?(?: tomber| ça| finalement| béton)|oublie(?:z)?(?: ça| ce que j['’]ai dit)?|finalement (?:non|pas)|pas finalement|non finalement|plutôt pas|non|surtout pas|pas la peine|pas maintenant|tant pis|annule ça",
  ],
  asking:
    "oublier|n['’]oublie[sz]?|s['’]il (?:te|vous) pla[iî]t|stp|svp|demander|demande|peux-tu|pourrais-tu|pourriez-vous|pouvez-vous|tu peux|tu pourrais|vous pourriez|ce serait (?:gentil|sympa|bien|super)|merci de (?!m['’]avoir|t['’]être|vous être)\\p{L}+(?:er|ir|re)",
});
