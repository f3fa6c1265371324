/** Days of tools that tell of what is over. */
import { ENGLISH } from "#core/english/english.ts";
import { looksUp } from "../choosing/deeds.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";

/** Whether a day of that parameter is one that is over, as what the tool is called says: who logs hours has worked them. */
export function liesBehind(tool: ReadableTool, { name, description }: Parameter): boolean {
  const { tellsOfPast, isPastDay, isComing, recordsShows } = ENGLISH.dates;
  const asked = `${humanised(name)} ${description}`;
  if (isComing.test(asked) || recordsShows.test(`${humanised(tool.name)} ${tool.description}`)) return false;
  return isPastDay.test(humanised(name)) || tellsOfPast.test(humanised(tool.name));
}

/** Who looks something up looks at days that are near. */
const LOOKED_UP_DAYS_MAX = 182;
/**
 * Of 621 days of the trades that requests name by day and month alone, none that is meant lies further ahead than this, but for 56 that lie
 * behind: who says in November that it was on 21 September means the one that was.
 */
const DAYS_AHEAD_MAX = 210;

/** How many days a day of that parameter that has no year may lie ahead, before it is the one that lies behind; null for any. */
export function aheadDaysMax(tool: ReadableTool, { name, description }: Parameter): number | null {
  const { isComing, plansAhead } = ENGLISH.dates;
  if (isComing.test(`${humanised(name)} ${description}`)) return null;
  if (looksUp(tool)) return LOOKED_UP_DAYS_MAX;
  return plansAhead.test(humanised(tool.name)) ? null : DAYS_AHEAD_MAX;
}
