/** Numbers and times as people write them where they are from. */
import { UNDETERMINED } from "#core/spoken-language/read-languages.ts";
import { isUnlimited } from "#core/tenant.ts";
import { language, texts } from "./texts/texts.ts";

const SECONDS_PER = { minute: 60, hour: 3_600, day: 86_400 } as const;

export function count(value: number): string {
  return value.toLocaleString(language.value);
}

/** `code`: of a language by ISO 639, or `und`. */
export function languageCalled(code: string): string {
  if (code === UNDETERMINED) return texts.value.playground.unknownLanguage;
  return new Intl.DisplayNames([language.value], { type: "language" }).of(code) ?? code;
}

/** What an app may spend. */
export function requests(amount: number): string {
  return isUnlimited(amount) ? texts.value.unlimited : count(amount);
}

/** `share`: 0 to 1. */
export function percent(share: number): string {
  const maximumFractionDigits = share > 0 && share < 0.1 ? 1 : 0;
  return share.toLocaleString(language.value, { style: "percent", maximumFractionDigits });
}

/** In the currency of the settings, which nobody told us the name of. */
export function money(amount: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2 };
  return amount.toLocaleString(language.value, digits);
}

/** Of a million tokens, in the same currency: as it stands in the settings. */
export function price(amount: number): string {
  return amount.toLocaleString(language.value, { maximumFractionDigits: 6 });
}

export function milliseconds(ms: number): string {
  if (ms >= 1_000) return unit(ms / 1_000, "second", 1);
  return unit(ms, "millisecond", ms < 10 ? 1 : 0);
}

/** In the largest unit of which there is one. */
export function duration(seconds: number): string {
  if (seconds >= SECONDS_PER.day) return unit(seconds / SECONDS_PER.day, "day", 1);
  if (seconds >= SECONDS_PER.hour) return unit(seconds / SECONDS_PER.hour, "hour", 1);
  if (seconds >= SECONDS_PER.minute) return unit(seconds / SECONDS_PER.minute, "minute", 1);
  return unit(seconds, "second", seconds < 10 ? 1 : 0);
}

export function bytes(amount: number): string {
  return unit(amount / 1_000_000, "megabyte", 0);
}

/** `at`: RFC 3339. */
export function moment(at: string): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}

/** To the second, for lists of what happened. */
export function exactMoment(at: string): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: "short", timeStyle: "medium" });
}

function unit(value: number, name: string, maximumFractionDigits: number): string {
  return value.toLocaleString(language.value, {
    style: "unit",
    unit: name,
    unitDisplay: "short",
    maximumFractionDigits,
  });
}
