import { useState } from "preact/hooks";
import { useDeed } from "./loaded.ts";
import { Failure } from "./parts/failure.tsx";
import { Field } from "./parts/field.tsx";
import { signIn } from "./session.ts";
import { texts } from "./texts/texts.ts";

const TOKEN = /^dga_\S+$/;

/** `refused`: why the link that was followed opened nothing, in the server's words. */
export function SignIn({ refused }: { readonly refused: string | null }) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, failure, run } = useDeed();
  const words = texts.value.signIn;
  const submit = (event: Event) => {
    event.preventDefault();
    const typed = token.trim();
    setProblem(TOKEN.test(typed) ? null : words.wantsToken);
    if (TOKEN.test(typed)) run(() => signIn({ token: typed }));
  };
  return (
    <form class="sign-in" onSubmit={submit} noValidate>
      {refused !== null && (
        <p class="notice" role="alert">
          {refused}
        </p>
      )}
      <p>{words.lead}</p>
      <Field label={words.token} hint={words.tokenHint} problem={problem}>
        {(names) => (
          <input
            {...names}
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        )}
      </Field>
      <Failure of={failure} />
      <button type="submit" class="main" disabled={isBusy}>
        {words.submit}
      </button>
      <details>
        <summary>{words.forgotten}</summary>
        <p>{words.forgottenLead}</p>
        <pre>
          <code>dragoman admin-link</code>
        </pre>
      </details>
    </form>
  );
}
