/** What is told, asked, denied or left as it is, in five languages, and the English that says so. */
import { describe, expect, test } from "bun:test";
import { pastParticiple } from "#core/glossing/participles.ts";
import { glossOf } from "#models/embedded/glossing/gloss.ts";
import type { GlossedLanguage } from "#models/embedded/glossing/glossaries.ts";
import { WeighedWords } from "#models/embedded/glossing/set-words.ts";

const HOUSE = new WeighedWords([
  { text: "switch_light", weight: 3 },
  { text: "cancel_order", weight: 3 },
  { text: "lock_door", weight: 3 },
]);

function gloss(language: GlossedLanguage, said: string) {
  return glossOf(said, language, HOUSE);
}

describe.each([
  // What has been done is no order.
  ["de", "ich habe die Lampe schon bestellt", "i have already ordered the lamp"],
  ["de", "wir haben die Tür nicht abgeschlossen", "we have not locked the door"],
  ["de", "weil ich sie bezahlt habe", "because i you have paid"],
  ["it", "ho già cancellato il file", "have already canceled the file"],
  ["fr", "elle a annulé la commande", "she has canceled the order"],
  ["es", "he cerrado la puerta", "have closed the door"],
  ["nl", "ik heb de lamp al besteld", "i have already ordered the light"],
  // What nobody has to do, or must not.
  ["de", "die Bestellung musst du nicht stornieren", "the order you do not have to cancel"],
  ["nl", "je hoeft de deur niet te sluiten", "you do not have to close the door"],
  ["it", "la porta non deve essere aperta", "the door must not be opened"],
  ["es", "no es necesario cerrar la puerta", "there is no need to close the door"],
  ["it", "l'ordine non va cancellato", "the order must not be canceled"],
  // A thing that is denied denies what is done to it.
  ["de", "bestell keine Lampen", "do not order lamp"],
  ["nl", "bestel geen lampen", "do not order lights"],
  ["de", "eine Pizza ohne Käse bestellen", "order a pizza without cheese"],
  // What is to stay as it is.
  ["de", "aber lass das Licht im Flur an", "but leave the light in the hallway on"],
  ["fr", "mais laisse la fenêtre ouverte", "but leave the window open"],
  ["it", "ma lascia accesa la lampada", "but leave the light on"],
  ["nl", "maar laat de deur open", "but leave the door open"],
  ["nl", "laat me de lampen zien", "show me the lights"],
  // Who asks whether to do something, or did it nearly.
  ["de", "muss ich die Tür abschließen", "should i lock the door"],
  ["it", "devo chiudere la porta?", "should i lock the door?"],
  ["it", "devo chiudere la porta", "must lock the door"],
  ["fr", "je dois fermer la porte ?", "should i close the door ?"],
  ["es", "iba a cerrar la puerta", "was about to close the door"],
  // Phrases that are one verb, and verbs that are done again.
  ["nl", "doe de deur op slot", "lock the door"],
  ["nl", "haal de deur van het slot", "unlock the door"],
  ["nl", "zou je de lamp uit willen doen", "would you turn off the light"],
  ["nl", "voeg een les toe om 18 uur, 90 minuten", "add a lesson at 18:00, 90 minutes"],
  ["nl", "voeg brood toe aan mijn lijst", "add bread to my list"],
  ["nl", "ik heb een tafel nodig met zes stoelen", "i need a table with 6 chairs"],
  ["es", "cierra la puerta con llave", "lock the door"],
  ["it", "richiudere la porta", "lock the door"],
  // The thing that is pointed at stands in no name.
  ["it", "la lampada invece di quella del bagno", "the light instead of the bathroom"],
] as const)("%s: %s", (language, said, english) => {
  test(`is read as: ${english}`, () => {
    expect(gloss(language, said).text).toBe(english);
  });
});

describe.each([
  ["de", "ich wollte gerade die Tür abschließen", "deed"],
  ["fr", "je me demande si je dois annuler la commande", "deed"],
  ["it", "mia figlia dice che dovremmo aprire la porta", "deed"],
  ["nl", "mijn man is vergeten de deur te sluiten", "deed"],
  ["es", "la luz todavía no está encendida", "state"],
  ["de", "ich schließe die Tür nachher selbst ab", "state"],
] as const)("%s: %s", (language, said, told) => {
  test(`only tells of a ${told}`, () => {
    expect(gloss(language, said).told).toBe(told);
  });
});

test.each([
  ["de", "schließ die Tür ab, ich wollte es gerade tun"],
  ["de", "vergiss nicht, die Tür abzuschließen"],
  ["it", "ho dimenticato la password"],
  ["nl", "kun je de deur sluiten"],
] as const)("%s: %s may ask for something", (language, said) => {
  expect(gloss(language, said).told).toBeUndefined();
});

test.each([
  ["turn off", "turned off"],
  ["close", "closed"],
  ["stop", "stopped"],
  ["try", "tried"],
  ["withdraw", "withdrawn"],
  ["order", "ordered"],
  ["play", "played"],
  ["open", "opened"],
])("what somebody has done, of %s, is %s", (verb, done) => {
  expect(pastParticiple(verb)).toBe(done);
});
