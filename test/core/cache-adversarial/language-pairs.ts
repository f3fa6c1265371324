/** The same traps in other languages: polarity, roles, numbers and times. */
import type { PairsByDifference } from "./pair.ts";

export const LANGUAGE_PAIRS: PairsByDifference = {
  German: [
    [
      "switch_light",
      "Mach das Licht in der [room:Küche] an[state=on:]",
      "Mach das Licht in der [room:Küche] aus[state=off:]",
    ],
    ["switch_light", "Mach das Licht im [room:Flur] aus[state=off:]", "!Mach das Licht im Flur nicht aus"],
    ["switch_light", "Schalte das Licht im [room:Bad] ein[state=on:]", "!Schalte kein Licht im Bad ein"],
    [
      "transfer_money",
      "Überweise [amount:50] Euro an [receiver:Anna][currency=EUR:]",
      "!Überweise keine 50 Euro an Anna",
    ],
    [
      "transfer_money",
      "Überweise [amount:60] Euro von [sender:Jan] an [receiver:Ute][currency=EUR:]",
      "Überweise [amount:60] Euro von [sender:Ute] an [receiver:Jan][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Überweise [amount=20:zwanzig] Euro an [receiver:Udo][currency=EUR:]",
      "Überweise [amount=25:fünfundzwanzig] Euro an [receiver:Udo][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Überweise [amount=1.5:1,5] Euro an [receiver:Kai][currency=EUR:]",
      "Überweise [amount=1500:1.500] Euro an [receiver:Kai][currency=EUR:]",
    ],
    [
      "book_flight",
      "Buche einen Flug von [origin:Köln] nach [destination:Wien]",
      "Buche einen Flug von [origin:Wien] nach [destination:Köln]",
    ],
    [
      "book_flight",
      "Buche einen Flug von [origin:Graz] nach [destination:Bonn]",
      "!Storniere einen Flug von Graz nach Bonn",
    ],
    ["set_alarm", "Wecke mich um [time:7 Uhr] [day:morgen]", "Wecke mich um [time:7 Uhr] [day:übermorgen]"],
    ["set_alarm", "Stell den Wecker auf [time:halb acht]", "Stell den Wecker auf [time:halb neun]"],
    ["set_alarm", "Stell den Wecker auf [time:Viertel vor sechs]", "Stell den Wecker auf [time:Viertel nach sechs]"],
    [
      "search_products",
      "Zeig [product:Stühle] unter [price_max:50] Euro",
      "Zeig [product:Stühle] über [price_min:50] Euro",
    ],
    [
      "search_products",
      "Zeig [product:Tische] für höchstens [price_max:90] Euro",
      "Zeig [product:Tische] für mindestens [price_min:90] Euro",
    ],
    ["search_products", "Suche [product:Pizza] mit Käse", "Suche [product:Pizza] ohne [without:Käse]"],
    [
      "delete_files",
      "Lösche [files:alle Dateien] in [folder:Ablage]",
      "!Lösche alle Dateien außer den neuen in Ablage",
    ],
    ["create_event", "Blocke [day:Montag] vor [end:12 Uhr]", "Blocke [day:Montag] nach [start:12 Uhr]"],
  ],
  French: [
    [
      "switch_light",
      "Allume la lumière dans le [room:salon][state=on:]",
      "Éteins la lumière dans le [room:salon][state=off:]",
    ],
    ["switch_light", "Allume la lumière dans la [room:cuisine][state=on:]", "!N'allume pas la lumière dans la cuisine"],
    ["transfer_money", "Envoie [amount:40] euros à [receiver:Luc][currency=EUR:]", "!N'envoie jamais 40 euros à Luc"],
    [
      "transfer_money",
      "Envoie [amount:30] euros de [sender:Paul] à [receiver:Zoé][currency=EUR:]",
      "Envoie [amount:30] euros de [sender:Zoé] à [receiver:Paul][currency=EUR:]",
    ],
    [
      "transfer_money",
      "Envoie [amount=80:quatre-vingts] euros à [receiver:Guy][currency=EUR:]",
      "Envoie [amount=90:quatre-vingt-dix] euros à [receiver:Guy][currency=EUR:]",
    ],
    [
      "book_flight",
      "Réserve un vol de [origin:Nantes] à [destination:Brest]",
      "Réserve un vol de [origin:Brest] à [destination:Nantes]",
    ],
    ["book_flight", "Réserve un vol de [origin:Lille] à [destination:Nice]", "!Annule un vol de Lille à Nice"],
    ["set_alarm", "Réveille-moi à [time:7 heures] [day:demain]", "Réveille-moi à [time:7 heures] [day:après-demain]"],
    [
      "search_products",
      "Montre des [product:vélos] à moins de [price_max:200] euros",
      "Montre des [product:vélos] à plus de [price_min:200] euros",
    ],
    ["search_products", "Cherche du [product:pain] avec du sel", "Cherche du [product:pain] sans [without:sel]"],
    ["create_event", "Bloque [day:lundi] avant [end:midi]", "Bloque [day:lundi] après [start:midi]"],
    [
      "delete_files",
      "Supprime [files:tous les fichiers] dans [folder:Vrac]",
      "!Supprime tous les fichiers sauf un dans Vrac",
    ],
  ],
  Spanish: [
    ["switch_light", "Enciende la luz de la [room:cocina][state=on:]", "Apaga la luz de la [room:cocina][state=off:]"],
    ["switch_light", "Enciende la luz del [room:baño][state=on:]", "!No enciendas la luz del baño"],
    ["transfer_money", "Envía [amount:70] euros a [receiver:Luis][currency=EUR:]", "!No envíes 70 euros a Luis"],
    [
      "transfer_money",
      "Envía [amount=60:sesenta] euros a [receiver:Ana][currency=EUR:]",
      "Envía [amount=70:setenta] euros a [receiver:Ana][currency=EUR:]",
    ],
    [
      "book_flight",
      "Reserva un vuelo de [origin:Lugo] a [destination:Cádiz]",
      "Reserva un vuelo de [origin:Cádiz] a [destination:Lugo]",
    ],
    ["set_alarm", "Despiértame a las [time:6 de la mañana]", "Despiértame a las [time:6 de la tarde]"],
    [
      "search_products",
      "Muestra [product:sillas] por menos de [price_max:80] euros",
      "Muestra [product:sillas] por más de [price_min:80] euros",
    ],
    ["search_products", "Busca [product:café] con azúcar", "Busca [product:café] sin [without:azúcar]"],
    [
      "create_event",
      "Bloquea el [day:lunes] antes de las [end:10]",
      "Bloquea el [day:lunes] después de las [start:10]",
    ],
    [
      "delete_files",
      "Borra [files:todos los archivos] en [folder:Varios]",
      "!No borres ninguno de los archivos en Varios",
    ],
  ],
  Italian: [
    ["switch_light", "Accendi la luce in [room:cucina][state=on:]", "Spegni la luce in [room:cucina][state=off:]"],
    ["switch_light", "Spegni la luce in [room:bagno][state=off:]", "!Non spegnere la luce in bagno"],
    ["transfer_money", "Manda [amount:35] euro a [receiver:Gino][currency=EUR:]", "!Non mandare 35 euro a Gino"],
    [
      "transfer_money",
      "Manda [amount=16:sedici] euro a [receiver:Lia][currency=EUR:]",
      "Manda [amount=17:diciassette] euro a [receiver:Lia][currency=EUR:]",
    ],
    [
      "book_flight",
      "Prenota un volo da [origin:Bari] a [destination:Pisa]",
      "Prenota un volo da [origin:Pisa] a [destination:Bari]",
    ],
    [
      "search_products",
      "Mostra [product:lampade] sotto i [price_max:60] euro",
      "Mostra [product:lampade] sopra i [price_min:60] euro",
    ],
    ["search_products", "Cerca [product:pizza] con cipolla", "Cerca [product:pizza] senza [without:cipolla]"],
    ["create_event", "Blocca [day:lunedì] prima delle [end:9]", "Blocca [day:lunedì] dopo le [start:9]"],
  ],
  Dutch: [
    [
      "switch_light",
      "Doe het licht in de [room:keuken] aan[state=on:]",
      "Doe het licht in de [room:keuken] uit[state=off:]",
    ],
    ["switch_light", "Doe het licht in de [room:gang] uit[state=off:]", "!Doe het licht in de gang niet uit"],
    ["transfer_money", "Stuur [amount:45] euro naar [receiver:Sanne][currency=EUR:]", "!Stuur geen 45 euro naar Sanne"],
    [
      "transfer_money",
      "Stuur [amount=12:twaalf] euro naar [receiver:Bram][currency=EUR:]",
      "Stuur [amount=20:twintig] euro naar [receiver:Bram][currency=EUR:]",
    ],
    [
      "book_flight",
      "Boek een vlucht van [origin:Breda] naar [destination:Gent]",
      "Boek een vlucht van [origin:Gent] naar [destination:Breda]",
    ],
    ["set_alarm", "Zet de wekker op [time:half zeven]", "Zet de wekker op [time:half acht]"],
    [
      "search_products",
      "Toon [product:fietsen] onder de [price_max:300] euro",
      "Toon [product:fietsen] boven de [price_min:300] euro",
    ],
    ["search_products", "Zoek [product:soep] met prei", "Zoek [product:soep] zonder [without:prei]"],
  ],
  Polish: [
    ["switch_light", "Włącz światło w [room:kuchni][state=on:]", "Wyłącz światło w [room:kuchni][state=off:]"],
    ["switch_light", "Włącz światło w [room:łazience][state=on:]", "!Nie włączaj światła w łazience"],
    ["transfer_money", "Wyślij [amount:90] euro do [receiver:Ewy][currency=EUR:]", "!Nie wysyłaj 90 euro do Ewy"],
    [
      "transfer_money",
      "Wyślij [amount=15:piętnaście] euro do [receiver:Jana][currency=EUR:]",
      "Wyślij [amount=50:pięćdziesiąt] euro do [receiver:Jana][currency=EUR:]",
    ],
    [
      "book_flight",
      "Zarezerwuj lot z [origin:Gdańska] do [destination:Rzymu]",
      "Zarezerwuj lot do [destination:Gdańska] z [origin:Rzymu]",
    ],
    [
      "search_products",
      "Pokaż [product:lampy] poniżej [price_max:70] euro",
      "Pokaż [product:lampy] powyżej [price_min:70] euro",
    ],
    ["create_event", "Zablokuj [day:poniedziałek] przed [end:10]", "Zablokuj [day:poniedziałek] po [start:10]"],
  ],
  "languages that no rules are for": [
    ["switch_light", "Tänd lampan i [room:köket][state=on:]", "Släck lampan i [room:köket][state=off:]"],
    ["switch_light", "Tänd lampan i [room:hallen][state=on:]", "!Tänd inte lampan i hallen"],
    ["switch_light", "Sytytä valo [room:keittiössä][state=on:]", "!Älä sytytä valoa keittiössä"],
    [
      "switch_light",
      "Kapcsold fel a lámpát a [room:konyhában][state=on:]",
      "Kapcsold le a lámpát a [room:konyhában][state=off:]",
    ],
    ["switch_light", "Mutfakta ışığı aç[room=mutfak:][state=on:]", "!Mutfakta ışığı açma"],
    ["switch_light", "Включи свет на [room:кухне][state=on:]", "!Не включай свет на кухне"],
    ["switch_light", "Включи свет в [room:ванной][state=on:]", "Выключи свет в [room:ванной][state=off:]"],
    ["switch_light", "打开[room:厨房]的灯[state=on:]", "关闭[room:厨房]的灯[state=off:]"],
    ["switch_light", "[room:寝室]の電気をつけて[state=on:]", "[room:寝室]の電気を消して[state=off:]"],
    ["switch_light", "أشعل الضوء في [room:المطبخ][state=on:]", "!لا تشعل الضوء في المطبخ"],
    [
      "transfer_money",
      "Enviar [amount:25] euros para [receiver:João][currency=EUR:]",
      "!Não enviar 25 euros para João",
    ],
    ["transfer_money", "Send [amount:33] euro til [receiver:Mette][currency=EUR:]", "!Send ikke 33 euro til Mette"],
    ["transfer_money", "Pošli [amount:44] eur [receiver:Janovi][currency=EUR:]", "!Neposílej 44 eur Janovi"],
  ],
};
