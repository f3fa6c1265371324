/** Whatever is known, in whatever order it came and went. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "#core/json.ts";
import { Partition } from "./partition.ts";

const city = fc.constantFrom("Rome", "Bonn", "New York", "Bad Ems", "York");
const song = fc.constantFrom("Lithium", "Hey Jude", "Not Today", "Rome", "Four");
const people = fc.integer({ min: 1, max: 12 });

const line = fc.oneof(
  fc
    .tuple(people, city)
    .map(([count, place]) => ["book_table", `A table for [people:${count}] in [city:${place}]`] as const),
  fc
    .tuple(people, city)
    .map(([count, place]) => ["book_table", `Book [city:${place}] for [people:${count}] tonight`] as const),
  song.map((title) => ["play", `Play [song:${title}]`] as const),
  fc.tuple(song, city).map(([title, place]) => ["play", `Play [song:${title}] from [artist:${place}] please`] as const),
  fc.constantFrom("What is love", "Who plays in Rome", "A day in Rome").map((text) => [null, text] as const),
);
const question = fc.oneof(
  fc.tuple(people, city).map(([count, place]) => `A table for ${count} in ${place}`),
  fc.tuple(people, city).map(([count, place]) => `For ${count} book ${place}`),
  fc.tuple(song, city).map(([title, place]) => `Play ${title} from ${place}`),
  song.map((title) => `please play ${title} now`),
  fc.constantFrom("What is love to you", "Who plays in Bonn", "A day in Bonn for 4"),
  fc
    .array(fc.constantFrom("play", "not", "Rome", "for", "in", "4", "a", "table"), { minLength: 1, maxLength: 8 })
    .map((words) => words.join(" ")),
);

test("what comes and goes leaves nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.array(line, { minLength: 1, maxLength: 6 }),
      question,
      async (kept, gone, asked) => {
        const [plain, changed] = [new Partition(), new Partition()];
        for (const [tool, text] of kept) {
          await plain.know(tool, text);
          await changed.know(tool, text);
        }
        const ids: number[] = [];
        for (const [tool, text] of gone) ids.push(await changed.know(tool, text));
        for (const id of ids.reverse()) changed.forget(id);
        expect(changed.calls.size).toBe(plain.calls.size);
        expect(changed.calls.bytes).toBe(plain.calls.bytes);
        expect(await changed.ask(asked)).toEqual(await plain.ask(asked));
      },
    ),
    { numRuns: 150 },
  );
});

test("no value is anything but known as it is, or taken from the sentence", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), question, async (known, asked) => {
      const partition = new Partition();
      const values = new Set<JsonValue | undefined>();
      for (const [tool, text] of known) {
        await partition.know(tool, text);
        for (const [, value] of text.matchAll(/\[\w+:([^\]]*)\]/g))
          values.add(/^\d+$/.test(value ?? "") ? Number(value) : value);
      }
      const { best } = await partition.ask(asked);
      for (const [name, value] of Object.entries(best?.call?.parameters ?? {})) {
        const span = best?.spans[name];
        const written = span && asked.slice(span.start, span.end);
        const isTaken = written !== undefined && written.toLowerCase() === String(value).toLowerCase();
        expect(isTaken || values.has(value as JsonValue)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("an id that comes again replaces what it was", async () => {
  const partition = new Partition();
  const id = await partition.know("play", "Play [song:Lithium]");
  const before = partition.calls.bytes;
  partition.calls.add({
    id,
    text: "Book Rome for 4",
    vector: new Float32Array(384),
    answeredAt: 0,
    tool: 0,
    parameters: { city: "Rome", people: 4 },
    defaultsApplied: [],
  });
  expect(partition.calls.size).toBe(1);
  partition.calls.remove(id);
  partition.calls.remove(id);
  expect({ size: partition.calls.size, bytes: partition.calls.bytes }).toEqual({ size: 0, bytes: 0 });
  expect(before).toBeGreaterThan(0);
});
