/** A hotel that never was: its tools, and what people ask of it. For `descriptions.ts`; no model was trained or fitted on it. */

export interface HotelParameter {
  readonly name: string;
  readonly vagueName: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
}

export interface HotelTool {
  readonly name: string;
  readonly vagueName: string;
  readonly description: string;
  readonly vagueDescription: string;
  readonly parameters: readonly HotelParameter[];
  readonly examples: readonly string[];
}

const DAY = { type: "string", format: "date" };
const COUNT = { type: "integer", minimum: 1 };
const TEXT = { type: "string" };
const ROOM: HotelParameter = {
  name: "room",
  vagueName: "r",
  description: "Number of the room",
  schema: { type: "integer" },
  isRequired: true,
};
const GUEST: HotelParameter = {
  name: "guest",
  vagueName: "n",
  description: "Full name of the guest",
  schema: TEXT,
  isRequired: true,
};

function required(name: string, vagueName: string, description: string, schema: object): HotelParameter {
  return { name, vagueName, description, schema: { ...schema }, isRequired: true };
}

function optional(name: string, vagueName: string, description: string, schema: object): HotelParameter {
  return { ...required(name, vagueName, description, schema), isRequired: false };
}

export const HOTEL_TOOLS: readonly HotelTool[] = [
  {
    name: "book_room",
    vagueName: "create",
    description: "Book a hotel room for a guest",
    vagueDescription: "Creates an entry",
    parameters: [
      GUEST,
      required("arrival", "d", "Day of arrival", DAY),
      required("nights", "c", "Number of nights", COUNT),
      optional("view", "t", "What the room looks out on", { type: "string", enum: ["sea", "garden", "street"] }),
    ],
    examples: [
      "Reserve a room with a sea view for Maria Lopez from 2 May 2027, three nights",
      "I need a place to sleep for Tom Baker on 9 June 2027, one night",
      "Put Ken Ito in a garden room from 1 August 2027 for a week",
    ],
  },
  {
    name: "cancel_booking",
    vagueName: "remove",
    description: "Cancel the booking of a guest",
    vagueDescription: "Removes an entry",
    parameters: [GUEST],
    examples: [
      "Maria Lopez will not come after all",
      "Drop the reservation of Tom Baker",
      "Call off the stay of Ken Ito",
    ],
  },
  {
    name: "clean_room",
    vagueName: "task1",
    description: "Have a room cleaned by housekeeping",
    vagueDescription: "Task of type 1",
    parameters: [ROOM, optional("urgent", "u", "Whether it has to be done at once", { type: "boolean" })],
    examples: [
      "The floor in 12 is dirty",
      "Send somebody with a mop to room 7",
      "Room 30 needs fresh towels right away",
    ],
  },
  {
    name: "report_defect",
    vagueName: "task2",
    description: "Report something broken in a room to the technician",
    vagueDescription: "Task of type 2",
    parameters: [ROOM, required("defect", "x", "What is broken", TEXT)],
    examples: [
      "The heating in 15 does not work",
      "There is a leak under the sink of room 8",
      "In room 21 the lamp is out of order",
    ],
  },
  {
    name: "wake_guest",
    vagueName: "call",
    description: "Wake a guest by telephone at a time",
    vagueDescription: "Makes a call",
    parameters: [ROOM, required("at", "t", "When to call, as HH:MM", TEXT)],
    examples: ["Ring room 5 at 6:30 am", "Get the people in 11 out of bed at 8 am", "Set an alarm for room 14 at 5 am"],
  },
  {
    name: "order_breakfast",
    vagueName: "order",
    description: "Bring breakfast to a room",
    vagueDescription: "Places an order",
    parameters: [
      ROOM,
      required("people", "c", "How many people eat", COUNT),
      optional("drink", "t", "Hot drink", { type: "string", enum: ["coffee", "tea", "chocolate"] }),
    ],
    examples: [
      "Two croissants with coffee up to room 3, for two people",
      "Food in the morning for 4 in room 16",
      "Tea and toast for one person to room 19",
    ],
  },
  {
    name: "rent_bicycle",
    vagueName: "rent",
    description: "Rent bicycles to a guest for a day",
    vagueDescription: "Rents items",
    parameters: [required("count", "c", "How many bicycles", COUNT), required("day", "d", "Day of the rental", DAY)],
    examples: [
      "We would like to cycle on 4 July 2027, three of us",
      "Two bikes for 12 May 2027",
      "A tandem is fine, one, on 30 June 2027",
    ],
  },
  {
    name: "change_language",
    vagueName: "set",
    description: "Change the language of the television in a room",
    vagueDescription: "Sets a value",
    parameters: [
      ROOM,
      required("language", "l", "Language to speak", { type: "string", enum: ["English", "German", "French"] }),
    ],
    examples: [
      "Let the screen in 4 speak French",
      "Room 10 wants programmes in German",
      "Switch the set in room 25 over to English",
    ],
  },
];

export interface HotelRequest {
  readonly query: string;
  readonly tool: string;
  /** All values that are said; `defect` is right when the given text holds this one. */
  readonly parameters: Readonly<Record<string, boolean | number | string>>;
}

/** Written before the first run, by somebody who knew the tools. */
export const HOTEL_REQUESTS: readonly HotelRequest[] = [
  {
    query: "Book a room for Anna Weber from 24 December 2026 for three nights",
    tool: "book_room",
    parameters: { guest: "Anna Weber", arrival: "2026-12-24", nights: 3 },
  },
  {
    query: "Please reserve a room with a view of the sea for John Miller, two nights from 3 March 2027",
    tool: "book_room",
    parameters: { guest: "John Miller", arrival: "2027-03-03", nights: 2, view: "sea" },
  },
  {
    query: "Could you get Paul Simon a garden room on 1 May 2027 for five nights?",
    tool: "book_room",
    parameters: { guest: "Paul Simon", arrival: "2027-05-01", nights: 5, view: "garden" },
  },
  {
    query: "Lena Fischer arrives on 12 April 2027 and stays for 4 nights",
    tool: "book_room",
    parameters: { guest: "Lena Fischer", arrival: "2027-04-12", nights: 4 },
  },
  {
    query: "One night for Omar Haddad on 9 September 2027",
    tool: "book_room",
    parameters: { guest: "Omar Haddad", arrival: "2027-09-09", nights: 1 },
  },
  {
    query: "I want a room for Eva Novak from 2027-07-20, seven nights, looking out on the street",
    tool: "book_room",
    parameters: { guest: "Eva Novak", arrival: "2027-07-20", nights: 7, view: "street" },
  },
  {
    query: "Accommodation for Ivan Petrov from 15 January 2027, 6 nights",
    tool: "book_room",
    parameters: { guest: "Ivan Petrov", arrival: "2027-01-15", nights: 6 },
  },
  { query: "Cancel the booking of Anna Weber", tool: "cancel_booking", parameters: { guest: "Anna Weber" } },
  { query: "John Miller is not coming, please cancel", tool: "cancel_booking", parameters: { guest: "John Miller" } },
  { query: "Delete the reservation for Paul Simon", tool: "cancel_booking", parameters: { guest: "Paul Simon" } },
  { query: "Lena Fischer has called off her stay", tool: "cancel_booking", parameters: { guest: "Lena Fischer" } },
  {
    query: "We do not need the room of Omar Haddad any more",
    tool: "cancel_booking",
    parameters: { guest: "Omar Haddad" },
  },
  { query: "Scrap Eva Novak's booking", tool: "cancel_booking", parameters: { guest: "Eva Novak" } },
  { query: "Clean room 12", tool: "clean_room", parameters: { room: 12 } },
  { query: "Room 31 is dirty, send housekeeping", tool: "clean_room", parameters: { room: 31 } },
  { query: "Please have somebody tidy up room 8 at once", tool: "clean_room", parameters: { room: 8, urgent: true } },
  { query: "The guests in room 17 would like fresh towels", tool: "clean_room", parameters: { room: 17 } },
  { query: "Can the bathroom of room 5 be cleaned?", tool: "clean_room", parameters: { room: 5 } },
  { query: "There is a mess in room 23", tool: "clean_room", parameters: { room: 23 } },
  { query: "Make the bed in room 40", tool: "clean_room", parameters: { room: 40 } },
  { query: "The shower in room 14 is broken", tool: "report_defect", parameters: { room: 14, defect: "shower" } },
  { query: "Room 6 has a broken window", tool: "report_defect", parameters: { room: 6, defect: "window" } },
  {
    query: "Tell the technician that the air conditioning in room 22 does not work",
    tool: "report_defect",
    parameters: { room: 22, defect: "air conditioning" },
  },
  { query: "In room 9 the toilet is blocked", tool: "report_defect", parameters: { room: 9, defect: "toilet" } },
  { query: "Report a dripping tap in room 33", tool: "report_defect", parameters: { room: 33, defect: "tap" } },
  { query: "The safe of room 18 will not open", tool: "report_defect", parameters: { room: 18, defect: "safe" } },
  {
    query: "Something is wrong with the fridge in room 27",
    tool: "report_defect",
    parameters: { room: 27, defect: "fridge" },
  },
  { query: "Wake room 12 at 6:30 am", tool: "wake_guest", parameters: { room: 12, at: "06:30" } },
  { query: "Please call room 7 at 5 am to wake them", tool: "wake_guest", parameters: { room: 7, at: "05:00" } },
  { query: "A wake-up call for room 19 at 7:15 am", tool: "wake_guest", parameters: { room: 19, at: "07:15" } },
  { query: "The people in room 4 want to get up at 8 am", tool: "wake_guest", parameters: { room: 4, at: "08:00" } },
  { query: "Ring room 28 at 4:45 am", tool: "wake_guest", parameters: { room: 28, at: "04:45" } },
  { query: "Room 35 must not oversleep: 6 am", tool: "wake_guest", parameters: { room: 35, at: "06:00" } },
  { query: "Bring breakfast for two to room 12", tool: "order_breakfast", parameters: { room: 12, people: 2 } },
  {
    query: "Room 5 would like breakfast for four people with tea",
    tool: "order_breakfast",
    parameters: { room: 5, people: 4, drink: "tea" },
  },
  {
    query: "Breakfast in bed for one person in room 21, with hot chocolate",
    tool: "order_breakfast",
    parameters: { room: 21, people: 1, drink: "chocolate" },
  },
  {
    query: "Coffee and rolls for 3 people to room 16",
    tool: "order_breakfast",
    parameters: { room: 16, people: 3, drink: "coffee" },
  },
  { query: "Serve room 30 a morning meal for two", tool: "order_breakfast", parameters: { room: 30, people: 2 } },
  {
    query: "Three guests in room 11 want to eat breakfast upstairs",
    tool: "order_breakfast",
    parameters: { room: 11, people: 3 },
  },
  { query: "Rent two bicycles on 5 June 2027", tool: "rent_bicycle", parameters: { count: 2, day: "2027-06-05" } },
  { query: "We need four bikes for 17 August 2027", tool: "rent_bicycle", parameters: { count: 4, day: "2027-08-17" } },
  { query: "One bicycle for 2 May 2027, please", tool: "rent_bicycle", parameters: { count: 1, day: "2027-05-02" } },
  {
    query: "Can we borrow 3 bikes on 23 July 2027?",
    tool: "rent_bicycle",
    parameters: { count: 3, day: "2027-07-23" },
  },
  {
    query: "A family of five wants to go cycling on 11 September 2027",
    tool: "rent_bicycle",
    parameters: { count: 5, day: "2027-09-11" },
  },
  { query: "Get 6 bicycles ready for 29 June 2027", tool: "rent_bicycle", parameters: { count: 6, day: "2027-06-29" } },
  {
    query: "Set the television in room 12 to German",
    tool: "change_language",
    parameters: { room: 12, language: "German" },
  },
  { query: "Room 20 wants the TV in French", tool: "change_language", parameters: { room: 20, language: "French" } },
  {
    query: "Change the language of the television in room 3 to English",
    tool: "change_language",
    parameters: { room: 3, language: "English" },
  },
  {
    query: "The guests in room 9 do not understand the TV, make it French",
    tool: "change_language",
    parameters: { room: 9, language: "French" },
  },
  {
    query: "Switch the TV of room 15 to English",
    tool: "change_language",
    parameters: { room: 15, language: "English" },
  },
  {
    query: "Room 26 would like German television",
    tool: "change_language",
    parameters: { room: 26, language: "German" },
  },
];

/** What none of the tools can do. */
export const OTHER_REQUESTS: readonly string[] = [
  "What is the capital of Portugal?",
  "Tell me a joke",
  "How do I get to the airport?",
  "My name is Peter",
  "What does a ticket for the museum cost?",
  "Play some jazz",
  "Who won the match yesterday?",
  "Is it going to rain?",
  "Thank you very much",
  "Translate good morning into Spanish",
  "How old is this hotel?",
  "Sell my shares",
];
