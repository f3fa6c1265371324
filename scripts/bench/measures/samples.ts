/** Toolsets and sets of the size that owners have, and what people ask of them. Made up, and the same every time. */

const TEXT = { type: "string" };
const COUNT = { type: "integer", minimum: 1 };

export const lamp = {
  signature: "bench-lamp-v1",
  name: "Lamp",
  tools: [{ name: "lamp", description: "Switches a lamp", parameters: { type: "object", properties: {} } }],
};

export const weather = {
  signature: "bench-weather-v1",
  name: "Weather",
  tools: [
    {
      name: "get_weather",
      description: "Get the weather forecast of a city",
      parameters: { type: "object", properties: { city: TEXT, days: COUNT }, required: ["city"] },
    },
    {
      name: "set_lamp",
      description: "Switch a lamp on or off",
      parameters: { type: "object", properties: { room: TEXT, state: { type: "string", enum: ["on", "off"] } } },
    },
  ],
};

const CITIES =
  "Rome Oslo Bern Lima Cork Graz Nice Turin Paris Madrid Lisbon Vienna Prague Athens Dublin Berlin Munich Milan Seville Porto".split(
    " ",
  );
const DAYS_MIN = 2;

/** Numbers up to 1,900 give as many sentences, all in the same words. */
export function weatherQuery(number: number): string {
  const days = DAYS_MIN + Math.floor(number / CITIES.length);
  return `show the weather in ${CITIES[number % CITIES.length]} for ${days} days`;
}

const THINGS = [
  "flight",
  "room",
  "table",
  "car",
  "parcel",
  "course",
  "ticket",
  "invoice",
  "order",
  "meeting",
  "contract",
  "desk",
  "machine",
  "lesson",
  "boat",
  "garden",
];
const VERBS = ["book", "cancel", "find", "move", "repair", "share", "rent", "print"];

/** What tools of owners are made of: options, days, numbers with bounds, texts, flags. */
const PARAMETERS: Readonly<Record<string, object>> = {
  day: { type: "string", format: "date", description: "Day it is for" },
  people: { type: "integer", minimum: 1, maximum: 40, description: "Number of people" },
  place: { type: "string", description: "City or address" },
  class: { type: "string", enum: ["standard", "comfort", "first"], description: "Class of comfort" },
  price_max: { type: "number", minimum: 0, description: "Highest price in euros" },
  is_urgent: { type: "boolean", description: "Whether it has to be done at once" },
  customer: { type: "string", description: "Full name of the customer" },
  email: { type: "string", format: "email", description: "Where the confirmation goes" },
  hours: { type: "integer", minimum: 1, maximum: 72, description: "How many hours it takes" },
  note: { type: "string", description: "Anything else that has to be known" },
};
const PARAMETERS_MIN = 5;

/** `count` tools, 1–128, with 5 to 10 parameters each. */
export function ownersTools(count: number): readonly object[] {
  const names = Object.keys(PARAMETERS);
  return Array.from({ length: count }, (_, index) => {
    const [verb, thing] = [VERBS[index % VERBS.length], THINGS[Math.floor(index / VERBS.length) % THINGS.length]];
    const parameters = PARAMETERS_MIN + (index % (names.length - PARAMETERS_MIN + 1));
    const properties = Object.fromEntries(names.slice(0, parameters).map((name) => [name, PARAMETERS[name]]));
    const description = `${verb} a ${thing} for a customer`;
    return { name: `${verb}_${thing}`, description, parameters: { type: "object", properties, required: ["day"] } };
  });
}

/**
 * What is asked of `ownersTools`, for one of the first eight. No two worlds or numbers share a sentence: the server remembers the
 * embeddings of the last ones.
 */
export function ownersQuery(world: number, number: number): string {
  const verb = VERBS[number % VERBS.length];
  const city = CITIES[number % CITIES.length];
  return `please ${verb} a flight for ${2 + (number % 30)} people in ${city} on ${1 + (number % 28)} May 2027, note ${world * 10_000 + number}`;
}
