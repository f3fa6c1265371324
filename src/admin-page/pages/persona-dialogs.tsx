/** What is done with personas, each after a question. */
import { useState } from "preact/hooks";
import type { PersonaWire } from "#http/schemas/persona.ts";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { goTo } from "../route.ts";
import { askAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { mannerBody, PersonaFields } from "./persona-fields.tsx";

interface CreatePersonaProps {
  readonly app: AppShape;
  readonly onClose: () => void;
}

/** Goes to it when it is made. A name that is taken the server refuses. */
export function CreatePersona({ app, onClose }: CreatePersonaProps) {
  const [name, setName] = useState("");
  const [manner, setManner] = useState({ instructions: "", language: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { apps, personas } = texts.value;
  const check = () => {
    const isNamed = name.trim() !== "";
    setProblem(isNamed ? null : personas.wantsName);
    return isNamed;
  };
  const act = async () => {
    const body = { name: name.trim(), ...mannerBody(manner) };
    const made = await askAsApp<PersonaWire>(app.app_id, "POST", "/v1/personas", body);
    onClose();
    goTo("personas", { app: app.app_id, persona: made.body.name });
  };
  return (
    <DeedDialog
      title={personas.create}
      lead={personas.costsOne}
      deed={apps.createIt}
      check={check}
      act={act}
      onClose={onClose}
    >
      <TextField label={personas.name} hint={personas.nameHint} value={name} onInput={setName} problem={problem} />
      <PersonaFields value={manner} onInput={setManner} />
    </DeedDialog>
  );
}

interface RemovePersonaProps {
  readonly app: AppShape;
  readonly name: string;
  readonly onClose: () => void;
}

/** Says what is gone with it. */
export function RemovePersona({ app, name, onClose }: RemovePersonaProps) {
  const { personas } = texts.value;
  const act = async () => {
    await askAsApp(app.app_id, "DELETE", `/v1/personas/${encodeURIComponent(name)}`);
    onClose();
    goTo("personas", { app: app.app_id });
  };
  return (
    <DeedDialog title={personas.removeTitle(name)} deed={personas.remove} isDangerous act={act} onClose={onClose}>
      <p>{personas.removes}</p>
      <p class="hint">{personas.costsOne}</p>
    </DeedDialog>
  );
}
