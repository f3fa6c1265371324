import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { pointerOf, withValueAt } from "../json-path.ts";
import { Field } from "../parts/field.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { type ParameterForm as Parameter, parameterForms, shownOf } from "../set-model/set-fields.ts";
import { renamedParameter, withoutParameter, withParameter, withRequired } from "../set-model/set-parts.ts";
import { texts } from "../texts/texts.ts";
import { FieldControl, type SetForm } from "./field-control.tsx";
import { NoteList } from "./note-list.tsx";
import type { DraftSet } from "./set-draft.ts";

interface ParameterFormsProps {
  readonly form: SetForm;
  readonly tool: number;
  /** Of the tool. */
  readonly name: string;
}

/** What a tool takes. */
export function ParameterForms({ form, tool, name }: ParameterFormsProps) {
  const [isAdded, setAdded] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const { sets, setEditor } = texts.value;
  const parameters = parameterForms(form.set, tool);
  const add = () => {
    setAdded(true);
    form.change(withParameter(form.set, tool));
  };
  const remove = (parameter: string) => {
    setAdded(false);
    form.change(withoutParameter(form.set, tool, parameter));
    addButton.current?.focus();
  };
  return (
    <section aria-label={sets.of(sets.parameters, name)}>
      <h4>{sets.parameters}</h4>
      {parameters.length === 0 && <p class="hint">{setEditor.noParameters}</p>}
      {parameters.map((parameter, index) => (
        <ParameterForm
          key={index}
          form={form}
          tool={tool}
          parameter={parameter}
          isNew={isAdded && index === parameters.length - 1}
          remove={() => remove(parameter.name)}
        />
      ))}
      <button type="button" ref={addButton} onClick={add}>
        {setEditor.addParameter}
      </button>
    </section>
  );
}

interface ParameterFormProps extends Pick<ParameterFormsProps, "form" | "tool"> {
  readonly parameter: Parameter;
  readonly isNew: boolean;
  readonly remove: () => void;
}

function ParameterForm({ form, tool, parameter, isNew, remove }: ParameterFormProps) {
  const { setEditor } = texts.value;
  const { name, path, fields, more, others } = parameter;
  const isUsed = more.some((field) => shownOf(form.set, field) !== "");
  const require = (isRequired: boolean) => form.change(withRequired(form.set, tool, name, isRequired));
  return (
    <fieldset aria-label={name} class="inner parameter">
      <NoteList notes={form.notes.get(pointerOf(path)) ?? []} />
      <ParameterName form={form} tool={tool} name={name} isNew={isNew} />
      {fields.length > 0 && <ParameterType form={form} parameter={parameter} />}
      <Field label={setEditor.required}>
        {(names) => (
          <input
            {...names}
            type="checkbox"
            checked={parameter.isRequired}
            onChange={({ currentTarget }) => require(currentTarget.checked)}
          />
        )}
      </Field>
      {fields.map((field) => (
        <FieldControl key={field.name} form={form} field={field} />
      ))}
      {more.length > 0 && (
        <details open={isUsed}>
          <summary aria-label={`${setEditor.more}: ${name}`}>{setEditor.more}</summary>
          {more.map((field) => (
            <FieldControl key={`${parameter.type} ${field.name}`} form={form} field={field} />
          ))}
        </details>
      )}
      {others.length > 0 && <p class="hint">{setEditor.others(others.join(", "))}</p>}
      <div class="deeds">
        <button type="button" aria-label={`${setEditor.asJson}: ${name}`} onClick={() => form.editAsJson(path)}>
          {setEditor.asJson}
        </button>
        <button type="button" class="dangerous" onClick={remove}>
          {setEditor.removeMember(name)}
        </button>
      </div>
    </fieldset>
  );
}

/** Taken over when it is left: on the way to a name others may be met. */
function ParameterName({
  form,
  tool,
  name,
  isNew,
}: Omit<ParameterFormProps, "parameter" | "remove"> & { readonly name: string }) {
  const { setEditor } = texts.value;
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped(name);
    setProblem(null);
  }, [name]);
  // At once: the next key belongs to it.
  useLayoutEffect(() => {
    if (isNew) input.current?.select();
  }, [isNew]);
  const take = () => {
    const wanted = typed.trim();
    const renamed = renamedParameter<DraftSet>(form.set, tool, name, wanted);
    if (renamed) form.change(renamed);
    setProblem(
      renamed ? null : wanted === "" ? setEditor.emptyParameter(name) : setEditor.takenParameter(wanted, name),
    );
  };
  return (
    <Field label={setEditor.parameterName} hint={setEditor.parameterNameHint} problem={problem}>
      {(names) => (
        <input
          {...names}
          ref={input}
          value={typed}
          autocomplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={take}
        />
      )}
    </Field>
  );
}

/** Of several types, or none, JSON says more than a list could. */
function ParameterType({ form, parameter }: Pick<ParameterFormProps, "form" | "parameter">) {
  const { setEditor } = texts.value;
  const { type, path, others } = parameter;
  const change = (chosen: string) =>
    form.change(withValueAt(form.set, [...path, "type"], chosen === "" ? undefined : chosen) as DraftSet);
  const known: readonly (readonly [string, string])[] = Object.entries(setEditor.types);
  // A type that nobody knows is shown as it is, and refused by name.
  const own = type === null || Object.hasOwn(setEditor.types, type) ? [] : [[type, type] as const];
  const any = [["", others.length > 0 ? setEditor.onlyJson : setEditor.anyType] as const];
  return (
    <SelectField
      label={setEditor.type}
      value={type ?? ""}
      onChange={change}
      options={[...(type === null ? any : []), ...known, ...own]}
    />
  );
}
