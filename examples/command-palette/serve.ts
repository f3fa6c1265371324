/** The page, and the only thing that it may not do itself: to exchange the API key. */
import { join } from "node:path";

const { SERVER_URL = "http://127.0.0.1:8420", API_KEY = "", PORT = "8421" } = process.env;

/** The page's script, with the client in it. */
const built = await Bun.build({ entrypoints: [join(import.meta.dir, "palette.js")], target: "browser", minify: true });

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(PORT),
  routes: {
    "/": new Response(Bun.file(join(import.meta.dir, "index.html"))),
    "/palette.js": new Response(await built.outputs[0]?.text(), { headers: { "Content-Type": "text/javascript" } }),
    "/settings": Response.json({ baseUrl: SERVER_URL }),
    "/token": {
      // Pages of other origins can send this, too, and read nothing of it.
      POST: () =>
        fetch(`${SERVER_URL}/v1/auth`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ api_key: API_KEY }),
        }),
    },
  },
});
console.log(`http://127.0.0.1:${server.port}`);
