import type { GlossWords } from "./gloss-words.ts";
import { ITALIAN_COMMON, ITALIAN_VERBS } from "./italian-common.ts";
import { ITALIAN_FRAMES } from "./italian-frames.ts";
import { ITALIAN_LISTED } from "./italian-list.ts";
import { ITALIAN_WORDS } from "./italian-words.ts";

/** Italian. */
export const ITALIAN: GlossWords = {
  words: ITALIAN_WORDS,
  listed: ITALIAN_LISTED,
  common: ITALIAN_COMMON,
  commonForms: ITALIAN_VERBS,
  atClauseEnd: "",
  forms: `
fare: fai, fa, faccia, fatto, faccio
dare: dai, dia, dato
dire: dici, dica, detto
andare: vai, va, vada
venire: vieni, venga
uscire: esci
mettere: messo, messa, metta
prendere: preso, prenda
chiudere: chiuso, chiusa, chiuda
aprire: aperto, aperta, apra
spegnere: spegni, spento, spenta, spenga
accendere: acceso, accesa, accenda
scrivere: scritto, scriva
leggere: letto
spedire: spedisci, spedisca
pulire: pulisci, pulisca
finire: finisci, finisce
togliere: togli, tolto, tolga
scegliere: scegli, scelto
aggiungere: aggiunto, aggiungi, aggiunga
disdire: disdici, disdica, disdetto
ridurre: riduci
riprodurre: riproduci
tradurre: traduci
tenere: tengo, tengono, tiene, tieni, tenga
volere: vogliono, vogliamo, vuole
rimanere: rimane, rimango, rimasto
perdere: perso, persa
chiedere: chiesto, chieda
muovere: mosso, muova
rompere: rotto, rotta
correggere: corretto
vedere: visto, vedi, veda
salire: salgo, salga
raggiungere: raggiunto
sospendere: sospeso, sospenda
spostare: sposti
rendere: reso, renda
`,
  names: `
time: ora, orario
date: data
amount: importo
quantity: quantità
recipient: destinatario
subject: oggetto
last name: cognome
departure: partenza
priority: priorità
description: descrizione
brightness: luminosità
currency: valuta
from: dal, da
until: al
`,
  endings: [
    ["zioni", "zione"],
    ["isci", "ire"],
    ["isca", "ire"],
    ["ando", "are"],
    ["endo", "ere", "ire"],
    ["iamo", "are", "ere", "ire"],
    ["ate", "are", "ata"],
    ["ete", "ere"],
    ["ite", "ire"],
    ["ati", "are", "ato"],
    ["ata", "are", "ato"],
    ["ato", "are"],
    ["uti", "ere", "uto"],
    ["uto", "ere"],
    ["uta", "ere"],
    ["ito", "ire"],
    ["ita", "ire"],
    ["iti", "ire"],
    ["erebbe", "are", "ere"],
    ["irebbe", "ire"],
    ["eremo", "are", "ere"],
    ["iremo", "ire"],
    ["eranno", "are", "ere"],
    ["iranno", "ire"],
    ["erei", "are", "ere"],
    ["irei", "ire"],
    ["erò", "are", "ere"],
    ["irò", "ire"],
    ["assi", "are"],
    ["essi", "ere"],
    ["issi", "ire"],
    ["avano", "are"],
    ["evano", "ere"],
    ["ava", "are"],
    ["eva", "ere"],
    ["iscono", "ire"],
    ["isce", "ire"],
    ["isco", "ire"],
    ["erà", "are", "ere"],
    ["irà", "ire"],
    ["chi", "co", "care"],
    ["che", "ca", "co"],
    ["ghi", "go", "gare"],
    ["ghe", "ga"],
    ["ano", "are"],
    ["ono", "ere", "ire"],
    ["are", "are"],
    ["ar", "are"],
    ["er", "ere"],
    ["ir", "ire"],
    ["i", "o", "e", "are", "ere", "ire", "io"],
    ["a", "o", "are", "ere", "ire"],
    ["e", "a", "ere", "ire", "o"],
    ["o", "are", "ere", "ire"],
  ],
  denials: ["non"],
  denialsBehind: [],
  nones: [],
  needs: [],
  orderedBy: ["va", "vanno", "non va"],
  askedOwn: ["devo", "dovrei"],
  askedYou: ["hai", "avete"],
  lightVerbs: ["chiudi", "chiudere", "chiuda", "chiusa", "chiuso"],
  repeats: ["ri"],
  leaving: ["lasciato", "lasciata", "lascia", "lasci", "lasciate", "lasciare"],
  verbParts: [],
  prefixes: [],
  auxiliaries: [],
  passives: [],
  purposes: [],
  infinitiveMarks: ["di", "a"],
  elided: "l' d' m' t' s' c' un' dell' all' nell' sull' dall' quell' quest' com' cos' dov' ch' quant' n'".split(" "),
  enclitics: "melo mela meli mele telo tela celo cela glielo gliela gli mi ti ci vi lo la li le ne si".split(" "),
  objects: new Map([
    ["lo", "it"],
    ["la", "it"],
    ["li", "them"],
    ["le", "them"],
    ["l'", "it"],
    ["mi", "me"],
    ["ci", "us"],
  ]),
  hyphened: [],
  isCompounding: false,
  joints: [],
  hasCapitalNouns: false,
  titles: [],
  hasAdjectivesBehind: true,
  dropsSubject: true,
  subjects: new Map(),
  asksVerbFirst: false,
  politePronouns: [],
  relatives: [],
  aims: ["su"],
  participle: /(?:at|ut|it|tt|st|rt|nt|lt|s|es|us|as)[oaie]$/,
  infinitive: /(?:are|ere|ire|rre)$/,
  frames: ITALIAN_FRAMES,
};
