/** Keys of Ed25519 (RFC 8032) as people tell them to each other: `ed25519:` and 43 characters, the 32 bytes in base64url. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { invalid } from "./errors.ts";

const KEY_PREFIX = "ed25519:";
const KEY_FORM = /^ed25519:[A-Za-z0-9_-]{43}$/;
const SIGNATURE_BYTES = 64;

export const KEY_EXPECTED = "ed25519: and 43 characters";

export function isKeyName(text: string): boolean {
  return KEY_FORM.test(text);
}

/** The public half of a private key, as it is told. */
export function keyNameOf(key: KeyObject): string {
  return `${KEY_PREFIX}${createPublicKey(key).export({ format: "jwk" }).x}`;
}

/** As it is kept: PKCS #8, in base64. */
export function keptKeyOf(key: KeyObject): string {
  return key.export({ format: "der", type: "pkcs8" }).toString("base64");
}

export function privateKeyOf(kept: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(kept, "base64"), format: "der", type: "pkcs8" });
}

/** In base64url. */
export function signatureOf(bytes: Buffer, key: KeyObject): string {
  return sign(null, bytes, key).toString("base64url");
}

/** Whether the owner of the key signed the bytes. Throws `validation_error` naming `field` for what is no key. */
export function isSignedBy(keyName: string, bytes: Buffer, signature: string, field: string): boolean {
  const given = Buffer.from(signature, "base64url");
  if (given.length !== SIGNATURE_BYTES) return false;
  if (!isKeyName(keyName)) throw invalid(field, `must be a key: ${KEY_EXPECTED}`);
  const x = keyName.slice(KEY_PREFIX.length);
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, bytes, key, given);
}
