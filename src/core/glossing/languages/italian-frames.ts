import { frameTable } from "../said-frames.ts";

/** Italian: "ho paura di chiudere", "grazie per aver chiuso", "chiudere sarebbe un errore". */
export const ITALIAN_FRAMES = frameTable({
  begin:
    "e|ma|però|beh|allora|ah|oh|eh|uffa|no|sì|ok|va bene|senti|guarda|ciao|grazie|scusa|scusami|mi dispiace|sinceramente|onestamente|tranquillo|tranquilla|lascia stare|lascia|non serve|non ti preoccupare|anzi|o",
  but: "ma",
  parts: {
    who: "(?:(?:mi[oa]|tu[oa]|su[oa]|nostr[oa]|i miei|i tuoi|i suoi|il|lo|la|i|gli|le|l['’]) ?(?:\\p{L}+ )??)?\\p{L}+",
    own: "(?:io|noi|lui|lei|(?:la |il )?(?:mi[oa]|tu[oa]|su[oa]|nostr[oa]) \\p{L}+)",
    adverbs:
      "(?:(?:molto|così|tanto|troppo|ancora|già|sempre|mai|davvero|veramente|proprio|un po['’]|abbastanza|più|anche|solo|semplicemente|completamente|ormai|quasi|per niente|spesso|mica) )*",
    have: "(?:ho|hai|ha|abbiamo|avete|hanno|avevo|aveva|avevamo|avrei|avrebbe)",
    be: "(?:è|era|sarebbe|sono|sei|siamo|siete|ero|eravamo|sembra|sembrava|pare|sarà|fu)",
    infinitive:
      "(?<deed>(?:non )?(?:\\p{L}+(?:are|ere|ire|rre)|\\p{L}+(?:ar|er|ir|ur)(?:lo|la|li|le|mi|ti|gli|ci|si|ne)|aver|esser)(?!\\p{L})[^,;.!?]*)",
    had: "(?<deed>[^,;.!?]*(?<!\\p{L})(?:ho|hai|ha|abbiamo|avete|hanno|abbia|abbiate|abbiano|avevo|avevi|aveva|avevano|avessi|avesse|avessero) [^,;.!?]+)",
    bad: "(?:vietato|proibito|illegale|pericoloso|rischioso|imprudente|stupido|sciocco|assurdo|ridicolo|folle|inutile|impossibile|difficile|costoso|superfluo|ingiusto|scortese|prematuro|troppo (?:presto|tardi|\\p{L}+)|presto|tardi|contro (?:le regole|la legge|i miei principi)|una cattiva idea|un['’] ?(?:idiozia|assurdità|idea stupida|imprudenza)|uno (?:spreco|sbaglio)|un(?:a)? (?:\\p{L}+ )?(?:errore|sciocchezza|follia|peccato|vergogna|crimine|perdita di (?:tempo|denaro|soldi)|cattiva idea|catastrofe|rischio|disastro|stupidaggine|incubo|seccatura))",
    good: "(?:necessario|permesso|consentito|sicuro|prudente|saggio|utile|possibile|facile|consigliabile|obbligatorio|una buona idea|giusto|il caso)",
    ownWork:
      "(?:(?:compito|lavoro|affare|responsabilità|dovere|problema) (?:di \\p{L}+|mio|tuo|suo|nostro)|(?:il |la )(?:mi[oa]|tu[oa]|su[oa]|nostr[oa]) (?:compito|lavoro|responsabilità|problema|dovere)|(?:un )?compito)",
    moved:
      "(?:content[oaie]|felic[ei]|trist[ei]|arrabbiat[oaie]|furios[oaie]|sorpres[oaie]|sollevat[oaie]|orgoglios[oaie]|delus[oaie]|grat[oaie]|commoss[oaie])",
    often:
      "(?:sempre|mai|di solito|normalmente|solitamente|in genere|generalmente|spesso|a volte|ogni tanto|raramente|ogni (?:sera|notte|giorno|mattina)|tutt[ei] (?:le sere|le mattine|i giorni|le notti))",
  },
  spoken: [
    // Fears, refusals, what is hated.
    "(?:{who} )?{have} {adverbs}(?:paura|timore|vergogna|il terrore|dubbi|esitato|rifiutato|dimenticato|rinunciato|smesso|finito|evitato|odiato|rischiato|l['’] ?abitudine)(?: di| a| ad)? {infinitive}",
    "(?:{who} )?(?:mi|ci|ti|gli|le|si) (?:fa|faceva|dà|vergogno|pento|pentirò|vergogna|stufo|scordo|rifiuto|rifiuta|dispiace|secca|scoccia|spaventa) {adverbs}(?:paura |fastidio )?(?:di |a |ad )?{infinitive}",
    "(?:{who} )?mi (?:piace|piaceva) {adverbs}{infinitive}",
    "(?:{who} )?non {have} {adverbs}(?:(?:il |la |l['’] ?|nessun[a]? |alcun )?(?:coraggio|permesso|diritto|autorizzazione|voglia|intenzione|motivo|motivi|bisogno)) (?:di|per|a) {infinitive}",
    "(?:{who} )?non (?:os|vogl|vuol|vuo|dev|dobb|dovr|intend|vad)\\p{L}* {adverbs}(?:a |di )?{infinitive}",
    "(?:{who} )?(?:mi |si |ci )?(?:{be}) {adverbs}(?:dimenticat[oaie]|pentit[oaie]|stuf[oaie]|stanc[oaie]|stanchi|stufi|incapac[ei]|orgoglios[oaie]|contrari[oaie]|abituat[oaie]|vergognat[oaie]|rifiutat[oaie])(?: di| a| ad)? {infinitive}",
    "(?:{who} )?non {be} {adverbs}(?:autorizzat[oaie]|tenut[oaie]|obbligat[oaie]|dispost[oaie]|capac[ei]|in grado)(?: di| a| ad)? {infinitive}",
    "(?:{who} )?(?:odi|detest|evit|tem|ador|esit|rifiut|rinunci|sogn)(?:o|a|iamo|ano|avo|ava|e|evo|eva|ono) {adverbs}(?:di |a |ad )?{infinitive}",
    // What is judged.
    "(?:ormai |ancora )?{be} {adverbs}{bad} (?:per |di |da )?{infinitive}",
    "non {be} {adverbs}{good} (?:per |di |da )?{infinitive}",
    "non (?:serve|serviva|servirebbe|vale|valeva|ha|avrebbe) {adverbs}(?:a niente|a nulla|la pena|senso)(?: di)? {infinitive}",
    "{be} {ownWork} ?(?:\\p{L}+ )?{infinitive}",
    "(?:non )?(?:tocca|spetta|toccava|spettava) a (?!te|lei|voi)\\p{L}+ {infinitive}",
    "(?<deed>\\p{L}+(?:are|ere|ire|rre|arlo|arla|erlo|erla|irlo|irla)(?!\\p{L})[^,;.!?]*?),? (?:non )?(?:{be}|mi sembra|resta|spetta a|tocca a|toccherebbe a) {adverbs}(?:{bad}|{good}|{ownWork}|(?<= a )(?!te|lei|voi)\\p{L}+)(?!\\p{L})",
    // Who may, and who may not.
    "(?:solo|soltanto|solamente|unicamente) (?:\\p{L}+ ){1,3}?(?:può|possono|poteva|deve|ha il permesso di|è autorizzat[oa] a|ha il diritto di) {infinitive}",
    "{be} {adverbs}(?:{good}|{bad}) {infinitive}(?=\\?)",
    "non (?:voglio|vogliamo|volevo) che {deed}",
    "(?:gli|le) {have} (?:detto|vietato|proibito|consigliato|chiesto) (?:di|che) (?:non )?{deed}",
    // Own deeds and habits.
    "(?:meglio |ora |adesso |poi )?(?<deed>\\p{L}+o io [^,;.!?]+)",
    "(?:preferisco |preferirei |posso |voglio |vado a )?(?<deed>\\p{L}+ [^,;.!?]*(?:da sol[oaie]|io stess[oa]|per conto mio|di persona|con le mie mani)(?!\\p{L})[^,;.!?]*)",
    "{own} (?<deed>(?!vo|vuo|dev|dovr|può|potr|sei|ha )\\p{L}+ (?:[^,;.!?]* )?{often}(?!\\p{L})[^,;.!?]*)",
    "{own} {often} (?!vo|vuo|dev|dovr|può|potr)(?<deed>\\p{L}+ [^,;.!?]+)",
    "{often},? (?:io )?(?!voglio|devo|posso|vorrei)(?<deed>\\p{L}+(?:o|iamo|avo|evo|ivo)(?!\\p{L}) [^,;.!?]+)",
    "{often},? (?:è|sono|era|ero) (?:io|lui|lei|{who}) (?:che |a )(?<deed>[^,;.!?]+)",
    "{often},? {own} (?!vuole|deve|può)(?<deed>\\p{L}+ [^,;.!?]+)",
    "(?:una volta|prima|un tempo|da piccol[oa]|anni fa) (?:io |noi )?(?:{often} )?(?<deed>\\p{L}+(?:vo|va|vamo|vano)(?!\\p{L})[^,;.!?]*)",
    "(?<deed>(?:[^,;.!?]* )?{have} [^,;.!?]*(?:per sbaglio|per errore|senza volerlo|senza volere|accidentalmente|involontariamente)[^,;.!?]*)",
    "se [^,;.!?]*(?:ssi|sse|ssimo|ssero)(?!\\p{L})[^,;.!?]*, (?:io |noi |lo )?(?<deed>(?!vorrei|gradirei|preferirei)\\p{L}+(?:rei|remmo|rebbe|rebbero)(?!\\p{L})[^,;.!?]*)",
    // What has been done, and what moves who speaks of it.
    "(?:che |è un |è |era |è stato )?(?:peccato|bene|bello|strano|incredibile|fortuna|meno male|buffo|triste|tipico|gentile|assurdo) che {had}",
    "(?:meno male|per fortuna|fortunatamente|che fortuna|che bello)(?: che)? {had}",
    "(?:{who} )?{be} {adverbs}{moved} che {had}",
    "(?:mi|ci) (?:dispiace|fa|stupisce|sorprende|rallegra|spiace|rattrista) {adverbs}(?:(?:piacere|rabbia|pena) )?che {had}",
    "non (?:riesco|riusciamo|posso|ci posso|riuscivo) {adverbs}(?:a |ci )?(?:credere|crederci|capire|immaginare)(?: che)? {had}",
    "(?:so|sappiamo|vedo|ho visto|vediamo|noto) che {had}",
    // Dreams and thoughts.
    "(?:ho |stanotte ho )?sogn(?:ato|avo|ava|ai)(?: di| che) {deed}",
    "(?:immagina|immaginate|immagini|immaginati|supponi|supponiamo|metti|mettiamo|fa['’] conto)(?: un attimo)? che {deed}",
    "(?:magari) {had}",
    // How it is done, and what is to be read.
    "come (?:si fa a|si fa ad|si fa per|si può|si|posso|possiamo|faccio a|faccio ad|facciamo a|devo fare per|bisogna fare per|potrei) {deed}",
    "come {infinitive}",
    "(?:sai|sapete|sa|insegnami|spiegami|mostrami|dimmi|non so|fammi vedere) come (?:si |posso |fare a |devo )?{deed}",
    "(?:sul|sulla|nel|nella|su un|su una|in un) (?:\\p{L}+ ){1,2}?(?:c['’] ?è scritto|sta scritto|dice|diceva|si legge)[: ]+(?:di |che )?{deed}",
  ],
  thanked: [
    "(?:mille |tante |molte )?(?:grazie|scusa|scusami|scusate|scusi|mi scuso|perdonami|perdono|mi dispiace|chiedo scusa|ti ringrazio|vi ringrazio|la ringrazio|complimenti|bravo|brava)(?: mille| tante| infinite| molto| tanto| ancora| davvero| a \\p{L}+)*,? (?:per|di|d['’]) ?{infinitive}",
    "(?:grazie|scusa|scusami|scusate|scusi|perdonami|mi dispiace|chiedo scusa),?(?: ma)?(?: se| che| perché)? {had}",
  ],
  takenBack: [
    "(?:sto|stavo) (?:scherzando|solo scherzando)|scherzo|scherzavo|(?:era|è) (?:solo )?(?:uno scherzo|una battuta)|per scherzo",
    "lascia (?:perdere|stare)|lasciamo (?:perdere|stare)|(?:anzi )?no|anzi niente|niente|fa niente|non importa|come non detto|ho cambiato idea|meglio di no|dimentica(?:lo|telo)?|dimentica quello che ho detto|non serve|non adesso|non ora",
  ],
  asking:
    "dimenticare|dimenticarti|per favore|per piacere|per cortesia|chiederti|chiederle|puoi|potresti|potrebbe|ti dispiacerebbe|le dispiacerebbe|saresti|sarebbe (?:bello|gentile)|mi piacerebbe|vorrei che|voglio che",
});
