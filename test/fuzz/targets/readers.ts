/** Readers of sentences: what they find lies in the text, and long texts take no more than their length. */
import { ENGLISH } from "#core/english/english.ts";
import { glossValues } from "#core/foreign/values/gloss-values.ts";
import { inUtc } from "#core/local-time.ts";
import { redacted } from "#core/query-log/redaction.ts";
import { clockTimesIn } from "#core/reading/clock-times.ts";
import { coordinatesIn } from "#core/reading/coordinates.ts";
import { currenciesIn } from "#core/reading/currencies.ts";
import { datesIn } from "#core/reading/dates.ts";
import { frequenciesIn, ratesIn } from "#core/reading/frequencies.ts";
import { identifiersIn } from "#core/reading/identifiers.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { digitsIn } from "#core/reading/pattern-forms.ts";
import { periodsIn } from "#core/reading/periods.ts";
import { literalPlaces } from "#core/reading/places.ts";
import { rangesIn } from "#core/reading/ranges.ts";
import { sharesIn } from "#core/reading/shares.ts";
import { digitRunsIn } from "#core/reading/spoken-digits.ts";
import { timesWritten } from "#core/reading/spoken-times.ts";
import { sumsIn } from "#core/reading/sums.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";
import { weekdaysIn } from "#core/reading/weekdays.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { must, type Target, textOf } from "../engine/target.ts";

const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const METRES = unitWantedBy("metres", "", ENGLISH);
if (METRES === null) throw new Error("metres are a unit");
const UNIT = METRES;

const ENGLISH_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  numbers: (text) => numbersIn(text, ENGLISH),
  clockTimes: (text) => clockTimesIn(text, ENGLISH),
  currencies: (text) => currenciesIn(text, ENGLISH),
  dates: (text) => datesIn(text, { kind: "pattern", pattern: "YYYY-MM-DD" }, NOW, ENGLISH),
  moments: (text) => datesIn(text, { kind: "date-time" }, NOW, ENGLISH),
  periods: (text) => periodsIn(text, NOW, false, ENGLISH),
  frequencies: (text) => frequenciesIn(text, ENGLISH),
  rates: (text) => ratesIn(text, ENGLISH),
  identifiers: (text) => identifiersIn(text),
  digits: (text) => digitsIn(text, 4, ENGLISH),
  digitRuns: (text) => digitRunsIn(text, ENGLISH),
  ranges: (text) => rangesIn(text, numbersIn(text, ENGLISH), ENGLISH),
  coordinates: (text) => coordinatesIn(text, numbersIn(text, ENGLISH)),
  shares: (text) => sharesIn(text, { name: ["volume"], about: ["volume"] }, ENGLISH),
  sums: (text) => sumsIn(text, numbersIn(text, ENGLISH), ENGLISH),
  amounts: (text) => amountsIn(text, numbersIn(text, ENGLISH), UNIT, ENGLISH),
  weekdays: (text) => weekdaysIn(text, ENGLISH),
  places: (text) => literalPlaces("Rome", text),
  times: (text) => timesWritten(text, ENGLISH).text,
};

/** A span, wherever in what was read it stands. */
function mustLieIn(found: unknown, text: string, reader: string): void {
  if (typeof found === "number") must(!Number.isNaN(found), `${reader} read a number that is none`);
  if (typeof found !== "object" || found === null) return;
  const { start, end } = found as { readonly start?: unknown; readonly end?: unknown };
  if (typeof start === "number" && typeof end === "number")
    must(
      0 <= start && start <= end && end <= text.length,
      `${reader} found ${start}–${end} in ${text.length} characters`,
    );
  for (const inner of Object.values(found)) mustLieIn(inner, text, reader);
}

const english: Target = {
  name: "sentences-english",
  about: `what an English sentence says: ${Object.keys(ENGLISH_READERS).join(", ")}`,
  seeds: [
    "wake me at half past six tomorrow, and again every other Friday at 18:45",
    "transfer $1,250.50 plus 20 euros and fifty cents to account 4711-08 by next month",
    "set the volume to a third, between 20 and 30 percent, no more than minus five degrees",
    "from May 1st to the 3rd of June 2027, 12 km and 300 m north of 48.2° N, 16.37 E",
    "oh four two double seven, twice a week, e.g. ada@example.com or https://a.example/x?y=1",
    "three quarters of two hundred and thirty-one thousand, 1/2 cup, 3 dozen, 2e3, five to nine",
    "the last quarter of last year, the weekend after next, in a fortnight, since Monday morning",
  ],
  bytesMax: 1_024,
  time: { ms: 60, msPerKib: 60 },
  grows: true,
  open: () => ({
    read: (input) => {
      const text = textOf(input);
      return Object.entries(ENGLISH_READERS).map(([name, reader]) => {
        const found = reader(text);
        mustLieIn(found, text, name);
        return found;
      });
    },
  }),
};

const FOREIGN = ["de", "es", "fr", "it", "nl"] as const;
const foreign: Target = {
  name: "sentences-foreign",
  about: "values of a German, Spanish, French, Italian or Dutch sentence, each text read as all five",
  seeds: [
    "weck mich morgen früh um Viertel nach sechs, und überweise zweihundertfünfzig Euro bis Ende März",
    "despiértame mañana a las siete y media, veintiún euros con treinta, el próximo martes",
    "réveille-moi demain à sept heures moins le quart, quatre-vingt-dix-sept virgule cinq degrés",
    "svegliami domani alle sei e mezza, ventitré euro, la settimana prossima, da lunedì a venerdì",
    "maak me morgen om kwart voor zeven wakker, vijfentwintig euro, overmorgen, elke dinsdag",
  ],
  bytesMax: 768,
  time: { ms: 60, msPerKib: 100 },
  grows: true,
  open: () => ({
    read: (input) => {
      const text = textOf(input);
      return FOREIGN.map((language) => {
        const found = glossValues(text, language);
        mustLieIn(found, text, language);
        for (const [index, { span }] of found.entries())
          must(index === 0 || (found[index - 1]?.span.end ?? 0) <= span.start, `${language}: two values overlap`);
        return found;
      });
    },
  }),
};

const logged: Target = {
  name: "sentences-logged",
  about: "the language of a text, and the text as the log of questions keeps it",
  seeds: [
    "my card 4111 1111 1111 1111 and IBAN DE89 3704 0044 0532 0130 00, call +49 170 1234567",
    "schreib an ada.byron+x@example.co.uk wegen der Rechnung vom 3.4.",
    "mi tarjeta no funciona",
  ],
  bytesMax: 8_192,
  time: { ms: 30, msPerKib: 20 },
  grows: true,
  open: () => ({
    read: (input) => {
      const text = textOf(input);
      const kept = redacted(text);
      must(
        !/(?<![\w@.+-])[a-z]{1,9}@[a-z]{1,9}\.(?:com|org)(?![\w@.-])/.test(kept.text),
        "a plain mail address is kept",
      );
      return [languageOf(text), kept];
    },
  }),
};

export const READERS: readonly Target[] = [english, foreign, logged];
