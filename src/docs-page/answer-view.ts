import { jsonTokensOf } from "#http/docs/json-tokens.ts";
import { element } from "./element.ts";
import type { Answered } from "./sending.ts";

/** More of an answer would only make the page slow. */
const SHOWN_CHARACTERS_MAX = 200_000;

export interface AnswerView {
  readonly element: HTMLElement;
  /** In place of an answer. */
  say(words: string): void;
  show(answer: Answered): void;
}

/** What came of a request: in one line that is read aloud, with the headers worth seeing and the body below. */
export function answerView(): AnswerView {
  const line = element("p", { role: "status" });
  const rest = element("div", {});
  return {
    element: element("div", { class: "outcome" }, line, rest),
    say(words) {
      line.replaceChildren(words);
      rest.replaceChildren();
    },
    show(answer) {
      const { status, ms } = answer;
      const number = element("b", { class: `s${Math.trunc(status / 100)}` }, String(status));
      line.replaceChildren(number, ` in ${Math.round(ms)} ms. ${wordsFor(answer)}`);
      rest.replaceChildren(headersOf(answer), ...bodyOf(answer));
    },
  };
}

function wordsFor({ status, message, text }: Answered): string {
  if (message === null) return text === "" ? "There is no body." : "";
  const hint = status === 401 ? " Give another token, then send it again." : "";
  return `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}.${hint}`;
}

/** Those that the contract knows. */
function headersOf({ headers }: Answered): HTMLElement {
  const known = document.querySelector<HTMLElement>("main")?.dataset.headers?.split(",") ?? [];
  const rows = known.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [element("div", {}, element("dt", {}, name), element("dd", {}, value))];
  });
  return element("dl", { class: "headers" }, ...rows);
}

function bodyOf({ text, headers }: Answered): readonly Node[] {
  if (text === "") return [];
  const cut = text.slice(0, SHOWN_CHARACTERS_MAX);
  const isJson = cut === text && headers.get("Content-Type")?.startsWith("application/json");
  const body = element("pre", { tabindex: "0", "aria-label": "Body of the answer" });
  body.append(...(isJson ? colouredJson(JSON.parse(text)) : [cut]));
  const left = text.length - cut.length;
  return left === 0 ? [body] : [body, element("p", {}, `… and ${left.toLocaleString("en")} characters more.`)];
}

function colouredJson(value: unknown): readonly (Node | string)[] {
  return jsonTokensOf(value).map(({ text, kind }) => (kind === "" ? text : element("span", { class: kind }, text)));
}
