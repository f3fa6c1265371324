import { Dragoman } from "@dragoman/client";

/** Milliseconds without another key before it is asked. */
const PAUSE_MS = 20;

const [query, call, time] = ["query", "call", "time"].map((id) => document.getElementById(id));
const { baseUrl } = await (await fetch("settings")).json();
const client = new Dragoman({ baseUrl, accessToken: async () => (await fetch("token", { method: "POST" })).json() });

let overtaken = new AbortController();
let pause = 0;

query.addEventListener("input", () => {
  // Whoever types on has no use for the answer to less.
  overtaken.abort();
  overtaken = new AbortController();
  clearTimeout(pause);
  const { signal } = overtaken;
  pause = setTimeout(() => show(query.value.trim(), signal), PAUSE_MS);
});

async function show(text, signal) {
  if (text === "") return say("", "");
  try {
    const { resolved, metadata } = await client.resolve({ query: text, toolsets: ["commands-v1"] }, { signal });
    const missing = metadata.missing_parameters.map((name) => `${name}?`).join(" ");
    say(`${resolved.tool} ${JSON.stringify(resolved.parameters)} ${missing}`, `${metadata.latency_ms} ms`);
  } catch (failure) {
    if (!signal.aborted) say(String(failure), "");
  }
}

function say(what, when) {
  call.textContent = what;
  time.textContent = when;
}
