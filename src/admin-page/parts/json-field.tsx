import { type ReadJson, readJson } from "../json-text.ts";
import { texts } from "../texts/texts.ts";
import { Field } from "./field.tsx";

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly rows: number;
  readonly value: string;
  readonly onInput: (text: string) => void;
  /** What is wrong with JSON that is well formed, in words. */
  readonly problem?: string | null;
}

/** JSON to be changed by hand. Where it breaks is said while it is typed. */
export function JsonField({ rows, value, onInput, problem = null, ...field }: JsonFieldProps) {
  return (
    <Field {...field} problem={brokenWords(readJson(value)) ?? problem}>
      {(names) => (
        <textarea
          {...names}
          rows={rows}
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Where it breaks, in words; null where it is JSON. */
export function brokenWords(read: ReadJson): string | null {
  if (read.kind === "value") return null;
  const { json } = texts.value;
  const { line, column, found } = read.at;
  return found === "" ? json.endsEarly(String(line), String(column)) : json.broken(String(line), String(column), found);
}
