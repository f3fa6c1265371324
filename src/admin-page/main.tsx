import "./style.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { listenForRoutes } from "./route.ts";
import { begin } from "./session.ts";

listenForRoutes();
void begin();
const root = document.getElementById("page");
if (root) render(<App />, root);
