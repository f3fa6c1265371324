/** A secret in every form in which a program may have written it by mistake. */

/** Shorter pieces would be found by chance. */
const CHARACTERS_MIN = 12;

/** The text, and what encodings make of it wherever it stands in something longer. */
export function formsOf(secret: string): Readonly<Record<string, string>> {
  if (secret.length < CHARACTERS_MIN) throw new Error(`too short to be looked for: ${secret.length} characters`);
  const bytes = Buffer.from(secret, "utf8");
  const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const encoded = [0, 1, 2].map((before) => [`base64 behind ${before} bytes`, inBase64(bytes, before)] as const);
  return {
    plain: secret,
    hex: bytes.toString("hex"),
    HEX: bytes.toString("hex").toUpperCase(),
    "percent-encoded": encodeURIComponent(secret),
    "percent-encoded whole": escaped,
    reversed: [...secret].reverse().join(""),
    ...Object.fromEntries(encoded),
    ...Object.fromEntries(
      encoded.map(([name, text]) => [`${name}, for URLs`, text.replaceAll("+", "-").replaceAll("/", "_")]),
    ),
  };
}

/** The characters that only the secret's own bytes decide, when so many bytes stand before it. */
function inBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const whole = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(Math.ceil((before * 8) / 6), whole);
}

/** Which secrets stand in which texts, as in `api key in log (plain)`. */
export function secretsIn(
  texts: Readonly<Record<string, Buffer | string>>,
  secrets: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(texts).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      Object.entries(formsOf(secret)).flatMap(([form, written]) =>
        text.includes(written) ? [`${name} in ${place} (${form})`] : [],
      ),
    ),
  );
}
