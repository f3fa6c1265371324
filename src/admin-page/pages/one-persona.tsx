import { useEffect, useState } from "preact/hooks";
import type { DEFAULT_PERSONA_NAME } from "#core/persona.ts";
import type { PersonaWire } from "#http/schemas/persona.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { Loading } from "../parts/loading.tsx";
import { addressOf } from "../route.ts";
import { askAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { RemovePersona } from "./persona-dialogs.tsx";
import { type Manner, mannerBody, PersonaFields } from "./persona-fields.tsx";
import { PersonaTrial } from "./persona-trial.tsx";

/** Every app has it. */
const NEVER_GONE: typeof DEFAULT_PERSONA_NAME = "default";

interface OnePersonaProps {
  readonly app: AppShape;
  readonly name: string;
}

/** One persona: the form to change it, and a place to hear it. */
export function OnePersona({ app, name }: OnePersonaProps) {
  const path = `/v1/personas/${encodeURIComponent(name)}`;
  const loaded = useLoaded(async () => (await askAsApp<PersonaWire>(app.app_id, "GET", path)).body, [path]);
  const [isRemoving, setRemoving] = useState(false);
  const { personas } = texts.value;
  return (
    <>
      <p>
        <a href={addressOf("personas", { app: app.app_id })}>← {personas.all}</a>
      </p>
      <Loading of={loaded}>
        {(persona) => (
          <>
            <h2>{persona.name}</h2>
            <PersonaForm app={app} path={path} persona={persona} reload={loaded.reload} />
            <PersonaTrial app={app} persona={persona.name} />
            <section aria-labelledby="deeds">
              <h3 id="deeds">{personas.deeds}</h3>
              {persona.name === NEVER_GONE ? (
                <p class="hint">{personas.isDefault}</p>
              ) : (
                <div class="deeds">
                  <button type="button" class="dangerous" onClick={() => setRemoving(true)}>
                    {personas.remove}
                  </button>
                </div>
              )}
            </section>
          </>
        )}
      </Loading>
      {isRemoving && <RemovePersona app={app} name={name} onClose={() => setRemoving(false)} />}
    </>
  );
}

interface PersonaFormProps {
  readonly app: AppShape;
  /** Of the persona, in the API of its app. */
  readonly path: string;
  readonly persona: PersonaWire;
  readonly reload: () => void;
}

function PersonaForm({ app, path, persona, reload }: PersonaFormProps) {
  const [typed, setTyped] = useState<Manner>(() => mannerOf(persona));
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, run } = useDeed();
  const { personas } = texts.value;
  useEffect(() => setTyped(mannerOf(persona)), [persona.updated_at]);
  const stored = mannerOf(persona);
  const isChanged = typed.instructions !== stored.instructions || typed.language !== stored.language;
  const submit = (event: Event) => {
    event.preventDefault();
    run(async () => {
      await askAsApp(app.app_id, "PUT", path, mannerBody(typed));
      setSaved(true);
      reload();
    });
  };
  const type = (manner: Manner) => {
    setTyped(manner);
    setSaved(false);
  };
  return (
    <section aria-labelledby="form">
      <h3 id="form">{personas.form}</h3>
      <form onSubmit={submit} noValidate>
        <PersonaFields value={typed} onInput={type} />
        <Failure of={failure} />
        <div class="deeds">
          <button type="submit" class="main" disabled={isBusy || !isChanged}>
            {personas.save}
          </button>
        </div>
        <p class="hint">{personas.costsOne}</p>
        <div aria-live="polite">{isSaved && <p class="well">{personas.saved}</p>}</div>
      </form>
    </section>
  );
}

function mannerOf({ instructions, language }: PersonaWire): Manner {
  return { instructions, language: language ?? "" };
}
