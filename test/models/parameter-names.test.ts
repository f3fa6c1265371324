/** A set in another language, as the networks read it, and the names that answers are given by. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { preparingValues } from "#core/foreign/values/gloss-values.ts";
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { GLOSSED_LANGUAGES } from "#models/embedded/glossing/glossaries.ts";
import { ToolsInEnglish } from "#models/embedded/glossing/offered-in-english.ts";

const sets = new ToolsInEnglish();

function tool(name: string, description: string, properties: JsonObject, required: readonly string[] = []): Tool {
  return { name, description, parameters: { type: "object", properties, required: [...required] } };
}

const text = { type: "string" };

describe.each([
  ["dauer, ort, uhrzeit", "Trägt einen Termin in den Kalender ein.", ["duration", "location", "time"]],
  ["hora, prioridad, codigo", "Apunta una tarea en la lista del usuario.", ["time", "priority", "code"]],
  ["quantité, heure, debut", "Réserve une salle pour la réunion du matin.", ["quantity", "time", "start"]],
  ["ora, quantità, destinatario", "Manda un messaggio a una persona della squadra.", ["time", "quantity", "recipient"]],
  ["duur, plaats, aantal", "Zet een afspraak in de agenda van de klant.", ["duration", "place", "number"]],
])("parameters called %s", (names, description, english) => {
  const own = names.split(", ");
  const properties = Object.fromEntries(own.map((name) => [name, text]));

  test("are read in English", async () => {
    const offered = await sets.of([tool("werkzeug", description, properties, own.slice(0, 1))]);
    const schema = offered.tools[0]?.parameters ?? {};
    expect(Object.keys(schema.properties as JsonObject)).toEqual(english);
    expect(schema.required).toEqual(english.slice(0, 1));
  });

  test("are answered as they are", async () => {
    const offered = await sets.of([tool("werkzeug", description, properties)]);
    const answered = Object.fromEntries(english.map((name, index) => [name, index]));
    expect(Object.keys(offered.names[0]?.asOwn(answered) ?? {})).toEqual(own);
  });
});

test("a set in English is read as it is", async () => {
  const english = [
    tool("send_marshal", "Send a marshal to a hole.", { hole: { type: "integer" }, reason: text }),
    tool("book_tee_time", "Book a tee time for a group of players.", { date: text, players: { type: "integer" } }),
  ];
  const offered = await sets.of(english);
  expect(offered.isTranslated).toBe(false);
  expect(offered.tools).toBe(english);
});

test("two parameters that mean the same keep each its own name", async () => {
  const offered = await sets.of([
    tool("termin_anlegen", "Legt einen Termin für den Kunden an.", { anzahl: text, nummer: text, number: text }),
  ]);
  const keys = Object.keys(offered.tools[0]?.parameters?.properties as JsonObject);
  expect(new Set(keys).size).toBe(3);
});

test("what stands inside of others is named back, too, and so is its path", async () => {
  const address = { type: "object", properties: { straße: text, stadt: text } };
  const offered = await sets.of([
    tool("lieferung_anlegen", "Legt eine Lieferung an einen Kunden an.", {
      empfänger: address,
      zimmer: { type: "array", items: address },
    }),
  ]);
  const [names] = offered.names;
  expect(names?.asOwn({ recipient: { street: "a", city: "b" }, room: [{ city: "c" }], other: { city: "d" } })).toEqual({
    empfänger: { straße: "a", stadt: "b" },
    zimmer: [{ stadt: "c" }],
    other: { city: "d" },
  });
  expect(names?.asOwnPath("recipient.city")).toBe("empfänger.stadt");
});

test("whatever is answered by a set's names comes back as it was", async () => {
  const offered = await sets.of([
    tool("licht_schalten", "Schaltet das Licht in einem Raum ein.", { raum: text, dauer: text, farbe: text }),
  ]);
  const values = fc.dictionary(fc.constantFrom("raum", "dauer", "farbe", "__proto__", "x.y"), fc.jsonValue());
  fc.assert(
    fc.property(values, (given) => {
      const own = given as JsonObject;
      expect(offered.names[0]?.asOwn(offered.names[0].inEnglish(own))).toEqual(own);
    }),
  );
});

test.each([...GLOSSED_LANGUAGES])("what reading %s needs is made in many steps", (language) => {
  expect([...preparingValues(language)].length).toBeGreaterThan(10);
});
