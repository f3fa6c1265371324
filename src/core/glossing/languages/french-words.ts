/** `words` of French: what `GlossWords` says of them. */
export const FRENCH_WORDS = `
as soon as possible: dès que possible, le plus vite possible, au plus vite
no rush: rien ne presse, ça ne presse pas
does not work: ne marche pas, ne marche plus, ne fonctionne pas, ne fonctionne plus
shopping list: liste de courses, liste des courses
meeting room: salle de réunion
no wait: enfin non, non attends, ah non, euh non
or rather: ou plutôt
i mean: je veux dire, je voulais dire
Mr: monsieur
Ms: madame, mademoiselle
estimate|quote: devis
the: le, la, les, l'
a: un, une
some: des, quelques
of: de, d'
of the: du
i: je, j', j
me: me, m', moi
you: tu, vous, te, t', toi
she: elle
it: ça, ca, cela, il
we: nous, on
they: ils, elles
him: lui
them: leur
this: ce, cet, cette, ceci
these: ces
my: mon, ma, mes
your: ton, ta, tes, votre, vos
our: notre, nos
his: son, sa, ses
their: leurs
and: et
or: ou
but: mais
also: aussi, également
not: pas, ne pas, non pas
no: non, aucun, aucune
never: jamais
nothing: rien
anymore: plus rien
without: sans
except: sauf, hormis, excepté, à part, mis à part
with: avec
for: pour
to: à, a
to the: au, aux
in: en, dans
on: sur
at: chez, vers
under: sous
between: entre
by: par
against: contre
before: avant, avant de
after: après, apres
since: depuis
until: jusqu', jusque, jusqu'à, jusqu'au
during: pendant, durant
instead of: au lieu de, à la place de
if: si, s'
when: quand, lorsque
because: parce que, parce qu', car
so that: pour que
like: comme
than: que
that: que, qu'
who: qui
what: quoi, qu'est-ce que, qu'est-ce qu', qu'est-ce qui, est-ce que c'est, qu'est ce que
which: quel, quelle, quels, quelles
what is: quel est, quelle est, c'est quoi
what are: quels sont, quelles sont
where: où
how: comment
why: pourquoi
how much: combien, combien de, combien d'
how long: combien de temps
what time: quelle heure, à quelle heure
please: s'il te plaît, s'il vous plaît, stp, svp, s'il te plait, s'il vous plait, merci de
thanks: merci
hello: bonjour, salut, bonsoir, coucou
=: justement, est-ce que, est-ce qu', y, donc, quand même, alors, là, voilà, bah, ben, se, ne, n', un peu
is: est, c'est
are: sont, êtes, es, sommes
am: suis
was: était, étais
be: être, serait
been: été
has: a, a-t-il, a-t-elle, a-t-on
sick: malade, malades
i have: j'ai
have: ai, avons, avez, ont, as, avoir
had: avait, avais
there is: il y a, y a, il y a-t-il, y a-t-il
i would like: je voudrais, j'aimerais, je souhaite, je souhaiterais, je veux, j'voudrais
would like: voudrais, aimerais, aimerait, souhaite, souhaiterais, voudrait
we would like: on voudrait, nous voudrions, on aimerait, nous aimerions
want: veux, veut, voulez, voulons, veulent, vouloir
can: peux, peut, pouvez, pouvons, peuvent
could: pourrais, pourriez, pourrait, pourrions, pouvoir
must: dois, doit, devons, doivent, devez
as usual: comme d'habitude, comme toujours
you must: faut, il faut, il faudrait, faudrait
it is time to: il est temps de, il est temps d', c'est l'heure de, c'est l'heure d', il serait temps de
as soon as you can: dès que tu peux, dès que vous pouvez, quand tu peux
i need: j'ai besoin de, j'ai besoin d', il me faut, il me faudrait, il nous faut, il nous faudrait, nous avons besoin de
need~: besoin, besoin de, besoin d'
will: va, vais, vas, allons, allez, vont
here: ici
outside: dehors, à l'extérieur
near me: près de moi, près d'ici, à proximité
near: près de, près d'
nearest^: le plus proche, la plus proche, les plus proches
series: série
will be: sera, fera
there: là-bas
today: aujourd'hui, aujourdhui
tomorrow: demain
yesterday: hier
the day after tomorrow: après-demain, apres-demain
now: maintenant, actuellement, en ce moment
immediately: tout de suite, immédiatement, sur-le-champ
tonight: ce soir, cette nuit
this morning: ce matin
this afternoon: cet après-midi, cette après-midi
tomorrow morning: demain matin
tomorrow evening: demain soir
in the morning: du matin, le matin
in the evening: du soir, le soir
in the afternoon: de l'après-midi, l'après-midi
weekend: week-end, weekend
every: chaque, tous les, toutes les
every day: tous les jours, quotidien, quotidiennement, chaque jour
every week: toutes les semaines, chaque semaine, hebdomadaire
next^: prochain, prochaine, prochains, prochaines
last^: dernier, dernière, derniers, dernières, passé, passée
current^: actuel, actuelle
all: tout, toute, tous, toutes
both: les deux
many: beaucoup, beaucoup de, plusieurs
more: plus, plus de, davantage
less: moins, moins de
only: seulement, uniquement
already: déjà
still: encore, toujours
not anymore: ne plus
another: un autre, une autre, encore un, encore une
other^: autre, autres
again: de nouveau, à nouveau, encore une fois
always: toujours
maybe: peut-être
really: vraiment
very: très
too: trop
same: même, mêmes
together: ensemble
exactly: exactement, pile
about: environ, à peu près
at least: au moins
at most: au plus, au maximum
good^: bon, bonne, bons
best^: meilleur, meilleure, meilleurs, meilleures
remind~: rappelle, rappelez, rappeler
wake~ up: réveille, réveillez, réveiller
show~|list~|get~|display~|tell~: montre, montrez, montrer, affiche, affichez, afficher
play~: joue, jouez, jouer
do~: fais, faites, faire, fait
set~|create~: crée, créez, créer, règle, réglez, régler, programme, programmez, programmer
put~|set~|add~|play~: mets, mettez, mettre
give~: donne, donnez, donner
tell~: dis, dites, dire
read~: lis, lisez, lire
take~: prends, prenez, prendre
see~: vois, voir, voyez
look~: regarde, regardez
check~: vérifie, vérifiez, vérifier
search~|find~|look for~: cherche, cherchez, chercher, recherche, recherchez
find~|search~: trouve, trouvez, trouver
go~: aller
come~: viens, venez, venir
write~: écris, écrivez, écrire
send~: envoie, envoyez, envoyer, expédie, envoyé, envoyée, envoyés, expédié
call~: appelle, appelez, appeler
start~|play~|run~|launch~: démarre, démarrez, démarrer, lance, lancez, lancer, commence, commencer
stop~: arrête, arrêtez, arrêter, stoppe
delete~|remove~|cancel~|clear~: supprime, supprimez, supprimer, efface, effacez, effacer
remove~|delete~: enlève, enlevez, enlever, retire, retirez, retirer
cancel~|delete~: annule, annulez, annuler, décommande, décommander
book~|reserve~: réserve, réservez, réserver, réservé
order~: commande, commandez, commander, commandé, commandée
pay~: paie, payez, payer, règle, payé, payée, réglé
transfer~: vire, virer, virez, transfère, transférez, viré, transféré
add~|create~|enter~: ajoute, ajoutez, ajouter, rajoute, rajoutez, rajouter
note~|record~: note, notez, noter, enregistre, enregistrez, enregistrer
register~|sign up~|enroll~|add~: inscris, inscrivez, inscrire, inscrit
sign off~: désinscris, désinscrire
change~|update~|modify~|edit~: change, changez, changer, modifie, modifiez, modifier
move~|postpone~|reschedule~|change~: déplace, déplacez, déplacer, décale, décalez, décaler, reporte, reportez, reporter, repousse, repousser
increase~|raise~: augmente, augmentez, augmenter, monte, montez, monter
lower~|reduce~: baisse, baissez, baisser, réduis, réduire, diminue
turn on~: allume, allumez, allumer, mets en marche, mettre en marche, active, activez
turn off~: éteins, éteignez, éteindre, éteint, coupe, coupez, couper, désactive
open~: ouvre, ouvrez, ouvrir
close~: ferme, fermez, fermer, fermé, fermée
lock~: verrouille, verrouillez, verrouiller, bloque, bloquer, verrouillé, verrouillée, bloqué, bloquée
unlock~: déverrouille, déverrouiller, débloque
rate~: note, notez, évalue
listen~: écoute, écoutez, écouter
watch~: regarde, regarder
extend~|renew~: prolonge, prolongez, prolonger, renouvelle, renouveler
confirm~: confirme, confirmez, confirmer
report~: signale, signalez, signaler
rent~: loue, louer, louez
weather: météo, temps
the weather: la météo
what is the weather: quel temps fait il, quel temps fera il, quel temps il fait, quel temps il fera, quel temps fait-il, quel temps
forecast: prévision, prévisions, bulletin
rain~: pleut, pleuvoir, pleuvra
snow~: neige, neiger, neigera
sunny^: ensoleillé
cloudy^: nuageux
alarm: réveil, alarme
alarms: réveils, alarmes
timer: minuteur, minuterie, minuteries
appointment: rendez-vous, rdv
meeting: réunion, réunions
room: salle, chambre, pièce
living room: salon, séjour
bedroom: chambre, chambre à coucher
bathroom: salle de bain, salle de bains
kitchen: cuisine
hallway: couloir, entrée
study: bureau
heating: chauffage
light: lumière, lampe
lights: lumières, lampes
degrees: degrés, degré
people: personnes, gens
person: personne
o'clock: heures, h
half past: et demie, et demi
half: demi, demie, moitié
quarter: quart
hour: heure
hours: heures
minutes: minutes, min
day: jour, journée
days: jours
week: semaine
weeks: semaines
month: mois
year: an, année
years: ans, années
times: fois
song: chanson, morceau, titre
songs: chansons, morceaux
movie|film: film
movies|films: films
cinema: cinéma, ciné
reminder: rappel
reminders: rappels
bill|invoice: facture, factures
customer: client, cliente, clients
bicycle|bike: vélo, vélos
child: enfant
children: enfants
monday: lundi
tuesday: mardi
wednesday: mercredi
thursday: jeudi
friday: vendredi
saturday: samedi
sunday: dimanche
january: janvier
february: février
march: mars
april: avril
may: mai
june: juin
july: juillet
august: août
september: septembre
october: octobre
november: novembre
december: décembre
two: deux
three: trois
four: quatre
five: cinq
six: six
seven: sept
eight: huit
nine: neuf
ten: dix
eleven: onze
twelve: douze
fifteen: quinze
twenty: vingt
thirty: trente
forty: quarante
fifty: cinquante
sixty: soixante
hundred: cent
thousand: mille
named: nommé, nommée
called: s'appelle, appelé, appelée, intitulé
name: nom
in the name of: au nom de
whole^: entier, entière
back: retour
down: en bas
up: en haut
free^: libre, gratuit
will have: aura, auront, aurai
arrive~: arrive, arrivera, arriver, arrivent
what: qu'est-ce
=: est-ce
print~: imprime, imprimez, imprimer
restart~|reboot~: redémarre, redémarrez, redémarrer
member: adhérent, adhérente, membre
broken^: cassé, cassée, en panne
ready^: prêt, prête
details: détails
was about to: allais, allait, allions, allaient, étais sur le point de, étais sur le point d'
there is no need to: pas la peine de, pas la peine d', inutile de, inutile d', pas besoin de, pas besoin d'
do not need to: n'ai pas besoin de, n'as pas besoin de, n'a pas besoin de, n'avez pas besoin de, n'avons pas besoin de
do not need to: n'ai pas besoin d', n'as pas besoin d', n'a pas besoin d', n'avez pas besoin d', n'avons pas besoin d'
leave~: laisse, laissez, laisser, laissé, laissée
that: celui, celle
those: ceux, celles
lock~: ferme à clé, fermer à clé, fermez à clé, fermée à clé, fermé à clé, fermées à clé, fermés à clé
front door: porte d'entrée
back door: porte de derrière, porte arrière
no one must: personne ne doit, personne ne devrait
was about to: j'ai failli, ai failli, a failli, as failli, avons failli
do not: en aucun cas, sous aucun prétexte
forget~: oublie, oublier, oubliez
should: devrait, devrais, devrions, devraient
turn on~|activate~: activé, activée, activés, activées
turn off~|deactivate~: désactivé, désactivée
lock~: à clé, à clef
update~: à jour
pick up~: aller chercher, vais chercher, va chercher, venir chercher, viens chercher, passer prendre
`;
