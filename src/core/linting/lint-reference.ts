import { LINT_CODES, LINT_RULES } from "./lint-rules.ts";

const HEAD = `# What linting finds

Every code that \`dragoman lint\`, the \`lint\` routes and the \`warnings\` of create and replace can give. Codes do not change; the words
around them may. A *warning* says that somebody will get a wrong answer, or none; a *hint* may be meant as it is. [Lint your
sets](../how-to/lint.md) says how to ask.

What is found by *words* is found by reading the set, also when it is created or replaced (warnings alone, up to 20). What is found by
*vectors* is found by the embedder that ships, when linting is asked for.

This page is made from the table in \`src/core/linting/lint-rules.ts\`.
`;

const TABLE_HEAD = "| code | severity | by | what is wrong | what to write instead |\n| --- | --- | --- | --- | --- |";

/** `docs/reference/lint-rules.md`, from the table. A test compares the two. */
export function renderLintReference(): string {
  const rows = LINT_CODES.map((code) => {
    const { severity, by, finds, instead } = LINT_RULES[code];
    return `| \`${code}\` | ${severity} | ${by} | ${finds} | ${instead} |`;
  });
  return `${HEAD}\n${TABLE_HEAD}\n${rows.join("\n")}\n`;
}
