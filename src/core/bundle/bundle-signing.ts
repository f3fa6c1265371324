/**
 * Who made a bundle: an Ed25519 signature (RFC 8032) over the hash of its content as RFC 8785 writes it, so that it holds however the
 * file is laid out. A key is told as `ed25519:` and 43 characters, its 32 bytes in base64url.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { invalid } from "../errors.ts";
import { checkDepth } from "../exchange/json-fields.ts";
import { contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SecretStore } from "../ports/storage.ts";
import { BUNDLE_FORMAT } from "./bundle.ts";

const SECRET_NAME = "bundle_signing_key";
const KEY_PREFIX = "ed25519:";
const KEY_FORM = /^ed25519:[A-Za-z0-9_-]{43}$/;
/** What is signed is a bundle, and can be taken for nothing else that this key may ever sign. */
const SIGNED_AS = `dragoman bundle ${BUNDLE_FORMAT}\n`;
const SIGNATURE_BYTES = 64;

/** A bundle as it stands in a file. */
export interface SignedBundle {
  /** Of who signed it, whoever that may be. */
  readonly key: string;
  readonly content: JsonObject;
}

/** The folder's own key, made when the first bundle is. */
export class BundleSigning {
  readonly #secrets: SecretStore;
  #making: Promise<KeyObject> | null = null;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  async sign(content: JsonObject): Promise<JsonObject> {
    const key = await this.#key();
    const signature = sign(null, signedBytes(content), key).toString("base64url");
    return { dragoman_bundle: BUNDLE_FORMAT, key: nameOf(createPublicKey(key)), signature, content };
  }

  /** Whether it is this folder's own. */
  async isOwn(key: string): Promise<boolean> {
    const kept = await this.#secrets.find(SECRET_NAME);
    return kept !== null && nameOf(createPublicKey(privateKeyOf(kept))) === key;
  }

  /** Two that are made at once would be two keys, and one of them forgotten. */
  #key(): Promise<KeyObject> {
    this.#making ??= this.#ensureKey().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #ensureKey(): Promise<KeyObject> {
    const kept = await this.#secrets.find(SECRET_NAME);
    if (kept !== null) return privateKeyOf(kept);
    const { privateKey } = generateKeyPairSync("ed25519");
    await this.#secrets.put(SECRET_NAME, privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"));
    return privateKey;
  }
}

/** Whether it is meant to be a bundle, intact or not. */
export function isBundle(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && document.dragoman_bundle !== undefined;
}

/** Throws `validation_error` for what is none of this format, and where the content is not what was signed. */
export function verifiedBundle(document: JsonValue): SignedBundle {
  if (!isBundle(document)) throw invalid("bundle", "must be a bundle, as `dragoman export --bundle` writes it");
  const { dragoman_bundle: format, key, signature, content } = document;
  if (format !== BUNDLE_FORMAT)
    throw invalid("bundle", `is of format ${JSON.stringify(format)}, and this version reads ${BUNDLE_FORMAT}`);
  if (typeof key !== "string" || typeof signature !== "string" || !isJsonObject(content))
    throw invalid("bundle", "lacks its `key`, its `signature` or its `content`");
  checkDepth(content);
  const bytes = Buffer.from(signature, "base64url");
  const isSigned = bytes.length === SIGNATURE_BYTES && verify(null, signedBytes(content), publicKeyOf(key), bytes);
  if (!isSigned)
    throw invalid("bundle", "is not what was signed: it was damaged or changed on the way, ask for it anew");
  return { key, content };
}

/** As somebody writes it. Throws `validation_error`. */
export function checkedKey(field: string, key: string): string {
  if (KEY_FORM.test(key)) return key;
  throw invalid(field, "must be a key as `dragoman export --bundle` tells it: ed25519: and 43 characters");
}

/** What the signature is of. */
export function signedBytes(content: JsonObject): Buffer {
  return Buffer.from(SIGNED_AS + contentHashOf(content));
}

function nameOf(key: KeyObject): string {
  return `${KEY_PREFIX}${key.export({ format: "jwk" }).x}`;
}

function privateKeyOf(kept: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(kept, "base64"), format: "der", type: "pkcs8" });
}

function publicKeyOf(name: string): KeyObject {
  const x = checkedKey("bundle.key", name).slice(KEY_PREFIX.length);
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
