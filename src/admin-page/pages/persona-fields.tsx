import { Field } from "../parts/field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { texts } from "../texts/texts.ts";

const INSTRUCTION_ROWS = 6;

/** How a persona speaks, as it is typed. */
export interface Manner {
  readonly instructions: string;
  /** A language tag; empty for that of the question. */
  readonly language: string;
}

interface PersonaFieldsProps {
  readonly value: Manner;
  readonly onInput: (typed: Manner) => void;
}

/** What there is to say of a persona besides its name. What a language tag is the server knows best. */
export function PersonaFields({ value, onInput }: PersonaFieldsProps) {
  const { personas } = texts.value;
  return (
    <>
      <Field label={personas.instructions} hint={personas.instructionsHint}>
        {(names) => (
          <textarea
            {...names}
            rows={INSTRUCTION_ROWS}
            value={value.instructions}
            onInput={({ currentTarget }) => onInput({ ...value, instructions: currentTarget.value })}
          />
        )}
      </Field>
      <TextField
        label={personas.language}
        hint={personas.languageHint}
        value={value.language}
        onInput={(language) => onInput({ ...value, language })}
      />
    </>
  );
}

/** As the API takes it. */
export function mannerBody({ instructions, language }: Manner): object {
  return { instructions, ...(language.trim() !== "" && { language: language.trim() }) };
}
