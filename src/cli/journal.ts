/** How a server writes what happens: as text for people, or as JSON lines for programs. */
import type { Config } from "#config";
import { LOG_LEVELS, type Log, type LogLevel } from "#core/log.ts";
import { type Outlet, openOutlet, type Sink, sinkOf } from "./outlet.ts";
import { type StartFacts, startBlock, startFields } from "./start-block.ts";
import type { Terminal } from "./terminal.ts";

export interface Journal {
  readonly log: Log;
  /** What is said once, when the server listens, at every level. */
  readonly started: (facts: StartFacts) => void;
  /** Lines that nobody took in time. */
  readonly dropped: () => number;
  /** Writes what still waits, as long as somebody takes it. */
  close(): Promise<void>;
}

export interface Sinks {
  readonly out: Sink;
  readonly err: Sink;
}

/** In the format that the settings name; `auto` is JSON where --json was typed, and where nobody looks on. */
export function openJournal(
  { log }: Pick<Config, "log">,
  json: boolean,
  { columns }: Pick<Terminal, "columns">,
  sinks: Sinks = { out: sinkOf(1), err: sinkOf(2) },
): Journal {
  const isJson = log.format === "json" || (log.format === "auto" && (json || columns === null));
  return isJson ? jsonJournal(sinks, log.level) : textJournal(sinks, log.level);
}

/** A start block on standard output, then lines with the time on standard error. */
function textJournal(sinks: Sinks, least: LogLevel): Journal {
  const line = (grade: string, message: string) => `${new Date().toISOString()} ${grade}${message}\n`;
  const notice = (lines: number, since: Date) => line("warn: ", missingLines(lines, since));
  const [out, err] = [openOutlet(sinks.out, notice), openOutlet(sinks.err, notice)];
  return {
    log: (message, { level = "info", requestId } = {}) => {
      if (!counts(level, least)) return;
      const about = requestId === undefined ? "" : ` (request ${requestId})`;
      err.write(line(level === "info" ? "" : `${level}: `, `${onePiece(withoutKeys(message))}${about}`));
    },
    started: (facts) => out.write(startBlock(facts)),
    ...endOf([out, err]),
  };
}

/** Every line is a JSON object on standard output. */
function jsonJournal(sinks: Sinks, least: LogLevel): Journal {
  const line = (level: LogLevel, fields: object) =>
    `${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`;
  const notice = (lines: number, since: Date) =>
    line("warn", { event: "log", message: missingLines(lines, since), dropped_lines: lines });
  const out = openOutlet(sinks.out, notice);
  return {
    log: (message, { level = "info", requestId } = {}) => {
      if (!counts(level, least)) return;
      const about = requestId !== undefined && { request_id: requestId };
      out.write(line(level, { event: "log", message: withoutKeys(message), ...about }));
    },
    started: (facts) => out.write(line("info", { event: "started", ...startFields(facts) })),
    ...endOf([out]),
  };
}

function missingLines(lines: number, since: Date): string {
  return `${lines} log ${lines === 1 ? "line was" : "lines were"} dropped since ${since.toISOString()}: nobody took them`;
}

function endOf(outlets: readonly Outlet[]): Pick<Journal, "close" | "dropped"> {
  return {
    dropped: () => outlets.reduce((sum, { dropped }) => sum + dropped, 0),
    async close() {
      await Promise.all(outlets.map((outlet) => outlet.close()));
    },
  };
}

function counts(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

/**
 * What is one message looks like one: lines after the first are indented, so that none can be taken for another message, and
 * what would command a terminal is written as JSON writes it.
 */
function onePiece(message: string): string {
  return message
    .replace(/\r\n|[\n\r\u2028\u2029]/g, "\n    ")
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
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
