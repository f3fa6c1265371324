/** Deeds as an answer says them: verbs that tools are named after, and what stands behind them. */

/** A kind of deed; other languages have a phrase of their own for each. */
export type DeedKind =
  | "add"
  | "book"
  | "call"
  | "cancel"
  | "change"
  | "check"
  | "close"
  | "convert"
  | "create"
  | "delete"
  | "do"
  | "find"
  | "lock"
  | "log"
  | "look"
  | "move"
  | "off"
  | "on"
  | "open"
  | "order"
  | "pause"
  | "pay"
  | "plan"
  | "play"
  | "remind"
  | "send"
  | "set"
  | "start"
  | "stop"
  | "track"
  | "translate"
  | "unlock";

/** Kind, the article of one thing that it is done to, and verbs. What is made or sought is "a table", what is there "the table". */
const DEEDS = `
book a book reserve rent hire
plan a schedule arrange plan organize organise
order a order buy purchase request
create a create make generate compose draft write prepare design register build submit file raise report
add a add append insert attach include
log a log record note
send a send post publish share forward dispatch
find a find search seek locate browse
look the get fetch retrieve lookup query show list view see display read obtain look tell
check the check verify validate inspect monitor
track the track trace follow
set the set adjust configure
change the change update edit modify rename reschedule reassign extend
move the move shift relocate transfer
pay the pay settle
cancel the cancel revoke withdraw decline reject
delete the delete remove clear erase discard drop unsubscribe
on the enable activate arm
off the disable deactivate disarm
open the open
close the close shut
lock the lock block freeze
unlock the unlock unblock unfreeze
play the play stream
pause the pause suspend snooze
start the start begin launch run resume restart reboot initiate
stop the stop end halt kill
call the call dial phone ring
remind the remind notify alert
convert the convert exchange calculate compute estimate
translate the translate
do the allocate allow analyze analyse answer avoid apply approve archive assess assign authenticate authorize backup brew calibrate capture charge choose
do the classify clean collect compare compile complete compress confirm connect cook copy count decrease define deliver deploy describe
do the detect determine dim discharge disconnect dispense distribute download draw email encrypt enrol enroll escalate evaluate execute
do the export extend extract feed fill filter finish fix flag format give heat identify import increase insert install invite irrigate
do the issue join label listen load lower mail manage mark match measure merge message mix mute navigate observe park perform pick predict
do the print process produce put raise rate recommend redeem reduce refill refund release remind renew repair repeat replace reply
do the reset resolve restock restore return review route save scan select sell ship sign simulate skip solve sort split spray store
do the subscribe suggest summarize summarise switch take test text toggle train trigger turn unmute upgrade upload use vacuum visualize
do the wait wake wash watch water weigh aerate admit bake bathe bid blur broadcast cast control cool crop cut defrost diagnose dock drain
do the drill dry enter examine fertilize fire flip float fly focus fold freeze grade groom harvest hover inspect iron land milk mow offboard
do the onboard pack paint pan plant polish preheat prescribe promote prune pump purge receive recharge refuel rinse roast rotate sand scale
do the rollback seal setup shoot sow stack swap tag tilt tow treat trim tune undock unload unpack vaccinate vent ventilate vote weld zoom
`;

export interface Deed {
  readonly kind: DeedKind;
  readonly article: "a" | "the";
}

export const SPOKEN_DEEDS: ReadonlyMap<string, Deed> = new Map(
  DEEDS.trim()
    .split("\n")
    .flatMap((line) => {
      const [kind, article, ...verbs] = line.split(" ");
      return verbs.map((verb) => [verb, { kind, article } as Deed] as const);
    })
    // Of two lines the first counts.
    .reverse(),
);

/** Verbs that somebody would say otherwise of what a machine does. */
export const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  browse: "look for",
  display: "look up",
  fetch: "look up",
  find: "look for",
  get: "look up",
  list: "look up",
  locate: "look for",
  lookup: "look up",
  obtain: "look up",
  query: "look up",
  read: "look up",
  retrieve: "look up",
  search: "search for",
  see: "look up",
  seek: "look for",
  show: "look up",
  tell: "look up",
  view: "look up",
  backup: "back up",
  rollback: "roll back",
  setup: "set up",
};

/** Verbs that are names of things as well: "order status" orders nothing. */
export const VERBS_AND_NOUNS = new Set(
  (
    "alert answer book call change charge check design draft email exchange file filter flag heat label list lock log mail market " +
    "measure message note order park plan play post print process query rate record refund release rent repair report request return " +
    "review ring route run sale scan schedule search share sign start stock stop store stream test text track train trace update view " +
    "wash watch water"
  ).split(" "),
);

/** What may stand between a verb and its thing. */
export const PARTICLES = new Set("on off up down in out away back".split(" "));
/** Doubled before "ing". */
export const DOUBLED = new Set(
  "begin cancel submit transfer travel unplug wrap control enrol label program refer admit commit permit omit transmit emit remit resubmit reset preset output input defer prefer confer occur compel expel patrol equip unzip unwrap rerun overrun unpin unclip debug zigzag".split(
    " ",
  ),
);

/** A value that is a deed: the tool's own verb says less. */
export const DEED_PARAMETERS = new Set("action command operation".split(" "));
/** Of a parameter that is true or "on". */
export const SWITCH_PARAMETERS = new Set(
  "on power enabled active state is_on ison turned_on switched_on switch status power_state powered".split(" "),
);
export const SWITCH_VALUES: Readonly<Record<string, "on" | "off">> = { on: "on", off: "off", true: "on", false: "off" };
/** Verbs that say nothing beside what is switched. */
export const SWITCHING_VERBS = new Set(
  "set control switch turn toggle change update adjust manage configure".split(" "),
);

/** Of which there are not two. */
export const MASS_NOUNS = new Set(
  (
    "access advice air bread cement concrete gravel sand steel wood beer wine availability baggage cash clothing coffee damage data electricity equipment feedback food fuel furniture gas guidance heating help " +
    "homework housekeeping information inventory laundry leave luggage maintenance milk money movement music news overtime parking payroll progress " +
    "research stock support tea traffic transport water weather work irrigation assistance support sick"
  ).split(" "),
);
/** New whenever they are set, started or called. */
export const MADE_ANEW = new Set(
  "account alarm alert appointment call countdown event meeting order reminder ride session task ticket batch cycle game recording stream taxi cab timer trip workout".split(
    " ",
  ),
);
/** Things that only stand for what is named: of "order item" and an item "Pad Thai" the order is "Pad Thai". */
export const STANDS_FOR = new Set(
  (
    "item product food meal dish drink music song track audio media content thing medicine medication drug ingredient article app object entity element " +
    "application program contact person user file document playlist"
  ).split(" "),
);
/** What is written down is quoted: the task “buy milk”. */
export const WRITTEN_THINGS = new Set("task todo reminder note goal memo".split(" "));
/** What is money itself. */
export const MONEY_NOUNS = new Set("money payment funds cash amount transfer currency".split(" "));
/** They are of so much money: "a bid of €350". */
export const SUMS = new Set("bid offer donation refund deposit loan".split(" "));
/** Words at the end of a tool's name that nobody would say. */
export const SILENT_ENDINGS = new Set("power state tool api v1 v2 v3 info details".split(" "));
/** Behind these the thing of a name is over: "add to cart". */
export const NAME_PREPOSITIONS = new Set("to from for with in at on by of into about".split(" "));
/** Words before which "an" stands though they begin with a consonant, and the other way round, by their beginnings. */
export const AN_BEFORE = /^(?:[aeiouAEIOU]|hour|honest|heir|x-ray|[FHLMNRSX](?:[A-Z\d]|$))/;
export const A_BEFORE = /^(?:uni(?!n|m)|use|usu|uti|eu|one|ura|url)/i;
export const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  child: "children",
  loaf: "loaves",
  man: "men",
  person: "people",
  woman: "women",
  knife: "knives",
  shelf: "shelves",
};
