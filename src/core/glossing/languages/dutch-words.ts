/** `words` of Dutch: what `GlossWords` says of them. */
export const DUTCH_WORDS = `
as soon as possible: zo snel mogelijk, zo spoedig mogelijk
as soon as you can: zodra je kunt, zodra je kan, zo gauw je kunt
as usual: zoals altijd, zoals gewoonlijk
it is time: het is tijd
no rush: geen haast
does not work: doet het niet, doet het niet meer, werkt niet, werkt niet meer
shopping list: boodschappenlijst, boodschappenlijstje
meeting room: vergaderzaal, vergaderruimte
we are: we zijn, wij zijn
they are: ze zijn, zij zijn
you are: jullie zijn
remind~ me about: herinner me aan, herinner mij aan
no wait: nee wacht, o nee wacht, oh nee, nou nee, nee doe maar, nou doe maar
i mean: ik bedoel, bedoel ik, bedoelde ik
Mr: meneer, mijnheer, dhr
Ms: mevrouw, mevr, mw
windy: winderig
hot|called~: heet, hete
reservation|booking: reservering
near: dicht bij, dichtbij, dichtst bij
i would like: ik zou graag, ik wil graag
would: zou, zouden
make~|create~: maak, maken
put~|add~|stop~: stop
at: ter
the: de, het, 't
a: een, 'n, n
i: ik, 'k
me: mij, me
you: je, jij, jou, u, jullie, ge
them: ze
except: behalve, uitgezonderd, met uitzondering van
he: hij
she: zij, ze
her: haar
him: hem, m, 'm
become~: word, worden
just: net
it: het
we: wij, we
us: ons
this: dit, deze
that: dat, die
my: mijn, m'n, mn
your: jouw, uw
our: onze
his: zijn
no: geen, nee
and: en
or: of
but: maar
also: ook
not: niet, nie
never: nooit
nothing: niets, niks
without: zonder
with: met
for: voor
of: van
from: vanaf, uit
to: naar, te, om te
in: in
at: bij, aan
to: om
is it: is het
will it be: wordt het
will it: gaat het, zal het, zou het
can it: kan het
on: op
under: onder
over: over
between: tussen
through: door
before: vóór, voordat
after: na, nadat
since: sinds
until: tot, totdat, tot en met
during: tijdens
instead of: in plaats van
if: als, indien
when: wanneer
because: omdat, want
like: zoals
than: dan
what: wat
who: wie
where: waar, waarheen
how: hoe
why: waarom
which: welke, welk
how much: hoeveel
how many: hoeveel
how long: hoe lang, hoelang
what time: hoe laat
what is: wat is
what kind of: wat voor, wat voor een
please: alsjeblieft, alstublieft, graag, aub, a.u.b., svp
thanks: bedankt, dank je, dank u, dankjewel
hello: hallo, hoi, hey, goedemorgen, goedemiddag, goedenavond, goedendag
=: eens, even, maar even, nou, toch, er, eigenlijk, gewoon, eraan, erop, ff
is: is, wordt, zit, staat
are: zijn, bent, worden
am: ben
was: was
were: waren
been: geweest
has: heeft
have: heb, hebben, hebt
had: had, hadden
will: wordt
alarm clock: wekkerradio
would like: zou graag willen, zou graag, wil graag, zou willen, willen graag
want: wil, wilt, willen
can: kan, kun, kunt, kunnen, kunnen we
could: zou, zouden, kon, konden
will: zal, zult, zullen, gaat, ga
must: moet, moeten
may: mag, mogen
need~: nodighebben, nodig, heb nodig, hebben nodig, moet hebben
let~: laat, laten
there is: er is, er zijn
here: hier
outside: buiten
near me: bij mij in de buurt, in de buurt, dichtbij
nearest: dichtstbijzijnde
series: serie
there: daar
today: vandaag
tomorrow: morgen
yesterday: gisteren
the day after tomorrow: overmorgen
now: nu, momenteel, op dit moment
immediately: meteen, onmiddellijk, direct
tonight: vanavond, vannacht
this morning: vanmorgen, vanochtend
this afternoon: vanmiddag
tomorrow morning: morgenochtend, morgenvroeg
tomorrow afternoon: morgenmiddag
tomorrow evening: morgenavond
in the morning: 's morgens, 's ochtends, ochtend
in the evening: 's avonds
at night: 's nachts
in the afternoon: 's middags
weekend: weekend, weekeinde
every: elke, elk, iedere, ieder
every day: elke dag, dagelijks
weekly: wekelijks, wekelijkse
monthly: maandelijks, maandelijkse
next: volgende, volgend, komende, aanstaande
last: laatste, vorige, afgelopen
current: huidige
all: alle, allemaal, alles
both: beide
some: sommige, wat, een paar, enkele, enige
many: veel, vele
more: meer
less: minder
only: alleen, slechts, enkel
already: al, reeds
still: nog, nog steeds
not anymore: niet meer
another: nog een
again: weer, opnieuw, nog eens, nog een keer
once: een keer, eenmaal
always: altijd
maybe: misschien
really: echt
very: heel, erg, zeer
too: te
together: samen
exactly: precies
about: ongeveer, zo'n, circa
at least: minstens, ten minste
at most: hoogstens, maximaal
good: goed, goede
best: beste
remind~: herinner, herinneren
wake~ up: wek, wekken, maak wakker, wakker maken, wakkermaken
show~|list~|get~|display~|tell~: zienlaten, toon, tonen, laat zien, laten zien, weergeven
play~: speel, spelen, speelt, afspelen, draai
do~: doe, doen, doet
make~: maak, maken, maakt
set~|put~: zet, zetten, stel, stellen, instellen
put~: leg, leggen, plaats, plaatsen
create~|add~|set~|make~: maak, maken, aanmaken
snooze~: sluimer, snooze
get~: haal, halen, krijg, krijgen
give~: geef, geven, geeft
tell~: vertel, vertellen, zeg, zeggen
read~: lees, lezen, voorlezen
take~: neem, nemen, pak, pakken
see~: zie, zien
look~: kijk, kijken
check~: controleer, controleren, check, nakijken
search~|find~|look for~: zoek, zoeken, opzoeken
find~|search~: vind, vinden, vindt
go~: ga, gaan, gaat
come~: kom, komen, komt
write~: schrijf, schrijven
send~: stuur, sturen, verstuur, versturen, verzend, verzenden, opsturen, gestuurd, verstuurd, verzonden
call~: bel, bellen
start~|run~|launch~: start, starten, begin, beginnen
stop~: stop, stoppen, beëindig
delete~|remove~|cancel~|clear~: verwijder, verwijderen, wis, wissen, schrap, schrappen
cancel~|delete~: annuleer, annuleren, afzeggen, zeg af, afbestellen, afgelasten
book~|reserve~: boek, boeken, geboekt
reserve~|book~: reserveer, reserveren, gereserveerd
order~: bestel, bestellen, besteld
pay~: betaal, betalen, betaald
transfer~: maak over, overmaken, overschrijven, overgemaakt
add~|create~|enter~: voeg, voegen, toevoegen, toe, bijzetten
note~|record~: noteer, noteren, opschrijven
register~|sign up~|enroll~|check in~: aanmelden, inschrijven, schrijf in, meld aan, registreer, registreren
sign off~|deregister~: afmelden, uitschrijven
change~|update~|modify~|edit~: wijzig, wijzigen, verander, veranderen, aanpassen
move~|postpone~|reschedule~|change~: verzet, verzetten, verplaats, verplaatsen, verschuif, uitstellen
increase~|raise~: verhoog, verhogen
lower~|reduce~: verlaag, verlagen
turn on~: aanzetten, aandoen, inschakelen, aansteken, aanmaken
turn off~: uitzetten, uitdoen, uitschakelen, afzetten, uitmaken
open~: openen, open, opendoen, openmaken, openzetten
close~: sluit, sluiten, dichtdoen, dichtmaken, dichtzetten, gesloten, dichtgedaan
lock~: op slot, op slot doen, vergrendel, vergrendelen, blokkeer, blokkeren, vergrendeld, geblokkeerd
unlock~: ontgrendel, ontgrendelen
louder: harder, luider
quieter: zachter, stiller
warmer: warmer
colder: kouder
brighter: lichter, feller
earlier: eerder, vroeger
later: later
rate~: beoordeel, beoordelen, waardeer
listen~: luister, luisteren
watch~: bekijk, bekijken
extend~|renew~: verleng, verlengen
confirm~: bevestig, bevestigen
report~: meld, melden, doorgeven
pick up~|collect~: ophalen, afhalen
return~|bring back~: terugbrengen, inleveren, terug brengen
weather: weer
rain~: regent, regenen, regen
snow~: sneeuwt, sneeuwen
sunny: zonnig
cloudy: bewolkt
alarm: wekker, alarm
alarms: wekkers, alarmen
timer: timer, kookwekker
appointment|meeting: afspraak, afspraken
meeting: vergadering, bespreking, overleg
room: kamer, ruimte, zaal
living room: woonkamer, huiskamer
bedroom: slaapkamer
bathroom: badkamer
children's room: kinderkamer
study: werkkamer
kitchen: keuken
hallway: gang, hal
heating: verwarming, kachel
light: licht, lamp
lights: lichten, lampen
degrees: graden
people: mensen, personen, man
person: persoon
o'clock|hour: uur
half: half, halve
quarter: kwart
hours: uren, uur
minute: minuut
minutes: minuten
day: dag
days: dagen
week: week
weeks: weken
month: maand
months: maanden
year: jaar
years: jaren
times: keer
piece: stuk, stuks
song: liedje, nummer, lied
songs: liedjes, nummers
movie|film: film
movies|films: films
show times|movie schedule: filmtijden, speeltijden, filmschema
cinema: bioscoop, bioscopen
reminder: herinnering
reminders: herinneringen
bill|invoice: rekening, factuur
customer: klant, klanten
bicycle|bike: fiets, fietsen
child: kind
children: kinderen
monday: maandag
tuesday: dinsdag
wednesday: woensdag
thursday: donderdag
friday: vrijdag
saturday: zaterdag
sunday: zondag
january: januari
february: februari
march: maart
april: april
may: mei
june: juni
july: juli
august: augustus
september: september
october: oktober
november: november
december: december
one: één, eén
two: twee
three: drie
four: vier
five: vijf
six: zes
seven: zeven
eight: acht
nine: negen
ten: tien
eleven: elf
twelve: twaalf
twenty: twintig
thirty: dertig
forty: veertig
fifty: vijftig
hundred: honderd
thousand: duizend
named: genaamd
called: heet
name: naam
in the name of: op naam van
whole: hele, heel
up: omhoog, hoger
down: omlaag, lager, naar beneden
back: terug
away: weg
hour: uurtje
hours: uurtjes
print~: print, printen, druk af, afdrukken
her: d'r
each: per stuk
pick up~|collect~: haal op, ophalen
restart~|reboot~: herstart, herstarten
pause~: pauzeer, pauzeren
member: lid, leden
broken: kapot, stuk, defect
ready: klaar
together: bij elkaar
on or off: aan of uit, aan en uit, in of uit
switch~|turn~: schakelt, schakelen, schakel
was about to: wilde net, wou net, wilde juist, wou juist, stond op het punt om
wanted: wilde, wilden, wou, wouden
all the: al de, al het
all my: al mijn
all your: al je, al uw
front door: voordeur
unlock~: van het slot, van slot
need~: hoef, hoeft, hoeven
never: in geen geval, onder geen beding
nearly: bijna
if i: of ik
if we: of we, of wij
say~: zeg, zegt, zei, zeggen
`;
