/** What the demo has registered, and the sentences it asks about. */
import type { Class } from "#core/classification-set.ts";
import type { Tool } from "#core/toolset.ts";

export const DEMO_QUERY = "Book a table for four at Luigi in Rome at 7 pm";
/** For the semantic cache, after the first. A test sees that it is answered from there. */
export const DEMO_QUERY_REWORDED = "Could you book a table for four at Luigi in Rome at 7 pm?";
export const DEMO_DATA = "My parcel should have been here last Friday, where is it?";

export const DEMO_TOOLS: readonly Tool[] = [
  {
    name: "book_table",
    description: "Book a table at a restaurant",
    parameters: {
      type: "object",
      properties: {
        restaurant: { type: "string", description: "Name of the restaurant" },
        city: { type: "string", description: "City of the restaurant" },
        people: { type: "integer", description: "Number of people" },
        time: { type: "string", description: "Time of the reservation" },
      },
      required: ["restaurant", "people"],
    },
  },
  {
    name: "get_weather",
    description: "Tell the weather forecast for a place",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string", description: "City to get the weather forecast for" },
        unit: { type: "string", enum: ["celsius", "fahrenheit"], description: "Temperature unit", default: "celsius" },
      },
      required: ["city"],
    },
  },
  {
    name: "set_light",
    description: "Turn the light of a room on or off, or dim it",
    parameters: {
      type: "object",
      properties: {
        room: { type: "string", description: "Room whose light is meant" },
        state: {
          type: "string",
          enum: ["on", "off"],
          description: "Whether the light is to be on or off",
          default: "on",
        },
        brightness: { type: "integer", description: "Brightness in percent", minimum: 0, maximum: 100 },
      },
      required: ["room"],
    },
  },
  {
    name: "play_music",
    description: "Play music of an artist or a genre",
    parameters: {
      type: "object",
      properties: {
        artist: { type: "string", description: "Artist or band to play" },
        genre: { type: "string", description: "Kind of music" },
      },
    },
  },
];

export const DEMO_CLASSES: readonly Class[] = [
  {
    label: "delivery",
    description: "Asks where an order is or when it will arrive",
    examples: ["Where is my package?", "My order has not arrived yet"],
  },
  {
    label: "refund",
    description: "Wants money back for something that was bought",
    examples: ["I want my money back", "Please refund the shoes I returned"],
  },
  {
    label: "account",
    description: "Has trouble with logging in, a password or account data",
    examples: ["I cannot log in", "How do I change my password?"],
  },
  {
    label: "praise",
    description: "Says that something was good",
    examples: ["Great service, thank you!", "I love the new jacket"],
  },
];
