/** The tools that the pairs ask for, and for each a few sentences that are known before: without them no wording is. */
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { NUMBERS } from "./notation.ts";

interface KnownTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly string[];
  /** The only values that a parameter takes, where it takes only some. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly known: readonly string[];
}

export const TOOLS: readonly KnownTool[] = [
  {
    name: "transfer_money",
    description: "Sends money to somebody.",
    parameters: ["amount", "currency", "receiver", "sender", "date", "iban", "account"],
    known: [
      "Send [amount:35] euros to [receiver:Lena][currency=EUR:]",
      "Send [amount:80] dollars to [receiver:Oscar][currency=USD:]",
      "Send [amount:12] pounds to [receiver:Priya] on [date:Monday][currency=GBP:]",
      "Transfer [amount:60] euros from [sender:Mara] to [receiver:Jonas][currency=EUR:]",
      "Pay [amount:15] euros to [iban:DE02120300000000202051][currency=EUR:]",
    ],
  },
  {
    name: "convert_units",
    description: "Converts a value from one unit into another.",
    parameters: ["value", "from_unit", "to_unit"],
    known: [
      "Convert [value:7] [from_unit:inches] to [to_unit:centimetres]",
      "How many [to_unit:grams] are [value:3] [from_unit:ounces]?",
      "What is [value:40] [from_unit:feet] in [to_unit:metres]?",
    ],
  },
  {
    name: "set_alarm",
    description: "Sets an alarm.",
    parameters: ["time", "day", "hours"],
    known: [
      "Set an alarm for [time:5:15 pm]",
      "Set an alarm for [time:8:45 am] on [day:Saturday]",
      "Wake me at [time:10 am] [day:tomorrow]",
      "Wake me in [hours:4] hours",
    ],
  },
  {
    name: "book_flight",
    description: "Books a flight.",
    parameters: ["origin", "destination", "date", "passengers", "cabin"],
    known: [
      "Book a flight from [origin:Lisbon] to [destination:Dublin]",
      "Book a flight from [origin:Athens] to [destination:Prague] for [passengers:3] people",
      "Book a flight from [origin:Malta] to [destination:Geneva] on [date:4 June]",
      "I want to fly from [origin:Turin] to [destination:Nice] on [date:12 May]",
    ],
  },
  {
    name: "send_message",
    description: "Sends a message to somebody.",
    parameters: ["recipient", "body", "channel"],
    known: [
      "Text [recipient:Noah] that [body:dinner is ready]",
      "Tell [recipient:Ivy] that [body:the parcel came]",
      "Send [recipient:Max] a message saying [body:see you soon]",
      "Email [recipient:kim@harbour.example] that [body:the room is free]",
    ],
  },
  {
    name: "search_products",
    description: "Searches the shop.",
    parameters: ["product", "price_min", "price_max", "rating_min", "without", "sort"],
    known: [
      "Show [product:lamps] under [price_max:90] euros",
      "Show [product:chairs] over [price_min:45] euros",
      "Find [product:kettles] with at least [rating_min:3] stars",
      "Find [product:rugs] that cost at most [price_max:70] euros",
      "Search for [product:desks] without [without:drawers]",
    ],
  },
  {
    name: "switch_light",
    description: "Switches a light on or off, or dims it.",
    parameters: ["room", "state", "brightness"],
    options: { state: ["on", "off"] },
    known: [
      "Turn on the light in the [room:hall][state=on:]",
      "Turn off the light in the [room:garage][state=off:]",
      "Dim the light in the [room:study] to [brightness:30] percent",
    ],
  },
  {
    name: "set_temperature",
    description: "Sets the temperature of a room.",
    parameters: ["room", "degrees", "unit"],
    options: { unit: ["C", "F"] },
    known: [
      "Set the [room:nursery] to [degrees:19] degrees Celsius[unit=C:]",
      "Set the [room:office] to [degrees:66] degrees Fahrenheit[unit=F:]",
      "Make the [room:hall] [degrees:21] degrees[unit=C:]",
    ],
  },
  {
    name: "delete_files",
    description: "Deletes files for good.",
    parameters: ["files", "folder", "except"],
    known: [
      "Delete [files:the old drafts] in [folder:Reports]",
      "Delete [files:notes.txt] from [folder:Desktop]",
      "Delete [files:all files] in [folder:Scratch]",
    ],
  },
  {
    name: "create_event",
    description: "Puts an event into the calendar.",
    parameters: ["title", "day", "start", "end", "person", "hours"],
    known: [
      "Schedule [title:a stand-up] on [day:Tuesday] at [start:9:30]",
      "Schedule [title:lunch] with [person:Paula] on [day:Friday]",
      "Block [day:Thursday] from [start:10] to [end:12]",
      "Remind me [hours:2] hours before [title:the concert]",
    ],
  },
  {
    name: "look_up_customer",
    description: "Looks a customer up.",
    parameters: ["customer_id", "email", "phone", "iban", "name"],
    known: [
      "Look up customer [customer_id:C-55120]",
      "Find the customer with the email [email:rosa@lakeside.example]",
      "Find the customer with the phone number [phone:+44 20 7946 0100]",
      "Who is the customer called [name:Ruth Adler]?",
    ],
  },
  {
    name: "share_document",
    description: "Shares a document with somebody.",
    parameters: ["document", "person", "role"],
    known: [
      "Share [document:the budget] with [person:Emil] as [role:editor]",
      "Share [document:the roadmap] with [person:Tess] as [role:viewer]",
      "Give [person:Omar] access to [document:the minutes]",
    ],
  },
  {
    name: "trade_shares",
    description: "Buys or sells shares.",
    parameters: ["side", "symbol", "quantity", "price_max", "price_min"],
    options: { side: ["buy", "sell"] },
    known: [
      "Buy [quantity:25] shares of [symbol:KLM][side=buy:]",
      "Sell [quantity:40] shares of [symbol:VOW][side=sell:]",
      "Buy [quantity:10] shares of [symbol:BASF] below [price_max:48][side=buy:]",
    ],
  },
  {
    name: "plan_medicine",
    description: "Plans when a medicine is taken.",
    parameters: ["medicine", "amount", "unit", "times_per_day", "when"],
    known: [
      "Plan [amount:250] mg of [medicine:amoxicillin] [times_per_day=3:three times] a day[unit=mg:]",
      "Plan [amount:10] ml of [medicine:cough syrup] before [when=before:]bed[unit=ml:]",
      "Remind me to take [medicine:iron] after meals[when=after:]",
    ],
  },
  {
    name: "get_weather",
    description: "Tells the weather.",
    parameters: ["city", "day", "unit"],
    known: [
      "What is the weather in [city:Oslo] [day:tomorrow]?",
      "Weather in [city:Graz] on [day:Sunday]",
      "Will it rain in [city:Bonn] [day:today]?",
    ],
  },
];

export function toolDefinitions(): readonly Tool[] {
  return TOOLS.map(({ name, description, parameters, options = {} }) => {
    const properties = parameters.map((parameter) => [parameter, schemaOf(parameter, options[parameter])]);
    return {
      name,
      description,
      parameters: { type: "object", properties: Object.fromEntries(properties) } as JsonObject,
    };
  });
}

function schemaOf(parameter: string, options: readonly string[] | undefined): JsonObject {
  return options === undefined
    ? { type: NUMBERS.has(parameter) ? "number" : "string" }
    : { type: "string", enum: options };
}
