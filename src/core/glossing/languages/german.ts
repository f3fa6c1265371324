import { GERMAN_COMMON, GERMAN_VERBS } from "./german-common.ts";
import { GERMAN_FRAMES } from "./german-frames.ts";
import { GERMAN_WORDS } from "./german-words.ts";
import type { GlossWords } from "./gloss-words.ts";

/** German. */
export const GERMAN: GlossWords = {
  words: GERMAN_WORDS,
  listed: `
fever|temperature: fieber
check off~|tick off~: abhaken
shop door|front door: ladentür
tyre change|tire change: reifenwechsel
waiting room: wartezimmer
`,
  common: GERMAN_COMMON,
  commonForms: GERMAN_VERBS,
  atClauseEnd: `
on: an, ein
off: aus, ab
open: auf
closed: zu
to: dazu
from: davon
be: sein
`,
  forms: `
machen: mach, mache, macht, machst, gemacht
fahren: fährt, fuhr, gefahren
geben: gib, gibst, gab, gegeben
nehmen: nimm, nimmt, nahm, genommen
sprechen: sprich, spricht
lesen: lies, liest, gelesen
sehen: sieh, sieht, sah, gesehen
essen: iss, isst, aß, gegessen
helfen: hilf, hilft
vergessen: vergiss, vergisst
werfen: wirf, wirft, geworfen
treffen: triff, trifft, getroffen
schließen: schließ, schließt, geschlossen
bringen: gebracht, brachte
laufen: läuft
lassen: lässt, lass
tragen: trägt
halten: hält
fallen: fällt
schreiben: geschrieben, schrieb
verschieben: verschoben
finden: gefunden, fand
abholen: abgeholt
anrufen: angerufen
gehen: ging, gegangen
kommen: kam, gekommen
`,
  names: `
first name: vorname
last name: nachname, familienname
note: bemerkung, anmerkung
subject: betreff
occasion: anlass
destination: ziel, zielort
number of people: personenzahl, personenanzahl
from: ab, von, seit
until: bis
`,
  endings: [
    ["ungen", "ung"],
    ["innen", "in"],
    ["test", "en"],
    ["tet", "en", "ten"],
    ["ten", "en", "t"],
    ["est", "en"],
    ["sten", "", "en"],
    ["ste", "", "en"],
    ["te", "en", "t"],
    ["st", "en", "n"],
    ["en", "", "e"],
    ["ern", "er", ""],
    ["er", "", "e"],
    ["es", "", "e"],
    ["em", "", "e"],
    ["et", "en"],
    ["le", "eln"],
    ["re", "ern"],
    ["e", "", "en", "n"],
    ["t", "en", "n"],
    ["n", "", "e"],
    ["s", ""],
    ["er", "ern"],
    ["el", "eln"],
    ["", "en"],
  ],
  denials: [],
  denialsBehind: ["auf keinen fall", "keinesfalls", "auf gar keinen fall", "weder", "nicht", "nich", "net"],
  nones: ["kein", "keine", "keinen", "keines", "keinerlei"],
  needs: ["muss", "musst", "müssen", "müsst", "brauchst", "brauche", "braucht", "brauchen"],
  orderedBy: [],
  askedOwn: [],
  askedYou: [],
  lightVerbs: [],
  repeats: [],
  leaving: ["lass", "lasse", "lasst", "lassen"],
  verbParts: [
    ..."an ab auf aus bei ein fest frei her hin hoch los mit nach raus rein runter um vor weg weiter zu zurück".split(
      " ",
    ),
    ..."heraus herein herunter hinzu dazu durch wieder fehl leiser lauter dunkler heller fertig bereit heim vorbei zusammen".split(
      " ",
    ),
  ],
  prefixes: "be emp ent er miss über unter ver wider zer hinter".split(" "),
  auxiliaries: (
    "kann kannst können könnt könnte könntest könnten könntet will willst wollen möchte möchten möcht würde würdest würden soll sollst " +
    "brauchst braucht sollen sollte wollte wollten muss musst müssen darf dürfen werde wirst wird werden lass lasst würd"
  ).split(" "),
  passives: ["werden"],
  purposes: ["um"],
  infinitiveMarks: ["zu"],
  elided: [],
  enclitics: [],
  objects: new Map([]),
  hyphened: [],
  isCompounding: true,
  joints: ["", "s", "es", "n", "en", "er", "e"],
  hasCapitalNouns: true,
  titles: ["herr", "herrn", "frau", "familie", "dr", "doktor", "prof", "professor", "professorin", "firma"],
  hasAdjectivesBehind: false,
  dropsSubject: false,
  subjects: new Map([
    ["sie", /(?:en|rn|ln|t)$/],
    ["es", /(?:t|s)$/],
    ["er", /t$/],
    ["du", /t$/],
    ["wir", /n$/],
  ]),
  asksVerbFirst: true,
  politePronouns: ["sie"],
  relatives: "der die das den dem welcher welche welches".split(" "),
  aims: ["auf"],
  participle:
    /^(?:\p{L}*ge\p{L}{2,}(?:t|en)|\p{L}*(?:be|ver|er|ent|emp|zer|miss|über|unter|wider|hinter|wieder)\p{L}{2,}(?:t|en)|\p{L}{2,}iert)$/u,
  infinitive: /(?:en|rn|ln|tun)$/,
  frames: GERMAN_FRAMES,
};
