import { curlCommand, encoded } from "#http/docs/curl-command.ts";
import { type AnswerView, answerView } from "./answer-view.ts";
import { button } from "./element.ts";
import { askedInDialog } from "./question.ts";
import { type Asked, send } from "./sending.ts";
import type { TokenKind, Tokens } from "./tokens.ts";

/** Whoever waits longer is told that it is waited for. */
const SLOW_MS = 3_000;

/** Makes a form of `src/http/docs/try-view.ts` work. `command`: the documented command, which follows what is typed. */
export function bindForm(form: HTMLFormElement, command: HTMLElement, tokens: Tokens): void {
  const { who = "open", token: variable = "" } = form.dataset;
  const kind = who === "open" ? null : (who as TokenKind);
  const view = answerView();
  let underWay: AbortController | null = null;
  const stop = button("Stop", () => underWay?.abort());
  stop.hidden = true;

  const submit = async () => {
    if (underWay !== null) return;
    const asked = askedBy(form);
    if (asked.method === "DELETE" && !(await confirmed(asked))) return;
    const token = kind === null ? null : (tokens.current(kind) ?? (await tokens.ask(kind)));
    if (kind !== null && token === null) return view.say(`It was not sent: it asks for an ${kind}.`);
    underWay = new AbortController();
    stop.hidden = false;
    await shown(view, asked, token, underWay.signal);
    stop.hidden = true;
    underWay = null;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });

  const deeds = form.querySelector(".deeds") ?? form;
  deeds.append(stop);
  if (kind !== null) deeds.append(tokenButton(kind, tokens));
  form.append(view.element);

  const follow = () => {
    const origin = location.origin;
    command.textContent = curlCommand({ origin, tokenVariable: variable === "" ? null : variable, ...askedBy(form) });
  };
  form.addEventListener("input", follow);
  follow();
}

/** What stands in the form. Fields that are empty and may be left out are left out. */
function askedBy(form: HTMLFormElement): Asked {
  const { method = "GET", path = "/" } = form.dataset;
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[data-in]")];
  const filled = (place: string) =>
    fields
      .filter(({ dataset, value, required }) => dataset.in === place && (value !== "" || required))
      .map(({ name, value }) => [name, value] as const);
  const inPath = new Map(filled("path"));
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(inPath.get(name) ?? ""));
  const query = filled("query").map(([name, value]) => `${name}=${encoded(value)}`);
  const asked = query.length === 0 ? target : `${target}?${query.join("&")}`;
  const body = fields.find(({ dataset }) => dataset.in === "body")?.value ?? null;
  return { method, target: asked, headers: filled("header"), body };
}

function confirmed({ method, target }: Asked): Promise<boolean> {
  return askedInDialog({
    title: "Delete for good?",
    text: `${method} ${target} takes away what is there. It cannot be taken back.`,
    yes: "Delete",
  });
}

function tokenButton(kind: TokenKind, tokens: Tokens): HTMLButtonElement {
  const made = button("", () => void tokens.ask(kind));
  made.className = "quiet";
  const name = () => {
    made.textContent = tokens.current(kind) === null ? `Give an ${kind}` : `Use another ${kind}`;
  };
  tokens.watch(name);
  name();
  return made;
}

/** Sends it and shows what comes, or does not. */
async function shown(view: AnswerView, asked: Asked, token: string | null, signal: AbortSignal): Promise<void> {
  view.say("Sent …");
  const slow = setTimeout(() => view.say("No answer yet: the server takes its time. It is waited for."), SLOW_MS);
  const outcome = await send(asked, token, signal);
  clearTimeout(slow);
  if (outcome.kind === "answer") view.show(outcome);
  else view.say(outcome.said);
}
