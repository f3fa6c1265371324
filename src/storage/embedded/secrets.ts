import type { SecretStore } from "#core/ports/secret-store.ts";
import type { GroupCommit } from "./commits/group-commit.ts";

export class EmbeddedSecrets implements SecretStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
  }

  async find(name: string): Promise<string | null> {
    return this.#commits.read(() => this.#statements.find.get(name)?.value ?? null);
  }

  put(name: string, value: string): Promise<void> {
    return this.#commits.write(() => {
      this.#statements.put.run(name, value);
    });
  }

  exchange(name: string, previous: string | null, value: string): Promise<boolean> {
    return this.#commits.write(() => {
      if ((this.#statements.find.get(name)?.value ?? null) !== previous) return false;
      this.#statements.put.run(name, value);
      return true;
    });
  }
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<{ value: string }, [string]>("SELECT value FROM secrets WHERE name = ?"),
    put: commits.prepare<null, [string, string]>(
      "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    ),
  };
}
