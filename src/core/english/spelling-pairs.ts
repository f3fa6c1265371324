/** Words that are written in two ways on the two sides of the Atlantic: the one for the other. */

const ENDINGS: readonly (readonly [british: string, american: string, stems: string])[] = [
  ["our", "or", "col fav hon lab neighb flav hum rum harb behavi"],
  ["ours", "ors", "col fav hon lab neighb flav rum harb"],
  ["oured", "ored", "col fav hon lab flav"],
  ["ouring", "oring", "col lab flav"],
  ["ourite", "orite", "fav"],
  ["ourites", "orites", "fav"],
  ["ourhood", "orhood", "neighb"],
  ["re", "er", "theat cent met lit kilomet centimet millimet millilit fib"],
  ["res", "ers", "theat cent met lit kilomet centimet millimet millilit fib"],
  ["ise", "ize", "organ real recogn apolog minim maxim summar categor custom prior optim special visual analys"],
  ["ised", "ized", "organ real recogn minim maxim summar categor custom prior optim special visual"],
  ["ising", "izing", "organ real recogn minim maxim summar categor custom prior optim special visual"],
  ["isation", "ization", "organ real minim maxim categor custom prior optim special visual"],
  ["lled", "led", "cance trave labe mode"],
  ["lling", "ling", "cance trave labe mode"],
  ["ller", "ler", "trave"],
  ["ogue", "og", "catal dial anal"],
  ["ey", "ay", "gr"],
  ["amme", "am", "progr"],
  ["ammes", "ams", "progr"],
  ["ence", "ense", "lic def off"],
  ["eque", "eck", "ch"],
  ["yre", "ire", "t"],
  ["yres", "ires", "t"],
];

/** American ones by British ones. */
export const SPELLING_PAIRS: ReadonlyMap<string, string> = new Map(
  ENDINGS.flatMap(([british, american, stems]) =>
    stems.split(" ").map((stem) => [stem + british, stem + american] as const),
  ),
);
