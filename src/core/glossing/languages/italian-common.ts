/** Common words of Italian that a word list has otherwise, or with what people seldom mean first; and verbs whose forms no ending tells. */

/** `GlossWords.common`. */
export const ITALIAN_COMMON = `
they have: mi hanno, ci hanno
has been: è stato, è stata, è già stata, è già stato
was: è stato, è stata, ero, fu
were: erano, furono
been: stati, state
could: potuto, poteva
wanted: voluto, voleva
had to: dovuto, dovevo
would be: sarebbe
would have: avrebbe
not work~|does not work: non funziona, non va
no longer work~|does not work anymore: non funziona più, non va più, smesso di funzionare
not succeed~|cannot: non riesco, non riesco a
succeed~|work~: riesce, riesco, riuscire, riuscita
work~|function~: funziona, funzionano, funzionare
no longer: non più
remember~: ricordo
do not remember: non mi ricordo, non ricordo
why: perché mai
why was: perché è stato, perché è stata
why is: perché è
why is there: perché c'è
why did: perché mi
why do i have to: perché devo
because: poiché
there: ci, vi
any: qualche
nowhere|not anywhere: da nessuna parte
somewhere: da qualche parte
everywhere: dappertutto, ovunque
someone|somebody: qualcuno
something: qualcosa
everything: tutto
thing: cosa, cose
everyone: tutti
suddenly: improvvisamente, all'improvviso
often: spesso
too often: troppo spesso
too many: troppe, troppi
soon: presto
fast: veloce, velocemente
slow: lento, lenta
late: tardi
early: presto
badly|wrong: male
better: meglio
even: addirittura
same: stesso, stessa, stessi, stesse
enough: abbastanza
then: poi, quindi
therefore: perciò
although: anche se
instead: invece
inside: dentro, con dentro
so: così
so much|so long: tanto
little: poco
in front of: davanti
behind: dietro
far: lontano
abroad: all'estero, estero
new: nuovo, nuova, nuovi, nuove
old: vecchio, vecchia
big: grande, grandi
small: piccolo, piccola
high: alto, alta, elevato
higher: più alto, più alta
low: basso, bassa
long: lungo, lunga
short: breve, corto
wrong: sbagliato, sbagliata, errato, errata, scorretto
mistake~: sbagliare
correct: corretto, giusto
own: proprio, propria
first: primo, prima
second: secondo, seconda
double: doppio, doppia
expensive: caro, cara, costoso
cheaper: più economico
difficult: difficile
easy: facile
easier: più facile
possible: possibile
safe: sicuro, sicura
important: importante
urgent: urgente
free: gratis, gratuito, gratuita
free: libero, libera
half: metà
missing|gone: sparito, sparita, scomparso, scomparsa
lost: perso, persa, smarrito, smarrita
stolen: rubato, rubata
forgotten|forgot: dimenticato, dimenticata
left: lasciato
stuck: incastrato, incastrata, bloccata
blocked|locked: bloccato, bloccata
expired: scaduto, scaduta
failed: fallito, fallita, non riuscito
refused|declined: rifiutato, rifiutata, respinto, respinta
swallowed: inghiottito, mangiato
received: ricevuto, ricevuta
arrived: arrivato, arrivata
damaged: danneggiato, danneggiata
charged|debited: addebitato, addebitata, addebitati
converted: convertito
kept|withheld: trattenuto, trattenuta
waiting: attesa
seen: visto, vista
sent: inviato, mandato, spedito, spedita
arrive~: arriva, arrivare, arrivano
get~|obtain~: ottenere
receive~: ricevere, ricevo
lose~: perdere, perdo
forget~: dimenticare
find~: trovare, trovo
understand~: capisco, capire
know~: so, sai, sa, sapere
think~|believe~: penso, credo
try~: provare, provo, provato, cercato
buy~: comprare, compro, comprato, acquistare
sell~: vendere
cost~: costare, costa, costano, costato
spend~: spendere
withdraw~: prelevare, prelevo, prelevato
use~: usare, uso
stay~: restare, resta, rimanere
happen~: succede, succedere
leave~: lasciare
enter~|type~: inserire, inserito, digitare
activate~: attivare, attivo, attivato
replace~: sostituire
exchange~: cambiare
return~|give back~: restituire, restituisce, rendere, riportare
get back~|recover~: riavere, recuperare, recupero
pay back~|refund~: rimborsare, rimborsate
deliver~: consegnare, consegnate
send~: mandare, inviare, spedire
send again~: rimandare, rimandarmi
send back~: rispedire
load~: caricare, carica
reach~|contact~: contattare
talk~|speak~: parlare, parlo
complain~: lamentarsi, reclamare
apply~|request~: richiedere, richiesto
sign~: firmare
travel~: viaggiare, viaggio
move~: traslocare, traslocato
live~: abitare, abito, vivere
repair~|fix~: riparare, riparate
connect~: collegare, collegarmi
block~|lock~: bloccare, bloccate
unblock~|unlock~: sbloccare, sblocco, sbloccate
prove~: dimostrare
say~: dice, dicono, detto
keep~: tenere
stop~: fermare, fermate, fermatelo
read~: leggere, legge
need~: occorre
answer~: rispondere
card: carta, carte, tessera, scheda
paper: carta
credit card: carta di credito
PIN: pin, codice pin
account: conto, conti
current account: conto corrente
savings account: conto di risparmio, conto deposito, libretto
bank statement|account statement: estratto conto, estratti conto
balance|account balance: saldo
transfer: bonifico, bonifici, trasferimento
standing order: ordine permanente, bonifico ricorrente, bonifico periodico
direct debit: addebito diretto, domiciliazione, addebito
fee|commission: commissione, commissioni
cost|fee: spesa, costo, costi
interest: interesse, interessi
loan: prestito, finanziamento
overdraft: scoperto
mortgage: mutuo
cash: contanti, in contanti, contante
cash machine|ATM: bancomat, sportello automatico, sportello, sportelli
banknote: banconota, banconote
exchange rate: tasso di cambio, tassi di cambio
exchange|rate: cambio
rate: tasso
currency: valuta, moneta
amount: importo, somma
payment: pagamento, pagamenti
instalment: rata, rate
refund: rimborso, rimborsi
withdrawal: prelievo, prelievi
voucher: buono, buono sconto
discount: sconto, sconti
receipt: scontrino, ricevuta
wallet|purse: portafoglio, portamonete
shop|store: negozio, negozi
checkout|till: cassa
parcel|package: pacco, pacchetto
delivery: consegna
shipping: spedizione
return: reso
order: ordine, ordini
purchase: acquisto, acquisti
size: taglia, misura
stock: magazzino
guarantee|warranty: garanzia
complaint: reclamo, reclami
employee: impiegato, impiegata, operatore
adviser: consulente
customer service: servizio clienti
contract: contratto
plan|tariff: tariffa, piano
provider: operatore, gestore
mobile phone|phone: cellulare, telefonino
phone: telefono
phone number|number: numero di telefono, numero
network: rete
signal|reception: segnale
line: linea
password: password, parola d'ordine
address: indirizzo
city: città
street: strada
apartment|flat: appartamento
house|home: casa
landlord: padrone di casa
work|job: lavoro
holiday: vacanza, vacanze
public holiday: festa
country: paese, paesi
train: treno
station: stazione
flight: volo
luggage: bagaglio, bagagli
ticket: biglietto, biglietti
doctor: medico, dottore
insurance: assicurazione
damage: danno, danni
police: polizia
tax: tassa, tasse
proof: prova
error|mistake: errore, errori
problem: problema, problemi
question: domanda, domande
answer: risposta
reason: motivo
time: tempo, volta
times: volte
place: posto, luogo
money: soldi, denaro
salary: stipendio
woman: donna
friend: amico, amica, amici
brother: fratello
mother: madre, mamma
father: padre, papà
start: inizio
end: fine
help: aiuto
message: messaggio
letter: lettera
age: età
pending: in sospeso, in attesa, in corso
processing: elaborazione
beneficiary|recipient: destinatario, beneficiario
machine: macchina
twice: due volte
three times: tre volte
one more: in più
yes: sì
`;

/** `GlossWords.commonForms`. */
export const ITALIAN_VERBS = `
fare: fece, fanno, facendo
dire: disse, dicono, dice
andare: vado, vanno
venire: viene, vengono, venuto, venuta
uscire: esce, uscito, uscita
mettere: mette, mise
prendere: prende, presa
scrivere: scritta
leggere: letta
vedere: vede, vista
chiedere: chiede, chiesta
rispondere: risposto
vivere: vissuto
nascere: nato, nata
correre: corso
scendere: sceso
spendere: speso, spesa
offrire: offerto
coprire: coperto
scoprire: scoperto
morire: morto, muore
sapere: so, sai, sa, sappiamo
potere: potuto
dovere: dovuto
piacere: piace, piaciuto
porre: posto
proporre: proposto, propone
produrre: produce, prodotto
condurre: condotto
tradurre: tradotto
ridurre: ridotto, riduce
convertire: convertito
respingere: respinto, respinta
permettere: permesso
promettere: promesso, promessa
trasmettere: trasmesso
trattenere: trattenuto, trattenuta
mantenere: mantenuto
ottenere: ottenuto
rimettere: rimesso
restituire: restituisce, restituito
capire: capisco, capisce, capito
inserire: inserisco, inserisce
finire: finito, finisco
riuscire: riesce, riesco
bere: bevo, beve, bevuto
rendere: reso, resa
togliere: tolta
scegliere: scelta, sceglie
`;
