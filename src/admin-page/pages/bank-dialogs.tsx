/** What is done with banks and memories, each after a question. */
import { useState } from "preact/hooks";
import type { BankWire, MemoryWire } from "#http/schemas/bank.ts";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { goTo } from "../route.ts";
import { askAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

interface WriteBankProps {
  readonly app: AppShape;
  /** Null for a new one. */
  readonly bank: BankWire | null;
  readonly onClose: () => void;
  /** It was changed. */
  readonly onDone?: () => void;
}

/** Makes a bank, and goes to it; or replaces what one is called. */
export function WriteBank({ app, bank, onClose, onDone }: WriteBankProps) {
  const [name, setName] = useState(bank?.name ?? "");
  const [description, setDescription] = useState(bank?.description ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const { apps, banks } = texts.value;
  const check = () => {
    const isNamed = name.trim() !== "";
    setProblem(isNamed ? null : banks.wantsName);
    return isNamed;
  };
  const act = async () => {
    const body = { name: name.trim(), ...(description.trim() !== "" && { description: description.trim() }) };
    const [method, path] = bank === null ? (["POST", "/v1/banks"] as const) : (["PUT", pathOf(bank)] as const);
    const written = await askAsApp<BankWire>(app.app_id, method, path, body);
    onClose();
    if (bank === null) goTo("banks", { app: app.app_id, bank: written.body.id });
    onDone?.();
  };
  return (
    <DeedDialog
      title={bank === null ? banks.create : banks.changeTitle(bank.name)}
      lead={banks.costsOne}
      deed={bank === null ? apps.createIt : banks.save}
      check={check}
      act={act}
      onClose={onClose}
    >
      <TextField label={banks.name} value={name} onInput={setName} problem={problem} />
      <TextField label={banks.description} hint={banks.descriptionHint} value={description} onInput={setDescription} />
    </DeedDialog>
  );
}

interface RemoveBankProps {
  readonly app: AppShape;
  readonly bank: BankWire;
  /** How many it remembers, in words. */
  readonly memories: string;
  readonly onClose: () => void;
}

/** Says what is gone with it. */
export function RemoveBank({ app, bank, memories, onClose }: RemoveBankProps) {
  const { banks } = texts.value;
  const act = async () => {
    await askAsApp(app.app_id, "DELETE", pathOf(bank));
    onClose();
    goTo("banks", { app: app.app_id });
  };
  return (
    <DeedDialog title={banks.removeTitle(bank.name)} deed={banks.remove} isDangerous act={act} onClose={onClose}>
      <p>{banks.removes(memories)}</p>
      <p class="hint">{banks.costsOne}</p>
    </DeedDialog>
  );
}

interface ForgetMemoryProps {
  readonly app: AppShape;
  /** Of its bank, in the API of the app. */
  readonly path: string;
  readonly memory: MemoryWire;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ForgetMemory({ app, path, memory, onClose, onDone }: ForgetMemoryProps) {
  const { banks } = texts.value;
  const act = async () => {
    await askAsApp(app.app_id, "DELETE", `${path}/memories/${encodeURIComponent(memory.id)}`);
    onClose();
    onDone();
  };
  return (
    <DeedDialog title={banks.forgetTitle} deed={banks.forget} isDangerous act={act} onClose={onClose}>
      <p>{banks.forgets(rememberedText(memory))}</p>
      <p class="hint">{banks.costsOne}</p>
    </DeedDialog>
  );
}

/** What of it is compared with queries. */
export function rememberedText({ fact, query }: MemoryWire): string {
  return fact ?? query ?? "";
}

function pathOf({ id }: BankWire): string {
  return `/v1/banks/${encodeURIComponent(id)}`;
}
