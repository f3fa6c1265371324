import { loadConfig, readTrustedFile } from "#config";
import { ageOf } from "#core/text.ts";
import type { Invocation, Run } from "./command.ts";
import { openBook } from "./model-book.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

/** What the models of the settings can do: `model test [--config FILE] [--json]`. Needs no data folder and no server. */
export const modelTest: Run = async (invocation, terminal) => {
  const { config, models, book } = await opened(invocation, terminal);
  const examined = await models.examine(config, book);
  if (invocation.json) terminal.out(`${JSON.stringify(examined)}\n`);
  else presented(invocation.command.name, { checks: examined.checks.map((check) => ({ ...check })) }, terminal);
  return examined.ok ? 0 : 1;
};

/** All of them in a table: `model list [--config FILE] [--json]`. A server that does not answer is no failure of the command. */
export const modelList: Run = async (invocation, terminal) => {
  const { config, models, book } = await opened(invocation, terminal);
  const listed = await models.survey(config, book);
  if (invocation.json) terminal.out(`${JSON.stringify(listed)}\n`);
  else {
    const rows = listed.map(({ found_at: foundAt, ...row }) => {
      return { ...row, found: foundAt === null ? null : ageOf(Date.now() - Date.parse(foundAt)) };
    });
    presented(invocation.command.name, rows, terminal);
  }
  return 0;
};

async function opened({ options }: Invocation, terminal: Terminal) {
  const { config } = loadConfig({ flags: { data: options.data, config: options.config }, readFile: readTrustedFile });
  const { models } = await import("#app");
  return { config, models, book: await openBook(config, terminal) };
}
