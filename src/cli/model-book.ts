/** What was found out about model servers, as the data folder keeps it: commands take it from there, and put it there. */
import type { Book } from "#app";
import type { Config } from "#config";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { perform } from "./operate.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Read and written by the server that runs on the folder, or without one in the folder itself. A folder that no server has
 * used yet is left alone: nothing is kept then. What cannot be read or written is said, and is no failure of the command.
 */
export async function openBook(config: Config, terminal: Terminal): Promise<Book> {
  const { hasDatabase } = await import("#app");
  if (!hasDatabase(config)) return { find: async () => null, keep: async () => {} };
  const attempt = async (what: string, command: string, args: JsonObject) => {
    try {
      return await perform(config, command, args, terminal);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : failure;
      terminal.err(`what was found of models cannot be ${what}: ${reason}\n`);
      return null;
    }
  };
  const listed = await attempt("read", "model.findings", {});
  const kept = (Array.isArray(listed) ? listed : []).filter(isJsonObject);
  // One after the other: without a server each of them opens the folder.
  let last: Promise<unknown> = Promise.resolve();
  return {
    find: async (key) => {
      const row = kept.find((each) => each.key === key);
      if (!row || !isJsonObject(row.findings)) return null;
      return { findings: row.findings, foundAt: Date.parse(String(row.found_at)) };
    },
    keep: async (key, findings) => {
      last = last.then(() => attempt("kept", "model.keep", { key, findings }));
      await last;
    },
  };
}
