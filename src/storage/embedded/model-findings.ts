import type { JsonObject } from "#core/json.ts";
import type { KeptFindings, ModelFindingStore } from "#core/ports/model-finding-store.ts";
import type { GroupCommit } from "./commits/group-commit.ts";

/** Servers that nobody asks any more go, the oldest first. */
const SERVERS_MAX = 200;

interface Row {
  readonly key: string;
  readonly findings: string;
  readonly found_at: number;
}

export class EmbeddedModelFindings implements ModelFindingStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
  }

  async find(key: string): Promise<KeptFindings | null> {
    const row = this.#commits.read(() => this.#statements.find.get(key));
    return row ? keptOf(row) : null;
  }

  async list(): Promise<readonly KeptFindings[]> {
    return this.#commits.read(() => this.#statements.list.all()).map(keptOf);
  }

  keep({ key, findings, foundAt }: KeptFindings): Promise<void> {
    return this.#commits.write(() => {
      this.#statements.keep.run(key, JSON.stringify(findings), foundAt);
      this.#statements.drop.run(SERVERS_MAX);
    });
  }
}

function keptOf({ key, findings, found_at: foundAt }: Row): KeptFindings {
  return { key, findings: JSON.parse(findings) as JsonObject, foundAt };
}

function statementsFor(commits: GroupCommit) {
  return {
    find: commits.prepare<Row, [string]>("SELECT key, findings, found_at FROM model_findings WHERE key = ?"),
    list: commits.prepare<Row, []>("SELECT key, findings, found_at FROM model_findings ORDER BY key"),
    keep: commits.prepare<null, [string, string, number]>(
      `INSERT INTO model_findings (key, findings, found_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET findings = excluded.findings, found_at = excluded.found_at`,
    ),
    drop: commits.prepare<null, [number]>(
      `DELETE FROM model_findings
       WHERE key IN (SELECT key FROM model_findings ORDER BY found_at DESC, key LIMIT -1 OFFSET ?)`,
    ),
  };
}
