import "./style.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { PAGES } from "./pages.ts";
import { listenForRoutes, route } from "./route.ts";
import { begin } from "./session.ts";

listenForRoutes();
void begin();
const root = document.getElementById("page");
if (root) render(<App />, root);
// Beside the question who is signed in, not after it. Where it does not come, whoever opens the page is told.
const opened = PAGES.find(({ name }) => name === route.value.page);
opened?.load().catch(() => undefined);
