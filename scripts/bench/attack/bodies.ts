/** Bodies that are made to cost much, as plain values. A number makes each unlike all others: what is known costs nothing. */

const properties = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]));

/** A megabyte of 500 classes with nearly 2,048 characters each: seconds of the model's work. */
export function longClasses(number: number): unknown {
  const text = "money back for a parcel that never came, ".repeat(50).slice(0, 2_000);
  return {
    data: `where is my parcel ${number}`,
    classes: Array.from({ length: 500 }, (_, at) => ({ label: `${number} ${at}`, description: text })),
  };
}

/** 128 tools of 2,048 characters, none of which was seen before. */
export function manyTools(number: number): unknown {
  return {
    query: `${number} lamps `.repeat(50).slice(0, 500),
    tools: Array.from({ length: 128 }, (_, at) => ({
      name: `tool_${at}`,
      description: `${number} ${at} lamps `.repeat(200).slice(0, 2_048),
    })),
  };
}

/** Five tools of nearly 2,000 parts, all compiled, before a last one whose schema is none. */
export function lateMistake(number: number): unknown {
  const parameters = { properties: properties(980, { type: "string" }) };
  return {
    query: `${number}`,
    tools: [
      ...Array.from({ length: 5 }, (_, n) => ({ name: `t${n}`, description: "a", parameters })),
      { name: "last", description: "a", parameters: { type: "nonsense" } },
    ],
  };
}

/** Patterns that just fit into each tool of a set, with a text to try them on. */
export function largePatterns(number: number): unknown {
  return {
    query: "a".repeat(500),
    tools: Array.from({ length: 8 }, (_, n) => ({
      name: `t${n}`,
      description: "a",
      parameters: { type: "object", properties: { [`p${number}`]: { type: "string", pattern: "(a?){450}" } } },
    })),
  };
}

/** A set of nearly a megabyte, to be registered and listed. */
export function largeSet(signature: string): unknown {
  const tools = Array.from({ length: 120 }, (_, n) => ({
    name: `t${n}`,
    description: "a",
    parameters: { description: "x".repeat(8_000) },
  }));
  return { signature, name: "Large", tools };
}

/** Names that nobody knows, each of which is told of: an answer of nearly as many bytes as are kept of a refusal. */
export function manyFaults(): unknown {
  return Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}_${"n".repeat(100)}`, n]));
}
