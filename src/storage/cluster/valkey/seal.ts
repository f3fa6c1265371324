import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { SecretStore } from "#core/ports/secret-store.ts";

const SECRET_NAME = "valkey_seal_key";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what lies in Valkey under a name, with a key that the nodes share and Valkey does not have: who can write there cannot make an answer,
 * or move one to another name, app or version, and who can read there reads none.
 */
export class Seal {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** With the secret of all nodes, which the first of them makes. */
  static async of(secrets: SecretStore): Promise<Seal> {
    const kept = await secrets.find(SECRET_NAME);
    if (kept !== null) return new Seal(Buffer.from(kept, "base64"));
    const made = randomBytes(KEY_BYTES);
    // Another node may have made one meanwhile: that is the one, then.
    return (await secrets.exchange(SECRET_NAME, null, made.toString("base64"))) ? new Seal(made) : Seal.of(secrets);
  }

  /** The text of whoever has the secret, in base64. */
  seal(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(name), nonce);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
  }

  /** Null for what was not sealed under this name with this secret. */
  open(name: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, "base64");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#keyOf(name), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString("utf8");
    } catch {
      return null;
    }
  }

  /** In the place of a text that Valkey is not to read, in hex. */
  digest(text: string): string {
    return createHmac("sha256", this.#secret).update("digest\0").update(text).digest("hex");
  }

  /** Of each name another: however many there are, no key seals more than a few. */
  #keyOf(name: string): Buffer {
    return createHmac("sha256", this.#secret).update("key\0").update(name).digest();
  }
}
