/** `listed` of Dutch: what `GlossWords` says of it. Money, shops, homes, doctors and journeys, as far as the list lacks them. */
export const DUTCH_LISTED = `
cash: contant, contante
direct debit: incasso, automatische incasso
debit card: betaalpas, bankpas, pinpas
profile: profiel, profielen
paid: betaald
received: kreeg, gekregen
calculated: berekend
converted: omgerekend
moved: verhuisd
sent: verstuurd, verzonden
withdraw~|record~: opnemen
withdrew: opnam
unblock~|unlock~: deblokkeer, deblokkeren
error message: foutmelding, foutmeldingen
package|parcel: pakket, pakketten, pakje, pakjes
return: retour, retouren
delivery: bezorging, bezorgingen
delivered: bezorgd, geleverd
courier: bezorger, bezorgers, koerier, koeriers
installment: termijn, termijnen
undo~: ongedaan maken, maak ongedaan
replacement^: vervangend, vervangende
provider: aanbieder, aanbieders, provider
notice: opzegtermijn
technician: monteur, monteurs
handled|treated: behandeld
rated|reviewed: beoordeeld
easier: makkelijker, gemakkelijker
version: versie, versies
receipt: kassabon, kassabonnen, bonnetje
voucher|gift card: cadeaubon, cadeaubonnen, tegoedbon
out of stock|sold out: uitverkocht, niet op voorraad
size: maat, maten
invoice: factuur, facturen
reminder: aanmaning, aanmaningen
overdraft: roodstand
tyre|tire|band: banden, autoband, autobanden
part|spare part: onderdeel, onderdelen, reserveonderdeel
spark plug: bougie, bougies
license plate|number plate: kenteken, nummerplaat
refund~|pay back~: terugstorten, teruggestort
deposit~|transfer~: stort, storten
check off~|tick off~: afvinken, afgevinkt
tomato: tomaten, tomaat
animated^: geanimeerd, geanimeerde
temperature: temperaturen
boiler: cv-ketel, ketel
fridge|refrigerator: koelkast
platform|track: spoor, perron
shift|service: dienst, diensten
`;
