/** Days of tools that tell of what is over. */
import { ENGLISH } from "#core/english/english.ts";
import { looksUp } from "../choosing/deeds.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";

/** Whether a day of that parameter is one that is over, as what the tool is called says: who logs hours has worked them. */
export function liesBehind(tool: ReadableTool, { name, description }: Parameter): boolean {
  const { tellsOfPast, isPastDay, isComing } = ENGLISH.dates;
  const asked = `${humanised(name)} ${description}`;
  return !isComing.test(asked) && (isPastDay.test(humanised(name)) || tellsOfPast.test(humanised(tool.name)));
}

/** Whether a day of that parameter may lie behind or ahead: who looks for what has a first day and a last one looks at days that are near. */
export function mayLieBehind(tool: ReadableTool, { name, description }: Parameter): boolean {
  const asked = `${humanised(name)} ${description}`;
  return !ENGLISH.dates.isComing.test(asked) && looksUp(tool);
}
