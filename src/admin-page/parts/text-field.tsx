import { Field } from "./field.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | null;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly inputMode?: "numeric" | "text";
}

/** One line of text. */
export function TextField({ value, onInput, inputMode = "text", ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(names) => (
        <input
          {...names}
          value={value}
          inputMode={inputMode}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is chosen, and how it is called. */
  readonly options: readonly (readonly [value: string, words: string])[];
}

/** One of several. */
export function SelectField({ label, value, onChange, options }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(names) => (
        <select {...names} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
