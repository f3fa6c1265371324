/** A model server that answers at once, always the same: for `overhead.ts`. Prints its port. `GET /asked` is what it was asked last. */
const content = JSON.stringify({ call: { tool: "set_lamp", parameters: { room: "kitchen" } } });
const completion = JSON.stringify({
  id: "completion-1",
  object: "chat.completion",
  created: 1,
  model: "fake",
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
let asked = "";
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (request.method === "GET") return new Response(asked);
    asked = await request.text();
    return new Response(completion, { headers: { "content-type": "application/json" } });
  },
});
console.log(server.port);
