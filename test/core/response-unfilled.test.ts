import { expect, test } from "bun:test";
import type { TimeZone } from "#core/local-time.ts";
import { dutch } from "#core/wording/languages/in-dutch.ts";
import { english } from "#core/wording/languages/in-english.ts";
import { french } from "#core/wording/languages/in-french.ts";
import { german } from "#core/wording/languages/in-german.ts";
import { italian } from "#core/wording/languages/in-italian.ts";
import { spanish } from "#core/wording/languages/in-spanish.ts";
import { refusal } from "#core/wording/response-unfilled.ts";

test.each([
  [english, "by 2 degrees", "“by 2 degrees” is not possible for the temperature: it takes the final value"],
  [german, "um 2 Grad", "gefragt ist der Endwert"],
  [french, "de 2 degrés", "il faut la valeur finale"],
  [spanish, "2 grados", "hace falta el valor final"],
  [italian, "di 2 gradi", "serve il valore finale"],
  [dutch, "2 graden", "nodig is de eindwaarde"],
] as const)("a change is answered with what is wanted in its place: %#", (language, said, expected) => {
  const steps = [{ name: "temperature", property: { type: "number" } }];
  const speech = { language, zone: "UTC" as TimeZone, at: null };
  expect(refusal({ parameter: "temperature", said, why: "change" }, steps, speech)).toContain(expected);
});
