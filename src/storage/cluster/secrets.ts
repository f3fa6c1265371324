import type { SecretStore } from "#core/ports/secret-store.ts";
import type { Postgres } from "./postgres.ts";

export class ClusterSecrets implements SecretStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async find(name: string): Promise<string | null> {
    const found = await this.#postgres.row<{ value: string }>("SELECT value FROM secrets WHERE name = $1", [name]);
    return found?.value ?? null;
  }

  async put(name: string, value: string): Promise<void> {
    await this.#postgres.rows(
      "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, value],
    );
  }

  async exchange(name: string, previous: string | null, value: string): Promise<boolean> {
    const statement =
      previous === null
        ? "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name"
        : "UPDATE secrets SET value = $2 WHERE name = $1 AND value = $3 RETURNING name";
    const values = previous === null ? [name, value] : [name, value, previous];
    return (await this.#postgres.row(statement, values)) !== null;
  }
}
