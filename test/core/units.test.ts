import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";

const read = (text: string, name: string, description: string) => {
  const unit = unitWantedBy(name, description, ENGLISH);
  if (!unit) return null;
  return amountsIn(text, numbersIn(text, ENGLISH), unit, ENGLISH).map(({ start, end, value }) => [
    text.slice(start, end),
    value,
  ]);
};

describe("an amount in the unit that a parameter wants", () => {
  test.each<[string, string, string, [string, number][]]>([
    ["2 hours and 30 minutes", "duration", "How long, in minutes", [["2 hours and 30 minutes", 150]]],
    ["an hour and a half", "duration_minutes", "", [["an hour and a half", 90]]],
    ["an hour and a quarter", "duration_seconds", "", [["an hour and a quarter", 4500]]],
    ["two hours and three quarters", "minutes", "", [["two hours and three quarters", 165]]],
    ["half an hour", "minutes", "", [["half an hour", 30]]],
    ["a couple of hours", "minutes", "", [["a couple of hours", 120]]],
    ["an hour and twenty extra", "minutes", "", [["an hour and twenty", 80]]],
    ["two minutes ten", "seconds", "", [["two minutes ten", 130]]],
    ["one metre eighty tall", "height_cm", "", [["one metre eighty", 180]]],
    ["68 fahrenheit", "temperature", "Degrees Celsius", [["68 fahrenheit", 20]]],
    ["an hour", "delay", "Minutes to wait", [["an hour", 60]]],
    ["86 Fahrenheit", "tempC", "", [["86 Fahrenheit", 30]]],
    ["2.5 megabytes a second", "kilobytesPerSecond", "", [["2.5 megabytes a second", 2500]]],
    ["4 megawatt-hours a year", "usage_kwh", "", [["4 megawatt-hours", 4000]]],
    ["half a hectolitre", "volume_litres", "", [["half a hectolitre", 50]]],
    ["three quarters of an hour", "minutes", "", [["three quarters of an hour", 45]]],
    ["a quarter of an hour", "minutes", "", [["a quarter of an hour", 15]]],
    ["two and a quarter hours", "minutes", "", [["two and a quarter hours", 135]]],
    ["1h30", "minutes", "", [["1h30", 90]]],
    ["1h30m for the roast", "duration_seconds", "", [["1h30m", 5400]]],
    ["2h 15m", "minutes", "", [["2h 15m", 135]]],
    ["5m30s", "seconds", "", [["5m30s", 330]]],
    ["3 h 20 people", "minutes", "", [["3 h", 180]]],
    ["1.5h", "minutes", "", [["1.5h", 90]]],
    ["90 min", "hours", "", [["90 min", 1.5]]],
    ["for the next week", "days", "", [["the next week", 7]]],
    ["a fortnight", "weeks", "", [["a fortnight", 2]]],
    ["half a year", "weeks", "", [["half a year", 26]]],
    // No whole number of them: 30 days are no four weeks.
    ["a month", "weeks", "", [["a month", 4.34821429]]],
    ["four weeks", "months", "", [["four weeks", 0.919917864]]],
    ["next month", "count", "Number of months", [["next month", 1]]],
    ["the past decade", "duration", "Duration in years", [["the past decade", 10]]],
    ["18 months", "years", "", [["18 months", 1.5]]],
    ["5ft 10in", "height", "Height in inches", [["5ft 10in", 70]]],
    ["5 miles", "distance_km", "", [["5 miles", 8.04672]]],
    ["16 oz of it", "weight", "Weight in grams", [["16 oz", 453.59237]]],
    ["2.5 kg", "weight", "The weight (g)", [["2.5 kg", 2500]]],
    ["100µF", "capacitance", "The capacitance (C) in farads", [["100µF", 0.0001]]],
    ["50mH", "inductance", "The inductance (L) in henries (H)", [["50mH", 0.05]]],
    ["22 degrees Celsius", "temperature", "In Fahrenheit", [["22 degrees Celsius", 71.6]]],
    ["eight cubic metres", "litres", "", [["eight cubic metres", 8000]]],
    ["0.5 square kilometres", "area", "In hectares", [["0.5 square kilometres", 50]]],
    ["54 kilometres an hour", "speed_mps", "", [["54 kilometres an hour", 15]]],
    ["20 m/s", "kmh", "", [["20 m/s", 72]]],
    ["18 km/h", "speed_m_s", "", [["18 km/h", 5]]],
    ["half a gigabit", "MegabitsPerSecond", "", [["half a gigabit", 500]]],
    ["2.5 MW", "max_kw", "", [["2.5 MW", 2500]]],
    ["2 gigs of ram", "mebibytes", "", [["2 gigs", 2048]]],
    ["2 gigs of ram", "size_mb", "", [["2 gigs", 2000]]],
    ["68 fahrenheit", "setpoint", "In degrees Celsius", [["68 fahrenheit", 20]]],
    ["two weeks", "nights", "", [["two weeks", 14]]],
    ["a quarter turn", "degrees", "", [["a quarter turn", 90]]],
    ["an hour and ten", "minutes", "", [["an hour and ten", 70]]],
    ["an hour and ten people", "minutes", "", [["an hour", 60]]],
    ["another year and a half", "term_months", "", [["another year and a half", 18]]],
    ["two hours", "MinutesPerDay", "", [["two hours", 120]]],
    ["half an hour", "eta_min", "minutes", [["half an hour", 30]]],
    ["bench 2875 in the west", "depth", "In metres", []],
    ["120 a night", "nights", "", []],
    ["for a night", "nights", "", [["a night", 1]]],
    [
      "10 minutes, and 3 days later",
      "seconds",
      "",
      [
        ["10 minutes", 600],
        ["3 days", 259_200],
      ],
    ],
  ])("%p for %p, %p", (text, name, description, expected) => {
    expect(read(text, name, description)).toEqual(expected);
  });

  test("is approximate only across systems of units", () => {
    const isApproximate = (text: string, name: string) => {
      const unit = unitWantedBy(name, "", ENGLISH);
      return unit && amountsIn(text, numbersIn(text, ENGLISH), unit, ENGLISH)[0]?.isApproximate;
    };
    expect(isApproximate("half a mile", "metres")).toBe(true);
    expect(isApproximate("350 Fahrenheit", "celsius")).toBe(true);
    expect(isApproximate("90 minutes", "hours")).toBe(false);
    expect(isApproximate("2500 grams", "kg")).toBe(false);
  });

  test.each([
    ["another kind of unit", "5 kilometres", "minutes", ""],
    ["no unit", "5 of them", "minutes", ""],
  ])("%s is no amount", (_, text, name, description) => {
    expect(read(text, name, description)).toEqual([]);
  });

  test.each([
    ["no unit is named", "amount", "How much"],
    ["two units are named", "distance", "In miles or in kilometres"],
    ["a point in time is meant", "year", "The year of the film"],
    ["a minimum is meant", "price_min", "The lowest price"],
    ["a word of grammar ends its name", "check_in", "The day of arrival"],
  ])("a parameter wants no unit where %s", (_, name, description) => {
    expect(unitWantedBy(name, description, ENGLISH)).toBeNull();
  });

  test("an amount that is said in the wanted unit keeps its number", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom("minutes", "miles", "grams", "hours"),
        (n, unit) => {
          expect(read(`about ${n} ${unit} more`, unit, "")).toEqual([[`${n} ${unit}`, n]]);
        },
      ),
    );
  });

  test("amounts lie in the text, in order, and none overlaps another", () => {
    const words = fc.constantFrom("2", "half an", "the next", "hours", "day", "and", "30 min", "a", "week", "1/2", ",");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const text = parts.join(" ");
        const unit = unitWantedBy("minutes", "", ENGLISH);
        if (!unit) throw new Error("minutes are a unit");
        const ends = amountsIn(text, numbersIn(text, ENGLISH), unit, ENGLISH).flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        expect(ends.every((at) => at >= 0 && at <= text.length)).toBe(true);
      }),
    );
  });
});
