import { nearMiss } from "#config";
import { misused, type Run } from "./command.ts";
import { type Notice, readNotices } from "./notices.ts";

/** Whose work is inside, and under which terms: `licenses [PART] [--json]`. */
export const licenses: Run = async ({ operands, json }, terminal) => {
  const notices = chosen(readNotices(), operands.PART);
  if (json) terminal.out(`${JSON.stringify(notices)}\n`);
  else terminal.out(operands.PART === undefined ? `${listed(notices)}\n${written(notices)}` : written(notices));
  return 0;
};

function chosen(notices: readonly Notice[], part: string | undefined): readonly Notice[] {
  if (part === undefined) return notices;
  const named = notices.filter(({ name }) => name.toLowerCase() === part.toLowerCase());
  if (named.length > 0) return named;
  const names = notices.map(({ name }) => name);
  throw misused(`nothing inside is called "${part}"`, { meant: nearMiss(part, names), see: "licenses" });
}

function listed(notices: readonly Notice[]): string {
  const width = Math.max(...notices.map((notice) => titleOf(notice).length));
  return notices.map((notice) => `${titleOf(notice).padEnd(width)}  ${notice.license}\n`).join("");
}

function written(notices: readonly Notice[]): string {
  const underlined = (title: string) => `${title}\n${"=".repeat(title.length)}`;
  return notices.map((notice) => `${underlined(titleOf(notice))}\n\n${notice.text}\n`).join("\n\n");
}

function titleOf({ name, version }: Notice): string {
  return `${name} ${version}`.trim();
}
