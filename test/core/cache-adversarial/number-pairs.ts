/** Numbers, units, money, dates and times. */
import type { PairsByDifference } from "./pair.ts";

export const NUMBER_PAIRS: PairsByDifference = {
  units: [
    [
      "convert_units",
      "Convert [value:12] [from_unit:kilometres] to [to_unit:feet]",
      "Convert [value:12] [from_unit:miles] to [to_unit:feet]",
    ],
    [
      "convert_units",
      "Convert [value:80] [from_unit:kg] to [to_unit:stone]",
      "Convert [value:80] [from_unit:lb] to [to_unit:stone]",
    ],
    [
      "convert_units",
      "Convert [value:5] [from_unit:km] to [to_unit:yards]",
      "Convert [value:5] [from_unit:m] to [to_unit:yards]",
    ],
    [
      "convert_units",
      "Convert [value:9] [from_unit:litres] to [to_unit:cups]",
      "Convert [value:9] [from_unit:gallons] to [to_unit:cups]",
    ],
    [
      "convert_units",
      "Convert [value:30] [from_unit:°C] to [to_unit:K]",
      "Convert [value:30] [from_unit:°F] to [to_unit:K]",
    ],
    [
      "convert_units",
      "How many [to_unit:grams] are [value:6] [from_unit:pounds]?",
      "How many [to_unit:kilograms] are [value:6] [from_unit:pounds]?",
    ],
    [
      "convert_units",
      "What is [value:100] [from_unit:mb] in [to_unit:kb]?",
      "What is [value:100] [from_unit:gb] in [to_unit:kb]?",
    ],
    [
      "convert_units",
      "What is [value:2] [from_unit:Mb] in [to_unit:bits]?",
      "What is [value:2] [from_unit:MB] in [to_unit:bits]?",
    ],
    [
      "convert_units",
      "What is [value:60] [from_unit:mph] in [to_unit:knots]?",
      "What is [value:60] [from_unit:km/h] in [to_unit:knots]?",
    ],
    [
      "convert_units",
      "Convert [value:3] [from_unit:acres] to [to_unit:square feet]",
      "Convert [value:3] [from_unit:hectares] to [to_unit:square feet]",
    ],
    [
      "convert_units",
      "Convert [value:4] [from_unit:tons] to [to_unit:pounds]",
      "Convert [value:4] [from_unit:tonnes] to [to_unit:pounds]",
    ],
    [
      "convert_units",
      "Convert [value:7] [from_unit:ounces] to [to_unit:ml]",
      "Convert [value:7] [from_unit:fluid ounces] to [to_unit:ml]",
    ],
    [
      "set_temperature",
      "Set the [room:sauna] to [degrees:70] degrees Celsius[unit=C:]",
      "Set the [room:sauna] to [degrees:70] degrees Fahrenheit[unit=F:]",
    ],
    [
      "set_temperature",
      "Make the [room:cabin] [degrees:68] °F[unit=F:]",
      "Make the [room:cabin] [degrees:68] °C[unit=C:]",
    ],
    [
      "set_temperature",
      "Set the [room:cellar] to [degrees:12] C[unit=C:]",
      "Set the [room:cellar] to [degrees:12] F[unit=F:]",
    ],
    [
      "plan_medicine",
      "Plan [amount:50] mg of [medicine:tramadol][unit=mg:]",
      "Plan [amount:50] g of [medicine:tramadol][unit=g:]",
    ],
    [
      "plan_medicine",
      "Plan [amount:20] mcg of [medicine:vitamin D][unit=mcg:]",
      "Plan [amount:20] mg of [medicine:vitamin D][unit=mg:]",
    ],
    [
      "plan_medicine",
      "Plan [amount:2] teaspoons of [medicine:honey][unit=teaspoons:]",
      "Plan [amount:2] tablespoons of [medicine:honey][unit=tablespoons:]",
    ],
    [
      "plan_medicine",
      "Plan [amount:15] ml of [medicine:lactulose][unit=ml:]",
      "Plan [amount:15] l of [medicine:lactulose][unit=l:]",
    ],
    ["create_event", "Remind me [hours:3] hours before [title:the launch]", "!Remind me 3 days before the launch"],
    ["set_alarm", "Wake me in [hours:2] hours", "!Wake me in 2 minutes"],
    ["set_alarm", "Wake me in [hours:6] hours", "!Wake me in 6 days"],
    [
      "switch_light",
      "Dim the light in the [room:lobby] to [brightness:40] percent",
      "!Dim the light in the lobby by 40 percent",
    ],
    ["set_temperature", "Set the [room:atrium] to [degrees:3] degrees[unit=C:]", "!Set the atrium 3 degrees higher"],
  ],
  currencies: [
    [
      "transfer_money",
      "Send [amount:300] euros to [receiver:Clara][currency=EUR:]",
      "Send [amount:300] dollars to [receiver:Clara][currency=USD:]",
    ],
    [
      "transfer_money",
      "Send [amount:40] pounds to [receiver:Emma][currency=GBP:]",
      "Send [amount:40] euros to [receiver:Emma][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send €[amount:25] to [receiver:Rolf][currency=EUR:]",
      "Send $[amount:25] to [receiver:Rolf][currency=USD:]",
    ],
    [
      "transfer_money",
      "Send £[amount:18] to [receiver:Beth][currency=GBP:]",
      "Send ¥[amount:18] to [receiver:Beth][currency=JPY:]",
    ],
    [
      "transfer_money",
      "Send [amount:500] USD to [receiver:Igor][currency=USD:]",
      "Send [amount:500] CAD to [receiver:Igor][currency=CAD:]",
    ],
    [
      "transfer_money",
      "Send [amount:60] US dollars to [receiver:Liv][currency=USD:]",
      "Send [amount:60] Australian dollars to [receiver:Liv][currency=AUD:]",
    ],
    [
      "transfer_money",
      "Send [amount:900] Swedish crowns to [receiver:Nils][currency=SEK:]",
      "Send [amount:900] Danish crowns to [receiver:Nils][currency=DKK:]",
    ],
    [
      "transfer_money",
      "Send [amount:7] francs to [receiver:Yves][currency=CHF:]",
      "Send [amount:7] rupees to [receiver:Yves][currency=INR:]",
    ],
    [
      "transfer_money",
      "Send [amount:80] euros to [receiver:Arne][currency=EUR:]",
      "Send [amount=0.8:80] cents to [receiver:Arne][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount:5] bitcoin to [receiver:Zoe][currency=BTC:]",
      "Send [amount:5] euros to [receiver:Zoe][currency=EUR:]",
    ],
  ],
  "AM, PM and hours": [
    ["set_alarm", "Set an alarm for [time:6 am]", "Set an alarm for [time:6 pm]"],
    ["set_alarm", "Set an alarm for [time:7:30 AM]", "Set an alarm for [time:7:30 PM]"],
    ["set_alarm", "Set an alarm for [time:8 a.m.]", "Set an alarm for [time:8 p.m.]"],
    ["set_alarm", "Set an alarm for [time:noon]", "Set an alarm for [time:midnight]"],
    ["set_alarm", "Set an alarm for [time:half past six]", "Set an alarm for [time:half past seven]"],
    ["set_alarm", "Set an alarm for [time:quarter past five]", "Set an alarm for [time:quarter to five]"],
    ["set_alarm", "Set an alarm for [time:ten past nine]", "Set an alarm for [time:ten to nine]"],
    ["set_alarm", "Set an alarm for [time:12:30]", "Set an alarm for [time:12:03]"],
    ["set_alarm", "Set an alarm for [time:5 in the morning]", "Set an alarm for [time:5 in the evening]"],
    ["set_alarm", "Wake me at [time:7 am] [day:tomorrow]", "Wake me at [time:7 am] [day:today]"],
    [
      "create_event",
      "Schedule [title:a call] on [day:Monday] at [start:3 pm]",
      "Schedule [title:a call] on [day:Monday] at [start:3 am]",
    ],
    [
      "create_event",
      "Schedule [title:a call] on [day:Friday] at [start:14:00]",
      "Schedule [title:a call] on [day:Friday] at [start:04:00]",
    ],
    ["create_event", "Block [day:Sunday] from [start:8] to [end:10]", "Block [day:Sunday] from [start:10] to [end:8]"],
    [
      "create_event",
      "Schedule [title:sync] at [start:9 CET] on [day:Monday]",
      "Schedule [title:sync] at [start:9 EST] on [day:Monday]",
    ],
  ],
  dates: [
    [
      "book_flight",
      "Book a flight from [origin:Oslo] to [destination:Nice] on [date:3 May]",
      "Book a flight from [origin:Oslo] to [destination:Nice] on [date:5 May]",
    ],
    [
      "book_flight",
      "Book a flight from [origin:Oslo] to [destination:Cork] on [date:3 June]",
      "Book a flight from [origin:Oslo] to [destination:Cork] on [date:3 July]",
    ],
    [
      "book_flight",
      "Book a flight from [origin:Kiel] to [destination:Rome] on [date:03/04]",
      "Book a flight from [origin:Kiel] to [destination:Rome] on [date:04/03]",
    ],
    [
      "book_flight",
      "Book a flight from [origin:Bonn] to [destination:Rome] on [date:2027-01-02]",
      "Book a flight from [origin:Bonn] to [destination:Rome] on [date:2027-02-01]",
    ],
    [
      "book_flight",
      "Book a flight from [origin:Wien] to [destination:Bari] on [date:1 March 2027]",
      "Book a flight from [origin:Wien] to [destination:Bari] on [date:1 March 2028]",
    ],
    [
      "book_flight",
      "I want to fly from [origin:Rome] to [destination:Nice] on [date:the 12th]",
      "I want to fly from [origin:Rome] to [destination:Nice] on [date:the 21st]",
    ],
    [
      "book_flight",
      "I want to fly from [origin:Bath] to [destination:York] [date:this Friday]",
      "I want to fly from [origin:Bath] to [destination:York] [date:next Friday]",
    ],
    [
      "get_weather",
      "What is the weather in [city:Bern] [day:tomorrow]?",
      "What is the weather in [city:Bern] [day:the day after tomorrow]?",
    ],
    ["get_weather", "Weather in [city:Metz] on [day:Tuesday]", "Weather in [city:Metz] on [day:Thursday]"],
    ["get_weather", "Weather in [city:Cádiz] [day:this week]", "Weather in [city:Cádiz] [day:next week]"],
    ["get_weather", "Weather in [city:Jena] [day:tonight]", "Weather in [city:Jena] [day:last night]"],
    [
      "create_event",
      "Schedule [title:the party] on [day:31 December]",
      "Schedule [title:the party] on [day:31 October]",
    ],
    [
      "create_event",
      "Schedule [title:rent] on [day:the first of the month]",
      "Schedule [title:rent] on [day:the last of the month]",
    ],
    [
      "transfer_money",
      "Send [amount:10] euros to [receiver:Mia] on [date:Monday][currency=EUR:]",
      "Send [amount:10] euros to [receiver:Mia] on [date:Sunday][currency=EUR:]",
    ],
  ],
  "amounts, commas and thousands": [
    [
      "transfer_money",
      "Send [amount:200] euros to [receiver:Paul][currency=EUR:]",
      "Send [amount:2000] euros to [receiver:Paul][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=1500:1,500] euros to [receiver:Kurt][currency=EUR:]",
      "Send [amount=1.5:1.5] euros to [receiver:Kurt][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=12.5:12,5] euros to [receiver:Hans][currency=EUR:]",
      "Send [amount:125] euros to [receiver:Hans][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount:12.50] euros to [receiver:Jule][currency=EUR:]",
      "Send [amount:1250] euros to [receiver:Jule][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=1000:1.000] euros to [receiver:Rosa][currency=EUR:]",
      "Send [amount:1.00] euros to [receiver:Rosa][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=3000:3k] euros to [receiver:Vito][currency=EUR:]",
      "Send [amount:3] euros to [receiver:Vito][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=2000000:2 million] euros to [receiver:Gus][currency=EUR:]",
      "Send [amount=2000000000:2 billion] euros to [receiver:Gus][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount:50] euros to [receiver:Ole][currency=EUR:]",
      "Send [amount=-50:-50] euros to [receiver:Ole][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=15:fifteen] euros to [receiver:Kim][currency=EUR:]",
      "Send [amount=50:fifty] euros to [receiver:Kim][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=12:a dozen] euros to [receiver:Joy][currency=EUR:]",
      "Send [amount=20:a score] euros to [receiver:Joy][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=100:a hundred] euros to [receiver:Dov][currency=EUR:]",
      "Send [amount=200:two hundred] euros to [receiver:Dov][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Send [amount=0.5:half] a euro to [receiver:Sue][currency=EUR:]",
      "Send [amount=1.5:one and a half] euros to [receiver:Sue][currency=EUR:]",
    ],
    [
      "trade_shares",
      "Buy [quantity:100] shares of [symbol:BP][side=buy:]",
      "Buy [quantity:110] shares of [symbol:BP][side=buy:]",
    ],
    [
      "trade_shares",
      "Buy [quantity:10] shares of [symbol:GE][side=buy:]",
      "Buy [quantity=10000:10 thousand] shares of [symbol:GE][side=buy:]",
    ],
    [
      "set_temperature",
      "Set the [room:lab] to [degrees:4] degrees[unit=C:]",
      "Set the [room:lab] to minus [degrees=-4:4] degrees[unit=C:]",
    ],
    [
      "set_temperature",
      "Set the [room:vault] to [degrees:21.5] degrees[unit=C:]",
      "Set the [room:vault] to [degrees:25.1] degrees[unit=C:]",
    ],
    [
      "switch_light",
      "Dim the light in the [room:salon] to [brightness:10] percent",
      "Dim the light in the [room:salon] to [brightness:100] percent",
    ],
    [
      "plan_medicine",
      "Plan [amount:0.5] mg of [medicine:lorazepam][unit=mg:]",
      "Plan [amount:5] mg of [medicine:lorazepam][unit=mg:]",
    ],
    [
      "plan_medicine",
      "Plan [amount:1.0] mg of [medicine:warfarin][unit=mg:]",
      "Plan [amount:10] mg of [medicine:warfarin][unit=mg:]",
    ],
    [
      "plan_medicine",
      "Plan [amount=0.5:1/2] tablet of [medicine:zolpidem][unit=tablet:]",
      "Plan [amount:12] tablet of [medicine:zolpidem][unit=tablet:]",
    ],
    [
      "convert_units",
      "Convert [value:1e3] [from_unit:watts] to [to_unit:horsepower]",
      "Convert [value:13] [from_unit:watts] to [to_unit:horsepower]",
    ],
    [
      "convert_units",
      "Convert [value:3.14] [from_unit:radians] to [to_unit:degrees]",
      "Convert [value:314] [from_unit:radians] to [to_unit:degrees]",
    ],
  ],
  "ordinal and cardinal": [
    [
      "delete_files",
      "Delete [files:the first 3 pages] in [folder:Scan]",
      "Delete [files:the third page] in [folder:Scan]",
    ],
    ["delete_files", "Delete [files:2 copies] in [folder:Print]", "Delete [files:the 2nd copy] in [folder:Print]"],
    [
      "delete_files",
      "Delete [files:the first file] in [folder:Queue]",
      "Delete [files:the last file] in [folder:Queue]",
    ],
    ["delete_files", "Delete [files:version 5] in [folder:Build]", "Delete [files:5 versions] in [folder:Build]"],
    [
      "create_event",
      "Schedule [title:the second interview] on [day:Monday]",
      "Schedule [title:two interviews] on [day:Monday]",
    ],
    ["create_event", "Schedule [title:exam] on [day:the 2nd]", "Schedule [title:exam] on [day:the 22nd]"],
    [
      "book_flight",
      "Book a flight from [origin:Pisa] to [destination:Bonn] for [passengers:2] people",
      "!Book a second flight from Pisa to Bonn",
    ],
    [
      "book_flight",
      "Book a flight from [origin:Cork] to [destination:Bath] in first class[cabin=first:]",
      "Book a flight from [origin:Cork] to [destination:Bath] in second class[cabin=second:]",
    ],
    ["send_message", "Tell [recipient:Ari] that [body:he came first]", "Tell [recipient:Ari] that [body:one came]"],
  ],
};
