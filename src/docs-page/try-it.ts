/** What runs on the API page: each operation's form asks this server, and its command follows what is typed. */
import { copyButton } from "./copy-button.ts";
import { bindForm } from "./operation-form.ts";
import { Tokens } from "./tokens.ts";

const tokens = new Tokens();
for (const operation of document.querySelectorAll<HTMLElement>("article")) {
  const [command, form] = [operation.querySelector<HTMLElement>("pre.curl"), operation.querySelector("form")];
  const folded = operation.querySelector<HTMLElement>("details.try");
  if (!command || !form || !folded) continue;
  command.before(copyButton(command));
  bindForm(form, command, tokens);
  folded.hidden = false;
}
