/** What is done with apps, each after a question. */
import { useState } from "preact/hooks";
import { PLAN_OF_THE_FIRST } from "#core/tenant.ts";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { ShownKey } from "../parts/shown-key.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { goTo } from "../route.ts";
import { command } from "../server.ts";
import { session } from "../session.ts";
import type { AppShape, WithKey } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

export interface AppDialogProps {
  readonly app: AppShape;
  readonly onClose: () => void;
  /** It was done. */
  readonly onDone: () => void;
}

interface CreateAppProps {
  /** There is no other app. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function CreateApp({ isFirst, onClose, onCreated }: CreateAppProps) {
  const [name, setName] = useState("");
  const [plan, setPlan] = useState((isFirst ? PLAN_OF_THE_FIRST : plans()[0]) ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<(AppShape & WithKey) | null>(null);
  const { apps } = texts.value;
  if (made) return <ShownKey title={apps.createdTitle(made.name)} apiKey={made.api_key} onClose={onClose} />;
  const check = () => {
    setProblem(name.trim() === "" ? apps.wantsName : null);
    return name.trim() !== "";
  };
  const act = async () => {
    setMade(await command<AppShape & WithKey>("app.create", { name: name.trim(), plan }));
    onCreated();
  };
  return (
    <DeedDialog title={apps.create} deed={apps.createIt} check={check} act={act} onClose={onClose}>
      <TextField label={apps.name} value={name} onInput={setName} problem={problem} />
      <PlanField value={plan} onChange={setPlan} />
    </DeedDialog>
  );
}

export function ChangePlan({ app, onClose, onDone }: AppDialogProps) {
  const [plan, setPlan] = useState(app.plan);
  const { apps } = texts.value;
  const act = () => commanded("app.plan", app, { plan }, onClose, onDone);
  return (
    <DeedDialog title={apps.changePlan} lead={apps.planLead} deed={apps.changePlan} act={act} onClose={onClose}>
      <PlanField value={plan} onChange={setPlan} />
    </DeedDialog>
  );
}

export function Credit({ app, onClose, onDone }: AppDialogProps) {
  const [requests, setRequests] = useState("1000");
  const [problem, setProblem] = useState<string | null>(null);
  const { apps } = texts.value;
  const isWhole = /^[1-9]\d{0,14}$/.test(requests);
  const check = () => {
    setProblem(isWhole ? null : apps.wantsRequests);
    return isWhole;
  };
  const act = () => commanded("app.credit", app, { requests: Number(requests) }, onClose, onDone);
  return (
    <DeedDialog title={apps.credit} lead={apps.creditLead} deed={apps.credit} check={check} act={act} onClose={onClose}>
      <TextField label={apps.requests} value={requests} onInput={setRequests} problem={problem} inputMode="numeric" />
    </DeedDialog>
  );
}

export function SuspendApp({ app, onClose, onDone }: AppDialogProps) {
  const { apps } = texts.value;
  const act = () => commanded("app.suspend", app, {}, onClose, onDone);
  const title = apps.suspendTitle(app.name);
  return (
    <DeedDialog title={title} lead={apps.suspendLead} deed={apps.suspend} isDangerous act={act} onClose={onClose} />
  );
}

export function RemoveApp({ app, onClose, onDone }: AppDialogProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { apps } = texts.value;
  const check = () => {
    setProblem(typed === app.name ? null : apps.removeConfirm(app.name));
    return typed === app.name;
  };
  const act = async () => {
    await command("app.delete", { app_id: app.app_id });
    goTo("apps");
    onDone();
  };
  return (
    <DeedDialog
      title={apps.removeTitle(app.name)}
      lead={apps.removeLead}
      deed={apps.remove}
      isDangerous
      check={check}
      act={act}
      onClose={onClose}
    >
      <TextField label={apps.removeConfirm(app.name)} value={typed} onInput={setTyped} problem={problem} />
    </DeedDialog>
  );
}

async function commanded(
  name: string,
  { app_id }: AppShape,
  args: object,
  onClose: () => void,
  onDone: () => void,
): Promise<void> {
  await command(name, { app_id, ...args });
  onClose();
  onDone();
}

function PlanField({ value, onChange }: { readonly value: string; readonly onChange: (plan: string) => void }) {
  const options = plans().map((plan) => [plan, plan] as const);
  return <SelectField label={texts.value.apps.plan} value={value} onChange={onChange} options={options} />;
}

/** Of the settings. */
function plans(): readonly string[] {
  const state = session.value;
  return state.kind === "in" ? state.session.plans : [];
}
