import type { Tool } from "#core/toolset.ts";

function tool(
  name: string,
  description: string,
  properties: Record<string, object>,
  required: readonly string[],
): Tool {
  return { name, description, parameters: { type: "object", properties, required } as NonNullable<Tool["parameters"]> };
}

const text = (description: string, more: object = {}) => ({ type: "string", description, ...more });
const whole = (description: string) => ({ type: "integer", description });

/** What somebody may ask of an assistant in a day. */
export const HOME_TOOLS: readonly Tool[] = [
  tool(
    "book_table",
    "Book a table at a restaurant",
    {
      city: text("City"),
      people: whole("Number of people"),
      date: text("Day", { format: "date" }),
      restaurant: text("Name of the restaurant"),
      outdoor: { type: "boolean", description: "Whether to sit outside" },
    },
    ["city", "people"],
  ),
  tool(
    "get_weather",
    "Get the weather forecast for a city",
    { city: text("City name"), unit: text("", { enum: ["celsius", "fahrenheit"] }), days: whole("Number of days") },
    ["city"],
  ),
  tool("set_alarm", "Set an alarm at a given time", { time: text("When the alarm rings", { format: "date-time" }) }, [
    "time",
  ]),
  tool(
    "order_drink",
    "Order a drink at the bar",
    {
      drink: text("Name of the drink"),
      size: text("", { enum: ["small", "medium", "large"] }),
      count: whole("How many"),
    },
    ["drink"],
  ),
  tool("cancel_booking", "Cancel a booking", { booking: text("Number of the booking") }, []),
  tool("make_call", "Call somebody on the phone", { contact: text("Name of the person to call") }, ["contact"]),
  tool(
    "navigate",
    "Show the way to a place",
    { destination: text("Place or address to go to"), mode: text("", { enum: ["car", "bike", "walk"] }) },
    ["destination"],
  ),
];

export function homeTool(name: string): number {
  return HOME_TOOLS.findIndex((offered) => offered.name === name);
}
