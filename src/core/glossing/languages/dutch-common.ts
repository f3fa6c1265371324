/** Common words of Dutch that a word list has otherwise, or with what people seldom mean first; and verbs whose forms no ending tells. */

/** `GlossWords.common`. */
export const DUTCH_COMMON = `
is there: is er
are there: zijn er
was there: was er
what are: wat zijn
who are: wie zijn
where are: waar zijn
was: werd
were: werden
been: geworden
it works~: doet het
do not work~: doet het niet, doen het niet, werkt niet, werken niet
had to: moest, moesten
was allowed to: mocht, mochten
wanted: wilde, wilden, wou
his: z'n
their: hun
them: hen, ze
me: mijzelf, mezelf
each other: elkaar
everybody: iedereen
somebody|someone: iemand
nobody: niemand
something: iets
everywhere: overal
somewhere: ergens
nowhere|not anywhere: nergens
often: vaak
too often: te vaak
sometimes: soms
suddenly: ineens, opeens, plotseling
still not: nog niet, nog steeds niet, nog altijd niet
still: nog altijd, steeds
not yet: nog geen
no longer: niet langer
anymore: meer
always: steeds
ever: ooit
soon: binnenkort
instead: plaats
for it: ervoor, daarvoor
with it: ermee, daarmee
of it: ervan, daarvan
on it: daarop
in it|inside: erin, daarin, binnen
out of it: eruit
against it: ertegen
to it: daaraan
about it: erover, daarover
with what: waarmee
so: zo, dus
then: toen, dan
although: hoewel, terwijl
therefore: daarom
against: tegen
without: zonder
per: per
because of: vanwege, wegens
off: af
according to: volgens
by: door
other|another: andere, ander
new: nieuw, nieuwe, nieuws
old: oud, oude
big: groot, grote
bigger: groter, grotere
small: klein, kleine
high: hoog, hoge
higher: hoger, hogere
low: laag, lage
lower: lager, lagere
long: lang, lange
longer: langer
short: kort, korte
wrong: verkeerd, verkeerde, fout, foute
right|correct: juist, juiste
own: eigen
first: eerst, eerste
second: tweede
double: dubbel, dubbele
same: zelfde, dezelfde, hetzelfde
fast: snel, snelle
slow: langzaam, traag, trage
expensive: duur, dure
cheap: goedkoop, goedkope
cheaper: goedkoper, goedkopere
easier: makkelijker, gemakkelijker
easy: makkelijk, gemakkelijk
free: gratis
free: vrij, vrije
possible: mogelijk
safe|secure: veilig
important: belangrijk
urgent: dringend
difficult: moeilijk
late: laat
left over|left: over
damaged: beschadigd
gone|away: weg, verdwenen
lost: kwijt, verloren
lost: kwijtgeraakt
stolen: gestolen
stuck: vast, vastgelopen
blocked|locked: geblokkeerd, geblokkeerde
expired: verlopen
failed: mislukt
succeed~|work~: lukt, gelukt, lukken
declined|refused: geweigerd, afgewezen, afgekeurd
swallowed: ingeslikt
received: ontvangen, gekregen
arrive~: aankomen
arrived: aangekomen
receive~|get~: krijg, krijgt, krijgen, ontvang, ontvangt
lose~: verlies, verliest, verliezen
forget~: vergeet, vergeten
forgotten: vergeten
wait~: wacht, wachten, gewacht
stand~|is: staat, sta, staan
is: zit, zat, ligt
work~: werkt, werk, werken, werkte
help~: help, helpt, helpen
know~: weet, weten, ken, kent, kennen
do not know~: weet niet
do not remember~: weet niet meer
understand~: begrijp, begrijpt, begrijpen, snap, snapt
think~: denk, denkt, denken, vind
try~: probeer, probeert, proberen, geprobeerd
buy~: koop, koopt, kopen
sell~: verkoop, verkopen, verkocht
cost~: kost, kosten, kostte
spend~: uitgeven
withdraw~|record~: opnemen, opgenomen
withdraw cash~: geld opnemen, contant geld opnemen, geld pinnen, pinnen
withdrew cash: nam geld op, geld opnam, geld opgenomen
charge~: rekenen, gerekend, afgeschreven
convert~: omrekenen
debit~: afschrijven
use~: gebruik, gebruikt, gebruiken
stay~: blijf, blijft, blijven
happen~: gebeurt, gebeuren
leave~: laten liggen
enter~: invoeren, intoetsen, ingevoerd, ingetoetst, invullen
activate~: activeer, activeren
unblock~|unlock~: deblokkeer, deblokkeren
replace~: vervang, vervangen
exchange~: ruilen, ruil, omruilen, wisselen
return~|send back~: terugsturen, terugzenden, retourneren
give back~: teruggeven
get back~: terugkrijgen, terughalen
pay back~|refund~: terugbetalen, vergoeden
deliver~: bezorg, bezorgt, bezorgen, bezorgd, lever, leveren, geleverd
sent: gestuurd, verstuurd, verzonden, opgestuurd
load~: laad, laadt, laden
reach~|contact~: bereik, bereiken
talk~|speak~: praat, praten, spreek, spreken
complain~: klagen
apply~: aanvragen
cancel~|end~: opzeggen, opgezegd
sign~: teken, tekenen, ondertekenen
travel~: reis, reizen
fly~: vlieg, vliegt, vliegen
move~: verhuis, verhuizen, verhuisd
live~: woon, woont, wonen
repair~|fix~: repareer, repareren, gerepareerd
connect~: verbind, verbinden
say~: zegt, zei, gezegd
say~: zeggen
keep~: houd, houdt, houden, behouden
expect~: verwacht, verwachten
card|pass: pas, pasje, pasjes
card: kaart, kaarten, bankpas, betaalpas, pinpas
credit card: creditcard, creditcards
PIN: pincode, pincodes
account: rekening, rekeningen
savings account: spaarrekening
bank statement|account statement: bankafschrift, rekeningafschrift, afschrift, afschriften
account balance|balance: saldo
transfer: overschrijving, overschrijvingen, overboeking, overboekingen
standing order: periodieke overboeking, automatische overboeking
direct debit: automatische incasso, incasso, machtiging
fee|cost: kosten
interest: rente
loan: lening, leningen, krediet
overdraft: roodstand
mortgage: hypotheek
cash: contant, contanten, contant geld, contante
cash machine|ATM: geldautomaat, geldautomaten, pinautomaat, pinautomaten
machine: automaat, automaten
banknote: biljet, biljetten, bankbiljetten
rate: koers, koersen
exchange rate: wisselkoers, wisselkoersen
currency: valuta, munt
amount: bedrag, bedragen
maximum amount: maximumbedrag
payment: betaling, betalingen
instalment: termijn, termijnen
refund: terugbetaling, vergoeding
withdrawal: opname, geldopname
voucher: bon, cadeaubon, tegoedbon
discount: korting, kortingen
receipt: bonnetje, kassabon, kwitantie
wallet|purse: portemonnee, portefeuille
shop|store: winkel, winkels
checkout|till: kassa
parcel|package: pakje, pakket, pakketje
delivery: levering, bezorging
shipping: verzending
return: retour, retourzending
order: bestelling, bestellingen
purchase: aankoop
size: maat, grootte
stock: voorraad
guarantee|warranty: garantie
complaint: klacht, klachten
employee: medewerker, medewerkster
adviser: adviseur
customer service: klantenservice, klantendienst
contract: contract, overeenkomst
plan|subscription: abonnement, abonnementen
provider: aanbieder
mobile phone|phone: mobiel, mobieltje, gsm
phone: telefoon
phone number|number: telefoonnummer
reception|signal: bereik
network: netwerk, net
line: lijn
password: wachtwoord
address: adres
city: stad
street: straat
apartment|flat: appartement, flat
house: huis
landlord: huisbaas, verhuurder
work|job: werk, baan
holiday: vakantie, vakanties
public holiday: feestdag
abroad: buitenland, in het buitenland
country: land, landen
train: trein
station: station
flight: vlucht
luggage: bagage
ticket: kaartje, kaartjes
doctor: dokter, arts, huisarts
insurance: verzekering
damage: schade
accident: ongeluk
police: politie
tax: belasting
proof: bewijs
error|mistake: fout, fouten
error message: foutmelding
problem: probleem, problemen
question: vraag, vragen
answer: antwoord
reason: reden
time: tijd
place: plek, plaats
money: geld
salary: salaris, loon
woman: vrouw
friend: vriend, vriendin, vrienden
brother: broer
husband: man
mother: moeder
father: vader
start: begin
end: einde, eind
help: hulp
message: bericht
letter: brief
mail|post: post
age: leeftijd
today's: van vandaag
how high: hoe hoog
yes: ja
in treatment|pending: in behandeling
pending: openstaande, openstaand
processing: verwerking
charged twice: dubbel afgeschreven, twee keer afgeschreven
`;

/** `GlossWords.commonForms`. */
export const DUTCH_VERBS = `
beginnen: begon
bieden: bood, geboden
bijten: beet, gebeten
binden: bond, gebonden
blijken: bleek, gebleken
blijven: bleef, bleven, gebleven
breken: brak, gebroken
brengen: bracht, brachten
buigen: boog, gebogen
denken: dacht, dachten, gedacht
doen: deed, deden, doet
dragen: droeg, gedragen
drinken: dronk, gedronken
eten: at, aten
gaan: ging, gingen
gelden: gold, gegolden
geven: gaven, geeft
gieten: goot, gegoten
grijpen: greep, gegrepen
hangen: hing, gehangen
hebben: had, gehad
heffen: hief, geheven
helpen: hielp, hielpen, geholpen
houden: hield, hielden, gehouden
kiezen: kozen
kijken: keek, keken, gekeken
klinken: klonk, geklonken
komen: kwamen
kopen: kocht, kochten
krijgen: kreeg, kregen, gekregen
laten: liet, lieten, gelaten
lezen: las, lazen
liggen: lag, lagen, gelegen
lopen: liep, liepen, gelopen
lijken: leek, geleken
meten: mat, gemeten
nemen: nam, namen, genomen
raden: ried
rijden: reed, gereden
roepen: riep, geroepen
schieten: schoot, geschoten
schijnen: scheen, geschenen
schrijven: schreef, schreven
schuiven: schoof, geschoven
slaan: sloeg, geslagen
slapen: sliep, geslapen
sluiten: sloot, sloten
snijden: sneed, gesneden
spreken: sprak, spraken
springen: sprong, gesprongen
staan: stond, stonden
stelen: stal, gestolen
sterven: stierf, gestorven
stijgen: steeg, gestegen
sturen: gestuurd
treden: trad, getreden
treffen: trof, getroffen
trekken: trok, getrokken
vallen: viel, vielen, gevallen
vangen: ving, gevangen
vergeten: vergat, vergeet
verliezen: verloor, verloren
vinden: vond, vonden
vliegen: vloog, gevlogen
vragen: vroeg, vroegen, gevraagd
wassen: gewassen
wegen: woog, gewogen
werpen: wierp, geworpen
weten: wist, wisten, geweten
wijzen: wees, gewezen
winnen: won, gewonnen
zeggen: zegt, zei, zeiden, gezegd
zenden: zond, gezonden
zien: zag, zagen
zitten: zat, zaten, gezeten
zoeken: zocht, zochten
zwemmen: zwom, gezwommen
rekenen: gerekend
slikken: geslikt
`;
