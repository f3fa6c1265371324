/** What a server and its doctor say after a crash. */
import { runDragoman } from "../../../scripts/dragoman-process.ts";

/** The lines of a server's log that say that something is wrong. */
export function errorsIn(output: string): readonly string[] {
  return output.split("\n").filter((line) => /"level":"(error|fatal)"/.test(line));
}

/**
 * What `dragoman doctor` finds wrong with a folder whose server runs, its content and its ledger among it. Vectors that nothing uses any
 * more are no fault, as the doctor says: a server that is killed has not swept them out.
 */
export async function faultsByTheDoctor(data: string): Promise<readonly string[]> {
  const { stdout, stderr } = await runDragoman(["doctor", "--data", data, "--json"]);
  if (!stdout.startsWith("{")) return [`doctor: ${stderr}`];
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly Finding[] };
  const looked = checks.map(({ check }) => check);
  const unlooked = ["storage", "content", "ledger", "indexes", "vectors"].filter((check) => !looked.includes(check));
  return [
    ...checks.filter(({ ok, check }) => !ok && check !== "vectors").map(({ check, found }) => `${check}: ${found}`),
    ...unlooked.map((check) => `doctor: has not looked at ${check}`),
  ];
}

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
}
