/** Common words of Spanish that a word list has otherwise, or with what people seldom mean first; and verbs whose forms no ending tells. */

/** `GlossWords.common`. */
export const SPANISH_COMMON = `
they have: me han, nos han
has been: ha sido
have not: no he, no han
has not: no ha
could: podía, podían, pude
wanted: quería, quise
had: tuve, tuvo, hubo
gave: dio, dieron
made|did: hizo, hice, hicieron
was: fui, estuvo, estaba, estaban
were: eran, fueron
would be: sería
no longer work~|does not work anymore: ya no funciona, ya no va, dejó de funcionar
does not work: no funciona, no va
not succeed~|cannot: no consigo, no logro
work~|function~: funciona, funcionan, funcionar
remember~: acuerdo
do not remember: no me acuerdo, no recuerdo
again: volver a
send again~: volver a enviar
return~: volver
nowhere|not anywhere: por ningún lado, en ningún sitio, por ninguna parte, ningún lado
somewhere: en algún lugar
everywhere: en todas partes
someone|somebody: alguien
nobody: nadie
something: algo
everything: todo
thing: cosa, cosas
any: algún, alguna, alguno, cualquier
suddenly: de repente
often: a menudo, a veces
too many: demasiadas, demasiados
soon: pronto
fast: rápido, rápida, rápidamente
slow: lento, lenta
late: tarde
early: temprano
badly|wrong: mal
better: mejor
even: incluso, aun
same: mismo, misma
yourself: ti mismo
enough: bastante, suficiente
then: entonces, luego
therefore: por lo tanto, por eso
although: aunque
according to: según
inside: dentro
so: así, tan
so much: tanto
through: a través de
in front of: delante
behind: detrás
far: lejos
abroad: en el extranjero, extranjero
new: nuevo, nueva, nuevos, nuevas
old: viejo, vieja, antiguo, antigua
big: gran, grande, grandes
small: pequeño, pequeña
high: alto, alta, elevado
higher: más alto, más alta
low: bajo, baja
long: largo, larga
short: corto, corta
wrong: equivocado, equivocada, incorrecto, incorrecta, erróneo, errónea
correct: correcto, correcta
own: propio, propia
first: primero, primera, primer
second: segundo, segunda
double: doble
expensive: caro, cara
cheaper: más barato, más barata
cheap: barato, barata
difficult: difícil
easy: fácil
easier: más fácil
possible: posible
safe|insurance: seguro
important: importante
urgent: urgente
free: gratuito, gratuita
half: mitad
less than: menos de
missing|gone: desaparecido, desaparecida
lost: perdido, perdida
stolen: robado, robada, robaron
forgotten|forgot: olvidado, olvidé
left: dejé, dejado
stuck: atascado, atascada, atrapada
blocked|locked: bloqueado, bloqueada
expired: caducado, caducada, vencido
failed: fallido, fallida, fallado, falló
refused|declined: rechazado, rechazada, denegado, denegada
swallowed: tragado
received: recibido, recibida, recibí
arrived: llegado, llegó
damaged: dañado, dañada
charged: cobrado, cobraron, cobrar, cobráis, cargado, cargaron
converted: convertido
waiting: esperando, a la espera
waiting~: esperar
seen: visto, vista
asked|ordered: pedí, pedido, pedida
arrive~: llegar, llega, llegan
get~: conseguir, consigo, obtener
receive~: recibir, recibo
lose~: perder, pierdo
forget~: olvidar
find~: encontrar, encuentro, encuentra
understand~: entiendo, entender
know~: sé, sabe, saber, conocer
think~|believe~: creo, pienso
try~: intentar, intento, intentado
buy~: comprar, compra, compré, comprado
sell~: vender
cost~: costar, cuesta, cuestan, costó
spend~: gastar, gasto
take out~|withdraw~: sacar, saco, retirar
withdraw money~: sacar dinero, retirar dinero
withdraw cash~: sacar dinero en efectivo, retirar efectivo
use~: usar, uso, utilizar
stay~: quedar, queda
keep~: quedarme, conservar, quedó
happen~: pasa, pasar, ocurre
leave~: dejar, deja
enter~|type~: introducir, introducido, metido, teclear
activate~: activo, activado
replace~: reemplazar, sustituir
exchange~: cambio
return~|give back~: devolver, devuelvo, devuelto
get back~|recover~: recuperar, recupero
pay back~|refund~: reembolsar, reembolso
deliver~: entregar, entregad, entrega
send back~: devolver
load~: cargar, carga
reach~|contact~: contactar, localizar
talk~|speak~: hablar, hablo
complain~: quejarse, reclamar
apply~|request~: solicitar, solicito
sign~: firmar
travel~: viajar, viajo
move~: mudar, mudado, mudarse
live~: vivir, vivo
repair~|fix~: reparar, arreglar, arregláis
connect~: conectar, conectarme
block~|lock~: bloquead, bloquee
unblock~|unlock~: desbloqueo, desbloquead
prove~: demostrar, acreditar
say~: dice, dicen, decir
read~: leer
do~: hace, hago
let~: permitir
card: tarjeta, tarjetas
credit card: tarjeta de crédito
PIN: pin, código pin, número secreto
account: cuenta, cuentas
current account: cuenta corriente
savings account: cuenta de ahorro, cuenta de ahorros
bank statement|account statement: extracto, extractos, extracto bancario
balance|account balance: saldo
transfer: transferencia, transferencias
standing order: orden permanente, órdenes permanentes, transferencia periódica
direct debit: domiciliación, recibo domiciliado, adeudo
fee|commission: comisión, comisiones
fee|expense|cost: gastos
interest: interés, intereses
loan: préstamo, crédito
overdraft: descubierto
mortgage: hipoteca
cash: efectivo, en efectivo, dinero en efectivo
cash machine|ATM: cajero, cajeros, cajero automático
banknote|ticket: billete, billetes
exchange rate: tipo de cambio
rate: tasa
currency: moneda, divisa
amount: importe, cantidad, suma
payment: pago, pagos
instalment: plazo, plazos, cuota, mensualidad
refund: reembolso, devolución
withdrawal: retirada, retiro
voucher: vale, cupón
discount: descuento, descuentos
receipt: tique, ticket de compra
wallet|purse: cartera, monedero, billetera
shop|store: tienda, tiendas
checkout|till: caja
parcel|package: paquete
delivery: entrega
shipping: envío
return: devolución
order: pedido, pedidos
purchase: compra, compras
size: talla, tamaño
stock: existencias
guarantee|warranty: garantía
complaint: queja, reclamación
employee: empleado, empleada
adviser: asesor, asesora, gestor
customer service: atención al cliente
contract: contrato
plan|tariff: tarifa
provider|company: compañía, operador
mobile phone|phone: móvil, celular
phone: teléfono
phone number|number: número de teléfono, número
network: red
signal|reception: cobertura
line: línea
password: contraseña, clave
address: dirección
city: ciudad
street: calle
apartment|flat: piso, apartamento
house|home: casa
landlord: casero
work|job: trabajo
holiday: vacaciones
public holiday: festivo
country: país, países
train: tren
station: estación
flight: vuelo
luggage: equipaje
doctor: médico, doctor
damage: daño, daños
police: policía
tax: impuesto, impuestos
proof: comprobante, justificante
error|mistake: error, errores
problem: problema, problemas
question: pregunta, preguntas
answer: respuesta
reason: razón
time: vez, tiempo
place: sitio, lugar
money: dinero
salary: sueldo, nómina
woman: mujer
friend: amigo, amiga, amigos
brother: hermano
mother: madre
father: padre
start: inicio, principio
end: fin, final
help: ayuda, socorro
message: mensaje
letter: carta
age: edad
pending: pendiente, pendientes, en trámite
beneficiary|recipient: destinatario, beneficiario
twice: dos veces
three times: tres veces
yes: sí
year: año
men: hombres
raise~: sube
`;

/** `GlossWords.commonForms`. */
export const SPANISH_VERBS = `
hacer: hizo, hice, hicieron, hacen
poner: puso, puse, pusieron, puesta
decir: dijo, dije, dijeron, dicen
tener: tuvo, tuve, tuvieron, tienen
venir: vino, vinieron, vienen
traer: trajo, traje
dar: dio, dieron, doy, dan
ver: vio, vieron, veo
ir: fue, fueron
ser: fue, eran, sido
estar: estuvo, estuve, estaba
haber: hubo
saber: supo, supe, sabe
poder: pudo, pude
querer: quiso, quise
pedir: pidió, pidieron, piden, pedido
sentir: siento, siente, sintió
dormir: duermo, duerme, durmió
morir: muere, murió, muerto
seguir: sigo, siguen, siguió
conseguir: consigo, consigue, consiguió
elegir: elijo, eligió
perder: pierdo, pierde, pierden
entender: entiendo, entiende
pensar: pienso, piensa
cerrar: cerrado, cierran
volver: vuelvo, vuelven, volvió
resolver: resuelve, resuelto
mover: muevo
encontrar: encuentro, encuentran
mostrar: muestro
recordar: recuerdo, recuerdas
acordar: acuerdo
costar: costó, costado
contar: cuento
comenzar: comienza, comienzo
empezar: empiezo
caer: cae, caigo, cayó
oír: oye, oigo
leer: leyó
construir: construye
conducir: condujo
producir: produce, produjo
traducir: traduzco
introducir: introduzco, introdujo
escribir: escrita
imprimir: impreso, impresa
romper: rompió, rota
devolver: devuelvo, devolvió, devuelta, devuelven
descubrir: descubierto
`;
