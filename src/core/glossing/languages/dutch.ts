import { DUTCH_COMMON, DUTCH_VERBS } from "./dutch-common.ts";
import { DUTCH_FRAMES } from "./dutch-frames.ts";
import { DUTCH_LISTED } from "./dutch-list.ts";
import { DUTCH_WORDS } from "./dutch-words.ts";
import type { GlossWords } from "./gloss-words.ts";

/** Dutch. */
export const DUTCH: GlossWords = {
  words: DUTCH_WORDS,
  listed: DUTCH_LISTED,
  common: DUTCH_COMMON,
  commonForms: DUTCH_VERBS,
  atClauseEnd: `
on: aan
off: uit, af
open: open
closed: dicht
to: toe, erbij
from: ervan
`,
  forms: `
zijn: bent, was
hebben: heb, heeft, hebt
laten: laat
maken: maak, maakt
geven: gaf, gegeven
nemen: nam, genomen
komen: kwam, gekomen
gaan: ging, gegaan
brengen: gebracht
kopen: gekocht
zoeken: gezocht
schrijven: geschreven
verschuiven: verschoven
doen: gedaan
uitdoen: uitdoet, uitgedaan
aandoen: aandoet, aangedaan
kiezen: gekozen, koos
spreken: gesproken
vinden: gevonden
sluiten: gesloten
beginnen: begonnen
eten: gegeten
lezen: gelezen
zien: gezien, ziet
staan: staat, gestaan
moeten: moet
willen: wil, wilt
worden: wordt, geworden
`,
  names: `
duration: duur, tijdsduur
place: plaats
type: soort
first name: voornaam
last name: achternaam
sender: afzender
number: nummer
priority: prioriteit
from: vanaf
`,
  endings: [
    ["ingen", "ing"],
    ["ste", "", "e"],
    ["tjes", ""],
    ["tje", ""],
    ["je", ""],
    ["heden", "heid"],
    ["ten", "en", "t"],
    ["den", "en", "d"],
    ["te", "en", "t"],
    ["de", "en", "d"],
    ["en", "", "e"],
    ["t", "en", ""],
    ["e", "", "en"],
    ["s", ""],
    ["'s", ""],
    ["", "en"],
  ],
  denials: [],
  denialsBehind: ["noch", "in geen geval", "onder geen beding", "niet", "nie"],
  nones: ["geen"],
  needs: ["hoeft", "hoef", "hoeven"],
  orderedBy: [],
  askedOwn: [],
  askedYou: [],
  lightVerbs: ["doe", "doen", "doet", "haal", "halen", "zet", "zetten", "maak", "draai"],
  repeats: ["her"],
  leaving: ["laat", "laten"],
  verbParts: (
    "aan af bij door in mee na om op open over terug toe uit vast vol voor voort weg weer dicht los klaar zachter harder " +
    "omhoog omlaag vrij samen neer heen goed schoon stil thuis zien wakker nodig"
  ).split(" "),
  prefixes: "be ge er her ont over onder ver".split(" "),
  auxiliaries:
    "hoef hoeft hoeven wilde wou kan kun kunt kunnen wil wilt willen zou zouden zal zullen moet moeten mag mogen laat ga gaat gaan".split(
      " ",
    ),
  passives: ["worden"],
  purposes: ["om"],
  infinitiveMarks: ["te"],
  elided: [],
  enclitics: [],
  objects: new Map([]),
  hyphened: [],
  isCompounding: true,
  joints: ["", "s", "en", "e"],
  hasCapitalNouns: false,
  titles: [],
  hasAdjectivesBehind: false,
  dropsSubject: false,
  subjects: new Map(),
  asksVerbFirst: true,
  politePronouns: ["u"],
  relatives: "die dat".split(" "),
  aims: ["op"],
  participle: /^(?:\p{L}*ge\p{L}{2,}(?:t|d|en|aan)|\p{L}*(?:be|ver|er|her|ont|over|onder)\p{L}{2,}(?:t|d|en|aan))$/u,
  infinitive: /(?:en|aan|oen|ien)$/,
  frames: DUTCH_FRAMES,
};
