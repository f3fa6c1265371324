import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { KeyId } from "../tenant.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(
  `^dgm_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** `length` characters, each drawn evenly from the 62 letters and digits. */
export function randomBase62(length: number): string {
  let text = "";
  for (let index = 0; index < length; index += 1) text += ALPHABET[randomInt(ALPHABET.length)];
  return text;
}

const CRC32_POLYNOMIAL = 0xedb88320;

/** As ISO 3309 has it. `node:zlib` has it too, and is longer in loading than a start should wait. */
function crc32(text: string): number {
  let sum = ~0;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? CRC32_POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
}

/** CRC-32 in base 62, so that a mistyped key is refused without a look-up, and secret scanners can tell a key from noise. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    checksum = ALPHABET[rest % ALPHABET.length] + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return checksum;
}

export interface NewApiKey {
  readonly id: KeyId;
  /** The whole key, `dgm_<id>_<secret><checksum>`: shown once. */
  readonly text: string;
  readonly secretHash: string;
}

export function newApiKey(): NewApiKey {
  const id = randomBase62(ID_LENGTH) as KeyId;
  const secret = randomBase62(SECRET_LENGTH);
  const body = `dgm_${id}_${secret}`;
  return { id, text: body + checksumOf(body), secretHash: hashOf(secret) };
}

/** The parts of a key that is well formed and whose checksum is right; else null. */
export function parseApiKey(text: string): { readonly id: KeyId; readonly secret: string } | null {
  const [, id, secret, checksum] = FORM.exec(text) ?? [];
  if (id === undefined || secret === undefined || checksum !== checksumOf(`dgm_${id}_${secret}`)) return null;
  return { id: id as KeyId, secret };
}

/** Hex SHA-256. The secret has 190 random bits, so nothing slower is needed. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A hash that no secret has: compared against when a key is unknown, so that both cases take the same time. */
export const NO_SECRET_HASH = "0".repeat(64);

/** Compares two hex SHA-256 in constant time. */
export function sameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}
