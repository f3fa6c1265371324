/**
 * Who made a bundle: an Ed25519 signature (RFC 8032) over the hash of its content as RFC 8785 writes it, so that it holds however the
 * file is laid out.
 */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { invalid } from "../errors.ts";
import { checkDocument } from "../exchange/json-fields.ts";
import { contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SecretStore } from "../ports/secret-store.ts";
import {
  isKeyName,
  isSignedBy,
  KEY_EXPECTED,
  keptKeyOf,
  keyNameOf,
  privateKeyOf,
  signatureOf,
} from "../signing-key.ts";
import { BUNDLE_FORMAT } from "./bundle.ts";

const SECRET_NAME = "bundle_signing_key";
/** What is signed is a bundle, and can be taken for nothing else that this key may ever sign. */
const SIGNED_AS = `dragoman bundle ${BUNDLE_FORMAT}\n`;

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
    const signature = signatureOf(signedBytes(content), key);
    return { dragoman_bundle: BUNDLE_FORMAT, key: keyNameOf(key), signature, content };
  }

  /** Whether it is this folder's own. */
  async isOwn(key: string): Promise<boolean> {
    const kept = await this.#secrets.find(SECRET_NAME);
    return kept !== null && keyNameOf(privateKeyOf(kept)) === key;
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
    // Another node may have made one meanwhile: that is the one, then.
    return (await this.#secrets.exchange(SECRET_NAME, null, keptKeyOf(privateKey))) ? privateKey : this.#ensureKey();
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
  checkDocument(content);
  if (!isSignedBy(key, signedBytes(content), signature, "bundle.key"))
    throw invalid("bundle", "is not what was signed: it was damaged or changed on the way, ask for it anew");
  return { key, content };
}

/** As somebody writes it. Throws `validation_error`. */
export function checkedKey(field: string, key: string): string {
  if (isKeyName(key)) return key;
  throw invalid(field, `must be a key as \`dragoman export --bundle\` tells it: ${KEY_EXPECTED}`);
}

/** What the signature is of. */
export function signedBytes(content: JsonObject): Buffer {
  return Buffer.from(SIGNED_AS + contentHashOf(content));
}
