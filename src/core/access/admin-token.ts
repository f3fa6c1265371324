import type { SecretStore } from "../ports/secret-store.ts";
import { hashOf, randomBase62, sameHash } from "./api-key.ts";

const SECRET_NAME = "admin_token_sha256";
const TOKEN_LENGTH = 40;

/** The operator's key to the admin page and its API. Only its hash is kept. */
export class AdminToken {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Makes the token at the first start and returns it, to be shown once; null at every later one. */
  async ensure(): Promise<string | null> {
    const token = newToken();
    // Of several nodes that start for the first time, one makes it.
    return (await this.#secrets.exchange(SECRET_NAME, null, hashOf(token))) ? token : null;
  }

  /** A new token; the one before is dead. */
  async reset(): Promise<string> {
    const token = newToken();
    await this.#secrets.put(SECRET_NAME, hashOf(token));
    return token;
  }

  /** Takes the same time for every wrong token. */
  async matches(token: string): Promise<boolean> {
    const hash = await this.#secrets.find(SECRET_NAME);
    return hash !== null && sameHash(hashOf(token), hash);
  }
}

function newToken(): string {
  return `dga_${randomBase62(TOKEN_LENGTH)}`;
}
