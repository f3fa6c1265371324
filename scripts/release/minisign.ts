/**
 * Signatures that `minisign -V` verifies, without a network and without Dragoman (https://jedisct1.github.io/minisign, "Signature
 * format" and "Public key format"): Ed25519 over BLAKE2b-512 of the file.
 */
import { createPublicKey, hash, type KeyObject, sign } from "node:crypto";

const KEY_ALGORITHM = "Ed";
/** Of the hash of the file, and not of all its bytes. */
const SIGNATURE_ALGORITHM = "ED";
const KEY_ID_BYTES = 8;

interface Signed {
  readonly file: Uint8Array;
  /** One line, signed with the rest: which file of which version it is. */
  readonly comment: string;
}

/** The content of `FILE.minisig`. Throws an Error for a comment of more than one line. */
export function minisignature({ file, comment }: Signed, key: KeyObject): string {
  if (/[\r\n]/.test(comment)) throw new Error("a comment of minisign is one line");
  const signature = sign(null, hash("blake2b512", file, "buffer"), key);
  const all = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const named = Buffer.concat([Buffer.from(SIGNATURE_ALGORITHM), keyIdOf(key), signature]);
  return [
    "untrusted comment: signature of Dragoman",
    named.toString("base64"),
    `trusted comment: ${comment}`,
    all.toString("base64"),
    "",
  ].join("\n");
}

/** The content of `minisign.pub`. */
export function minisignKey(key: KeyObject): string {
  const named = Buffer.concat([Buffer.from(KEY_ALGORITHM), keyIdOf(key), publicBytesOf(key)]);
  return `untrusted comment: minisign public key of Dragoman\n${named.toString("base64")}\n`;
}

/** Only to find a key among several: minisign takes any eight bytes, ours follow from the key. */
function keyIdOf(key: KeyObject): Buffer {
  return hash("sha256", publicBytesOf(key), "buffer").subarray(0, KEY_ID_BYTES);
}

function publicBytesOf(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
}
