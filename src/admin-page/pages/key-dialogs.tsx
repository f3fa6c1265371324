/** What is done with keys. */
import { useState } from "preact/hooks";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { ShownKey } from "../parts/shown-key.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { command } from "../server.ts";
import type { KeyShape, WithKey } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import type { AppDialogProps } from "./app-dialogs.tsx";

const DAY_SECONDS = 86_400;
/** How long a key may be good for, in seconds; null: until it is revoked. */
const LIFETIMES = {
  never: null,
  day: DAY_SECONDS,
  month: 30 * DAY_SECONDS,
  quarter: 90 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
} as const;
type Lifetime = keyof typeof LIFETIMES;

export function CreateKey({ app, onClose, onDone }: AppDialogProps) {
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState<Lifetime>("never");
  const [problem, setProblem] = useState<string | null>(null);
  const [apiKey, setApiKey] = useState<string | null>(null);
  const { apps } = texts.value;
  if (apiKey !== null) return <ShownKey title={apps.keyTitle} apiKey={apiKey} onClose={onClose} />;
  const check = () => {
    setProblem(name.trim() === "" ? apps.wantsName : null);
    return name.trim() !== "";
  };
  const act = async () => {
    const seconds = LIFETIMES[lifetime];
    const args = { app_id: app.app_id, name: name.trim(), ...(seconds !== null && { expires_in_seconds: seconds }) };
    setApiKey((await command<WithKey>("key.create", args)).api_key);
    onDone();
  };
  return (
    <DeedDialog title={apps.newKey} deed={apps.createIt} check={check} act={act} onClose={onClose}>
      <TextField label={apps.keyName} value={name} onInput={setName} problem={problem} />
      <SelectField
        label={apps.expires}
        value={lifetime}
        onChange={(chosen) => setLifetime(chosen as Lifetime)}
        options={(Object.keys(LIFETIMES) as Lifetime[]).map((one) => [one, apps.expiry[one]] as const)}
      />
    </DeedDialog>
  );
}

interface RevokeKeyProps extends Omit<AppDialogProps, "app"> {
  readonly of: KeyShape;
}

export function RevokeKey({ of, onClose, onDone }: RevokeKeyProps) {
  const { apps } = texts.value;
  const act = async () => {
    await command("key.revoke", { key_id: of.key_id });
    onClose();
    onDone();
  };
  const title = apps.revokeTitle(of.name);
  return <DeedDialog title={title} lead={apps.revokeLead} deed={apps.revoke} isDangerous act={act} onClose={onClose} />;
}
