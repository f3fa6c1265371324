/** What may not be kept of an answer: values, and names in free objects. Pure. */
import { isJsonObject, type JsonValue } from "../json.ts";
import { phoneIn, type Redacted, redacted, redactedPhone, redactedValue } from "./redaction.ts";
import { isPhoneName } from "./said-numbers.ts";

/** How deep an answer is looked into; what is deeper is left out. */
const DEPTH_MAX = 32;

/** What stands under a name that says what it is. */
interface At {
  readonly depth: number;
  readonly isPhone: boolean;
}

const TOP: At = { depth: 0, isPhone: false };

/** Digits of the values of parameters whose names say that they are a telephone's. */
export function personalNumbersIn(value: JsonValue, { depth, isPhone }: At = TOP): readonly string[] {
  if (depth > DEPTH_MAX) return [];
  if (typeof value === "string" || typeof value === "number")
    return isPhone ? [phoneIn(String(value)) ?? []].flat() : [];
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue) => personalNumbersIn(item, { depth: depth + 1, isPhone }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    personalNumbersIn(item as JsonValue, { depth: depth + 1, isPhone: isPhone || isPhoneName(name) }),
  );
}

/** The answer without what was removed from its sentence, and without what is personal by itself. */
export function withoutPersonal(value: JsonValue, sentence: Redacted, { depth, isPhone }: At = TOP): JsonValue {
  if (depth > DEPTH_MAX) return null;
  if (typeof value === "string" || typeof value === "number") return withoutNumber(value, sentence, isPhone);
  if (Array.isArray(value))
    return value.map((item: JsonValue) => withoutPersonal(item, sentence, { depth: depth + 1, isPhone }));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const kept = item as JsonValue;
    // What the tool is called stands in its set; a free object may have names of the caller's.
    if (name === "tool" && depth === 0) return [name, kept];
    const at = { depth: depth + 1, isPhone: isPhone || isPhoneName(name) };
    return [redacted(name).text, withoutPersonal(kept, sentence, at)];
  });
  return Object.fromEntries(entries);
}

function withoutNumber(value: number | string, { removed }: Redacted, isPhone: boolean): JsonValue {
  const plain = String(value);
  const own = redactedValue(plain, removed);
  const written = own === plain && isPhone ? redactedPhone(plain) : own;
  return written === plain ? value : written;
}
