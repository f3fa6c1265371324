import { useState } from "preact/hooks";
import { texts } from "../texts/texts.ts";

/** Something that is shown once, with a button that copies it. */
export function Secret({ label, children }: { readonly label: string; readonly children: string }) {
  const [said, setSaid] = useState("");
  const { deeds } = texts.value;
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(children).then(
          () => setSaid(deeds.copied),
          () => setSaid(deeds.copyFailed),
        )
      : // Over plain HTTP from another machine browsers have no clipboard for pages.
        setSaid(deeds.copyFailed);
  return (
    <div class="secret">
      <span class="label">{label}</span>
      <code>{children}</code>
      <button type="button" onClick={copy}>
        {deeds.copy}
      </button>
      <span role="status">{said}</span>
    </div>
  );
}
