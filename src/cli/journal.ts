/** How a server writes what happens: as text for people, or as JSON lines for programs. */
import type { Config } from "#config";
import { LOG_LEVELS, type Log, type LogLevel } from "#core/log.ts";
import { type StartFacts, startBlock, startFields } from "./start-block.ts";
import type { Terminal } from "./terminal.ts";

export interface Journal {
  readonly log: Log;
  /** What is said once, when the server listens, at every level. */
  readonly started: (facts: StartFacts) => void;
}

/** In the format that the settings name; `auto` is JSON where --json was typed, and where nobody looks on. */
export function openJournal({ log }: Pick<Config, "log">, json: boolean, terminal: Terminal): Journal {
  const isJson = log.format === "json" || (log.format === "auto" && (json || terminal.columns === null));
  return isJson ? jsonJournal(terminal, log.level) : textJournal(terminal, log.level);
}

/** A start block on standard output, then lines with the time on standard error. */
function textJournal(terminal: Terminal, least: LogLevel): Journal {
  return {
    log: (message, { level = "info", requestId } = {}) => {
      if (!counts(level, least)) return;
      const about = requestId === undefined ? "" : ` (request ${requestId})`;
      const grade = level === "info" ? "" : `${level}: `;
      terminal.err(`${new Date().toISOString()} ${grade}${withoutKeys(message)}${about}\n`);
    },
    started: (facts) => terminal.out(startBlock(facts)),
  };
}

/** Every line is a JSON object on standard output. */
function jsonJournal(terminal: Terminal, least: LogLevel): Journal {
  const line = (level: LogLevel, fields: object) =>
    terminal.out(`${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`);
  return {
    log: (message, { level = "info", requestId } = {}) => {
      if (!counts(level, least)) return;
      const about = requestId !== undefined && { request_id: requestId };
      line(level, { event: "log", message: withoutKeys(message), ...about });
    },
    started: (facts) => line("info", { event: "started", ...startFields(facts) }),
  };
}

function counts(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

/**
 * Keys of our own making, wherever they turn up. Our messages have none in them; this is for words that come from
 * elsewhere, as in the message of an error that a library threw.
 */
function withoutKeys(message: string): string {
  return message
    .replace(/\b(dg[ma]_)\w{8,}/g, "$1•••")
    .replace(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, "•••")
    .replace(/\b(Bearer +)[^\s"',;]+/gi, "$1•••");
}
