/**
 * Who made an executable: an Ed25519 signature over the SHA-256 of its bytes, in a file of its own beside it, a line of JSON:
 * `{"dragoman_executable": 1, "key": "ed25519:…", "signature": "…"}`.
 */
import type { KeyObject } from "node:crypto";
import { invalid } from "../errors.ts";
import { isJsonObject } from "../json.ts";
import { isSignedBy, keyNameOf, signatureOf } from "../signing-key.ts";

const FORMAT = 1;
/** What is signed is an executable, and no bundle that the same key may have signed. */
const SIGNED_AS = `dragoman executable ${FORMAT}\n`;

/** `sha256`: of the executable, in hex. */
export function executableSignature(sha256: string, key: KeyObject): string {
  const signature = signatureOf(signedBytes(sha256), key);
  return `${JSON.stringify({ dragoman_executable: FORMAT, key: keyNameOf(key), signature })}\n`;
}

/** The key whose owner signed these bytes. Throws `validation_error` for what is no signature, or is one of other bytes. */
export function signerOf(text: string, sha256: string): string {
  const { dragoman_executable: format, key, signature } = parsed(text);
  if (format !== FORMAT)
    throw invalid("signature", `is of format ${JSON.stringify(format)}, and this version reads ${FORMAT}`);
  if (typeof key !== "string" || typeof signature !== "string") {
    throw invalid("signature", "lacks its `key` or its `signature`");
  }
  if (isSignedBy(key, signedBytes(sha256), signature, "signature.key")) return key;
  throw invalid("signature", "is not of this file: one of them was damaged or changed on the way, fetch both anew");
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    const document: unknown = JSON.parse(text);
    if (isJsonObject(document)) return document;
  } catch {
    // Said below, in our words.
  }
  throw invalid(
    "signature",
    'is none: expected a line such as {"dragoman_executable":1,"key":"ed25519:…","signature":"…"}',
  );
}

function signedBytes(sha256: string): Buffer {
  return Buffer.from(SIGNED_AS + sha256);
}
