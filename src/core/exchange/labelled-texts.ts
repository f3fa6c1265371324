import { type Class, NO_LABEL } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { codePointsIn } from "../text.ts";
import { type CsvRow, csvLine, csvRows } from "./csv-rows.ts";
import { fittingText } from "./fitting-text.ts";
import { counted, type Notes } from "./notes.ts";
import type { Selection } from "./selection.ts";

/** What spreadsheets put between fields, the standard's own first. */
const SEPARATORS = [",", ";", "\t"] as const;
/** Bad rows that are named one by one. */
const ROWS_NAMED_MAX = 50;
const TOO_LONG = `is longer than ${LIMITS.exampleCharactersMax} characters`;

/** Whether the first line names the two columns, whatever stands between them. */
export function isLabelledTexts(text: string): boolean {
  return separatorOf(text) !== null;
}

/**
 * The classes that rows of texts with labels make, in the order in which labels first appear, the texts as their examples.
 * Rows that cannot be used are dropped with a note naming their line. Throws `bad_request` without the columns `text` and
 * `label`, and when no row is left.
 */
export function classesFromCsv(text: string, only: Selection, notes: Notes): readonly Class[] {
  const { columns, rows } = labelledRows(text);
  const others = columns.filter((name) => name !== "text" && name !== "label");
  for (const name of others) notes.dropped(`the column \`${name}\``, "only `text` and `label` are read");
  const collector = new ExampleCollector(notes);
  for (const row of rows) collector.add(row);
  const classes = collector.classes(only);
  only.refuseUnmatched();
  if (classes.length === 0)
    throw new AppError("bad_request", "the file has no row with a text and a label that can be used");
  return classes;
}

/** A row of a text with its label. */
export interface LabelledRow {
  readonly line: number;
  readonly text: string;
  readonly label: string;
  /** What the text is in; "" where no column says so. */
  readonly language: string;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
}

/** The rows behind the header, and the columns that it names. Throws `bad_request` without the columns `text` and `label`. */
export function labelledRows(text: string): {
  readonly columns: readonly string[];
  readonly rows: readonly LabelledRow[];
} {
  const separator = separatorOf(text);
  if (separator === null)
    throw new AppError("bad_request", "line 1: the header has to name the columns `text` and `label`");
  const [header, ...rows] = csvRows(text, separator);
  const columns = (header?.fields ?? []).map(columnName);
  const [textAt, labelAt, languageAt] = ["text", "label", "language"].map((name) => columns.indexOf(name));
  const read = rows.map((row) => ({
    line: row.line,
    text: row.fields[textAt as number] ?? "",
    label: row.fields[labelAt as number] ?? "",
    language: row.fields[languageAt as number] ?? "",
    problem: row.problem ?? shapeProblem(row, columns),
  }));
  return { columns, rows: read };
}

/** The examples of classes as such rows. */
export function csvOfClasses(classes: readonly Class[]): string {
  const rows = classes.flatMap(({ label, examples = [] }) => examples.map((example) => csvLine([example, label])));
  return [csvLine(["text", "label"]), ...rows].join("");
}

class ExampleCollector {
  readonly #notes: Notes;
  readonly #examples = new Map<string, string[]>();
  readonly #known = new Set<string>();
  #bad = 0;
  #repeated = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  add(row: LabelledRow): void {
    const text = fittingText(row.text, LIMITS.exampleCharactersMax + 1);
    const label = fittingText(row.label, LIMITS.labelCharactersMax + 1);
    const problem = row.problem ?? problemOf(text, label);
    if (problem !== null) {
      this.#bad += 1;
      if (this.#bad <= ROWS_NAMED_MAX) this.#notes.dropped(`line ${row.line}`, problem);
      return;
    }
    const key = JSON.stringify([label, text]);
    if (this.#known.has(key)) {
      this.#repeated += 1;
      return;
    }
    this.#known.add(key);
    const examples = this.#examples.get(label);
    if (examples) examples.push(text);
    else this.#examples.set(label, [text]);
  }

  classes(only: Selection): readonly Class[] {
    if (this.#bad > ROWS_NAMED_MAX)
      this.#notes.dropped(`${this.#bad - ROWS_NAMED_MAX} more lines`, "cannot be used either");
    if (this.#repeated > 0) this.#notes.dropped(counted(this.#repeated, "row"), "says what an earlier one says");
    const chosen = [...this.#examples].filter(([label]) => only.takes([label]));
    const left = this.#examples.size - chosen.length;
    if (left > 0) this.#notes.dropped(counted(left, "label"), "not chosen by --only");
    return chosen.map(([label, examples]) => {
      const { examplesMax } = LIMITS;
      this.#notes.kept(label, counted(Math.min(examples.length, examplesMax), "example"));
      if (examples.length > examplesMax) {
        this.#notes.changed(
          label,
          `the first ${examplesMax} of its ${examples.length} examples are kept: a class holds no more`,
        );
      }
      return { label, examples: examples.slice(0, examplesMax) };
    });
  }
}

function shapeProblem({ fields }: CsvRow, columns: readonly string[]): string | null {
  if (fields.length === columns.length) return null;
  return `has ${counted(fields.length, "field")}, and the header ${columns.length}`;
}

function problemOf(text: string, label: string): string | null {
  if (text === "") return "has no text";
  if (label === "") return "has no label";
  if (codePointsIn(text) > LIMITS.exampleCharactersMax) return `its text ${TOO_LONG}`;
  if (codePointsIn(label) > LIMITS.labelCharactersMax)
    return `its label is longer than ${LIMITS.labelCharactersMax} characters`;
  if (label === NO_LABEL) {
    return `the label "${NO_LABEL}" is reserved for text that fits no class: give the set \`allow_none\` for that`;
  }
  return null;
}

/** What separates the columns of the first line; null when that does not name them. */
function separatorOf(text: string): string | null {
  const line = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/, 1)[0] ?? "";
  const found = SEPARATORS.find((separator) => {
    const names = line.split(separator).map(columnName);
    return names.includes("text") && names.includes("label");
  });
  return found ?? null;
}

function columnName(field: string): string {
  return field
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim()
    .toLowerCase();
}
