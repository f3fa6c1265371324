/**
 * Whether a number that may be anything, seven to nine digits in one piece, is said to be a telephone's: by the words around it, in the
 * six languages, and by the name of the parameter that it was read for. What is called an order, a ticket or an account stays.
 */
import { languageOf } from "../spoken-language/detection.ts";
import type { Place } from "./digit-runs.ts";

/** Names of what rings, and words for making it ring. */
const PHONES = wordsOf(`
  phone phones telephone tel mobile cell cellphone landline fax whatsapp sms telegram callback voicemail hotline
  call calling dial dialing ring reach phoning
  telefon handy mobil mobilnummer handynummer telefonnummer rufnummer rückrufnummer festnetz festnetznummer faxnummer anschluss durchwahl
  anrufen anruf ruf rufe rufen wähl wähle wählen erreichbar erreichst zurückrufen
  téléphone portable appelle appeler appelez appelle-moi rappelle rappeler rappelez compose composez composer joindre joignable
  teléfono móvil celular llama llamar llame llámame llamarme marca marcar marque
  cellulare chiama chiamare chiami chiamami chiamarmi richiama richiamami componi comporre
  telefoon telefoonnummer gsm mobiel mobieltje bel bellen opbellen terugbellen bereikbaar
`);
/** Of the words above those that name a number and no deed. */
const PHONE_NAMES = wordsOf(`
  phone telephone tel mobile cellphone landline fax whatsapp sms msisdn phonenumber telefon handy handynummer telefonnummer rufnummer mobilnummer
  téléphone portable teléfono móvil celular cellulare telefoon telefoonnummer gsm
`);

/** What means other things too: it tells right before the number alone. */
const PHONES_NEXT = wordsOf("text message");
/** A number of nobody knows what, unless it is somebody's. */
const NUMBERS = wordsOf("number numbers no nr num nummer numéro nro n°");
const OWNERS = wordsOf(`
  my mine our his her their your its mom's mum's dad's
  mein meine meiner meinem meinen unsere seine ihre deine
  mon ma mes notre son sa leur votre
  mi nuestro nuestra su tu
  mio mia nostro suo sua tuo
  mijn ons onze zijn haar hun jouw
`);
/** What is numbered, and does not ring. */
const OTHERS = wordsOf(`
  order orders ticket tickets invoice invoices bill booking bookings reservation account customer client member employee case
  reference ref tracking parcel package shipment item article product sku part serial model room page line flight train bus id ids code
  pin zip postcode amount price total balance loan contract policy claim job task issue bug request po iban transaction transfer payment
  user record row file document lot batch unit units steps meters metres kilometres miles euros dollars pounds version build
  bestellung bestellungen auftrag auftrags rechnung buchung reservierung konto kunde kunden sendung paket artikel vertrag ticketnummer fall
  vorgang seite zimmer betrag euro zug flug teil
  commande facture réservation compte client colis dossier article produit contrat référence billet vol chambre montant
  pedido factura reserva cuenta cliente paquete artículo producto contrato referencia billete vuelo habitación importe
  ordine fattura prenotazione conto cliente pacco articolo prodotto contratto riferimento biglietto volo camera importo
  bestelling factuur boeking reservering rekening klant pakket artikel contract zaak vlucht kamer bedrag
`);
/** As in "Bestellnummer", "klantnummer": of anything that is not in the lists above. */
const NUMBER_OF = /.(?:nummer|nr)$/u;

/** Words on either side that are looked at. */
const BEFORE_WORDS_MAX = 7;
const AFTER_WORDS_MAX = 5;
const LOOKED_CHARACTERS_MAX = 120;
const WORD = /[\p{L}°]+(?:['-]\p{L}+)*/gu;
/** What is said beyond these is another matter; behind a number a comma is one, too. */
const ENDS_BEFORE = /[!?\n;]/u;
const ENDS_AFTER = /[!?\n;,]/u;

const SPANISH_NUMBER = /^[6-9]\d{8}$/;

/** `digits`: as ASCII. */
export function isSaidToBePhone(text: string, { start, end }: Place, digits: string): boolean {
  const before = textBefore(text, start);
  const told = tellingBefore(before) ?? tellingAfter(textAfter(text, end));
  if (told !== null) return told;
  // The one of the six languages whose telephone numbers begin with no zero, and are said in one piece.
  return SPANISH_NUMBER.test(digits) && languageOf(text) === "es";
}

/** As in `phone_number`, `callbackTel`, `Telefonnummer`: what is given for it is a telephone's number, whatever the sentence says. */
export function isPhoneName(name: string): boolean {
  const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/[^\p{L}]+/gu, " ");
  return wordsIn(words).some((word) => PHONE_NAMES.has(word));
}

/** The nearest word that tells decides; null where none does. */
function tellingBefore(before: string): boolean | null {
  const words = wordsIn(before).slice(-BEFORE_WORDS_MAX).reverse();
  let isNumber = false;
  for (const [index, word] of words.entries()) {
    if (PHONES.has(word) || (index === 0 && PHONES_NEXT.has(word))) return true;
    if (OTHERS.has(word) || NUMBER_OF.test(word)) return false;
    if (NUMBERS.has(word)) isNumber = true;
    else if (isNumber && OWNERS.has(word)) return true;
  }
  return null;
}

function tellingAfter(after: string): boolean | null {
  const words = wordsIn(after).slice(0, AFTER_WORDS_MAX);
  let isOwned = false;
  for (const word of words) {
    if (PHONES.has(word)) return true;
    if (OTHERS.has(word) || NUMBER_OF.test(word)) return false;
    if (NUMBERS.has(word) && isOwned) return true;
    if (OWNERS.has(word)) isOwned = true;
  }
  return null;
}

function textBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - LOOKED_CHARACTERS_MAX), start);
  return before.split(ENDS_BEFORE).at(-1) ?? "";
}

function textAfter(text: string, end: number): string {
  return text.slice(end, end + LOOKED_CHARACTERS_MAX).split(ENDS_AFTER)[0] ?? "";
}

function wordsIn(text: string): readonly string[] {
  return folded(text).match(WORD) ?? [];
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(folded(list).trim().split(/\s+/u));
}

/** Small letters without their accents, which many leave out. */
function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}
