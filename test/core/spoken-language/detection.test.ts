import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { askedIn } from "#core/spoken-language/asked-in.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { UNDETERMINED } from "#core/spoken-language/read-languages.ts";
import { cpuMs } from "../../cpu-time.ts";

describe("a request tells its language by its words", () => {
  test.each([
    ["de", "mach das Licht aus"],
    ["de", "Licht im Wohnzimmer an"],
    ["de", "kannst du mich morgen um halb acht wecken"],
    ["fr", "éteins la lumière du salon"],
    ["fr", "réveille-moi demain à sept heures"],
    ["es", "apaga la luz del salón"],
    ["es", "¿qué tiempo hace mañana en Sevilla?"],
    ["it", "spegni la luce in cucina"],
    ["it", "svegliami domani alle sette"],
    ["nl", "doe het licht uit in de woonkamer"],
    ["nl", "zet de wekker op zeven uur"],
    // Names and titles are in any language.
    ["de", "spiel The Wall von Pink Floyd"],
    ["de", "spiel die playlist workout"],
    // A verb with its pronouns is of the language that has the verb.
    ["it", "Mostrami la foto Rock You Baby"],
    ["es", "ponme el aceite a 9 euros"],
  ])("%s: %s", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test.each([
    "turn off the light",
    "play Die Zauberflöte",
    "add El Camino to my playlist",
    "book a table at Le Petit Bistro for four",
    "what is the weather in San José",
    "navigate to Van Gogh Museum",
    "snooze",
    // Endings that Spanish has for a pronoun.
    "erase shopping list",
    "rotate the picture a little",
    "42",
    "",
    "what's La Paz like in May?",
    "Why was I double charged?",
    "Problem verifying my account",
    "piano down an octave",
  ])("English: %s", (text) => {
    expect(languageOf(text)).toBe("en");
  });

  test("one that nobody prepared is said by its name", () => {
    expect(languageOf("hvordan bliver vejret i morgen")).toBe("da");
    expect(languageOf("não quero acordar cedo amanhã")).toBe("pt");
  });

  test("another script is none that anybody can tell", () => {
    expect(languageOf("включи свет")).toBe(UNDETERMINED);
    expect(languageOf("打开客厅的灯")).toBe(UNDETERMINED);
  });

  test("any text has one, in time that grows with the first of it alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => /^[a-z]{2,3}$/.test(languageOf(text))),
    );
    const startedMs = cpuMs();
    languageOf("wie wird das Wetter ".repeat(50_000));
    expect(cpuMs() - startedMs).toBeLessThan(200);
  });
});

describe("what a request says goes before what its words tell", () => {
  test("with or without a country", () => {
    expect(askedIn("de-AT", "turn it off")).toEqual({ language: "de", isLanguageNamed: true });
    expect(askedIn("NL", "turn it off")).toEqual({ language: "nl", isLanguageNamed: true });
    expect(askedIn(undefined, "turn it off")).toEqual({ language: "en", isLanguageNamed: false });
  });

  test.each(["", "d", "german", "de_DE", "de-", "d e"])("%p is no language tag", (tag) => {
    expect(() => askedIn(tag, "turn it off")).toThrow('must be a language tag such as "de" or "fr-CA"');
  });
});
