import { button, element } from "./element.ts";

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What stands on the button that says yes. */
  readonly yes: string;
  /** The name of the one field, where there is one. */
  readonly field?: string;
  /** Looks at what was typed. Words about what is wrong keep the question open; null closes it. */
  readonly refuse?: (typed: string) => Promise<string | null>;
}

/** Asks over the page. Resolves to whether it was said yes to; Escape says no. */
export function askedInDialog({ title, text, yes, field, refuse }: Question): Promise<boolean> {
  const fault = element("p", { class: "fault", role: "alert" });
  // No password field: a browser would offer to keep what is typed there.
  const input = element("input", { class: "secret", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const label = field === undefined ? [] : [element("label", {}, element("span", {}, field), input)];
  const accept = element("button", { type: "submit" }, yes);
  const deeds = element(
    "p",
    { class: "deeds" },
    accept,
    button("Cancel", () => dialog.close()),
  );
  const form = element("form", {}, element("h2", {}, title), element("p", {}, text), ...label, fault, deeds);
  const dialog = element("dialog", { "aria-label": title }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let said = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      accept.disabled = true;
      const refusal = (await refuse?.(input.value.trim())) ?? null;
      accept.disabled = false;
      said = refusal === null;
      fault.textContent = refusal ?? "";
      if (said) dialog.close();
      else input.focus();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(said);
    });
    dialog.showModal();
  });
}
