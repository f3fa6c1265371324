/** Common words of French that a word list has otherwise, or with what people seldom mean first; and verbs whose forms no ending tells. */

/** `GlossWords.common`. */
export const FRENCH_COMMON = `
has: a
is: est-il, est-elle
are: sont-ils, sont-elles
has been: a été, a-t-il été, a-t-elle été
has not: n'a pas, n'a pas encore
have not: n'ai pas, n'ont pas
has it: a-t-il, a-t-elle
can i: puis-je
could: pouvait, pouvais
would have: aurait, aurais
wanted: voulu, voulait, voulais
been able to: pu
had to: dû
of the: des
any|some: des
there: y
of it: en
no longer work~|does not work anymore: ne marche plus, ne fonctionne plus, marche plus
does not work: ne marche pas, ne fonctionne pas
work~: marche, marchent, fonctionne, fonctionnent, fonctionner
no longer: ne plus
nowhere|not anywhere: nulle part
somewhere: quelque part
everywhere: partout
someone|somebody: quelqu'un
nobody: personne
something: quelque chose
everything: tout
thing: chose, choses
suddenly: soudain, tout à coup, d'un coup
often: souvent
sometimes: parfois
soon: bientôt
quickly|fast: vite, rapide, rapidement
slow: lent, lente, lentement
late: tard
early: tôt
well: bien
better: mieux
badly|wrong: mal
even: même
only: seul, seule
enough: assez
then: puis, ensuite
however: cependant, pourtant
therefore: donc
although: bien que
before: devant
behind: derrière
far: loin
near: auprès de
inside: dedans, à l'intérieur
everyone: tout le monde
abroad: à l'étranger, étranger
new: nouveau, nouvelle, nouvel, nouveaux, nouvelles
old: vieux, vieille, ancien, ancienne
big: grand, grande, gros, grosse
small: petit, petite, petits
high: haut, haute, élevé, élevée
higher: plus élevé, plus élevée
low: bas, basse
long: long, longue
short: court, courte
wrong: mauvais, mauvaise, faux, fausse, erroné, incorrect
correct: juste, correct
own: propre
first: premier, première, d'abord
second: deuxième, second
double: double
expensive: cher, chère
cheaper: moins cher
difficult: difficile
easy: facile
easier: plus facile
possible: possible
safe: sûr
important: important
urgent: urgent
free: gratuit, gratuite, gratuitement
missing|gone: disparu, disparue
lost: perdu, perdue, perdus
stolen|stole: volé, volée
found: retrouvé
forgotten|forgot: oublié, oubliée
stuck: coincé, coincée
blocked|locked: bloqué, bloquée
expired: expiré, expirée, périmé
failed: échoué, raté
refused|declined: refusé, refusée
rejected|declined: rejeté, rejetée
swallowed: avalé, avalée
received|got: reçu, reçue
arrived: arrivé, arrivée, parvenu
damaged: abîmé, abîmée, endommagé, endommagée
charged|debited: débité, débitée, prélevé, prélevée
charged: facturé, facturée
converted: converti, convertie
cost: coûté
spent: dépensé
sent: envoyé, envoyée, expédié
taken out: sorti
activated: activé
entered: saisi, saisie
seen|saw: vu, vue
given|gave: donné
asked|requested: demandé
wait~: attends, attendre, attend, attendu
get~|receive~: obtenir, recevoir, reçois
lose~: perdre, perds
forget~: oublier, oublie
remember~: souviens, souvenir
do not remember: ne me souviens plus, ne me souviens pas, ne me rappelle plus
understand~: comprends, comprendre, compris
know~: sais, sait, savoir, connais
think~|believe~: pense, crois
try~: essaie, essayer, essayé
buy~: acheter, achète, acheté
sell~: vendre
cost~: coûte, coûtent, coûter
spend~: dépenser
withdraw~|remove~: retirer, retire, retiré
withdraw cash~: retirer de l'argent, retirer de l'argent liquide, retirer des espèces
withdrew money: retiré de l'argent
debit~|charge~: débiter, prélever
use~: utiliser, utilise, utilisé
stay~: rester, reste
happen~: arrive, passe
leave~: laisser, laisse, laissé
enter~|type~: saisir, taper, tapé
activate~: activer, active
replace~: remplacer, remplace, remplacé
exchange~: échanger, échange
return~|send back~: renvoyer, retourner, renvoyé
give back~|return~: rendre, rend, restituer
get back~: récupérer, récupère
pay back~|refund~: rembourser, rembourse, remboursé
deliver~: livrer, livre, livrez, livré
receive~: recevoir
load~: charger, charge
reach~|contact~: joindre, contacter
talk~|speak~: parler, parle
complain~: plaindre, réclamer
sign~: signer
travel~: voyager, voyage
move~: déménager, déménagé
live~: habiter, habite
repair~|fix~: réparer, réparé, réparez
connect~: connecter
keep~: garder, garde, gardé
unblock~|unlock~: débloquer, débloquez
block~|lock~: bloquer, bloquez
prove~: prouver, justifier
call~: téléphoner, appelé
close~|cancel~: clôturer, résilier
say~: dit, dis
go through~: passé, passée
card: carte, cartes
credit card: carte de crédit, carte bancaire, cb
PIN: code pin, code secret, code confidentiel
PIN code|code: code
account: compte, comptes
current account: compte courant
savings account: compte épargne, compte d'épargne
bank statement|account statement: relevé, relevé de compte, relevés
balance|account balance: solde
transfer: virement, virements
standing order: virement permanent, virements permanents, ordre permanent
direct debit: prélèvement, prélèvements, prélèvement automatique
fee|cost|charge: frais
interest: intérêts, intérêt
loan: prêt, crédit, emprunt
overdraft: découvert
cash: liquide, espèces, argent liquide, en liquide
cash machine|ATM: distributeur, distributeurs, distributeur automatique, distributeur de billets
banknote: billet, billets
ticket: billet, billets
exchange rate: taux de change, cours de change
rate: taux
currency: devise, devises, monnaie
amount: montant, montants, somme
limit: plafond, limite
payment: paiement, paiements, règlement
instalment: mensualité, mensualités
refund: remboursement, remboursements
withdrawal: retrait, retraits, retrait d'argent
voucher: bon d'achat, bon
discount: réduction, remise, rabais
receipt: ticket de caisse, reçu
wallet|purse: portefeuille, porte-monnaie
shop|store: magasin, magasins, boutique
checkout|till: caisse
parcel|package: colis, paquet
delivery: livraison
shipping: envoi, expédition
return: retour
order: commande, commandes
purchase: achat, achats
size: taille
stock: stock
guarantee|warranty: garantie
complaint: réclamation, plainte
employee: employé, employée, conseiller
adviser: conseiller, conseillère
customer service: service client, service clientèle
contract: contrat
plan: forfait
provider: opérateur, fournisseur
mobile phone|phone: portable, mobile
phone: téléphone
phone number|number: numéro de téléphone, numéro, numéros
network: réseau
line: ligne
password: mot de passe
address: adresse
city: ville
street: rue
apartment|flat: appartement
house|home: maison
landlord: propriétaire
work|job: travail
holiday: vacances, de vacances
public holiday: jour férié
country: pays
train: train
station: gare
flight: vol
luggage: bagages, bagage
doctor: médecin, docteur
insurance: assurance
damage: dégât, dégâts
police: police
tax: impôt, impôts, taxe
proof: justificatif, preuve
error|mistake: erreur, erreurs
problem: problème, problèmes
question: question, questions
answer: réponse
reason: raison
time: temps, moment
place: lieu, endroit
money: argent
salary: salaire
woman: femme
friend: ami, amie, amis
brother: frère
mother: mère
father: père
start: début
end: fin
help: aide, au secours
message: message
letter: lettre, courrier
age: âge
pending: en attente, en cours
beneficiary|recipient: bénéficiaire
is charged twice: débité deux fois
twice: deux fois, double
three times: trois fois
yes: oui
half: moitié
`;

/** `GlossWords.commonForms`. */
export const FRENCH_VERBS = `
avoir: eu, aurait
pouvoir: pu, puis, pouvait, pourra
vouloir: voulu, voulait, veuille
savoir: sais, sait, savez, savons
devoir: dû
croire: crois, croit, cru
boire: bois, boit, bu
connaître: connais, connaît, connu
disparaître: disparu, disparaît
comprendre: comprends, comprend, compris
apprendre: apprends, apprend, appris
surprendre: surpris
prendre: prise, prises
permettre: permet, permis
promettre: promet, promis, promise
admettre: admis
transmettre: transmis, transmise
soumettre: soumis
vivre: vit, vécu
naître: né, née
mourir: mort, meurt
courir: court, couru
tenir: tenu, tenue
retenir: retenu, retient
devenir: devenu, devient
souvenir: souviens, souvient
parvenir: parvenu
falloir: fallu
valoir: vaut, valu
plaire: plaît, plu
rire: ri
suffire: suffit, suffi
construire: construit
produire: produit
traduire: traduit
inscrire: inscrit, inscrite
décrire: décrit
découvrir: découvert
offrir: offert, offerte
souffrir: souffert
couvrir: couvert
perdre: perd, perds, perdu, perdue
entendre: entends, entend, entendu
descendre: descends, descendu
battre: bat, battu
rompre: rompu
joindre: joint, joins
rejoindre: rejoint
peindre: peint
atteindre: atteint, atteinte
éteindre: éteinte
servir: sert, servi
sentir: sens, sent, senti
dormir: dors, dort, dormi
ressortir: ressort, ressorti, ressortie
sortir: sortie
convertir: converti, convertie
débiter: débité
`;
