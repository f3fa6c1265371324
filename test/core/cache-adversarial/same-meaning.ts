/** Pairs that mean the same, in the notation of the others: tool, the sentence that is known, the sentence that is asked. */
export const SAME_MEANING: readonly (readonly [tool: string, known: string, asked: string])[] = [
  [
    "transfer_money",
    "Send [amount:200] euros to [receiver:Anna][currency=EUR:]",
    "please send [amount:200] euros to [receiver:Anna][currency=EUR:]",
  ],
  [
    "transfer_money",
    "Send [amount:20] euros to [receiver:Bob][currency=EUR:]",
    "Send [amount=20:twenty] euros to [receiver:Bob][currency=EUR:], thanks!",
  ],
  ["set_alarm", "Set an alarm for [time:6:30 am]", "could you set an alarm for [time:6:30 am]?"],
  ["set_alarm", "Wake me in [hours:2] hours", "Wake me in [hours=2:two] hours please"],
  [
    "book_flight",
    "Book a flight from [origin:Rome] to [destination:Paris]",
    "Please book a flight from [origin:Rome] to [destination:Paris].",
  ],
  [
    "book_flight",
    "Book a flight from [origin:Oslo] to [destination:Rome]",
    "book a fligth from [origin:Oslo] to [destination:Rome]",
  ],
  [
    "switch_light",
    "Turn on the light in the [room:kitchen][state=on:]",
    "Turn on the light in the [room:kitchen][state=on:] please",
  ],
  [
    "switch_light",
    "Turn off the light in the [room:porch][state=off:]",
    "Turn the light off in the [room:porch][state=off:]",
  ],
  [
    "get_weather",
    "What is the weather in [city:Bern] [day:tomorrow]?",
    "What's the weather in [city:Bern] [day:tomorrow]?",
  ],
  [
    "search_products",
    "Show [product:sofas] under [price_max:500] euros",
    "Could you please show [product:sofas] under [price_max:500] euros",
  ],
  [
    "delete_files",
    "Delete [files:the drafts] in [folder:Inbox]",
    "Please delete [files:the drafts] in [folder:Inbox]!",
  ],
  [
    "convert_units",
    "Convert [value:12] [from_unit:kilometres] to [to_unit:feet]",
    "convert [value=12:twelve] [from_unit:kilometres] to [to_unit:feet]",
  ],
  [
    "share_document",
    "Share [document:the contract] with [person:Ben]",
    "Can you share [document:the contract] with [person:Ben]?",
  ],
];
