/** `docs/reference/commands.md`, from the table of commands. A test compares the two. */
import type { Command } from "./command.ts";
import { COMMANDS, usageOf } from "./commands.ts";
import { EXAMPLES } from "./examples.ts";
import { GROUPS } from "./help.ts";
import { OPTIONS } from "./options.ts";

const HEAD = `# Commands

Every command takes \`--data DIR\` (or \`DRAGOMAN_DATA\`; otherwise \`./dragoman-data\`), \`--json\` for exactly one JSON value
on standard output, and \`--help\`. The exit status is 0 when it is done, 1 when it failed, 2 when it was typed wrong or
the settings are wrong. With a server on the same data folder a command reaches it through \`control.sock\` in that folder;
with none, it opens the folder itself.

Nothing is ever written in colour, so \`NO_COLOR\` changes nothing. On a terminal tables fit its width; in a pipe or a
file a line is as long as it has to be. \`serve\` writes text on a terminal and one JSON object a line elsewhere: see
\`[log]\` in the [settings](settings.md).

This page is made from the tables behind \`src/cli/commands.ts\`.
`;

export function renderCommandsReference(): string {
  const chapters = GROUPS.map(([title, words]) => {
    const commands = words.flatMap((word) => COMMANDS.filter(({ name }) => name.split(" ")[0] === word));
    return [`## ${title}\n`, ...commands.map(section)].join("\n");
  });
  return [HEAD, ...chapters].join("\n");
}

function section(command: Command): string {
  const { name, summary, more, requiredOptions = [], options } = command;
  const said = `${summary[0]?.toUpperCase()}${summary.slice(1)}.${more === undefined ? "" : ` ${more}`}`;
  const own = [...requiredOptions, ...options].map((option) => {
    const { value = null, describes = "" } = OPTIONS.get(option) ?? {};
    return `- \`--${option}${value === null ? "" : ` ${value}`}\`: ${describes}`;
  });
  const examples = ["```text", ...(EXAMPLES[name] ?? []), "```"];
  const parts = [`### \`${name}\``, `\`${usageOf(command)}\``, said, own.join("\n"), examples.join("\n")];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
