import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { PAGES } from "./pages.ts";
import { Dialog } from "./parts/dialog.tsx";
import { Failure } from "./parts/failure.tsx";
import { Heading } from "./parts/heading.tsx";
import { addressOf, route } from "./route.ts";
import { begin, session, signOut } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { chooseLanguage, LANGUAGES, type Language, language, texts } from "./texts/texts.ts";

/** The page, or who may not see it yet. */
export function App() {
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);
  const state = session.value;
  if (state.kind === "looking") return <Looking />;
  if (state.kind === "unreachable") return <Unreached />;
  if (state.kind === "out" && !state.wasIn) {
    return (
      <main class="alone">
        <h1>Dragoman</h1>
        <h2>{texts.value.signIn.title}</h2>
        <SignIn refused={state.link} />
        <LanguageSwitch />
      </main>
    );
  }
  return (
    <>
      <Shell />
      {state.kind === "out" && (
        <Dialog title={texts.value.signIn.again}>
          <p>{texts.value.signIn.againLead}</p>
          <SignIn refused={null} />
        </Dialog>
      )}
    </>
  );
}

/** The same as in the HTML file, so that nothing moves when the script has come. */
function Looking() {
  return (
    <main class="alone">
      <h1>Dragoman</h1>
      <p class="waiting">{texts.value.signIn.looking}</p>
    </main>
  );
}

function Unreached() {
  const { signIn, state } = texts.value;
  return (
    <main class="alone">
      <h1>Dragoman</h1>
      <p>{signIn.unreachable}</p>
      <button type="button" onClick={() => void begin()}>
        {state.retry}
      </button>
    </main>
  );
}

function Shell() {
  const { shell } = texts.value;
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <header class="side">
        <p class="brand">
          <a href={addressOf("overview")}>Dragoman</a>
        </p>
        <Navigation />
        <Foot />
      </header>
      <main id="content">
        <CurrentPage key={route.value.page} />
      </main>
    </div>
  );
}

function Navigation() {
  const { pages, shell } = texts.value;
  const here = route.value.page;
  return (
    <nav aria-label={shell.navigation}>
      <ul>
        {PAGES.map(({ name }) => (
          <li key={name}>
            <a href={addressOf(name)} aria-current={name === here ? "page" : undefined}>
              {pages[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Foot() {
  const { shell } = texts.value;
  const state = session.value;
  return (
    <div class="foot">
      <LanguageSwitch />
      <a href="/docs">{shell.documentation}</a>
      <button type="button" class="plain" onClick={() => void signOut()}>
        {shell.signOut}
      </button>
      {state.kind === "in" && <span class="hint">{state.session.version}</span>}
    </div>
  );
}

function LanguageSwitch() {
  return (
    <label class="language">
      <span class="unseen">{texts.value.shell.language}</span>
      <select value={language.value} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}>
        {Object.entries(LANGUAGES).map(([name, words]) => (
          <option key={name} value={name} lang={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Pages that were opened before are there at once. */
const opened = new Map<string, ComponentType>();

function CurrentPage() {
  const name = route.value.page;
  const entry = PAGES.find((page) => page.name === name);
  const [failure, setFailure] = useState<unknown>(null);
  const [Page, setPage] = useState<ComponentType | null>(() => opened.get(name) ?? null);
  const load = () => {
    setFailure(null);
    entry?.load().then(({ Page: loaded }) => {
      opened.set(name, loaded);
      setPage(() => loaded);
    }, setFailure);
  };
  useLayoutEffect(load, []);
  const { shell } = texts.value;
  if (!entry) {
    return (
      <>
        <Heading>{shell.notFound(name)}</Heading>
        <a href={addressOf("overview")}>{shell.toOverview}</a>
      </>
    );
  }
  return Page ? <Page /> : <Failure of={failure} retry={load} />;
}
