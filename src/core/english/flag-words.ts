/** What is said of flags, which are true or false. */
import type { FlagWords } from "../reading/request-tables.ts";

/** Right before a flag's word: how things are not to be. */
const DENYING = [
  // "A burger, hold the onions"; who holds a door behind no comma keeps it.
  "(?<=[,;]\\s)(?:hold|lose|ditch|leave (?:out|off))|leaving (?:out|off)|minus",
  "without any|without|no more|no|not|excluding|except|avoid|avoiding|omit|omitting|skip|skipping|don['’]t include|don['’]t|do not",
  "(?:should|must|may|shall|ought|can)(?: ?not|n['’]t)(?: to)? (?:be|stay|remain|get|stand)(?: (?:left|kept))?",
  "(?:don['’]t|do not|doesn['’]t|does not|never) want(?: [\\w'’]+){1,5}?",
].join("|");

export const FLAG_WORDS: FlagWords = {
  poles: `
on, enabled, enable, active, activated, powered, power | enable, enabled, enabling, activate, activated | off, disable, disabled, disabling, deactivate, deactivated, inactive
open, opened | open, opened, opening | close, closed, closing, shut | lock, locked
closed, shut | close, closed, closing, shut, resolved, completed, finished | open, opened, opening, reopen, unresolved | unlock, unlocked
locked | lock, locked, locking, bolt, bolted | unlock, unlocked, unlocking, unbolt, open, opened, opening | close, closed, closing, shut
unlocked | unlock, unlocked, unlocking, open, opened, opening | lock, locked, locking, bolt, bolted | close, closed, closing, shut
done, completed, complete, finished, resolved | done, completed, finished, closed, resolved | open, undone, unfinished, pending, incomplete, unresolved, outstanding
public | public, publicly | private, privately
visible, shown, show | show, shown, visible | hide, hidden, hiding, invisible
shared | share, shared | private, privately, unshared
mute, muted, silent, silenced | mute, muted, muting, silence, silent, silenced | unmute, unmuted, unmuting
paused, pause, suspended, suspend, halted | pause, paused, pausing, suspend, suspended, halt, halted | resume, resumed, resuming, unpause, unpaused, continue, unsuspend
unread | unread | read, seen
paid, settled | paid, settled | unpaid, unsettled, outstanding, overdue
available | available | unavailable, sold out
published | publish, published, publishing | draft, drafts, unpublish, unpublished
archived | archive, archived, archiving | unarchive, unarchived
blocked | block, blocked, blocking | unblock, unblocked, unblocking, allow
`
    .trim()
    .split("\n"),
  switched: new Set("on enabled enable active activated powered power".split(" ")),
  switchedOn:
    /\b(?:turn|turning|switch|switching|put|power|flip)\s+(?:\w+\s+)?on\b|\b(?:turn|switch|put|power|flip|leave|keep|want|lights?|lamps?)\b[^.;]*?\bon\b(?=\s*(?:[.,!?;]|$|please\b|again\b|now\b|in\b|at\b))/i,
  degree: /bright|volume|speed|intensity|level|temperature/i,
  done: /^(.{3,}?)(?:([^aeiou])\2)?ed$/,
  verbs: "include with has have show return add enable allow require is",
  denied: new RegExp(`\\b(?:${DENYING})\\s+(?:(?:its?|an?|the|of)\\s+)*$`, "i"),
  namesCompany: /^(?:with|has|is)_/i,
  denyingName: /^(?:avoid|exclude|without|no|skip|omit)(?:_|(?=[A-Z]))/,
  denyingWord: /\b(?:avoid\w*|exclud\w*|without|no|skip\w*|omit\w*|except|not?)\b/i,
  asked: /^\W*(?:is|are|was|were)\s+(?:the|my|our|your|this|that|\w+['’]s)\s/i,
  linking: new Set(["is", "be"]),
};
