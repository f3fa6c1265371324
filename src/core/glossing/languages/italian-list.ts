/** `listed` of Italian: what `GlossWords` says of it. Money, shops, homes, doctors and journeys, as far as the list lacks them. */
export const ITALIAN_LISTED = `
withdrawal: prelievo, prelievi
debit|charge: addebito, addebiti
charged|debited: addebitato, addebitata, addebitati, addebitate
bill: bolletta, bollette
savings: risparmi
consultant|adviser: consulente, consulenti
receipt: scontrino, scontrini
installment|rate: rata, rate
overdraft: scoperto
fee|commission: commissione, commissioni
return|returned: reso, resi
shipment|shipping|delivery: spedizione, spedizioni
out of stock|sold out: esaurito, esaurita, esauriti, esaurite
pack|packaging: confezione, confezioni
customer service: servizio clienti, assistenza clienti
landline: telefono fisso, rete fissa
top-up|refill|recharge: ricarica, ricariche
notice: preavviso
delay: ritardo, ritardi
shift|turn: turno, turni
shutter|blind: tapparella, tapparelle
radiator: termosifone, termosifoni
lamp: lampadario
coffee shop|cafe: caffetteria, caffetterie
hairdresser: parrucchiera, parrucchiere
prescription: ricetta medica, prescrizione
allergic: allergico, allergica
animation: animazione
processing: elaborazione
screening: proiezione, proiezioni
show~|screen~: proietta, proiettano, proiettare
expected^|planned^: previsto, prevista, previsti, previste
wrong^: sbagliato, sbagliata, sbagliati, sbagliate
dispute~|contest~: contestare, contesta
reverse~|cancel~: stornare, storna
come~: vengo, vieni, viene, vengono
video call: videochiamata, videochiamate
email: email, e-mail
bad weather: maltempo
window: finestrino, finestrini
spare part|part: ricambio, ricambi, pezzo di ricambio
workshop: officina, officine
wash: lavaggio, lavaggi
luggage: bagaglio, bagagli
platform|track: binario, binari
`;
