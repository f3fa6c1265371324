/** Sentences of five languages, and the English that the networks read in their place. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { glossOf, labelGlossOf, saidFor } from "#models/embedded/glossing/gloss.ts";
import { GLOSSED_LANGUAGES, type GlossedLanguage, glossaryOf } from "#models/embedded/glossing/glossaries.ts";
import { WeighedWords, WordsOfTools } from "#models/embedded/glossing/set-words.ts";

const HOME = new WeighedWords([
  { text: "switch_light", weight: 3 },
  { text: "set_alarm", weight: 3 },
  { text: "cancel_alarm", weight: 3 },
  { text: "book_table", weight: 3 },
  { text: "Turns the light in a room on or off", weight: 1.5 },
]);

function gloss(language: GlossedLanguage, said: string) {
  return glossOf(said, language, HOME);
}

describe.each([
  ["de", "mach das Licht an", "turn on the light"],
  ["de", "Schalte bitte das Licht im Wohnzimmer aus", "turn off please the light in the living room"],
  ["de", "kannst du das Licht ausmachen", "can you turn off the light"],
  ["de", "alle Wecker löschen", "cancel all alarms"],
  ["de", "das Licht nicht ausmachen", "do not turn off the light"],
  ["de", "wird es morgen kalt", "will it be tomorrow cold"],
  ["fr", "j'ai envoyé une lettre", "i have sent a letter"],
  ["fr", "Tom est malade", "Tom is sick"],
  ["de", "ich habe das Licht bezahlt", "i have paid the light"],
  ["es", "he enviado una carta", "have sent a card"],
  ["it", "ho mandato una lettera", "have sent a letter"],
  ["nl", "ik heb de tafel betaald", "i have paid the table"],
  ["fr", "éteins la lumière", "turn off the light"],
  ["fr", "n'annule pas le réveil", "do not cancel the alarm"],
  ["fr", "réveille-moi à sept heures", "wake me up at 7:00"],
  ["es", "apaga la luz", "turn off the light"],
  ["es", "no la canceles", "do not cancel it"],
  ["it", "accendimi la luce", "turn on the light"],
  ["it", "non cancellare la sveglia", "do not cancel the alarm"],
  ["nl", "doe het licht uit", "turn off the light"],
  ["nl", "kun je een tafel reserveren", "can you book a table"],
  ["nl", "niet annuleren", "do not cancel"],
  ["nl", "zet alle wekkers uit", "turn off all alarms"],
  ["nl", "hoe heet is het", "how hot is it"],
  ["de", "verschieb die Reservierung von Dienstag auf Mittwoch", "move the booking from tuesday to wednesday"],
  ["de", "ein Termin auf Mittwoch", "an appointment on wednesday"],
  ["de", "Bella hat 2 Kilo abgenommen", "Bella has 2 kilograms lost"],
  ["de", "Oskar bekommt 0,5 mg Metacam", "Oscar get 0.5 mg Metacam"],
  ["nl", "zeg Rex af op vrijdag", "cancel Rex on friday"],
  ["de", "alle Lichter aus, außer im Flur", "all lights off, except in the hallway"],
  ["de", "alle Lampen bis auf die im Flur", "all lamps except the in the hallway"],
  ["es", "apaga todas las luces menos la de la cocina", "turn off every lights except that of the kitchen"],
  ["fr", "éteins tout sauf la cuisine", "turn off all except the kitchen"],
  ["it", "spegni tutte le luci a parte quella della cucina", "turn off all the lights except that of the kitchen"],
  ["nl", "alle lampen behalve in de keuken", "all lights except in the kitchen"],
  ["de", "Erinnere mich an die Hochzeit", "remind me about the wedding"],
  ["de", "dreh das Bild um drei Grad", "turn the image by 3 degrees"],
  ["de", "vierundzwanzig Schläuche nachbestellen", "order 24 hoses"],
  ["it", "visualizza tutte le sveglie", "show all the alarms"],
  ["es", "un temporizador de media hora", "a timer of half an hour"],
  ["nl", "zet een timer van een half uur", "set a timer of half an hour"],
  ["fr", "un minuteur d'une demi-heure", "a timer half an hour"],
  // What something is for.
  ["it", "un promemoria per andare al supermercato", "a reminder to go to the supermarket"],
  ["es", "un recordatorio para llamar a mi madre", "a reminder to call to my mother"],
  ["fr", "un rappel pour payer le loyer", "a reminder to pay the rent"],
  ["fr", "un rappel pour demain", "a reminder for tomorrow"],
  // Deeds in several words.
  ["fr", "mets-le à jour", "update it"],
  ["it", "ricordami di andare a prendere Patrick", "remind me to pick up Patrick"],
  ["es", "dale cita a la señora Molina", "book an appointment for Ms Molina"],
  // A name behind a title, and what the list lacks or has otherwise.
  ["de", "ein Termin bei Doktor Weber", "an appointment at doctor Weber"],
  ["it", "la bolletta è sbagliata", "the bill is wrong"],
  ["nl", "mijn pakket is niet bezorgd", "my package is not delivered"],
  // Written in a hurry.
  ["es", "cual es el codigo", "which is the code"],
  // What English has otherwise than word for word.
  ["it", "spegnila", "turn it off"],
  ["it", "qual è la temperatura attuale", "what is the current temperature"],
  ["it", "è freddo fuori", "is it cold outside"],
  ["it", "quanto caldo fa", "how hot is it"],
  ["it", "aggiungi il brano alla mia lista", "add the song to my list"],
  ["it", "prenota un tavolo a Malta", "book a table in Malta"],
  ["it", "avvisami alle nove", "advise me at 9:00"],
  ["es", "la mesa redonda", "the round table"],
  ["fr", "une chambre calme", "a quiet room"],
  ["de", "brauche ich morgen einen Regenschirm", "do i need tomorrow an umbrella"],
  ["de", "spielen Sie das Album", "play the album"],
  ["de", "ich möchte ein Lied hören", "i would like to listen a song"],
  ["de", "überweise 80 Euro an Katrin", "transfer 80 euros to Katrin"],
  ["de", "stell die Heizung auf 22 Grad", "set the heating to 22 degrees"],
  ["de", "warn mich", "warn me"],
  ["de", "der Termin soll verschoben werden", "the appointment should move"],
  ["nl", "de afspraak moet verplaatst worden", "the appointment must move"],
  ["de", "der Kühlschrank geht nicht mehr", "the refrigerator does not work"],
  ["it", "la camera piccola", "the small room"],
  ["nl", "volgende week maandag", "Monday next week"],
  // What a pronoun is, the ending of its verb tells, and what no noun follows is no article.
  ["de", "leg sie bitte in den Warenkorb", "put it please in the market basket"],
  ["de", "mach es im Bad heller", "make it in the bathroom brighter"],
  ["de", "wann kommen sie", "when come you"],
  ["de", "schreib sechs Äpfel auf die Liste", "write 6 apples on the list"],
  ["de", "bitte den Gast nicht wecken", "please do not wake up the guest"],
  ["de", "ich möchte die Lampe zurückschicken", "i would like to send back the lamp"],
  ["de", "der Gast in Zimmer 12", "the guest in room 12"],
  ["de", "erinnere mich Mama heute um 14 Uhr anzurufen", "remind me to call mum today at 14:00"],
  [
    "nl",
    "herinner me om mijn moeder te bellen om 2 uur vanmiddag",
    "remind me to call my mother at 2:00 pm this afternoon",
  ],
  ["nl", "zet ze aan", "turn them on"],
  ["it", "imposta una sveglia alle 5 di mattina", "set an alarm for 5:00 am"],
  ["de", "stell den Wecker morgen auf 5 Uhr früh", "set the alarm tomorrow at 5:00 am"],
  ["es", "quita el pan de la lista", "remove the bread of the list"],
  // One slip of the pen.
  ["it", "rirpoduci musica", "play music"],
  // What begins a title, and what is none.
  ["de", "das Foto The Secret of the Nameless Kingdom", "the picture The Secret of the Nameless Kingdom"],
  ["it", "mostra Gli amici del bar", "show Gli friends of the bar"],
  ["de", "das Foto A Handful of Dust", "the picture A Handful of Dust"],
  ["de", "ein Wecker, der um sechs klingelt", "an alarm, that ring at 6:00"],
  // "At 3:00 a" is at three in the morning.
  ["de", "Reservier mir um drei einen Raum", "book me at 3:00 the room"],
  // What it is for stands before what is done for it, and an article before no verb.
  ["de", "ich rufe an, um einen Termin zu verschieben", "i call to move an appointment"],
  ["nl", "ik bel om een tafel te reserveren", "i call to book a table"],
  ["nl", "het lukt niet om geld over te maken", "the succeed not to transfer money"],
  ["de", "was sind die Kosten", "what are the cost"],
  // What is to be done behind a comma, and what stands behind the last part of a verb.
  ["de", "es ist Zeit, die Tür zu schließen", "it is time to close the door"],
  ["de", "mach die Lampe aus wie immer", "turn off the lamp as usual"],
  ["nl", "doe de lamp uit zodra je kunt", "turn off the light as soon as you can"],
  ["nl", "doe de lamp uit nu", "turn off the light now"],
  ["es", "es hora de cerrar la ventana", "it is time to close the window"],
  ["es", "hay que cerrar la ventana", "you must close the window"],
  ["fr", "il faut fermer la porte", "you must close the door"],
  ["it", "è ora di chiudere la porta", "it is time to close the door"],
  ["it", "sarebbe bello se spegnessi la lampada", "it would be nice if you turn off the light"],
  ["nl", "tegen een verkeerde prijs", "against a wrong price"],
] as const)("%s: %s", (language, said, english) => {
  test(`is read as: ${english}`, () => {
    expect(gloss(language, said).text).toBe(english);
  });
});

test("of what a word may mean, the words of the set tell", () => {
  const files = new WeighedWords([{ text: "delete_file", weight: 3 }]);
  const alarms = new WeighedWords([{ text: "cancel_alarm", weight: 3 }]);
  expect(glossOf("lösche ihn", "de", files).text).toBe("delete him");
  expect(glossOf("lösche ihn", "de", alarms).text).toBe("cancel him");
});

test("a little deed that the set names is said before one that it has as well", () => {
  const films = new WeighedWords([
    { text: "find_films", weight: 3 },
    { text: "search_book", weight: 3 },
  ]);
  expect(glossOf("trova il libro", "it", films).text).toBe("find the book");
});

describe.each([
  // Forms whose ending does not tell them, with what stands before the verb.
  ["de", "das Geld wurde abgehoben", "the money was withdrawn"],
  ["de", "wir haben es überwiesen", "we have transferred it"],
  ["de", "das Paket ist verschickt", "the parcel is sent"],
  ["nl", "de kaart is ingeslikt", "the card is swallowed"],
  ["fr", "quelqu'un a gardé ma carte", "someone has kept my card"],
  ["it", "hanno rifiutato il pagamento", "have refused the payment"],
  ["de", "viel Spass", "much fun"],
] as const)("a text that gets a label, in %s: %s", (language, said, english) => {
  test(`is read as: ${english}`, () => {
    expect(labelGlossOf(said, language, HOME).text).toBe(english);
  });
});

test("what a label says is meant, however far behind the list has it", () => {
  for (const english of ["set", "sentence", "kit", "theorem", "leap"]) {
    expect(labelGlossOf("der Satz", "de", new WeighedWords([{ text: english, weight: 3 }])).text).toBe(
      `the ${english}`,
    );
  }
});

test("names, codes, files, quoted texts and words that the set itself says stay as they are", () => {
  const said = 'schick registro.log an anna@example.org und schreib "bin gleich da" in TICKET-17';
  const { text } = gloss("de", said);
  for (const kept of ["registro.log", "anna@example.org", '"bin gleich da"', "TICKET-17"]) expect(text).toContain(kept);
});

describe.each([
  ["de", "Neue Mitglieder: Jonas Baumann und Heike Schneider", ["Jonas Baumann", "Heike Schneider"]],
  ["de", "Füge bright and breezy zu meiner This Is Gucci Mane Liste", ["This Is Gucci Mane"]],
  ["it", "Darei ad Half a Life tre stelle", ["Half a Life"]],
  ["nl", "op naam van Van den Berg", ["Van den Berg"]],
  ["de", "Zeig mir das Foto Rock You Baby", ["picture Rock You Baby"]],
  ["es", "Marta Ávila quiere montar una piscina", ["Marta Ávila"]],
] as const)("%s: %s", (language, said, names) => {
  test("a name of several words is no word of its own", () => {
    const { text } = gloss(language, said);
    for (const name of names) expect(text).toContain(name);
  });
});

test("what is spoken of tells which deed is meant", () => {
  const tools = new WordsOfTools([[{ text: "cancel_alarm", weight: 3 }], [{ text: "delete_file", weight: 3 }]]);
  expect(glossOf("lösche den Wecker", "de", tools).text).toBe("cancel the alarm");
  expect(glossOf("lösche die Datei", "de", tools).text).toBe("delete the file");
});

test("a value is laid back without the word before it that it has none for", () => {
  const said = "Stell den Wecker auf 6 Uhr früh";
  const made = gloss("de", said);
  const at = made.text.indexOf("6:00 am");
  expect(saidFor({ start: at, end: at + "6:00 am".length }, made, said, glossaryOf("de"))).toBe("6 Uhr früh");
});

test.each([
  ["de", "Füge das Lied zu meiner Jazz-Wiedergabeliste hinzu", "jazz", "Jazz-Wiedergabeliste"],
  ["de", "Wecker für 6 Uhr morgens am Mittwoch", "6:00 am on wednesday", "6 Uhr morgens am Mittwoch"],
  ["it", "cancella la sveglia di domani mattina", "tomorrow morning", "domani mattina"],
  ["de", "ich möchte das Licht ausmachen", "turn off the light", "das Licht ausmachen"],
] as const)("%s: of %s, %s is %s", (language, said, english, words) => {
  const made = gloss(language, said);
  const at = made.text.indexOf(english);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(saidFor({ start: at, end: at + english.length }, made, said, glossaryOf(language))).toBe(words);
});

test("a stretch of the gloss is what was said there", () => {
  const said = "kannst du das Licht im Wohnzimmer ausmachen";
  const made = gloss("de", said);
  const at = made.text.indexOf("living room");
  expect(saidFor({ start: at, end: at + "living room".length }, made, said, glossaryOf("de"))).toBe("Wohnzimmer");
});

test("whatever is said, each piece stands in the gloss and in what was said, in the order of the gloss", () => {
  const words = [
    "mach",
    "das",
    "Licht",
    "an",
    "l'",
    "réveille-moi",
    "ponme",
    "7 Uhr",
    "«a»",
    ",",
    "nicht",
    "ne",
    "pas",
    "€ 3",
  ];
  const sentence = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: "grapheme", maxLength: 12 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.constantFrom(...GLOSSED_LANGUAGES), sentence, (language, parts) => {
      const said = parts.join(" ");
      const { text, pieces } = gloss(language, said);
      let last = 0;
      for (const { of, at } of pieces) {
        expect(at.start).toBeGreaterThanOrEqual(last);
        expect(at.end).toBeGreaterThan(at.start);
        expect(at.end).toBeLessThanOrEqual(text.length);
        expect(of.start).toBeGreaterThanOrEqual(0);
        expect(of.end).toBeLessThanOrEqual(said.length);
        last = at.end;
      }
    }),
    { numRuns: 80 },
  );
  // It opens all five languages.
}, 60_000);
