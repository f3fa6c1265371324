/** What people wrap around a wish without changing it: phrases, divided by "|". */
import type { PolitePhrases } from "../reading/sentence-tables.ts";

/** Words that hurry somebody along. A time would say more: "now", "immediately" and "right now" are none of these. */
const URGENCY = "asap|as soon as possible|quickly|real quick|right away|straight away|pronto|urgently";
const WHEN_IT_SUITS =
  "if you can|if you could|if possible|if you do not mind|when you can|whenever you can|when you get a chance|" +
  "when you get a minute|when you get a moment|when you have a moment|when you have a minute|when you have time|if you have time|" +
  "if you have a moment|if it is not too much trouble|if it is no trouble|if it is no bother|if you would not mind|at your convenience|whenever you are ready|no rush|no hurry|" +
  "when it suits you|whenever it suits you|while you are at it|before you do anything else|before anything else";
/** Said to whom is asked, who is not what is asked for. In front they need a mark behind them: "Alexa Chung" is a name. */
const FRIENDS = "mate|dude|bro|buddy|pal|my friend";
const CHATTER = "lol|lmao|rofl|haha|hahaha|hehe|tbh|imo|imho|fyi|btw|ngl|smh|omg|idk|iirc|by the way|to be honest";

export const POLITE_PHRASES: PolitePhrases = {
  before:
    `${URGENCY}|${WHEN_IT_SUITS}|${CHATTER}|please|pls|plz|thanks|thank you|thx|` +
    "kindly|hey|hi|hello|yo|hiya|heya|howdy|greetings|ok|okay|alright|um|uh|hmm|so|well|just|quick|hey there|hi there|hello there|" +
    "hey again|hi again|hello again|hey guys|hi guys|hi all|hi everyone|hey everyone|hi team|hello team|dear assistant|hey man|good day|" +
    "hey siri|hey alexa|ok google|okay google|hey google|" +
    "good morning|good afternoon|good evening|excuse me|sorry|sorry to bother you|sorry to bother you but|can you|could you|would you|will you|can you please|" +
    "can u|could u|would u|will u|can ya|could ya|would ya|i would like you to|i want you to|i need you to|i would like to|i want to|i need to|i would love to|" +
    "i would appreciate it if you could|i was wondering|i was wondering if you could|i wonder if you could|do you think you could|" +
    "would you be so kind as to|would you be so kind to|would you be able to|would it be possible to|is it possible to|are you able to|" +
    "do me a favor and|do me a favour and|be a dear and|go ahead and|go on and|" +
    "assistant|help me to|help me|basically|actually|right|you know|i mean|now|anyway|look|listen|listen up|oh|oh and|also|and|" +
    "one more thing|as i said|like i said|honestly|seriously|let us see|let me see|yeah|yes|sure|" +
    "quick question|one question|question|be so kind as to|be so kind and|could i get you to|can i get you to|may i ask you to|i would be grateful if you could|" +
    "i would like it if you could|i would appreciate it if you would|it would be great if you could|it would be nice if you could|is there any chance you could|any chance you could|feel free to|" +
    "is there any way you could|is there a way you could|may i ask you to|i must ask you to|i have to ask you to|i beg you to|well done|be a love and|be an angel and|be a darling and|be a star and|be a pal and|do us a favor and|do us a favour and",
  beforeMark: `${FRIENDS}|siri|alexa|cortana|bixby|computer|robot`,
  after:
    `${URGENCY}|${WHEN_IT_SUITS}|${FRIENDS}|${CHATTER}|` +
    "please|pls|plz|pretty please|please and thank you|pls and thx|thanks|thank you|thank u|thx|thnx|thanx|tysm|tyvm|ty|tia|ta|cheers|" +
    "for me|now please|thanks a lot|thanks a million|thanks so much|many thanks|thank you very much|" +
    "thank you so much|thanks very much|thank you kindly|thanks in advance|thank you in advance|if you would|if you would be so kind|" +
    "would you|will you|could you|can you|will ya|would ya|could ya|can ya|okay|i would appreciate it|much appreciated|appreciate it|" +
    "friend|i think|i guess|i suppose|i believe|you know|right|innit|ok bye|thanks bye|kthx|kthxbye|xx|xxx|xoxo|" +
    "or something|or something like that|or whatever|or sth|or smth|and stuff|if that makes sense|" +
    "would be great|that would be great|would be nice|if that is possible|if that is ok|if that is okay|if you please|if you will|if you wish",
  afterMark:
    "yes|yeah|yep|eh|alright|got it|man|sir|madam|darling|sweetie|guys|folks|siri|bye|goodbye|bye bye|good night|have a nice day|" +
    "have a good day|have a good one|talk later|talk soon|see you|that is all|that is it|hurry|hurry up|i am in a hurry|it is urgent|this is urgent",
  unsure: "ok|alright|yes|man|honey|alexa|siri|quick|stat|or anything|at once|all right|ikr",
  wantsMore: new Set("my your his her our their a an the this to with for and or of from by at in on 's".split(" ")),
};
