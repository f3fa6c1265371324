/** Whether the time that a schema takes tells that somebody else has it: as a chance, so that a busy machine changes little. */
import { expect, test } from "bun:test";
import { preparedSchema } from "#core/schema/json-schema.ts";

const SCHEMAS = 400;
/** Nearly four standard deviations of the share of pairs where there is nothing to see; it was 0.62 to 0.85. */
const WITHIN = 0.11;

const schemaOf = (number: number) => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`field_${number}_${n}`, { type: "integer", maximum: number + n }]),
  ),
});

/** Keeps what was read, as a server does that has the sets. */
const held: unknown[] = [];
function readInMs(number: number): number {
  const schema = schemaOf(number);
  const startedMs = performance.now();
  const validate = preparedSchema(schema, "parameters");
  validate({});
  held.push(schema, validate);
  return performance.now() - startedMs;
}

test("an equal schema that another app has is read no sooner", () => {
  for (let number = -100; number < 0; number += 1) readInMs(number);
  for (let number = 0; number < SCHEMAS; number += 2) readInMs(number);
  const took: [known: number[], unknown: number[]] = [[], []];
  for (let number = 0; number < SCHEMAS; number += 1) took[number % 2 === 0 ? 0 : 1].push(readInMs(number));
  const [known, unknown] = took;
  const wins = known.flatMap((a) => unknown.map((b) => (a < b ? 1 : a === b ? 0.5 : 0)));
  const share = wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
  expect(Math.abs(share - 0.5)).toBeLessThan(WITHIN);
});
