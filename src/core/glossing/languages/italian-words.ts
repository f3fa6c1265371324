/** `words` of Italian: what `GlossWords` says of them. */
export const ITALIAN_WORDS = `
as soon as possible: il prima possibile
no rush: senza fretta
does not work: non funziona, non funziona più, non va, non va più, non funzionano
is located: si trova, si trovano
shopping list: lista della spesa
meeting room: sala riunioni, sala conferenze
no wait: anzi no, no aspetta, no anzi, ah no, scusa no
rather: anzi
i mean: cioè, voglio dire, intendo
Mr: signor, signore, il signor, del signor
Ms: signora, la signora, signorina
of the: dei, delle, degli
will there be: ci sarà, ci saranno
show~|list~|display~: visualizza, visualizzare, visualizzami, fammi vedere, mostra
snooze~|postpone~: posticipa, rimanda, postponi
is: fa
schedule|times: orari, orario
i would give: darei
should i: dovrei
estimate|quote: preventivo
coupon|voucher|good: buono
the: il, lo, la, i, gli, le, l'
a: un, uno, una, un'
some: dei, delle, degli, qualche, alcuni, alcune, un po' di
of: di, d'
of the: del, della, dello, dell'
to: a, ad
to the: al, alla, allo, all', ai, alle, agli
from: da
from the: dal, dalla, dallo, dall', dai, dalle, dagli
in: in
in the: nel, nella, nello, nell', nei, nelle, negli
on: su
on the: sul, sulla, sullo, sull', sui, sulle
with: con
with the: col, coi
for: per
i: io
me: mi, me, m'
you: tu, ti, voi, vi, lei, te
he: lui
we: noi
us: ci
them: loro
this: questo, questa, quest'
these: questi, queste
that: quello, quella, quel, quell', che, ch'
those: quelli, quelle, quei
my: mio, mia, miei, mie
your: tuo, tua, tuoi, tue, vostro, vostra, suo, sua
our: nostro, nostra, nostri, nostre
and: e, ed
or: o, oppure
but: ma, però
also: anche
not: non
no: no, nessun, nessuna
never: mai
nothing: niente, nulla
neither: né, neanche, nemmeno
without: senza
except: tranne, eccetto, a parte, salvo, fuorché, ad eccezione di
under: sotto
over: sopra
between: tra, fra
against: contro
before: prima, prima di
after: dopo
until: fino a, fino, fino al, fino alle
during: durante
instead of: invece di, al posto di
if: se
when: quando
because: perché
so that: affinché
like: come
than: che
who: chi
what: cosa, che cosa, cos'
which: quale, quali, qual
what is: qual è, cos'è, che cos'è, com'è
how is: com'è
where: dove, dov'
how: come, com'
why: perché, come mai
how much: quanto, quanta, quant'
how many: quanti, quante
how long: quanto tempo
what time: che ora, che ore, a che ora
please: per favore, per piacere, per cortesia
thanks: grazie
hello: ciao, buongiorno, buonasera, salve, buon giorno
=: si, ne, pure, ecco, allora, s'
is: è, sta
are: sono, siete, siamo, stanno
was: era
be: essere, sia
will be: sarà, farà, saranno
been: stato, stata
has: ha
have: ho, abbiamo, hanno, hai, avere, avete
had: aveva
there is: c'è
is there: c'è
there are: ci sono
i would like: vorrei, mi piacerebbe, desidero
we would like: vorremmo, ci piacerebbe
want: voglio, vogliamo, vuole, vuoi, vogliono, volere
can: posso, puoi, può, possiamo, possono, potete
could: potrei, potresti, potrebbe, potremmo, potere
must: devo, deve, devi, dobbiamo, devono
as usual: come sempre, come al solito
you must: bisogna, occorre
it is time to: è ora di, è il momento di, sarebbe ora di
as soon as you can: appena puoi, non appena puoi, quando puoi
it would be nice if you: sarebbe bello se, sarebbe gentile se
i need: mi serve, mi servono, ho bisogno di, mi occorre, mi occorrono
we need: ci serve, ci servono, abbiamo bisogno di
need~: serve, servono, bisogno
here: qui, qua
outside: fuori, all'aperto
near me: vicino a me, qui vicino, nelle vicinanze
near: vicino a, vicino
nearest^: più vicino, più vicini, più vicina
series: serie
there: lì, là
today: oggi
tomorrow: domani
yesterday: ieri
the day after tomorrow: dopodomani
now: adesso, ora, attualmente, al momento
immediately: subito, immediatamente
tonight: stasera, stanotte
this morning: stamattina, questa mattina, stamani
this afternoon: questo pomeriggio, oggi pomeriggio
tomorrow morning: domani mattina, domattina
tomorrow evening: domani sera
in the morning: di mattina, del mattino, la mattina
in the evening: di sera, la sera
in the afternoon: del pomeriggio, di pomeriggio
weekend: fine settimana, weekend
every: ogni
all the: tutti i, tutte le
every day: ogni giorno, tutti i giorni, giornaliero, quotidiano, quotidianamente
every week: ogni settimana, settimanale
next^: prossimo, prossima, prossimi, prossime
last^: ultimo, ultima, ultimi, ultime, scorso, scorsa
current^: attuale, attuali
all: tutto, tutta, tutti, tutte
both: entrambi, entrambe
many: molti, molte, tanti, tante
much: molto, molta, tanto, tanta
more: più
less: meno
only: solo, soltanto, solamente
already: già
still: ancora
not anymore: non più
another: un altro, un'altra
other^: altro, altra, altri, altre
again: di nuovo, ancora una volta
always: sempre
maybe: forse
really: davvero, veramente
very: molto
too: troppo
together: insieme
exactly: esattamente, in punto
about: circa
at least: almeno
at most: al massimo
good^: buono, buona, buon, bene
best^: migliore, migliori
remind~: ricorda, ricordare, ricordi
wake~ up: sveglia, svegliare
show~|list~|get~|display~|tell~: danno, mostra, mostrare, fammi vedere, mostri
play~: riproduci, riprodurre, suona, suonare, ascoltare
do~: fai, fare, fa', faccia
put~|set~|add~|play~: metti, mettere, metta, mettete
set~|create~: imposta, impostare, imposti, regola, regolare
give~: dai, dare, dammi, dia
tell~ me: dimmi, mi dica
tell~: dire, dica
read~: leggi, leggere
take~: prendi, prendere
see~: vedere, vedi
look~: guarda, guardare
check~: controlla, controllare, verifica, verificare
search~|find~|look for~: cerca, cercare, cerchi
find~|search~: trova, trovare, trovi
go~: vai, andare
come~: vieni, venire
write~: scrivi, scrivere
send~: invia, inviare, manda, mandare, spedisci, spedire, mandi, invii, inviato, inviata, mandato, mandata, spedito
call~: chiama, chiamare
start~|run~|launch~: avvia, avviare, inizia, iniziare, fai partire, comincia
stop~: ferma, fermare, interrompi
delete~|remove~|cancel~|clear~: elimina, eliminare, cancella, cancellare
remove~|delete~|cancel~: togli, togliere, rimuovi, rimuovere, leva, tolga
cancel~|delete~: annulla, annullare, disdici, disdire, cancella, disdica, annulli, cancellare
book~|reserve~: prenota, prenotare, prenoti, prenotate, riserva
order~: ordina, ordinare, ordinato, ordinata
pay~: paga, pagare, pagato, pagata
transfer~: trasferisci, bonifica, trasferito
add~|create~|enter~: crea, creare, aggiungi, aggiungere, aggiunga, inserisci
note~|record~: segna, segnare, annota, annotare, registra, registrare, segni, appunta
register~|sign up~|enroll~|add~: iscrivi, iscrivere, iscriva, registra
change~|update~|modify~|edit~: cambia, cambiare, cambi, modifica, modificare
move~|postpone~|reschedule~|change~: sposta, spostare, sposti, rimanda, rimandare, posticipa, rinvia
increase~|raise~: alza, alzare, aumenta, aumentare, alzi
lower~|reduce~: abbassa, abbassare, riduci, ridurre, abbassi
turn on~: accendi, accendere, accenda, attiva, attivare
turn off~: spegni, spegnere, spenga, disattiva
open~: apri, aprire, apra
close~: chiudi, chiudere, chiuda, chiuso, chiusa
lock~: blocca, bloccare, bloccato, bloccata
unlock~: sblocca, sbloccare
rate~: valuta, valutare, vota, dai un voto
listen~: ascolta, ascoltare
watch~: guarda, guardare
extend~|renew~: proroga, prorogare, prolunga, prolungare, rinnova, rinnovare
confirm~: conferma, confermare
report~: segnala, segnalare
rent~: affitta, affittare, noleggia, noleggiare
weather: tempo, meteo
what is the weather: che tempo fa, che tempo farà, che tempo
forecast: previsioni, previsione
rain~: piove, pioverà, piovere
snow~: nevica, nevicherà, nevicare
sunny^: soleggiato, sereno
cloudy^: nuvoloso
alarm: sveglia, allarme
alarms: sveglie, allarmi
timer: timer
appointment: appuntamento, appuntamenti
meeting: riunione, riunioni
room: stanza, camera, sala
living room: soggiorno, salotto
bedroom: camera da letto, camera
bathroom: bagno
kitchen: cucina
hallway: corridoio, ingresso
study: studio
heating: riscaldamento
light: luce, lampada
lights: luci, lampade
degrees: gradi
people: persone
person: persona
half past: e mezza, e mezzo
quarter: quarto
half: mezzo, mezza, metà
hour: ora
hours: ore
minutes: minuti
day: giorno
days: giorni
week: settimana
weeks: settimane
month: mese
months: mesi
year: anno
years: anni
times: volte
song: canzone, brano
songs: canzoni, brani
movie|film: film
cinema: cinema
reminder: promemoria
bill|invoice: fattura, fatture
customer: cliente, clienti
bicycle|bike: bicicletta, bici
child: bambino, bambina
children: bambini
monday: lunedì
tuesday: martedì
wednesday: mercoledì
thursday: giovedì
friday: venerdì
saturday: sabato
sunday: domenica
january: gennaio
february: febbraio
march: marzo
april: aprile
may: maggio
june: giugno
july: luglio
august: agosto
september: settembre
october: ottobre
november: novembre
december: dicembre
two: due
six: sei
three: tre
four: quattro
five: cinque
seven: sette
eight: otto
nine: nove
ten: dieci
eleven: undici
twelve: dodici
fifteen: quindici
twenty: venti
thirty: trenta
forty: quaranta
fifty: cinquanta
hundred: cento
thousand: mille, mila
called: si chiama, chiamato, chiamata, intitolato
name: nome
in the name of: a nome di
whole^: intero, intera
up: su
down: giù
free^: libero, libera, gratis
print~: stampa, stampare
restart~|reboot~: riavvia, riavviare
reactivate~|turn on~: riattiva, riattivare
member: socio, socia, iscritto
broken^: rotto, rotta, guasto
ready^: pronto, pronta
details: dettagli
give me~|show me~: dammi
was about to: stavo per, stavamo per, ero sul punto di
there is no need to: non serve, non occorre, non c'è bisogno di, non è necessario
leave~: lascia, lasci, lasciate, lasciare, lasciato, lasciata
lock~: chiudi a chiave, chiudere a chiave, chiuda a chiave, chiuso a chiave, chiusa a chiave
front door: porta d'ingresso, porta di casa
no one: nessuno
do not: guai a te se, guai a voi se, in nessun caso, per nessun motivo
should: dovremmo, dovrebbero, dovrebbe
nearly: per poco non
say~: dice, dicono, dicevano
lock~: a chiave
pick up~: andare a prendere, vado a prendere, vai a prendere, venire a prendere, vieni a prendere, passare a prendere, passo a prendere
`;
