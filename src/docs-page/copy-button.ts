import { button } from "./element.ts";

/** How long it says that it was copied. */
const SAID_MS = 2_000;

/** Copies what an element holds. Where the browser keeps the clipboard for itself, it marks the text for the keyboard. */
export function copyButton(of: HTMLElement): HTMLButtonElement {
  const made = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(of.textContent ?? "");
      made.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(of);
      made.textContent = "Marked: copy it with the keyboard";
    }
    setTimeout(() => {
      made.textContent = "Copy";
    }, SAID_MS);
  });
  made.className = "quiet copy";
  made.setAttribute("aria-live", "polite");
  return made;
}
