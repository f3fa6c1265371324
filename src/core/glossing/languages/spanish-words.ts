/** `words` of Spanish: what `GlossWords` says of them. */
export const SPANISH_WORDS = `
as soon as possible: lo antes posible, cuanto antes
no rush: sin prisa, no corre prisa
does not work: no funciona, no funcionan, no va bien
shopping list: lista de la compra, lista de compras
meeting room: sala de reuniones
no wait: no espera, ay no, no perdona, digo no
or rather: mejor dicho, más bien
i mean: quiero decir, o sea, digo
Mr: señor, el señor
Ms: señora, la señora, señorita
the: el, la, los, las, lo
a: un, una
some: unos, unas, algunos, algunas, algo de
of: de
of the: del
i: yo
me: me, mí
you: tú, usted, ustedes, vosotros, te, os
he: él
she: ella
it: ello
we: nosotros
us: nos
him: le
them: les
this: este, esta, esto
these: estos, estas
that: ese, esa, eso, aquel, aquella, que
those: esos, esas
my: mi, mis
your: tu, tus, vuestro, vuestra, su
our: nuestro, nuestra, nuestros, nuestras
his: sus
and: y, e
or: o, u
but: pero, sino
also: también
not: no
no: ningún, ninguna, ninguno
never: nunca, jamás
nothing: nada
neither: ni, tampoco
without: sin
with: con
with me: conmigo
for: para, por
to: a, hacia
to the: al
in: en
on: sobre
at: a las, a la
under: bajo, debajo de
between: entre
from: desde
against: contra
before: antes, antes de
after: después, después de, tras
until: hasta
during: durante
instead of: en vez de, en lugar de
if: si
when: cuando, cuándo
because: porque
so that: para que
like: como
than: que
who: quién, quien, quiénes
what: qué
which: cuál, cuáles, cual
what is: cuál es, qué es
where: dónde, donde, adónde
how: cómo
why: por qué
how much: cuánto, cuánta, cuanto
how many: cuántos, cuántas, cuantos
how long: cuánto tiempo, cuánto
what time: qué hora, a qué hora
please: por favor, porfa, porfavor
thanks: gracias
hello: hola, buenas, buenos días, buenas tardes, buenas noches
=: se, pues, oye, ya no mas
is: es, está, esta
are: son, están, eres, estás, somos, estamos
am: soy, estoy
was: era, estaba, fue
be: ser, estar, será, sea
been: sido, estado
has: ha
have: tengo, tenemos, tiene, tienes, he, hemos, han, tener
had: tenía, había
there is: hay
i would like: quisiera, me gustaría, querría
we would like: nos gustaría, quisiéramos, querríamos
want: quiero, queremos, quiere, quieres, quieren, querer
shows~: ponen, dan
can: puedo, puedes, puede, podemos, pueden, podéis
could: podría, podrías, podríamos, poder
must: debo, debe, debes, tengo que, tenemos que, tiene que
i need: necesito, me hace falta, me hacen falta
need~: necesita, necesitas, necesitamos, necesitan, necesitar
will: voy a, vamos a, va a, vas a, van a
let's: vamos
here: aquí, acá
outside: fuera, afuera
near me: cerca de mí, cerca de aquí, por aquí cerca
near: cerca de, cerca
nearest^: más cercano, más cercana, más cercanos
series: serie
will be: será, hará, estará
album: disco, álbum
there: allí, ahí, allá
today: hoy
tomorrow: mañana
yesterday: ayer
the day after tomorrow: pasado mañana
now: ahora, actualmente, ahora mismo
immediately: inmediatamente, enseguida, ya mismo
tonight: esta noche
this morning: esta mañana
this afternoon: esta tarde
tomorrow morning: mañana por la mañana
tomorrow afternoon: mañana por la tarde
in the morning: por la mañana, de la mañana
in the afternoon: por la tarde, de la tarde
at night: por la noche, de la noche
weekend: fin de semana, finde
every: cada, todos los, todas las
every day: todos los días, diario, diariamente, cada día
every week: todas las semanas, semanal
next^: próximo, próxima, próximos, siguiente, que viene
last^: último, última, últimos, últimas, pasado, pasada
current^: actual, actuales
all: todo, toda, todos, todas
both: ambos, ambas
many: muchos, muchas
much: mucho, mucha
more: más, mas
less: menos
only: solo, sólo, solamente
already: ya
still: todavía, aún
not anymore: ya no
another: otro, otra
other^: otros, otras
again: otra vez, de nuevo, nuevamente
always: siempre
maybe: quizás, quizá, tal vez
really: de verdad, realmente
very: muy
too: demasiado
together: juntos
exactly: exactamente, en punto
about: aproximadamente, unos
at least: al menos, por lo menos
at most: como máximo, como mucho
good^: bueno, buena, bien
best^: mejor, mejores
remind~: recuérda, recuerda, recordar, recuerde, avisa, avísa
wake~ up: despierta, despiérta, despertar
show~|list~|get~|display~|tell~: muestra, muéstra, mostrar, enseña, enseñar, muestre
play~: reproduce, reproducir, toca, tocar, juega
do~: haz, hacer, haga, hago
make~: haz, hacer
put~|set~|add~|play~: pon, ponga, poner, pongan
give~: da, dar, dé, dale
give me: dame
tell~: di, decir, diga
read~: lee, leer
take~: toma, tomar, lleva, llevar
see~: ver, ve
look~: mira, mirar
check~: comprueba, comprobar, revisa, revisar, consulta, consultar
search~|find~|look for~: busca, buscar, busque
find~|search~: encuentra, encontrar, halla
go~: ir, vete
come~: ven, venir
write~: escribe, escribir
send~: envía, enviar, manda, mandar, envíe, envia, enviado, enviada, mandado
call~: llama, llamar
start~|run~|launch~: empieza, empezar, inicia, iniciar, arranca, comienza, comenzar
stop~: para, detén, detener, parar
delete~|remove~|cancel~|clear~: borra, borrar, elimina, eliminar
remove~|delete~: quita, quitar, quite, saca, sacar
cancel~|delete~: cancela, cancelar, cancele, anula, anular, anule
book~|reserve~: reserva, reservar, reserve, resérva
order~: pide, pedir, encarga, encargar, pedido, encargado
pay~: paga, pagar, pagado, pagada
transfer~: transfiere, transferir, transferido
add~|create~|enter~: crea, crear, añade, añadir, agrega, agregar, añada, mete, suma
note~|record~: apunta, apuntar, anota, anotar, registra, registrar
register~|sign up~|enroll~|add~|note~: inscribe, inscribir, apunta, apúnta, apunte, matricula
sign off~: da de baja, dar de baja
sign up~: da de alta, dar de alta
change~|update~|modify~|edit~: cambia, cambiar, cambie, modifica, modificar
move~|postpone~|reschedule~|change~: mueve, mover, aplaza, aplazar, pospón, posponer, retrasa
increase~|raise~: sube, subir, aumenta, aumentar, suba
lower~|reduce~: baja, bajar, baje, reduce, reducir
turn on~: enciende, encender, encienda, prende, prender, activa, activar
turn off~: apaga, apagar, apague, desactiva, desactivar
open~: abre, abrir, abra
close~: cierra, cerrar, cierre, cerrado, cerrada
lock~: bloquea, bloquear, bloqueado, bloqueada
unlock~: desbloquea, desbloquear
rate~: califica, calificar, puntúa, valora, valorar
listen~: escucha, escuchar, oír
watch~: ver, mirar
extend~|renew~: amplía, ampliar, prorroga, prorrogar, renueva, renovar
confirm~: confirma, confirmar
report~: reporta, reportar
rent~: alquila, alquilar
weather: tiempo, clima
what is the weather: qué tiempo hace, qué tiempo hará, qué tiempo
forecast: pronóstico, previsión
rain~: llueve, lloverá, llover
snow~: nieva, nevará, nevar
sunny^: soleado
cloudy^: nublado
alarm: alarma, despertador
alarms: alarmas
timer: temporizador, cronómetro
appointment: cita, citas, turno
meeting: reunión, reuniones
room: sala, habitación, cuarto
living room: salón, sala de estar, comedor
bedroom: dormitorio, habitación
bathroom: baño, cuarto de baño
kitchen: cocina
hallway: pasillo, entrada
study: despacho, estudio
heating: calefacción
light: luz, lámpara
lights: luces, lámparas
degrees: grados
people: personas, gente
person: persona
o'clock: en punto
half past: y media
quarter: cuarto
half: medio, media, mitad
hour: hora
hours: horas
minutes: minutos
day: día
days: días
week: semana
weeks: semanas
month: mes
months: meses
year: año
years: años
times: veces
song: canción, tema
songs: canciones
movie|film: película, peli
movies|films: películas, pelis
cinema: cine, cines
reminder: recordatorio
reminders: recordatorios
bill|invoice: factura, facturas
customer: cliente, clienta, clientes
bicycle|bike: bicicleta, bici, bicis
child: niño, niña
children: niños, niñas
monday: lunes
tuesday: martes
wednesday: miércoles
thursday: jueves
friday: viernes
saturday: sábado
sunday: domingo
january: enero
february: febrero
march: marzo
april: abril
may: mayo
june: junio
july: julio
august: agosto
september: septiembre
october: octubre
november: noviembre
december: diciembre
one: uno
two: dos
three: tres
four: cuatro
five: cinco
six: seis
seven: siete
eight: ocho
nine: nueve
ten: diez
eleven: once
twelve: doce
fifteen: quince
twenty: veinte
thirty: treinta
forty: cuarenta
fifty: cincuenta
hundred: cien, ciento
thousand: mil
called: se llama, llamado, llamada
name: nombre
in the name of: a nombre de
whole^: entero, entera
up: arriba
down: abajo
free^: libre, gratis
print~: imprime, imprimir
restart~|reboot~: reinicia, reiniciar
member: socio, socia
broken^: roto, rota, estropeado, averiado
ready^: listo
ready^|list: lista
as usual: como siempre, como de costumbre
you must: hay que, habría que
it is time to: es hora de, ya es hora de, es el momento de
as soon as you can: en cuanto puedas, tan pronto como puedas, cuando puedas
it would be nice if you: estaría bien que, sería bueno que
as soon as: en cuanto
except in: menos en
except the: menos el, menos la, menos los, menos las
except that of: menos el de, menos la de
notify~|alert~: avisar
except: salvo, excepto, exceptuando, a excepción de
was about to: iba a, íbamos a, estaba a punto de, estuve a punto de
do not: ni se te ocurra, ni se le ocurra, ni se os ocurra, ni se les ocurra
there is no need to: no hace falta, no es necesario, no hay necesidad de
leave~: deja, deje, dejad, dejen, dejar, dejado, dejada
lock~: cierra con llave, cerrar con llave, cierre con llave, cierres con llave, cerrado con llave, cerrada con llave
front door: puerta principal, puerta de entrada
back door: puerta trasera
do not: por nada del mundo, bajo ningún concepto, en ningún caso, de ninguna manera
nearly: casi
have: has, habéis
should: deberíamos, deberían
lock~: con llave
pick up~: ir a buscar, voy a buscar, ve a buscar, ir a recoger, voy a recoger, pasar a buscar, pasar a recoger
book~ an appointment for: dar cita a, da cita a, dé cita a, dale cita a, darle cita a
book~ an appointment for the: dar cita al, da cita al, dé cita al, dale cita al, darle cita al
book~ an appointment: pide cita, pedir cita, coge cita, coger cita
`;
