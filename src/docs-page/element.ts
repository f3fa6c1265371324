/** An element with attributes and what stands in it. Texts stay texts, whatever they hold. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...inside);
  return made;
}

/** A button that submits nothing. */
export function button(title: string, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, title);
  made.addEventListener("click", press);
  return made;
}
