/** Deeds that are spoken of in frames of other languages which ask for nothing, and frames that do ask. */
import { describe, expect, test } from "bun:test";
import { framedDeeds, isTakenBack } from "#core/glossing/said-frames.ts";
import { isOnlySpokenOfIn } from "#models/embedded/glossing/framed-in-gloss.ts";
import { glossOf } from "#models/embedded/glossing/gloss.ts";
import { GLOSSED_LANGUAGES, type GlossedLanguage, glossaryOf } from "#models/embedded/glossing/glossaries.ts";
import { WeighedWords } from "#models/embedded/glossing/set-words.ts";

const gate = { name: "gate_close", description: "Close the gate of the yard" };
const pay = { name: "transfer_money", description: "Transfer money to somebody" };
const diary = { name: "log_visit", description: "Write down in the diary what was done" };
const look = { name: "gate_status", description: "Tell whether the gate is closed" };
const message = { name: "send_message", description: "Send a message to somebody" };

const YARD = new WeighedWords([
  { text: "close the gate", weight: 3 },
  { text: "transfer money", weight: 3 },
]);

type Tool = typeof gate;

function isOnlySpoken(language: GlossedLanguage, said: string, tool: Tool): boolean {
  const { frames } = glossaryOf(language).language;
  return isOnlySpokenOfIn(said, glossOf(said, language, YARD), frames, tool);
}

describe("nothing is asked for", () => {
  test.each([
    // Thanks and apologies.
    ["de", "vielen Dank fürs Schließen des Tors", gate],
    ["de", "sorry, dass ich Olu vierzig Euro überwiesen habe", pay],
    ["fr", "merci d'avoir fermé le portail", gate],
    ["es", "muchas gracias por cerrar el portón", gate],
    ["it", "grazie per aver chiuso il cancello", gate],
    ["nl", "bedankt voor het sluiten van de poort", gate],
    // Fears, refusals and what is hated.
    ["de", "meine Schwester traut sich nicht, das Tor zu schließen", gate],
    ["de", "wir haben es satt, das Tor zu schließen", gate],
    ["fr", "j'ai vraiment peur de fermer le portail", gate],
    ["fr", "il déteste fermer le portail", gate],
    ["es", "me da miedo cerrar el portón", gate],
    ["it", "mia sorella ha paura di chiudere il cancello", gate],
    ["nl", "ik durf de poort niet te sluiten", gate],
    // What is judged, and whose work it is.
    ["de", "das Tor schließen ist Martas Aufgabe", gate],
    ["de", "es wäre unklug, Olu vierzig Euro zu überweisen", pay],
    ["fr", "fermer le portail serait une folie", gate],
    ["fr", "ça ne sert à rien de fermer le portail", gate],
    ["es", "cerrar el portón sería una locura", gate],
    ["it", "chiudere il cancello è compito di Marta", gate],
    ["nl", "de poort sluiten zou een blunder zijn", gate],
    // Who may.
    ["de", "nur Marta darf das Tor schließen", gate],
    ["de", "ich will nicht, dass du das Tor schließt", gate],
    ["fr", "tu n'es pas autorisé à fermer le portail", gate],
    ["es", "solo Marta puede cerrar el portón", gate],
    ["it", "solo Marta può chiudere il cancello", gate],
    ["nl", "alleen Marta mag de poort sluiten", gate],
    // Own deeds, habits and what used to be.
    ["de", "ich schließe das Tor lieber selbst", gate],
    ["de", "unser Nachbar schließt das Tor jeden Abend", gate],
    ["fr", "je ferme le portail moi-même", gate],
    ["es", "antes cerraba el portón", gate],
    ["it", "chiudo io il cancello", gate],
    ["nl", "mijn vader doet de poort altijd zelf dicht", gate],
    // Facts, dreams and how-to.
    ["de", "schön, dass ihr das Tor geschlossen habt", gate],
    ["de", "ich habe geträumt, dass ich das Tor schließe", gate],
    ["fr", "je suis ravie que tu aies fermé le portail", gate],
    ["fr", "comment fermer le portail ?", gate],
    ["es", "¿cómo se puede cerrar el portón?", gate],
    ["it", "peccato che abbiano chiuso il cancello", gate],
    ["nl", "hoe kan ik de poort sluiten?", gate],
    // Taken back.
    ["de", "schließ das Tor, war nur ein Witz", gate],
    ["de", "schließ das Tor, hab es mir aber anders überlegt", gate],
    ["fr", "ferme le portail, non, laisse tomber", gate],
    ["es", "cierra el portón, es broma", gate],
    ["it", "chiudi il cancello, anzi no", gate],
    ["nl", "doe de poort dicht, grapje", gate],
  ] as const)("%s: %s", (language, said, tool) => {
    expect(isOnlySpoken(language, said, tool)).toBeTrue();
  });
});

describe("something is asked for", () => {
  test.each([
    ["de", "schließ bitte das Tor", gate],
    ["de", "danke fürs Warten, jetzt schließ das Tor", gate],
    ["de", "danke fürs Schließen, überweis jetzt Olu vierzig Euro", pay],
    ["de", "tut mir leid zu stören, aber schließ das Tor", gate],
    ["de", "ich habe Angst hier, schließ das Tor", gate],
    ["de", "ich bin froh, dass du da bist, schließ das Tor", gate],
    ["de", "es wäre nett, wenn du das Tor schließt", gate],
    ["de", "es ist Zeit, das Tor zu schließen", gate],
    ["de", "es ist zu dunkel, um zu lesen, schließ das Tor", gate],
    ["fr", "merci de fermer le portail", gate],
    ["fr", "j'aimerais fermer le portail", gate],
    ["fr", "n'oublie pas de fermer le portail", gate],
    ["fr", "désolé de te déranger, mais ferme le portail", gate],
    ["es", "gracias por esperar, ahora cierra el portón", gate],
    ["es", "me gustaría cerrar el portón", gate],
    ["es", "¿puedes cerrar el portón, por favor?", gate],
    ["it", "scusa il disturbo, ma chiudi il cancello", gate],
    ["it", "è ora di chiudere il cancello", gate],
    ["nl", "sorry dat ik stoor, maar doe de poort dicht", gate],
    ["nl", "ik ben bang alleen, doe de poort dicht", gate],
    ["nl", "ik wil graag de poort sluiten", gate],
    // What is written down, looked up or passed on.
    ["de", "ich habe das Tor aus Versehen geschlossen", diary],
    ["de", "wie kann ich sehen, ob das Tor zu ist?", look],
    ["de", "schick Marta eine Nachricht, das war nur ein Witz", message],
  ] as const)("%s: %s", (language, said, tool) => {
    expect(isOnlySpoken(language, said, tool)).toBeFalse();
  });
});

describe.each(GLOSSED_LANGUAGES)("in %s", (language) => {
  const { frames } = glossaryOf(language).language;

  test.each([
    " ".repeat(5000),
    "ich bin ".repeat(2000),
    "no, ".repeat(2000),
    `${"nein, ".repeat(2000)}x`,
    "\u{1F600}".repeat(3000),
    "zu".repeat(3000),
  ])("a hostile text is read, and speaks of nothing (%#)", (text) => {
    expect(framedDeeds(text, frames)).toBeEmpty();
    expect(isTakenBack(`${text} x`, frames)).toBeFalse();
  });
});
