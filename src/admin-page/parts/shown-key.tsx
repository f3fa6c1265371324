import { texts } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";
import { Secret } from "./secret.tsx";

/** A key, the one time that it is told. It does not close by itself or by Escape: nobody could get it back. */
export function ShownKey({ title, apiKey, onClose }: ShownKeyProps) {
  const { apps, deeds } = texts.value;
  return (
    <Dialog title={title}>
      <p>{apps.keyOnce}</p>
      <Secret label={apps.key}>{apiKey}</Secret>
      <div class="deeds">
        <button type="button" class="main" onClick={onClose}>
          {deeds.done}
        </button>
      </div>
    </Dialog>
  );
}

interface ShownKeyProps {
  readonly title: string;
  readonly apiKey: string;
  readonly onClose: () => void;
}
