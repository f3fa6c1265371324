/** Common words of German that a word list has otherwise, or with what people seldom mean first; and verbs whose forms no ending tells. */

/** `GlossWords.common`. */
export const GERMAN_COMMON = `
was: wurde, wurdest
were: wurden, wurdet
been: worden
be: sei, seien
could: konnte, konnten, konntest, konntet
had to: musste, mussten, musstest
was allowed to: durfte, durften
should: sollten, solltest, müsste, müssten, müsstest
would: würde, würden, würdest, würdet
become~: geworden
just|simple: einfach, einfache, einfacher, einfachen
often: oft, öfter, öfters
too often: zu oft
everything: alles
everybody: jeder
nobody: niemand, niemanden, keiner
somebody|someone: jemand, jemanden, jemandem
something: irgendwas, etwas
anywhere: irgendwo
nowhere|not anywhere: nirgends, nirgendwo
everywhere: überall
instead: stattdessen
instead of: statt
although: obwohl
therefore: deshalb, deswegen, daher, darum
otherwise: sonst, ansonsten
anyway: trotzdem, sowieso, jedenfalls
gone|away: weg, verschwunden
suddenly: plötzlich, auf einmal
currently: gerade
soon: bald
still not: noch nicht, immer noch nicht, noch immer nicht
still: noch immer
not yet: noch kein, noch keine, noch keinen
anymore: mehr
no longer: nicht länger
at all: überhaupt
for it: dafür
with it: damit, dabei
about it: darüber
on it: drauf, daran
inside: drin, darin, drinnen
of it: davon
against it: dagegen
by: per
and then: dann
so: so, also
like: wie
other|another: andere, anderen, anderer, anderes, anderem
new: neu, neue, neuen, neuer, neues, neuem
old: alt, alte, alten, alter, altes
big: groß, große, großen, großer, großes
small: klein, kleine, kleinen, kleiner, kleines
high: hoch, hohe, hohen, hoher, hohes
higher: höher, höhere, höheren, höherer, höheres
highest|maximum: höchste, höchsten, höchster, höchstes
low: niedrig, niedrige, niedrigen, tief
lower: niedriger, niedrigere, niedrigeren
long: lang, lange, langen, langer
longer: länger, längere
short: kurz, kurze, kurzen
wrong: falsch, falsche, falschen, falscher, falsches, falschem, verkehrt
right|correct: richtig, richtige, richtigen, richtiges, korrekt
own: eigen, eigene, eigenen, eigener, eigenes
first: erste, ersten, erster, erstes, zuerst, erst
second: zweite, zweiten, zweiter, zweites
double: doppelt, doppelte, doppelten
same: gleiche, gleichen, selbe, selben, dasselbe, dieselbe, derselbe
fast: schnell, schnelle, schneller
slow: langsam, langsame
expensive: teuer, teure, teuren
cheaper: billiger, günstiger, günstigere
cheap: billig, günstig, günstige
free: kostenlos, kostenfrei, umsonst, gratis
free: frei, freie
possible: möglich, mögliche
safe|secure: sicher
important: wichtig
urgent: dringend
difficult: schwer, schwierig
late: spät, verspätet
left over|left: übrig
broken|damaged: beschädigt, zerbrochen
missing: fehlt, fehlen, fehlend
lost: verloren, verlor
stolen: gestohlen, geklaut, gestohlene, gestohlenen
stuck: steckt, steckengeblieben, hängengeblieben
blocked|locked: gesperrt, gesperrte, blockiert
expired: abgelaufen, abgelaufene
failed: fehlgeschlagen, gescheitert
declined|rejected: abgelehnt, zurückgewiesen
refused|denied: verweigert, verweigern
swallowed: verschluckt
received: erhalten, bekommen, empfangen, gekriegt
arrive~|come~: ankommen, eintreffen, eintrifft
arrived: angekommen, eingetroffen
get~|receive~: bekomme, bekommt, kriege, kriegen, kriegt, erhalte, erhält
lose~: verliere, verliert, verlieren
forgotten: vergessen
wait~: warte, wartet, warten, gewartet
stand~: steht, stehe, stehen
work~: funktioniert, funktionieren, funktionierte
help~: helfen, helft
know~: weiß, weißt, wissen, wisst, kenne, kennt
understand~: verstehe, versteht, verstehen
think~|believe~: glaube, denke
try~: versuche, versuchen, versucht, probiere, probieren
try again~: wiederhole
buy~: kaufe, kaufen, gekauft
sell~: verkaufe, verkaufen, verkauft
cost~: kostet, kosten
spend~: ausgeben
withdraw~: abheben, abhebe
charge~: berechnet, berechnen, belastet, abgebucht
debit~: abbuchen
collect~: einziehen
use~: benutze, benutzen, nutze, nutzen, verwende, verwenden
stay~: bleibe, bleibt, bleiben
happen~: passiert, passieren, geschieht
leave~: liegen lassen, liegen gelassen, liegengelassen
enter~: eingeben, eintippen
activate~: freischalten, aktiviere, aktivieren
deactivate~: deaktiviere, deaktivieren
replace~: ersetzen, ersetze, austauschen, umtauschen
exchange~: tauschen, tausche, umtausche
give back~|return~: zurückgeben, zurückbringen, rückgabe
send back~|return~: zurückschicken, zurücksenden, retournieren
get back~: zurückbekommen, zurückholen, zurückkriegen, zurückfordern
pay back~|refund~: zurückzahlen, rückerstatten, erstatten, erstatte
deliver~: liefern, liefere, liefert, geliefert, ausliefern, zustellen
send~|ship~: versende, versenden, versandt
load~: lade, lädt, laden
reach~|contact~: erreiche, erreichen, erreicht
talk~|speak~: rede, reden, spreche, sprechen
complain~: beschwere, beschweren, reklamieren
apply~: beantragen, beantrage
prove~|confirm~: nachweisen
sign~: unterschreibe, unterschreiben
travel~: reise, reisen, verreisen
fly~: fliege, fliegen, fliegt
move~: umziehen, ziehe um
live~: wohne, wohnt, wohnen
repair~|fix~: repariere, reparieren, repariert
connect~: verbinden, verbinde, verbunden
call~: telefonieren, telefoniere, angerufen
card: karte, karten
credit card: kreditkarte, kreditkarten
account: konto, konten, kontos
current account: girokonto
savings account: sparkonto
bank statement|account statement: kontoauszug, kontoauszüge
account balance: kontostand
transfer: überweisung, überweisungen
standing order: dauerauftrag, daueraufträge
direct debit: lastschrift, lastschriften, einzugsermächtigung
fee|charge: gebühr, gebühren
cost|price: kosten
interest: zinsen, zins
loan: kredit, kredite, darlehen
overdraft: dispo, dispokredit
mortgage: hypothek
cash: bargeld, bar
cash machine|ATM: geldautomat, geldautomaten, bankautomat, bankautomaten
machine: automat, automaten
note|banknote: geldschein, geldscheine
exchange rate: wechselkurs, umrechnungskurs
rate: kurs, kurse
currency: währung, währungen
amount: betrag, beträge, betrags, summe
maximum amount: höchstbetrag
payment: zahlung, zahlungen, bezahlung
instalment: rate, raten, monatsrate, monatsraten
refund: erstattung, rückerstattung, rückzahlung
voucher: gutschein, gutscheine
discount: rabatt, rabatte
receipt: quittung, beleg, kassenbon, kassenzettel
purse|wallet: geldbeutel, geldbörse, portemonnaie, brieftasche
shop|store: laden, läden, geschäft, geschäfte
till|checkout: kasse
goods: ware, waren
parcel|package: paket, pakete, päckchen
shipping|delivery: versand, lieferung, zustellung
delivery address: lieferadresse, lieferanschrift
return: rücksendung, retoure
order: bestellung, bestellungen, auftrag
purchase: kauf, einkauf
size: größe, größen
stock: lager, bestand
guarantee|warranty: garantie, gewährleistung
complaint: beschwerde, beschwerden, reklamation
employee: mitarbeiter, mitarbeiterin, angestellte
adviser: berater, beraterin
consultation: beratung
customer service: kundendienst, kundenservice
contract: vertrag, verträge, vertrags
notice: kündigung
tariff|plan: tarif, tarife
provider: anbieter
mobile phone|phone: handy, handys, mobiltelefon
phone: telefon
phone number|number: rufnummer, telefonnummer
number: nummer, nummern
internet|network: netz
reception|signal: empfang
line|connection: leitung, anschluss
connection: verbindung
data volume|data: datenvolumen
password: passwort, kennwort
secret number|PIN: geheimzahl, pin-nummer
login: anmeldung
address: anschrift, wohnort
city: stadt
street: straße, strasse
apartment|flat: wohnung
house: haus
landlord: vermieter
work: arbeit
holiday: urlaub, ferien
public holiday: feiertag
abroad: ausland, im ausland
country: land, länder
train: zug, züge
station: bahnhof
flight: flug, flüge
luggage: gepäck
ticket: fahrkarte, fahrkarten, fahrschein
doctor: arzt, ärztin
insurance: versicherung, versicherungen
damage: schaden, schäden
accident: unfall
police: polizei
tax: steuer, steuern
proof: nachweis, beleg
error|mistake: fehler
error message: fehlermeldung
problem: problem, probleme
question: frage, fragen
answer: antwort
reason: grund
way: weg
time: zeit, male
place: ort, platz
money: geld
wages|salary: gehalt, lohn
woman|Ms: frau
friend: freund, freundin, freunde
brother: bruder
husband|man: mann
mother: mutter
father: vater
start: anfang
end: ende
help: hilfe
message: nachricht, nachrichten
letter: brief, briefe
mail|post: post
age: alter
today's: heutige, heutigen, heutiger
yesterday's: gestrige, gestrigen
how high: wie hoch
what is wrong: was ist los
do not work~: geht nicht, gehen nicht, klappt nicht, tut nicht
works~: klappt
i do not know: weiß nicht
get to it: komme dran, komme ich dran
charged twice: doppelt abgebucht, doppelt belastet, doppelt berechnet
`;

/** `GlossWords.commonForms`. */
export const GERMAN_VERBS = `
beginnen: begann, begonnen
beißen: biss, gebissen
biegen: bog, gebogen
bieten: bot, boten, geboten
bitten: bat, gebeten
bleiben: blieb, blieben, geblieben
brechen: bricht, brach, gebrochen
brennen: brannte, gebrannt
denken: dachte, dachten, gedacht
dringen: drang, gedrungen
empfehlen: empfiehlt, empfahl, empfohlen
essen: gegessen
fahren: fährst, fuhren
fallen: fiel, fielen, gefallen
fangen: fängt, fing, gefangen
finden: fanden
fliegen: flog, flogen, geflogen
fließen: floss, geflossen
fressen: frisst, gefressen
gehen: gingen
geben: gibt, gaben
gelten: gilt, galt, gegolten
gewinnen: gewann, gewonnen
greifen: griff, gegriffen
halten: hielt, hielten, gehalten
hängen: hing, gehangen
heben: hob, hoben, gehoben
helfen: half, geholfen
kennen: kannte, gekannt
klingen: klang, geklungen
kommen: kamen, käme
laden: lädt, lud, geladen
lassen: ließ, ließen, gelassen
laufen: lief, liefen, gelaufen
leihen: lieh, geliehen
lesen: las, lasen
liegen: lag, lagen, gelegen
lügen: log, gelogen
messen: misst, maß, gemessen
nehmen: nahmen, nimmst
nennen: nannte, genannt
reißen: riss, gerissen
rennen: rannte, gerannt
rufen: rief, riefen, gerufen
schaffen: schuf, geschaffen
scheinen: schien, schienen, geschienen
schieben: schob, schoben, geschoben
schlafen: schläft, schlief
schlagen: schlägt, schlug, geschlagen
schließen: schloss, schlossen
schlucken: geschluckt
schneiden: schnitt, geschnitten
schreiben: schrieben
schweigen: schwieg, geschwiegen
sehen: sah, sahen, gesehen, siehst
senden: sandte, gesandt
singen: sang, gesungen
sitzen: saß, saßen, gesessen
sprechen: sprach, sprachen, gesprochen
springen: sprang, gesprungen
stehen: stand, standen, gestanden
stehlen: stiehlt, stahl, gestohlen
steigen: stieg, gestiegen
sterben: stirbt, starb, gestorben
stoßen: stieß, gestoßen
streichen: strich, gestrichen
streiten: stritt, gestritten
tragen: trug, trugen, getragen
treffen: trifft, traf, trafen
treiben: trieb, getrieben
treten: tritt, trat, getreten
trinken: trank, getrunken
tun: tat, taten, getan
vergessen: vergaß, vergaßen
verlieren: verloren
wachsen: wächst, wuchs, gewachsen
waschen: wäscht, gewaschen
weisen: wies, wiesen, gewiesen
wenden: wandte, gewandt
werfen: warf, warfen
wiegen: wog, gewogen
wissen: wusste, wussten, gewusst
ziehen: zog, zogen, gezogen
zwingen: zwang, gezwungen
bringen: brachten
schicken: geschickt
kennen: gekannt
`;
