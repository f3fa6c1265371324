/** Little words of languages that nobody prepared, so that a sentence in one of them is taken for no other. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  da:
    "jeg mig dig du han hun vi os er det den en et og eller ikke hvad hvor hvordan hvornår hvilken hvilke hvem hvorfor til fra på med af " +
    "om for som kan skal vil må har havde være bliver blev dag morgen aften nat uge måned år klokken nu kl vis sæt slet find spil afspil " +
    "vejret vejr regn regne sne grader påmindelser påmindelse mine min mit din dit alle hver næste efter før gerne tak venligst bestil " +
    "lav giv sluk tænd åbn luk stil bord sang film bog ud ind op ned mandag tirsdag onsdag torsdag fredag lørdag søndag ved skriv ring " +
    "vække mindst mig noget nogen ingen meget mere tilføj fjern annuller denne dette disse min udenfor varmt koldt",
  sv:
    "jag mig dig du han hon vi oss är det den en ett och eller inte vad var hur när vilken vilka vem varför till från på med av om för " +
    "som kan ska vill måste har hade vara blir dag imorgon kväll natt vecka månad år klockan nu visa ställ ta bort hitta spela vädret " +
    "väder regn snö grader mina min mitt din alla varje nästa efter före gärna tack snälla boka gör ge släck tänd öppna stäng bord låt",
  no:
    "jeg meg deg du han hun vi oss er det den en et og eller ikke hva hvor hvordan når hvilken hvilke hvem hvorfor til fra på med av om " +
    "for som kan skal vil må har hadde være blir dag morgen kveld natt uke måned år klokka nå vis sett slett finn spill været vær regn " +
    "snø grader mine min mitt din alle hver neste etter før gjerne takk vennligst bestill lag gi slå åpne lukk bord sang",
  pt:
    "eu você vocês ele ela nós é são está estão não sim o os as um uma uns umas de do da dos das no na nos nas em por para pelo pela com " +
    "sem que qual quais quando onde como quem porque quanto quantos meu minha meus minhas seu sua hoje amanhã ontem agora manhã tarde " +
    "noite semana mês ano quero preciso gostaria pode posso tem há faça coloque mostre mostrar toque tocar ligue ligar desligue apague " +
    "acenda adicione lembre lembrete reserve cancele obrigado favor todos todas mais menos muito depois antes próxima próximo",
  ca:
    "jo tu ell ella nosaltres és són està no el la els les un una uns unes de del dels al als amb sense per perquè què quin quina quan on " +
    "com qui meu meva avui demà ahir ara matí tarda nit setmana vull necessito puc pots posa mostra obre tanca reserva gràcies si us plau",
  pl:
    "ja ty on ona my wy jest są nie tak co kto gdzie kiedy jak jaki jaka jakie dlaczego ile w we na z ze do od po dla przez przed o i lub " +
    "ale czy że się mi mnie mój moja moje dziś dzisiaj jutro wczoraj teraz rano wieczorem chcę proszę możesz mogę pokaż ustaw włącz " +
    "wyłącz otwórz zamknij zarezerwuj anuluj dodaj usuń znajdź zagraj wszystkie każdy następny godzina dzień tydzień",
  cs:
    "já ty on ona my vy je jsou není ne ano co kdo kde kdy jak jaký jaká jaké proč kolik v ve na z ze do od po pro před o a nebo ale že " +
    "se mi mě můj moje dnes zítra včera teď ráno večer chci prosím můžeš mohu ukaž nastav zapni vypni otevři zavři rezervuj zruš přidej",
  ro:
    "eu tu el ea noi voi este sunt nu da ce cine unde când cum care de la în din pe cu fără pentru și sau dar că să mi mă meu mea azi mâine " +
    "ieri acum dimineața seara vreau poți pot arată setează pornește oprește deschide închide rezervă anulează adaugă toate fiecare",
  fi:
    "minä sinä hän me te on ovat ei kyllä mitä mikä kuka missä milloin miten miksi ja tai mutta että minun sinun tänään huomenna eilen nyt " +
    "aamulla illalla haluan voitko voi näytä aseta avaa sulje varaa peruuta lisää poista etsi soita kaikki joka seuraava kello viikko",
  hu:
    "én te ő mi ti van vannak nem igen mit mi ki hol mikor hogyan miért és vagy de hogy egy az ez ma holnap tegnap most reggel este kérem " +
    "szeretnék tudsz mutasd állíts kapcsold nyisd zárd foglalj töröld add keress játszd minden következő óra nap hét",
  tr:
    "ben sen o biz siz var yok değil evet hayır ne kim nerede ne zaman nasıl hangi neden kaç ve veya ama bir bu şu için ile bugün yarın dün " +
    "şimdi sabah akşam istiyorum lütfen misin göster ayarla aç kapat rezervasyon iptal ekle sil bul çal bütün her sonraki saat gün hafta",
};
