import { FRENCH_COMMON, FRENCH_VERBS } from "./french-common.ts";
import { FRENCH_FRAMES } from "./french-frames.ts";
import { FRENCH_WORDS } from "./french-words.ts";
import type { GlossWords } from "./gloss-words.ts";

/** French. */
export const FRENCH: GlossWords = {
  words: FRENCH_WORDS,
  listed: "",
  common: FRENCH_COMMON,
  commonForms: FRENCH_VERBS,
  atClauseEnd: "",
  forms: `
aller: va, vais, vas, ira, irai
prendre: prends, prend, prenez, pris
mettre: mets, met, mis, mise
rendre: rends, rend, rendu, rendez
vendre: vends, vend, vendu
attendre: attends, attend, attendez
répondre: réponds, répondez, répondu
éteindre: éteins, éteint, éteignez
ouvrir: ouvre, ouvert, ouverte, ouvrez
offrir: offre, offrez
venir: viens, vient, venu
tenir: tiens, tient, tenez
recevoir: reçois, reçoit, reçu
devoir: dois, doit
écrire: écris, écrit
dire: dis, dit, dites
lire: lis, lit, lu
conduire: conduis, conduit
réduire: réduis, réduit
envoyer: envoie, envoies
payer: paie, paye
essayer: essaie
nettoyer: nettoie
acheter: achète, achètent
appeler: appelle
peser: pèse
partir: pars, part, partez
sortir: sors, sort
pouvoir: peux, peut, peuvent
faire: fais, fait, faites, fasse
voir: vois, voit, vu
remettre: remets, remis
reprendre: reprends, repris
revenir: reviens, revient
obtenir: obtiens
suivre: suit, suivez, suivi
rappeler: rappelle
jeter: jette
lever: lève
enlever: enlève
amener: amène
répéter: répète
régler: règle
fermer: fermé
`,
  names: `
time: heure
amount: montant
color: couleur
title: titre
reason: motif
subject: objet
priority: priorité
last name: nom de famille
phone: téléphone
city: ville, commune
from: du
until: au
`,
  endings: [
    ["eaux", "eau"],
    ["aux", "al", "au"],
    ["euses", "eux"],
    ["euse", "eux"],
    ["ives", "if"],
    ["ive", "if"],
    ["elles", "el"],
    ["elle", "el"],
    ["ennes", "en"],
    ["enne", "en"],
    ["issez", "ir"],
    ["issons", "ir"],
    ["issent", "ir"],
    ["eons", "er"],
    ["ons", "er", "re"],
    ["ez", "er", "re", "ir"],
    ["ées", "er", "é"],
    ["ée", "er", "é"],
    ["és", "er", "é"],
    ["é", "er"],
    ["erais", "er"],
    ["erait", "er"],
    ["iez", "er", "re", "ir"],
    ["ant", "er", "re", "ir"],
    ["aient", "er", "re"],
    ["ait", "er", "re"],
    ["ais", "er", "re"],
    ["erai", "er"],
    ["era", "er"],
    ["erez", "er"],
    ["erons", "er"],
    ["eront", "er"],
    ["irai", "ir"],
    ["ira", "ir"],
    ["ies", "ir", "i"],
    ["ie", "ir", "i"],
    ["is", "ir", "i"],
    ["it", "ir"],
    ["us", "u"],
    ["ue", "u"],
    ["ues", "u"],
    ["ent", "er", "re"],
    ["ères", "er"],
    ["ère", "er"],
    ["es", "e", "er", ""],
    ["e", "er", ""],
    ["s", "", "re", "ir"],
    ["x", ""],
  ],
  denials: ["ne", "n'"],
  denialsBehind: ["pas"],
  nones: [],
  needs: [],
  orderedBy: [],
  askedOwn: [],
  askedYou: [],
  lightVerbs: ["mets", "mettez", "mettre", "met", "ferme", "fermer", "fermez", "fermes", "fermée", "fermé"],
  repeats: ["ré", "re", "r"],
  leaving: ["laissé", "laissée", "laisse", "laissez", "laisser"],
  verbParts: [],
  prefixes: [],
  auxiliaries: [],
  passives: [],
  purposes: [],
  infinitiveMarks: ["de", "d'", "à"],
  elided: "l' d' j' m' t' s' n' c' qu' jusqu' lorsqu' puisqu' quelqu'".split(" "),
  enclitics: [],
  objects: new Map([
    ["le", "it"],
    ["la", "it"],
    ["l'", "it"],
    ["les", "them"],
    ["me", "me"],
    ["m'", "me"],
    ["nous", "us"],
    ["lui", "him"],
  ]),
  hyphened: "moi toi le la les lui leur nous vous en y tu je il elle on ce ils elles t".split(" "),
  isCompounding: false,
  joints: [],
  hasCapitalNouns: false,
  titles: [],
  hasAdjectivesBehind: true,
  dropsSubject: false,
  subjects: new Map(),
  asksVerbFirst: false,
  politePronouns: [],
  relatives: [],
  aims: ["sur"],
  participle: /(?:é|i|u|is|it|ert|ait|int)e?s?$/,
  infinitive: /(?:er|ir|re)$/,
  frames: FRENCH_FRAMES,
};
