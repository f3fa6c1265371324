/** How people ask for a thing by what it is not to be: "don't leave the gate open". */
import type { WishWords } from "../reading/mood-tables.ts";

const DO_NOT = String.raw`^[^\p{L}\p{N}]*(?:(?:please|and|so|but|well|ok|okay|oh|hey)\W+)*(?:do\s+not|don['’]?t|never)\s+`;
const MUST_NOT = String.raw`(?:(?:should|must|may|shall|ought|need)(?:\s+not|n['’]t)(?:\s+to)?|can(?:not|['’]t|\s+not)|(?:is|are)(?:\s+not|n['’]t)\s+(?:(?:supposed|meant|allowed)\s+)?to)`;
const STAYING = String.raw`(?:stay|remain|stand|be\s+(?:left|kept))`;
/** "plan.docx" has a point within it. */
const LETTER = String.raw`(?:(?!\s(?:and|or|when|if|then|but|not|that|to)\s)(?:[^,;.!?:"“]|\.(?=\S)))`;
const THING = String.raw`(?<thing>(?=[\p{L}\p{N}])${LETTER}{1,60}?)`;
const NO_LONGER = String.raw`(?:\s+(?:any\s*(?:longer|more)|a\s+(?:minute|moment|second)\s+longer|for\s+(?:ever|long)))?`;
/** When and how long, which is said of what is asked for as well. */
const REST = String.raw`(?:\s+(?<rest>overnight|tonight|today|now|(?:in|at|for|while|during)\s+[^,;.!?:]{1,40}))?(?:\s+please)?\W*$`;

/** What things are not to be, and what is asked for where they are. */
const CONTRARIES = `
unlocked, unbolted | lock
locked, bolted | unlock
open, opened, ajar, wide open | close
closed, shut | open
on, switched on, turned on, lit | turn off
off, switched off, turned off | turn on
running, going, playing | stop
stopped, halted, idle | start
armed | disarm
disarmed, unarmed | arm
blocked, barred | unblock
muted, silenced | unmute
frozen | unfreeze
paused, on hold | resume
suspended | reactivate
disabled, deactivated | enable
enabled, activated | disable
out of service | put … back into service
connected | disconnect
unpaid | pay
disconnected | connect
`;

export const WISH_WORDS: WishWords = {
  contraries: CONTRARIES.trim().split("\n"),
  undone: "un(\\p{L}{3,}ed)",
  leaves: (state) =>
    new RegExp(
      String.raw`${DO_NOT}(?:(?:leave|keep|have)\s+${THING}|let\s+${THING}\s+${STAYING})\s+(?<state>${state})${NO_LONGER}${REST}`,
      "diu",
    ),
  stays: (state) =>
    new RegExp(
      String.raw`^[^\p{L}\p{N}]*${THING}\s+${MUST_NOT}\s+${STAYING}\s+(?<state>${state})${NO_LONGER}${REST}`,
      "diu",
    ),
  goesOn: new RegExp(
    String.raw`${DO_NOT}(?:(?:(?:keep|go|carry)(?:\s+on)?|continue)\s+(?<thing>(?!going)\p{L}{2,}ing\b${LETTER}{0,60}?)|let\s+${THING}\s+(?:run|go|play)(?:\s+on)?)${NO_LONGER}${REST}`,
    "diu",
  ),
  concedes: new RegExp(
    String.raw`^[^\p{L}\p{N}]*(?:there(?:['’]s|\s+is)\s+|(?:i|we)\s+see\s+)?(?:no\s+reason\s+(?:why\s+(?:you|we|i)\s+should(?:n['’]t|\s+not)|not\s+to)|(?:it\s+)?(?:would(?:n['’]t|\s+not)\s+hurt|would\s+do\s+no\s+harm)\s+to)\s+(?<thing>(?=[\p{L}\p{N}])${LETTER}{1,80}?)${REST}`,
    "diu",
  ),
  notToBe: new RegExp(
    String.raw`\b(?:${MUST_NOT}\s+(?:be|get|${STAYING})|(?:is|are|was|were|has|have)(?:n['’]t|\s+not)(?:\s+(?:been|yet|quite|really))*)\s+(?:(?:at|in|on|to)\s+)?$`,
    "iu",
  ),
  stop: "stop",
};
