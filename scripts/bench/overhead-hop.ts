/**
 * The least that can stand between a client and a model server on this runtime: it reads a body, asks the server the question that it
 * always asks, and hands the answer on. For `overhead.ts`. `bun overhead-hop.ts URL`, the question on standard input; prints its port.
 */
import { text } from "node:stream/consumers";

const [url = ""] = process.argv.slice(2);
const question = await text(process.stdin);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    await request.json();
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: question });
    return Response.json(await answer.json());
  },
});
console.log(server.port);
