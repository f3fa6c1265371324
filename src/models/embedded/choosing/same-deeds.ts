/** The deeds that tools are for, and the words in which people ask for them: "call off" is said to what cancels. */
import { humanised } from "../name-words.ts";

/**
 * Each line: words for deeds of one kind. Not synonyms, as those of options are: "pay" and "send" are the same to a tool that is
 * one of six. Words that stand apart in a sentence ("turn the radio off") are joined by "…". Behind the English words stand those of
 * German, French and Spanish that are no English words as well.
 */
const KINDS = `
add|create|make|new|insert|register|generate|compose|set up|start|begin|put|füge|erstelle|erstellen|ajoute|ajouter|crée|créer|añade|añadir|agrega|agregar|crear
delete|remove|erase|get rid of|clear|wipe|trash|discard|purge|throw away|throw out|bin|drop|lösche|löschen|entferne|entfernen|supprime|supprimer|efface|effacer|elimina|eliminar|borra|borrar
cancel|call off|revoke|withdraw|undo|drop|storniere|stornieren|sag … ab|annule|annuler|cancela|cancelar
send|transfer|forward|pay|wire|mail|email|text|message|share|give|deliver|tell|let … know|write|überweise|überweisen|sende|senden|schick|schicken|bezahle|envoie|envoyer|transfère|envía|enviar|transfiere|transferir|paga|pagar
activate|enable|turn … on|switch … on|power … on|start|launch|resume|schalte … ein|schalte … an|mach … an|aktiviere|allume|allumer|enciende|encender|prende
deactivate|disable|turn … off|switch … off|power … off|shut … down|stop|kill|halt|pause|end|schalte … aus|mach … aus|deaktiviere|éteins|éteindre|désactive|apaga|apagar|desactiva
increase|raise|turn … up|up|brighten|louder|warmer|higher|more
decrease|lower|reduce|turn … down|down|dim|quieter|cooler|softer|less
open|unlock|unblock|öffne|öffnen|ouvre|ouvrir|abre|abrir
close|lock|shut|block|freeze|schließ|schließen|ferme|fermer|cierra|cerrar
mute|silence|hush
book|reserve|schedule|arrange|plan|appointment|reservation|buche|buchen|reserviere|reservieren|planen|vereinbare|réserve|réserver|planifie|planifier|reservar|programa
find|search|look … for|look … up|locate|seek|suche|suchen|finde|finden|cherche|chercher|trouve|trouver|busca|busco|buscar|encuentra
order|buy|purchase|get me|i'd like|i would like|i'll have|i'll take|can i have|can i get|can we have|can we get|bestelle|bestellen|kaufe|kaufen|commander|achète|acheter|pide|pedir|comprar
change|update|edit|modify|rename|adjust|switch|set|make|ändere|ändern|modifie|modifier|cambia|cambiar
move|shift|put|relocate
play|listen|watch|put on|spiel|spielen|höre|hören|joue|jouer|écoute|écouter|escucha|escuchar|pon
skip|next
call|ring|phone|dial|ruf … an|anrufen|appelle|appeler|llama|llamar
refund|return|reimburse|money back
repair|fix|mend
record|log|track|note|save|write down|enter
convert|exchange|translate|rechne … um|wandle … um|übersetze|übersetzen|wie viel sind|convertis|convertir|combien font|traduis|traduire|convierte|cuánto … son|traduce|traducir
assign|give|hand over
complete|finish|done|finished
join|sign … up|enrol|enroll|subscribe
`;
/** Words between the parts of "turn … off" at most. */
const APART_MAX = 4;

interface Kind {
  readonly anywhere: RegExp;
  readonly first: RegExp;
}

const kinds: readonly Kind[] = KINDS.trim()
  .split("\n")
  .map((line) => {
    const words = line.split("|").map(patternOf).join("|");
    return {
      anywhere: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu"),
      first: new RegExp(`^[^\\p{L}]*(?:${words})(?!\\p{L})`, "iu"),
    };
  });

/** The verb may be inflected: "cancels", "booking", "dropped". */
function patternOf(words: string): string {
  const [verb = "", ...rest] = words.split(" ");
  const parts = rest.map((word) => (word === "…" ? `(?:\\s+\\S+){0,${APART_MAX}}?` : `\\s+${word}`));
  return `${verb.replace(/e$/, "")}(?:e?s|e|${verb.at(-1)}?(?:d|ed|ing))?${parts.join("")}`;
}

/** Whether the query says what the tool's name or description begins with, or another word for a deed of that kind. */
export function saysDeed(
  query: string,
  { name, description }: { readonly name: string; readonly description: string },
): boolean {
  const said = query.replaceAll("’", "'");
  const does = [humanised(name), description];
  return kinds.some(({ anywhere, first }) => does.some((text) => first.test(text)) && anywhere.test(said));
}
