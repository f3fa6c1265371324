/** What holds of the parts that read a follow-up, whatever is said. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { carriedValues } from "#models/embedded/following/carried-values.ts";
import { changesOf } from "#models/embedded/following/changes.ts";
import { completed } from "#models/embedded/following/completed-codes.ts";
import { fitsIn, lastCallOf, placesIn } from "#models/embedded/following/last-call.ts";
import { nearestTo, shifted } from "#models/embedded/following/moments.ts";
import { relativeValue } from "#models/embedded/following/relative-values.ts";
import { saidAsOne } from "#models/embedded/following/said-as-one.ts";
import { correctionIn, tailOf } from "#models/embedded/following/tail.ts";
import type { JointReader, ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { assembled } from "#models/embedded/parameter-value.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

/** Some hundred sentences each, on a machine that runs other tests beside. */
setDefaultTimeout(60_000);

/** A Thursday. */
const NOW = inUtc(Date.parse("2026-11-26T10:00:00Z"));
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const SCHEMA = {
  type: "object",
  properties: {
    room: { type: "string" },
    code: { type: "string", description: "Number of the ticket, as in R-104" },
    level: { type: "integer" },
    warmth: { type: "number" },
    mode: { type: "string", enum: ["eco", "boost"] },
    on: { type: "boolean" },
    day: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" } },
    lines: {
      type: "array",
      items: { type: "object", properties: { item: { type: "string" }, count: { type: "integer" } } },
    },
  },
  required: ["room"],
} as const;
const TOOL: ReadableTool = {
  name: "set_room",
  description: "Sets a room",
  parameters: parametersOf(readSchema(SCHEMA as unknown as JsonObject)),
};
const parameterNamed = (name: string) => {
  const found = TOOL.parameters.find((parameter) => parameter.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** Words that people go on with, beside any others. */
const words = fc.constantFrom(
  ..."no not the other one and for two 3 15% more less later earlier an hour day after before make it bedroom R-104 105 eco , . ? same instead of sorry I meant wait Friday 5pm half".split(
    " ",
  ),
);
const sentence = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 12 }).map((some) => some.join(" ")),
  fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
);
const answered = fc.record(
  {
    room: fc.constantFrom("kitchen", "bedroom", "hall of mirrors"),
    code: fc.constantFrom("R-104", "P45", "007", "plain"),
    level: fc.integer({ min: -5, max: 200 }),
    warmth: fc.constantFrom(0.5, 21, -3.25),
    mode: fc.constantFrom("eco", "boost"),
    on: fc.boolean(),
    day: fc.constantFrom("2026-11-28", "2027-01-01"),
    tags: fc.array(fc.constantFrom("a", "b")),
    lines: fc.array(fc.record({ item: fc.constantFrom("nail", "screw"), count: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
    }),
  },
  { requiredKeys: ["room"] },
);

/** Reads nothing out of any text: what is left is what rules say. */
const NOTHING: JointReader = {
  read: (_, tool) => ({
    tool,
    tokens: { ids: [], starts: [], ends: [] },
    relevance: 0,
    parameters: tool.parameters.map((parameter) => {
      const none = new Float64Array(0);
      const choices = parameter.choices.map(() => -9);
      return { parameter, stated: 0, truth: 0, choices, startLog: none, endLog: none, inside: none };
    }),
  }),
};

describe("a code with another number", () => {
  const prefix = fc.stringMatching(/^[A-Za-z]{1,4}-?$/);
  const digits = fc.stringMatching(/^[1-9]\d{0,5}$/);

  test("keeps all but the number, and has the one that was said", () => {
    fc.assert(
      fc.property(prefix, digits, digits, fc.constantFrom("", "-x"), (head, old, said, tail) => {
        expect(completed(head + old + tail, said)).toBe(head + said + tail);
      }),
    );
  });

  test("of as many digits where it began with a nought", () => {
    fc.assert(
      fc.property(prefix, digits, (head, said) => {
        const made = completed(`${head}0${"1".repeat(6)}`, said);
        expect(made).toHaveLength(head.length + 7);
        expect(made?.endsWith(said)).toBe(true);
      }),
    );
  });

  test("is none where there is none, or are several, or no letter", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z -]{0,20}$/), digits, (letters, said) => {
        expect(completed(letters, said)).toBeNull();
        expect(completed(`${said}-${said}`, said)).toBeNull();
        expect(completed(`a${said}b${said}`, said)).toBeNull();
        expect(completed(said, said)).toBeNull();
      }),
    );
  });

  test("is said again and again to the same end", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.string({ maxLength: 20 }), (old, said) => {
        const once = completed(old, said);
        if (once !== null) expect(completed(once, said)).toBe(once);
      }),
    );
  });
});

describe("a moment", () => {
  const at = fc.integer({ min: Date.parse("1971-01-01"), max: Date.parse("2200-01-01") });
  const written = fc.oneof(
    at.map((ms) => ({ text: new Date(ms).toISOString().slice(0, 10), stepMs: DAY_MS })),
    fc.tuple(at, fc.constantFrom("", "Z", "+05:30", "-08:00")).map(([ms, zone]) => ({
      text: new Date(ms).toISOString().slice(0, 16) + zone,
      stepMs: MINUTE_MS,
    })),
    fc.tuple(at, fc.constantFrom("", "Z", "-03:00")).map(([ms, zone]) => ({
      text: new Date(ms).toISOString().slice(11, 19) + zone,
      stepMs: MINUTE_MS,
    })),
  );

  test("that is moved there and back is what it was", () => {
    fc.assert(
      fc.property(written, fc.integer({ min: -700, max: 700 }), ({ text, stepMs }, steps) => {
        const there = shifted(text, steps * stepMs);
        expect(there).not.toBeNull();
        expect(there).toHaveLength(text.length);
        expect(shifted(there ?? "", -steps * stepMs)).toBe(text);
      }),
    );
  });

  test("keeps its offset, and a day has no hours", () => {
    expect(shifted("2026-11-26T10:00:00+01:00", 3_600_000)).toBe("2026-11-26T11:00:00+01:00");
    expect(shifted("2026-11-26", 3_600_000)).toBeNull();
    expect(shifted("next Friday", DAY_MS)).toBeNull();
    expect(shifted("2026-11-26", Number.NaN)).toBeNull();
  });

  test("that is the nearest of its weekday is one, within half a week of the old one where that is to come", () => {
    const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 300 }), fc.integer({ min: 0, max: 6 }), (days, weekday) => {
        const today = Date.parse("2026-11-26");
        const old = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
        const near = nearestTo(old, weekdays[weekday] ?? "", parameterNamed("day"), NOW);
        expect(near).not.toBeNull();
        const day = new Date(`${near}T00:00:00Z`);
        expect(day.getUTCDay()).toBe(weekday);
        expect(Math.abs(day.getTime() - Date.parse(old)) / DAY_MS).toBeLessThanOrEqual(3.5);
      }),
    );
  });
});

describe("the call before", () => {
  test("has of what was answered all that its tool takes, and nothing else", () => {
    fc.assert(
      fc.property(
        answered,
        fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue()),
        sentence,
        (parameters, more, query) => {
          const history = [{ tool: TOOL.name, query, parameters: { ...(more as JsonObject), ...parameters } }];
          const last = lastCallOf(history, { tools: [TOOL], joint: NOTHING, now: NOW });
          expect(last).not.toBeNull();
          const { tags = [], lines, ...rest } = parameters;
          const kept = assembled(last?.values ?? []);
          expect(kept).toMatchObject({ ...rest, ...(lines && { lines }), ...(tags.length > 0 && { tags }) } as object);
          for (const { parameter, value } of last?.values ?? []) expect(fitsIn(value, parameter)).toBe(true);
          for (const { start, end } of last?.places.values() ?? []) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(last?.query.length ?? 0);
            expect(end).toBeGreaterThan(start);
          }
        },
      ),
    );
  });

  test("is none of a tool that is gone", () => {
    const history = [{ tool: "gone", query: "water the roses", parameters: { room: "hall" } }];
    expect(lastCallOf(history, { tools: [TOOL], joint: NOTHING, now: NOW })).toBeNull();
  });

  test("gives what is open, by name and type, and never what does not fit", () => {
    const other: ReadableTool = { ...TOOL, name: "clean_room", parameters: TOOL.parameters.map((one) => ({ ...one })) };
    fc.assert(
      fc.property(answered, fc.subarray([...other.parameters]), (parameters, open) => {
        const history = [{ tool: TOOL.name, query: "it", parameters: parameters as JsonObject }];
        const last = lastCallOf(history, { tools: [TOOL, other], joint: NOTHING, now: NOW });
        if (!last) throw new Error("no call");
        const carried = carriedValues({ tool: other, values: [], isWhole: false }, open, last);
        for (const { parameter, value, span } of carried) {
          expect(open).toContain(parameter);
          expect(fitsIn(value, parameter)).toBe(true);
          expect(span).toBeNull();
          expect(value).toEqual((parameters as JsonObject)[parameter.name] as JsonValue);
        }
      }),
    );
  });

  test("is said as one sentence that is no longer than what was said, or than a few lines", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, answered), { minLength: 1, maxLength: 5 }), (turns) => {
        const read = turns.map(([query, parameters]) => {
          const history = [{ tool: TOOL.name, query, parameters: parameters as JsonObject }];
          const values = lastCallOf(history, { tools: [TOOL], joint: NOTHING, now: NOW })?.values ?? [];
          return { query, values };
        });
        const [first, ...later] = read;
        if (!first) return;
        const text = saidAsOne([first, ...later], (said, parameter, value) => placesIn(said, parameter, value, NOW));
        expect(text.length).toBeLessThanOrEqual(Math.max(300, read.at(-1)?.query.length ?? 0));
        if (later.length === 0 && first.query.length <= 300) expect(text).toBe(first.query);
      }),
    );
  });
});

test("a value fits where it is of the type, and one of the options", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = value as JsonValue;
      expect(fitsIn(json, parameterNamed("level"))).toBe(Number.isInteger(json));
      expect(fitsIn(json, parameterNamed("warmth"))).toBe(typeof json === "number");
      expect(fitsIn(json, parameterNamed("on"))).toBe(typeof json === "boolean");
      expect(fitsIn(json, parameterNamed("mode"))).toBe(json === "eco" || json === "boost");
      const isList = Array.isArray(json) && json.every((item) => typeof item === "string");
      expect(fitsIn(json, parameterNamed("tags"))).toBe(isList);
    }),
  );
});

test("places lie in the text, and a value that stands there is found", () => {
  fc.assert(
    fc.property(sentence, fc.constantFrom("kitchen", "bedroom", "R-104"), sentence, (before, room, behind) => {
      const text = `${before} , ${room} , ${behind}`;
      const places = placesIn(text, parameterNamed("room"), room, NOW);
      expect(places.map(({ start, end }) => text.slice(start, end).toLowerCase())).toContain(room.toLowerCase());
    }),
  );
});

describe("what is said anew", () => {
  test("lies in the query, and what is denied apart from it", () => {
    fc.assert(
      fc.property(sentence, (query) => {
        for (const { said, denied } of [tailOf(query), correctionIn(query)?.tail].filter(
          (tail) => tail !== undefined,
        )) {
          for (const { start, end } of [said, ...denied]) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(query.length);
          }
          expect(query.slice(said.start, said.end).trim()).toBe(query.slice(said.start, said.end));
          for (const { start, end } of denied) expect(start < said.end && said.start < end).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("changes values in the query's own words, of its types, a few ways, and none that was several", () => {
    fc.assert(
      fc.property(sentence, answered, sentence, (query, parameters, before) => {
        const history = [{ tool: TOOL.name, query: before, parameters: parameters as JsonObject }];
        const last = lastCallOf(history, { tools: [TOOL], joint: NOTHING, now: NOW });
        if (!last) throw new Error("no call");
        const { values, places, query: text } = last;
        const changes = changesOf({ tool: TOOL, text, values, places }, query, tailOf(query), {
          joint: NOTHING,
          now: NOW,
        });
        expect(changes.length).toBeLessThanOrEqual(3);
        const several = new Set(values.flatMap(({ parameter, item = 0 }) => (item > 0 ? [parameter] : [])));
        for (const { values: changed } of changes) {
          for (const { parameter, value, span, why } of changed) {
            expect(several.has(parameter)).toBe(false);
            if (why === undefined) expect(fitsIn(value, parameter)).toBe(true);
            if (span === null) continue;
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeGreaterThan(span.start);
            expect(span.end).toBeLessThanOrEqual(query.length);
          }
        }
      }),
    );
  });
});

test("a distance there and back is the value before", () => {
  const level = parameterNamed("level");
  fc.assert(
    fc.property(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 1, max: 99 }), (old, by) => {
      const from = (value: number, query: string) =>
        relativeValue([{ parameter: level, value, span: null, dependsOnClock: false }], query, {
          start: 0,
          end: query.length,
        });
      const more = from(old, `${by} percent higher`);
      expect(more?.value).toBe(old + by);
      expect(from(old + by, `${by} percent lower`)?.value).toBe(old);
    }),
  );
});
