/**
 * A phrase of another language with the value that the readers of English must read out of its gloss. Days count from Wednesday,
 * 18 November 2026, ten o'clock.
 */
export type SaidValue =
  | readonly [said: string, reader: "number" | "percent" | "minutes" | "times a year", value: number]
  /** A day as "2026-11-19", a time of day as "07:30", both as "2026-11-19T07:30". */
  | readonly [said: string, reader: "day" | "time" | "moment", value: string]
  /** "2.5 EUR", where a currency is said; "5 kilometers". */
  | readonly [said: string, reader: "money" | "amount", value: string]
  /** 0 is Monday. */
  | readonly [said: string, reader: "weekdays", value: readonly number[]]
  /** The gloss itself, whole. */
  | readonly [said: string, reader: "gloss", value: string];
