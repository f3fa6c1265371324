import { Dragoman, DragomanError } from "./dragoman.ts";

const { SERVER_URL = "http://127.0.0.1:8420", API_KEY = "" } = process.env;
const dragoman = new Dragoman(SERVER_URL, API_KEY);

const lights = {
  signature: "lights-v1",
  name: "Lights",
  tools: [
    {
      name: "set_light",
      description: "Turn a light on or off",
      parameters: {
        type: "object",
        required: ["room", "on"],
        properties: {
          room: { type: "string", description: "Room that the light is in" },
          on: { type: "boolean", description: "Whether it is to be on" },
        },
      },
    },
  ],
};

try {
  await dragoman.request("POST", "/v1/toolsets", lights);
} catch (failure) {
  // Registered by an earlier run.
  if (!(failure instanceof DragomanError && failure.code === "conflict")) throw failure;
}

for (const query of ["Turn on the light in the kitchen", "Turn off the light", "How are you?"]) {
  const { resolved, metadata } = await dragoman.resolve(query, ["lights-v1"]);
  console.log(`${query} → ${resolved.tool} ${JSON.stringify(resolved.parameters)}`);
  const missing = metadata.missing_parameters;
  if (missing.length > 0) console.log(`  still to be asked for: ${missing.join(", ")}`);
}
