/** The least that a server on this runtime can do: it reads JSON and answers with it. A base for `measures/`. Prints its port. */
const { port } = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => Response.json(await request.json()),
});
console.log(port);
