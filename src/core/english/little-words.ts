/** Little words: those that show that a text is English, and those that say nothing. */
import type { LittleWords } from "../reading/sentence-tables.ts";

/** No words of the languages near to it. */
const UNMISTAKABLE =
  "the to for of on at is are was be what how i my you it and with from can please this that all get find need want " +
  "by not have when where who which will would could should your there and tell show give make let";

export const LITTLE_WORDS: LittleWords = {
  singleCapitals: new Set(["A", "I"]),
  unmistakable: new Set(UNMISTAKABLE.split(" ")),
  own: new Set(
    (
      `${UNMISTAKABLE} these those has about out into ` +
      "if or as an do does did we us our they their them he she his her its than then more some any add play book rate put " +
      "look search see like song songs movie movies table restaurant weather forecast stars calculate compute convert whats " +
      "near close around called named titled hear new music playing stop open up order answer card locate humidity playlist small big"
    ).split(" "),
  ),
  shared: new Set(["i", "in", "an"]),
  foreign: new Set(
    (
      "der das und ist nicht ein eine einen einem mit für auf ich bitte wie wird auch zum zur von dem den im ins " +
      "le les des une est avec pour dans sur je mon quel quelle où s'il vous moi " +
      "el los las y es con por una del para en mi qué cuál cómo dónde quiero " +
      "il lo gli di che per un uno nel della dei sono voglio " +
      "o os das da dos um uma com em quero não " +
      "het een van voor met ik mijn wat waar " +
      "og jeg til på som det att och jag är"
    ).split(" "),
  ),
  openers: new Set(
    (
      "did do does should may might must was were who whom whose why when where how if am has have had can could would will " +
      "shall is are what which"
    ).split(" "),
  ),
  joining: new Set(["and", "or", "plus"]),
  harmless: new Set(
    (
      "a an the i me my we us you your it its this that these those there here is are was be been am do does did will would can could " +
      "should shall may might must have has had to of for so as and please just really very quite kindly simply want wants wanted " +
      "need needs like love wish wanna going go gonna get got give let make made help tell show find see look know say know what " +
      "which how when where who some something one thing things bit kind sort then than with by in on at s 's well okay if " +
      "about up out called named titled entitled name title"
    ).split(" "),
  ),
  insideNames: new Set("of the a an and in on at to for de la le les du des und von van der el y e 's &".split(" ")),
  otherInCapitals: new Set(
    "us it or in me am an as at be by do go he hi if is ma my no of oh ok on pa so to up we who aid all can pin let add did has may art met was are mad map had act sat see".split(
      " ",
    ),
  ),
  fillers: new Set(
    (
      "a an the of to in for on with and or is are be by at from as it this that i me my you your can could please want " +
      "need like would what how get find tell show give"
    ).split(" "),
  ),
};
