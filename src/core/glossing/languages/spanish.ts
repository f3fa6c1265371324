import type { GlossWords } from "./gloss-words.ts";
import { SPANISH_COMMON, SPANISH_VERBS } from "./spanish-common.ts";
import { SPANISH_FRAMES } from "./spanish-frames.ts";
import { SPANISH_WORDS } from "./spanish-words.ts";

/** Spanish. */
export const SPANISH: GlossWords = {
  words: SPANISH_WORDS,
  listed: `
pass~|move~|happen~: pasar, pasa, pase
put~|add~|pour~: echar, echa, eche
`,
  common: SPANISH_COMMON,
  commonForms: SPANISH_VERBS,
  atClauseEnd: "",
  forms: `
poner: pon, pongo, ponga, pone, pongas, puesto
hacer: haz, hago, haga, hace, hagas, hecho, haré
decir: di, dice, digo, diga, dicho
tener: ten, tiene, tenga, tengas
venir: ven, viene, venga
salir: sal, sale, salga
traer: trae, traiga
dar: da, dé, des, dado
ver: ve, vea, visto
ir: ve, vaya, vas, va
pedir: pide, pido, pida, pidas
seguir: sigue, siga
repetir: repite
encender: enciende, encienda, enciendas
encontrar: encuentra
mostrar: muestra, muestre
probar: prueba, pruebe
volver: vuelve, vuelva, vuelto
mover: mueve, mueva, muevas
cerrar: cierra, cierre, cierres
empezar: empieza, empiece
despertar: despierta, despierte
recordar: recuerda, recuerde
contar: cuenta, cuente
jugar: juega
abrir: abierto, abierta
escribir: escrito
elegir: elige, elija
medir: mide
mandar: mande, mandes, manden
anular: anule, anules, anulen
cancelar: cancele, canceles, cancelen
reservar: reserve, reserves, reserven
borrar: borre, borres
quitar: quite, quites
apuntar: apunte, apuntes
cambiar: cambie, cambies
llamar: llame, llames
enviar: envía, envíes, envíe, envie
querer: quiere, quieren, quieras
poder: puede, pueden, pueda
sentar: sienta, siente
servir: sirve, sirva
costar: cuesta, cuestan
colgar: cuelga, cuelgue
soltar: suelta
calentar: calienta, caliente
devolver: devuelve, devuelva, devuelto
romper: roto, rota
cubrir: cubierto
conducir: conduzco, conduzca
reducir: reduce, reduzca, reduzco
conocer: conozco
recoger: recojo, recoja
subir: suba, suban
`,
  names: `
time: hora
amount: importe, monto
recipient: destinatario
subject: asunto
message: mensaje
brightness: brillo
first name: nombre de pila
last name: apellido, apellidos
city: ciudad, localidad
from: desde
`,
  endings: [
    ["ciones", "ción"],
    ["siones", "sión"],
    ["iones", "ión"],
    ["ces", "z"],
    ["amos", "ar"],
    ["emos", "er", "ar"],
    ["imos", "ir"],
    ["ando", "ar"],
    ["iendo", "er", "ir"],
    ["adas", "ar", "ado"],
    ["ados", "ar", "ado"],
    ["ada", "ar", "ado"],
    ["ado", "ar"],
    ["idas", "er", "ir"],
    ["idos", "er", "ir"],
    ["ida", "er", "ir"],
    ["ido", "er", "ir"],
    ["quen", "car"],
    ["ques", "car"],
    ["que", "car"],
    ["guen", "gar"],
    ["gues", "gar"],
    ["gue", "gar"],
    ["cen", "zar"],
    ["ces", "zar"],
    ["ce", "zar", "cer"],
    ["áis", "ar"],
    ["éis", "er", "ar"],
    ["aremos", "ar"],
    ["aría", "ar"],
    ["ería", "er"],
    ["iría", "ir"],
    ["eré", "er"],
    ["iré", "ir"],
    ["erán", "er"],
    ["irán", "ir"],
    ["ieron", "er", "ir"],
    ["aron", "ar"],
    ["aste", "ar"],
    ["ió", "er", "ir"],
    ["ían", "er", "ir"],
    ["ía", "er", "ir"],
    ["zca", "cer"],
    ["aré", "ar"],
    ["ará", "ar"],
    ["arán", "ar"],
    ["erá", "er"],
    ["irá", "ir"],
    ["aras", "ar"],
    ["ieras", "er", "ir"],
    ["aba", "ar"],
    ["aban", "ar"],
    ["ad", "ar"],
    ["ed", "er"],
    ["id", "ir"],
    ["an", "ar", "er", "ir"],
    ["en", "er", "ir", "ar"],
    ["as", "o", "a", "ar", "er", "ir"],
    ["es", "", "e", "er", "ir", "ar"],
    ["os", "o", ""],
    ["qué", "car"],
    ["gué", "gar"],
    ["é", "ar"],
    ["ó", "ar", "er", "ir"],
    ["a", "o", "ar", "er", "ir", ""],
    ["e", "ar", "er", "ir", ""],
    ["o", "ar", "er", "ir"],
    ["í", "er", "ir"],
    ["s", ""],
  ],
  denials: ["no"],
  denialsBehind: [],
  nones: [],
  needs: [],
  orderedBy: [],
  askedOwn: ["debo", "debería", "deberia", "tengo que"],
  askedYou: ["has", "habéis"],
  lightVerbs: ["cierra", "cerrar", "cierre", "cierren", "cierres", "cerrada", "cerrado"],
  repeats: ["re"],
  leaving: ["dejado", "deja", "deje", "dejad", "dejen", "dejar", "déjame"],
  verbParts: [],
  prefixes: [],
  auxiliaries: [],
  passives: [],
  purposes: [],
  infinitiveMarks: ["de", "a"],
  elided: [],
  enclitics:
    "melo mela melos melas telo tela noslo nosla selo sela selos selas nos los las les lo la le me te se os".split(" "),
  objects: new Map([
    ["lo", "it"],
    ["la", "it"],
    ["los", "them"],
    ["las", "them"],
    ["me", "me"],
    ["nos", "us"],
    ["le", "him"],
  ]),
  hyphened: [],
  isCompounding: false,
  joints: [],
  hasCapitalNouns: false,
  titles: [],
  hasAdjectivesBehind: true,
  dropsSubject: true,
  subjects: new Map(),
  asksVerbFirst: false,
  politePronouns: [],
  relatives: [],
  aims: [],
  participle: /(?:[aií]d|t|ch|rit|iert|uest)[oa]s?$/,
  infinitive: /(?:ar|er|ir)$/,
  frames: SPANISH_FRAMES,
};
