/** `words` of German: what `GlossWords` says of them. */
export const GERMAN_WORDS = `
as soon as you can: sobald du kannst, so bald du kannst
as usual: wie immer, wie üblich, wie gewohnt
would you be: wärst du, wären sie
no rush: eilt nicht, es eilt nicht
does not work: geht nicht, gehen nicht, geht nicht mehr, gehen nicht mehr, geht nimmer, funktioniert nicht, funktioniert nicht mehr
is used up: ist alle, sind alle, ist alle geworden
remind~ me about: erinnere mich an, erinner mich an, erinnern sie mich an
remind~ us about: erinnere uns an, erinner uns an
no wait: nein warte, nee warte, ach nein, äh nein, ach was, ach quatsch, halt nein
i mean: ich meine, ich mein
Mr: herr, herrn, der herr, dem herrn, den herrn
occupied|booked|topped: belegt
pick up~: hol, abgeholt
the: der, die, das, des, den, dem
a: ein, eine, einen, einem, einer, eines, ne, nen, 'ne, 'nen, nem, ner
i: ich
me: mich, mir
you: du, dich, dir, ihr, sie, ihnen, euch
he: er
him: ihn, ihm
it: es
we: wir
us: uns
this: dies, diese, dieser, dieses, diesen, diesem
that: dass, daß, jene, jener
my: mein, meine, meinen, meinem, meiner, meines, mei
your: dein, deine, deinen, deinem, deiner, ihre, ihren, ihrem, ihrer, euer, eure, eurem, euren
our: unser, unsere, unseren, unserem, unserer
his: sein, seine, seinen, seinem, seiner
no: kein, keine, keinen, keinem, keiner, nein, nee, nö
and: und, u.
or: oder
but: aber, sondern
also: auch
not: nicht, net, nich
never: nie, niemals
nothing: nichts
without: ohne
with: mit
for: für, fuer
of: von
from: ab, aus
to: zu, nach
to the: zum, zur
in: in
at: bei, an
to: um
on: auf, am
in the: im, ins
on the: ans, aufs
to the: zum, zur
from the: vom
at the: beim
under: unter
over: über, ueber
between: zwischen
through: durch
against: gegen, gen
before: vor, bevor
after: danach, nachdem
since: seit
until: bis
during: während
because of: wegen
instead of: statt, anstatt, anstelle von
if: wenn, falls, ob
when: wann, als
because: weil
so that: damit
as: als
what: was
who: wer, wem, wen
where: wo, wohin, woher
how: wie
why: warum, wieso, weshalb
which: welche, welcher, welches, welchen, welchem
how much: wie viel, wieviel
how many: wie viele, wieviele
how long: wie lange
how far: wie weit
what time: wie spät, wieviel uhr, wie viel uhr, um wie viel uhr, um wieviel uhr
what is: was ist
what kind of: was für ein, was für eine, was für
please: bitte, bitteschön, bidde
thanks: danke, merci, dankeschön
hello: hallo, hey, moin, servus, grüezi, guten tag, guten morgen, hi, grüß gott
=: mal, doch, halt, eben, ja, denn mal, bloß, gern, gerne, ma, nämlich, sich, da, denn, eigentlich, eh, wohl, daran, darauf
is: ist, isch, is
are: sind, seid, bist
am: bin
was: war, wurde
were: waren, wurden
be: wäre, wären
been: gewesen
has: hat
would: würde, würden, würdest, würd, würdet
have: habe, hab, haben, hast, habt
had: hatte, hatten, hätte, hätten
will: wird, werden, wirst, werde
would like: möchte, möcht, möchten, hätte gern, hätte gerne, hätten gern, hätten gerne, würde gern, würde gerne
want: will, willst, wollen, wollte, wollt, mag
can: kann, kannst, können, könnt, könnte, könntest, könnten, könntet, kannste, könntste
must: muss, müssen, musst, muß, müsst
should: soll, sollte, sollen, sollst, sollten
may: darf, dürfen, darfst, dürfte
need~: brauche, brauch, brauchen, bräuchte, braucht, brauchst, bräuchten, benötige, benötigen, benötigt
let~: lass, lasse, lassen, lasst
there is: gibt es, gibts, gibt's, hat es
is there: gibt es
here: hier
near me: in meiner nähe, in der nähe, hier in der nähe
near: nahe, nahe bei
nearest: nächstgelegene, nächstgelegenen
series: serie
album: album
newest: neueste, neuesten, neustes, neuestes
outside: draußen, draussen
there: dort
today: heute, heut
tomorrow: morgen
yesterday: gestern
the day after tomorrow: übermorgen
now: jetzt, nun, gerade, derzeit, momentan, zurzeit, aktuell
immediately: sofort, gleich
tonight: heute abend, heute nacht, heut abend
this morning: heute morgen, heute früh
this afternoon: heute nachmittag
tomorrow morning: morgen früh, morgen vormittag
tomorrow evening: morgen abend
tomorrow afternoon: morgen nachmittag
in the morning: in der früh, morgens, am morgen, früh
in the evening: abends, am abend
at night: nachts, in der nacht
at noon: mittags, am mittag
weekend: wochenende
every: jede, jeden, jeder, jedes, jedem
every day: täglich, jeden tag
daily: tägliche, täglicher, täglichen
weekly: wöchentlich, wöchentliche
monthly: monatlich, monatliche
next: nächst, nächste, nächsten, nächster, nächstes, nächstem, kommende, kommenden, kommender
last: letzte, letzten, letzter, letztes, letztem, vorige, vorigen
current: aktuelle, aktuellen, aktueller, aktuelles, derzeitige, jetzige
all: alle, allen, aller, alles, sämtliche
both: beide, beiden
some: einige, ein paar, etwas, paar
many: viele, vielen
much: viel
more: mehr
less: weniger
few: wenige
only: nur
already: schon, bereits
still: noch, immer noch
not anymore: nicht mehr, nimmer
another: noch ein, noch eine, noch einen
again: wieder, nochmal, noch mal, noch einmal, erneut
once: einmal
always: immer
maybe: vielleicht
really: wirklich
very: sehr
too: zu
together: zusammen
by the way: übrigens
exactly: genau
about: ungefähr, etwa, circa, ca
at least: mindestens, wenigstens
at most: höchstens, maximal
good: gut, gute, guter, gutes, guten
best: beste, besten, bester, bestes
remind~: erinner, erinnere, erinnern
wake~ up: weck, wecke, wecken, aufwecken
show~|list~|get~|display~|tell~: zeig, zeige, zeigen, zeigt, anzeigen
play~: spiel, spiele, spielen, abspielen, spielt
do~: tue
sound track: soundtrack
make~: mach, mache, machen, macht, mache
set~|put~|add~: stell, stelle, stellen, stellt, einstellen, setz, setze, setzen, gestellt, gesetzt, eingestellt
put~: leg, lege, legen, pack, packe, packen, tu, tun
create~|add~|set~|make~: erstelle, erstell, erstellen, leg an, anlegen
put~|get~|bring~: hol, hole, holen
give~: gib, gebe, geben, gebt
tell~|say~|get~: sag, sage, sagen, sagt, erzähl, erzähle, erzählen
read~: lies, lese, lesen, vorlesen
take~: nimm, nehme, nehmen, nehmt
see~: sieh, sehe, sehen
look~: schau, schaue, schauen, guck
look up~|check~: nachsehen, nachschauen
check~|verify~: prüf, prüfe, prüfen, überprüfen, überprüf
search~ for|find~|look for~: such nach, suche nach, suchen sie nach
search~|find~|look for~: such, suche, suchen, sucht
find~|search~: find, finde, finden, findet
go~: geh, gehe, gehen, gehts, geht
come~: komm, komme, kommen, kommt
drive~: fahr, fahre, fahren, fährt
write~: schreib, schreibe, schreiben
send~: schick, schicke, schicken, send, sende, senden, verschick, verschicke, verschicken, abschicken, geschickt, gesendet, verschickt, abgeschickt
call~: ruf, rufe, rufen, anrufen
start~|run~|launch~: start, starte, starten, anfangen, beginn, beginne
stop~: stopp, stoppe, stoppen, halt an, anhalten, beende, beenden
delete~|cancel~|remove~|clear~: lösch, lösche, löschen, streich, streiche, streichen, gelöscht
remove~|delete~|cancel~: entfern, entferne, entfernen, wegnehmen, rausnehmen, herausnehmen
cancel~|delete~: absagen, sag ab, storniere, stornieren, storno, abbestellen, kündige, kündigen, annulliere, abbrechen
book~|reserve~: buch, buche, buchen, bucht
reserve~|book~: reservier, reserviere, reservieren, reserviert
order~: bestell, bestelle, bestellen, bestellt, ordern
pay~: zahl, zahle, zahlen, bezahl, bezahle, bezahlen, bezahlt, gezahlt
transfer~: überweis, überweise, überweisen, überwiesen
add~|create~|enter~: hinzufügen, füg, füge, hinzu, hinzutun, dazutun, dazupacken, eintragen, trag, trage, ergänze, ergänzen
note~|record~: notier, notiere, notieren, aufschreiben, vermerk, vermerke
register~|sign up~|enroll~|check in~: anmelden, melde, meld, registrieren, einschreiben
sign off~|deregister~: abmelden
change~|update~|modify~|edit~: änder, ändere, ändern, wechsel, wechsle, wechseln, umstellen, abändern
move~|postpone~|reschedule~|change~: verschieb, verschiebe, verschieben, verleg, verlege, verlegen
increase~|raise~: erhöh, erhöhe, erhöhen, hochdrehen, aufdrehen
lower~|reduce~: senk, senke, senken, runterdrehen, reduzier, reduziere, runterregeln, absenken
turn on~: anmachen, anschalten, einschalten, andrehen, anstellen, anknipsen
turn off~: ausmachen, ausschalten, abschalten, abdrehen, abstellen, ausknipsen
open~: aufmachen, öffne, öffnen, öffnet, auf machen
close~: zumachen, schließen, schließ, schließe, zugemacht, geschlossen
lock~: abschließen, absperren, sperr, sperre, sperren, verriegeln, abgesperrt, abgeschlossen, verriegelt, gesperrt
unlock~: aufsperren, aufschließen, entriegeln, entsperren
louder: lauter
quieter: leiser
warmer: wärmer
colder: kälter
brighter: heller
darker: dunkler
bigger: größer
smaller: kleiner
earlier: früher, eher
later: später
rate~: bewerte, bewerten, bewertet
listen~: hör, höre, hören, anhören
watch~: ansehen, anschauen
extend~|renew~: verlänger, verlängere, verlängern
confirm~: bestätig, bestätige, bestätigen
report~: melden, meldet
show~|list~: auflisten, liste
list: liste
except: außer, ausser
except the: bis auf den, bis auf die, bis auf das
weather: wetter
forecast: vorhersage, wettervorhersage, wetterbericht
rain~: regnet, regnen
snow~: schneit, schneien
sunny: sonnig
cloudy: bewölkt, wolkig
alarm: wecker, weckers, alarm
alarms: alarme, alarmen, weckzeiten
snooze~: schlummer, schlummere, schlummern
timer: timer, kurzzeitwecker, eieruhr, stoppuhr
appointment|meeting: termin, termine, termins, terminen
meeting: besprechung, meeting, sitzung
room: zimmer, raum, räume, räumen
living room: wohnzimmer, stube
bedroom: schlafzimmer
bathroom: bad, badezimmer
children's room: kinderzimmer
study: arbeitszimmer
kitchen: küche
hallway: flur, diele
heating: heizung
light: licht, lichter
lamp: lampe, lampen
degrees: grad
people: leute, leuten, personen, mann
person: person
o'clock|clock: uhr
half: halb, halbe, halben
quarter: viertel
hour: stunde
hours: stunden
minute: minute
minutes: minuten
day: tag
days: tage, tagen
week: woche
weeks: wochen
month: monat
months: monate, monaten
year: jahr
years: jahre, jahren
times: mal
piece: stück
euros: euro
song: lied, song
songs: lieder, songs
movie|film: film
movies|films: filme
show times|movie schedule: spielzeiten, filmzeiten, kinoprogramm, filmprogramm
cinema: kino, kinos
reminder: erinnerung
reminders: erinnerungen
bill|invoice: rechnung, rechnungen
customer: kunde, kunden, kundin
bicycle|bike: fahrrad, rad, fahrräder, räder
child: kind
children: kinder, kindern
monday: montag, montags
tuesday: dienstag, dienstags
wednesday: mittwoch, mittwochs
thursday: donnerstag, donnerstags
friday: freitag, freitags
saturday: samstag, samstags, sonnabend
sunday: sonntag, sonntags
january: januar, jänner
february: februar
march: märz
april: april
may: mai
june: juni
july: juli
august: august
september: september
october: oktober
november: november
december: dezember
one: eins
two: zwei, zwo
three: drei
four: vier
five: fünf
six: sechs
seven: sieben
eight: acht
nine: neun
ten: zehn
eleven: elf
twelve: zwölf
twenty: zwanzig
twice: zweimal
three times: dreimal
thirty: dreißig
forty: vierzig
fifty: fünfzig
sixty: sechzig
hundred: hundert
thousand: tausend
red: rot, rote, roten
cold: kalt, kalte
warm: warm, warme
hot: heiß, heiss
named: namens
called: heißt, heisst
name: name, namen
in the name of: auf den namen, auf namen
fully: ganz, komplett, voll
whole: ganze, ganzen, gesamte
up: hoch, rauf, herauf
lost: abgenommen
gained: zugenommen
mg: mg
down: runter, herunter, hinunter
back: zurück
out: raus, heraus, hinaus
away: weg
counterclockwise: gegen den uhrzeigersinn
clockwise: im uhrzeigersinn
print~: druck, drucke, drucken, ausdrucken, druckt
each: je, jeweils
pick up~|collect~: abholen, hol ab
bring~|get~: bring, bringe, bringen
upload~: hochladen, lade hoch
download~: runterladen, herunterladen
restart~|reboot~: neustarten, neu starten, starte neu
pause~: pausiere, pausier, pausieren, anhalten
locker: spind
member: mitglied, mitglieder
request: anfrage, antrag
broken: kaputt, defekt
ready: fertig
finished: fertig
on or off: ein oder aus, an oder aus, ein und aus, an und aus, ein- oder aus, an- oder aus
switch~|turn~: schaltet, schalten, schalte, schalt
was about to: wollte gerade, wollte eben, wollte grad, wollte schon, war gerade dabei, war kurz davor
front door: haustür, eingangstür, wohnungstür
never: auf keinen fall, keinesfalls, auf gar keinen fall
neither: weder
any: irgendwelche, irgendwelchen, irgendein, irgendeine, irgendeinen
nearly: beinahe
think~: meint, meinen, meinst, meine ich
`;
