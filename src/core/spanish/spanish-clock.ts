/** Times of day as people say them in Spanish. */
import type { ClockPhrases } from "../foreign/values/value-gloss-tables.ts";

const THE_HOUR = "las? <hour>";
const H = "(?: ?h(?:rs|s|oras)?\\.?)?";

export const SPANISH_CLOCK: ClockPhrases = {
  hours: { medianoche: 0, mediodia: 12, una: 1 },
  plain: [
    { said: "<named>", adds: 0, minute: 0 },
    { said: `${THE_HOUR} y media`, adds: 30, minute: 0 },
    { said: `${THE_HOUR} y cuarto`, adds: 15, minute: 0 },
    { said: `${THE_HOUR} menos cuarto`, adds: -15, minute: 0 },
    { said: `${THE_HOUR} menos <minute>`, adds: 0, minute: -1 },
    { said: `${THE_HOUR} y <minute>`, adds: 0, minute: 1 },
    { said: `(?:un )?cuarto para las? <hour>`, adds: -15, minute: 0 },
    { said: `<minute> para las? <hour>`, adds: 0, minute: -1 },
    { said: `${THE_HOUR} en punto`, adds: 0, minute: 0 },
    { said: `${THE_HOUR} ?[:.h]<mm>${H}`, adds: 0, minute: 1 },
    { said: `${THE_HOUR} <minute>${H}`, adds: 0, minute: 1 },
    { said: `<hour>[:.]<mm> ?h(?:rs|s|oras)?\\.?`, adds: 0, minute: 1 },
    { said: "<hour>:<mm>", adds: 0, minute: 1 },
    { said: "(?=1\\d|2[0-3]|0?[6-9])<hour> ?h ?<mm>", adds: 0, minute: 1 },
  ],
  behind: [
    { said: `${THE_HOUR}${H}`, adds: 0, minute: 0 },
    { said: "(?<=al\\s)<named>", adds: 0, minute: 0 },
  ],
  before: {
    "a(?: eso de)?|al|para": "at",
    "sobre|hacia|alrededor de|como a|a eso de": "around",
    "desde|a partir de|de": "from",
    "hasta|antes de que den": "until",
    "antes de(?:l)?": "before",
    "despues de(?:l)?": "after",
  },
  parts: {
    "de la manana|por la manana|de la madrugada|am|a\\.m\\.": "morning",
    "de la tarde|por la tarde|del mediodia|pm|p\\.m\\.": "afternoon",
    "de la noche|por la noche": "evening",
  },
  ranges: [
    { first: "de|desde", second: "a|hasta", english: ["from", "to"], isClock: false },
    { first: "entre", second: "y", english: ["between", "and"], isClock: false },
  ],
  counted:
    "%|€|por ciento|euros?|dolares|personas|habitacion(?:es)?|primer[oa]s|ultim[oa]s|siguientes|proxim[oa]s|luces|lamparas|entradas|mesas?|cajas|camaras?|puertas?|canciones|notas|veces|horas de|semanas?|unidades|copias|piezas",
};
