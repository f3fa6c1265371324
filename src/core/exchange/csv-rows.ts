import { AppError } from "../errors.ts";

export interface CsvRow {
  /** Of the file, where the row begins; from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** What is wrong with its quotes; null when nothing is. */
  readonly problem: string | null;
}

/**
 * The rows of a CSV text by RFC 4180: fields may be quoted, and then hold separators, line breaks and doubled quotes.
 * Lines end with CR LF, LF or CR; empty ones are no rows. Throws `bad_request` for a quote that is never closed.
 */
export function csvRows(text: string, separator: string): readonly CsvRow[] {
  const reader = new RowReader(text, separator);
  const rows: CsvRow[] = [];
  for (let row = reader.next(); row !== null; row = reader.next()) {
    if (row.fields.length > 1 || row.fields[0] !== "" || row.problem !== null) rows.push(row);
  }
  return rows;
}

class RowReader {
  readonly #text: string;
  readonly #separator: string;
  #at = 0;
  #line = 1;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
  }

  next(): CsvRow | null {
    if (this.#at >= this.#text.length) return null;
    const line = this.#line;
    const fields: string[] = [];
    let problem: string | null = null;
    for (;;) {
      const isQuoted = this.#text[this.#at] === '"';
      fields.push(isQuoted ? this.#quoted() : this.#plain());
      if (!isQuoted && fields.at(-1)?.includes('"')) problem = "has a quote inside a field that is not quoted";
      // What stands between a closing quote and the next separator belongs to no field.
      if (isQuoted && this.#plain() !== "") problem = "goes on after a closing quote";
      if (this.#text[this.#at] !== this.#separator) break;
      this.#at += 1;
    }
    this.#endLine();
    return { line, fields, problem };
  }

  #plain(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !this.#isAtEnd()) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #isAtEnd(): boolean {
    const character = this.#text[this.#at];
    return character === this.#separator || character === "\n" || character === "\r";
  }

  #quoted(): string {
    const opened = this.#line;
    let value = "";
    this.#at += 1;
    for (;;) {
      const quote = this.#text.indexOf('"', this.#at);
      if (quote === -1) throw new AppError("bad_request", `line ${opened}: a quote is opened there and never closed`);
      const part = this.#text.slice(this.#at, quote);
      this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
      value += part;
      this.#at = quote + 1;
      if (this.#text[this.#at] !== '"') return value;
      value += '"';
      this.#at += 1;
    }
  }

  #endLine(): void {
    if (this.#at >= this.#text.length) return;
    this.#at += this.#text.startsWith("\r\n", this.#at) ? 2 : 1;
    this.#line += 1;
  }
}

/** One row, its fields quoted where they have to be. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => (/[",\r\n]/.test(field) || field.trim() !== field ? `"${field.replaceAll('"', '""')}"` : field)).join(",")}\r\n`;
}
