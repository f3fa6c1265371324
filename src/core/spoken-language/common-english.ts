/**
 * The words that stand most often in English requests to software and in descriptions of tools, as `scripts/glossaries` counts them, with
 * contractions and a few that would look like another language's.
 */
export const ENGLISH_WORDS =
  "comment direct i a the of retrieve for and to in information on with about you an specific search find from is your given me can data " +
  "get by at please or create that location time new check it calculate current my like city book one specified event ai " +
  "tickets using want this need what system any game library be as events based text flight user date analyze more music " +
  "number status make list play provide tool would reserve content if access help movie level available media are car add " +
  "up product buy design network all id research type hotel language th two way web analysis into generate show " +
  "restaurant powered update how song schedule website have area should out do send name set movies their could users " +
  "latest where device which details marketing discover purchase project there day am weather code start through " +
  "destination trip image security some social delete recommendations learning virtual ticket room rate health " +
  "appointment dates google march related bus cloud application public database patient flights real place images explore " +
  "will another our reservation see account existing between email job next news service has performance order insights " +
  "world perform energy app platform around off services go travel rental look country space including turn ask vehicle " +
  "now products robot so track word today provides video api translate range restaurants plan reality quality support " +
  "chat back no power customer options its personalized looking good watch policy digital insurance return file traffic " +
  "various management tell daily sales control round report certain just not building best knowledge model sequence " +
  "results times species sports pdf playing price use target technology right house dataset online test selected planning " +
  "month allows tips free organization campaign many smart potential questions videos software three team literature " +
  "train detailed record them open ethics year global particular last employee food without words url request confirm " +
  "mobile such process near home call art engine property education film providing genre assistance table people " +
  "statistics address recipe know experience page again needs over financial cuisine us something york we item visit " +
  "message stay summarize risk size take document company shows books input top human week checking calendar " +
  "accommodation remove ads convert change person games submit count techniques tailored score temperature non estimate " +
  "youtube activity community transfer chemical tomorrow nearby manage laws apartment songs journey run put ethical style " +
  "used give light ad wide cost dna five profit history alarm when life balance collection stock region delivery going " +
  "lights transportation qr cars money response audio rent animal within pharmaceutical cancel source chosen key pm " +
  "period structure down review attractions move algorithm seo healthcare query was practices state map but production " +
  "after index machine websites value morning comprehensive course advertising links player trends activities match " +
  "compare fashion guidance development local apps age safety coding volume availability four scheduled physical group " +
  "opportunities who amount population informed brand criteria drug dance internet business display other also computing " +
  "interact preferences server every iot optimize ride systems password sample different gene keyword total field " +
  "millions conversation form things deploy self half work diverse conditions domain speed environment picture artist " +
  "resume searching does assessment assistant easily years booking object blockchain sql relevant maps interactions learn " +
  "therapist departure interesting metrics dentist concert medical capacity tv live interested during purposes offer " +
  "individual average question intelligence unique begin market past water construction air identify protein enhance " +
  "parameters stop uk editing papers aircraft improve progress keywords locate title function post stores threats yes " +
  "guidelines specifically hours shopping summaries returns speech they updates github verify program companies crop " +
  "communication football scan task reminders suggestions therapy afternoon phone beyond environmental command anything " +
  "ideas coverage feedback law interactive provided write locations sounds offering ten desired tax advice hundred " +
  "features abc mbti properties files park chess recommended old roundtrip evaluate required album much gender playlist " +
  "architectural block warehouse photos theater inner olly ielts automation quickly supply export embedded hour minutes " +
  "academic coordinates leave cab forest english generation offers entertainment detect article determine hardware pages " +
  "child programs interest concerts stocks provider per only card inventory fetch study interface workout connected " +
  "optimization days hair student session material great evening magnetis united articles growth memory length speaker " +
  "stylist reviews here engineering analytics save been treatment let called her culture instance usage functionality " +
  "seats budget logistics natural animals personal currently skills audit coffee private buildbetter training publish " +
  "multiple happening example providers recommend full stories term workspace point doctor ssh consulting legal channel " +
  "policies soccer topic running pharmacy did path scratch genetic creating compound cart filters six cryptocurrencies " +
  "governance com flow route works assist forecast psychology oneway calculator speak courses artificial decision " +
  "political generating validate rooms hospitality international base financetool searches twitter link read " +
  "organizations currency quick mind codes result pick diseases answering studies ios estimated subway apply cards secure " +
  "historical contact until version say interview come cooking once regulations hello podcasts australia position " +
  "preferred weight then apartments store monthly trips chain popular posts customized try named color cases identifier " +
  "reflect generated sorts along advanced speaking browse engage formats discovery computer ratings got twenty pay " +
  "urltool load coach aviation perfect choice microsoft category repotool log teams talk via instructions friday man " +
  "meeting decisions info airport predict press random short leaving states wireless veterinary requirements high korea " +
  "australian mixerbox lookup demand selection rock generator crosswords still radar projects signal well elevate android " +
  "seven nine reservations advertisement chart shipment planfit eight even located modify artwork drive said creates " +
  "facility microbial sound hire radio compliance graphs thousands hi hotels may alarms calls tarot visualize preview " +
  "documents rights mark cultural blood monday resources package clearbit note resource initiate beauty enables revenue " +
  "end matches fonts plant tutor forms too substack characters assess easy away versatile success deployscript companion " +
  "publishing across long first ndricks share execute format really dev checkers notebooks someone educational st agent " +
  "case prompt class inspiration medication horoscopes scenexplain records keyplays highlight diagrams vehicles clinical " +
  "keep tira exploring copy better agones effortlessly seamlessly exercise professional urban line disease menu converts " +
  "scanner reminder broadway members simulate clinq prep legends dollars hackit humanitarian expert customers efficiency " +
  "board close fun habits guess nasa talkface hash vulnerabilities fpga animation menus theory salon ranking family hey " +
  "plants career beds sudoku listen made ability exploration force station view connection while quantum pressure economy " +
  "cloudflare camera impact action erp conduct piece guide meet rating launch expression museum industry taking allowing " +
  "vast hadith substance equity payment extract individuals finance memes chord photorealistic tailor methods funding " +
  "fitness build grocery road sneak taxi anthropology audience hear his tonight worldwide investment answer rules clues " +
  "further director hub register edit interpret forensic settings click empowering administration obtain kalendarai " +
  "theatre condition criminal trading profile pdfs tracking helping claim jobtool seekers unlock formula office gather " +
  "puzzle calorie kitchen university attributes agents experimental integration notes fine tourism bookings farm " +
  "showtimes catalog story covid mission sign meaning relations member depth okay lock zip cities london entry mode " +
  "renowned retrieves waiting output council humidity conversion ready download soil parts privacy heygen done gift " +
  "percent structures layout webhooks metadata character productsearch representation idea sorry discounted registration " +
  "creaticode economic site attack left triptool composition religious additional grant before shop children favorite ar " +
  "backup authentication recent portfolio measure government battery visitors eligibility emergency accessing door " +
  "nearest dr care wind most specify ph league fluid authenticity logs spacecraft vacuum optionally height languages " +
  "capabilities finally patterns manufacturing definition fact platforms levels small sport funds survey accessibility " +
  "greenhouse sentiment night pump finding finder foreign agricultural quarter method monitor mass thank weathertool " +
  "error sets chatbot visual coefficient paper circuit drone anywhere shut filter volunteer distribution bedroom " +
  "television motion trade phrase able remote theaters draw rd robotic functions coursera makes capital nursing threat " +
  "savings toggle love coming everyone attend libraries answers solutions pickup duration interaction certificate " +
  "establishment description adjust streaming exam nonprofit voice eat dosage autonomous land same saturday japan " +
  "frequency consumption analyzes others second enter podcast south currencies attraction neural augmented seconds " +
  "distance sunday strategy tier sentence india regulatory sleep disorders establish street pain gmail fire already " +
  "indoor feed engagement thirty issues science against think author fuel freelance architecture statistical coursetool " +
  "upskillr headlines opening subtitles viewing assign chemistry mathematical repetition latitude longitude operations " +
  "exchange malicious break playlists motor standards thousand http researchfinder credentials transaction reset describe " +
  "gdp goal reports politics aws storage restrictions driven solution under he twelve kind playback dental lets " +
  "purchasing diagram nd donate html notation thanks justice played purchasetickets flashcards youth optimal due ip " +
  "portuguese thursday consumer evidence researchhelper storing facebook tree thinking survival steps musictool limit " +
  "plans navigation specifications simulator rented payoff drafting browser automotive diet pr biochemical him names pair " +
  "sms upload bedrooms release lead waste python routes evaluation discounts tic tac toe places maximum upcoming john " +
  "behavior delivered standings mars weekly journal tracks newstool testing quote degrees department integrated religion " +
  "productivity side philosophy mm very directed buytickets token receive updated shops ensure green red bring enroll " +
  "issue nice sources sensor star graph theme suggest friendly competitors housepurchasingtool creative highest " +
  "wastewater supported published usability turns meal pronunciation scores american discount effects enjoyable " +
  "expressions loss presentation messages tower pizza launches dice scrape geriatric tuesday notifications players " +
  "optical personnel colors organism memorytool spaced innovative visualization agency seat outreach objects apparel " +
  "premium bar programming flu calling yesterday goes firmware sizes practical podcasttool gametool slope requests trial " +
  "connect opportunity hints ok lighting relationship curated seoanalysis vivid generates vulnerability cancer simulation " +
  "angeles unit matplotlib charts income manual emissions movement living reduce counting metro wav charitable typography " +
  "brands scene showing plugin websearchg aiming featured sector finalize devices zone ingredient psychological climate " +
  "followers mental telecommunications insightful tripadvicetool assistantn enriching notestool identifies maintenance " +
  "summary earthquake molecule she brought hold tech tilt shape snippets origin exportchat french intensity converting " +
  "charttool networkx ssl gardening agencies disaster pro possible switch tweet configuration admission storytelling " +
  "mastery journalism pieces million estate pixels factors essential leadership effectiveness cribbage body foster " +
  "symptoms bank baths poetry references square everything pictures nct lawtool coupon slot transporters quantity " +
  "singapore repayment conversations reading each sheets common manager joke caryardbard dealers midi strength than " +
  "maptool leveraging annotate immersive trains petrol gathering role trained density maker diettool simplifies " +
  "consultations restaurantbookingtool parallel featuring fifty renting demographics interior being statement known " +
  "abcmouse domestic crisis biometric vaccination constructor stylized numbers notion vacation javascript globally " +
  "videosummarizetool enerate wordpress wednesday credityelp calculators wildlife contacts carbon trusted chatting " +
  "intelligent written paris thing buses print handling investing exchangetool principles texts increase ca dependable " +
  "cinema boost hvac voting endpoint vs deals indoorplants rephrase counter hubbubworld hubbub rsv wants seen " +
  "houserentingtool points school influence haulingbuddies scoring master renewable wish salesforce yeah race legislation " +
  "facts postscript exporter furniture nba bing both blue outdoors labs arts rolling metropolitan attach responses " +
  "surveys ship sake polishtool utilizes rewriting feature enrichment apis keeping backend exciting win playsong stations " +
  "enzyme socket seotool novelty tictactoe varying auspetrolprices publication ascii prospecting reveal autopilot " +
  "advantages disadvantages engaging finds proposal mlb salary commands mnemosyne else awareness fundsdb footage lots " +
  "includes yay strings zapier found francisco geological nhl nfl gifttool since markdown benefits thoths clinicaltrials " +
  "gov loan subject graphic fundsdbsearch hosted vr memetool quizzes questionnaires surf wikidocs newsletters fiction " +
  "hubspot become surveillance element guest edge mixed noteable whole emails advocacy templates ctcp nctid crime tutors " +
  "fate surface dataretrievaltool expands hand releases databases electric propulsion guided spaces drop " +
  "appypieaiappbuilder commentary lark automating adwords reach magic administering iss encrypted conversing " +
  "complimentary era chicago fudge cribbagescorer profiles accessed copywriting companyinfotool solar integrity diagnosis " +
  "clean conservation cash plot ranked trials workshops classify accurate bohita railway eye spanish percentage mute " +
  "forty cosmetics tweets decrypt prefer imagesearch paragraphs unsplash correct preferably hdb guitar booktool " +
  "copywriter utility campaigns areservation substacks materials apex outlet german noise ongoing metabolism validity " +
  "screen airqualityforeast zoom instruction portfoliopilot particulars scraper webpages scale detectmaliciousactivity " +
  "detects dimensions exploit ways throughout cranepumpsmanuals iq mentorship earthquaketool party timezones spa etc " +
  "azure plug webrewind displaying awaits asset mat websitetool sociology diceroller executes serp beautiful grandmaster " +
  "soundtrack hashtag figlet episode gross athlete saspeedcameras roadwork timemachine enhances tesla symbol charitytool " +
  "empower endeavors universal astronauts aiagents unleashing ais limitless friend utilize wpinteract possibilities parks " +
  "types unleash novice gaming ingredients productcomparison timeport engines changes makeareservation rover logos " +
  "telecom mail gifapi gifs giphy bramework visla assets welfare speeches muse later surgery medium gifts fossil pattern " +
  "hybrid reviewing secret weekend servers gcp talents locator infos pwa shoppingassistant soon taken shared sakenowa " +
  "portfolios rates organic census says late except brandfetch consultation visuals literacy copyright algorithma tts " +
  "easiest linguistic artcollection nasatool kraftful gurus hdbcarpark mini internetsearch keymate crawler wiki novel " +
  "qreator wealth biomarkers fpl strologytool povides strology autoinfra magi codex gets remind noon talentorg molecular " +
  "gas received smarttsicketsai smartticketsai avalara conditioning writing mood actions scans recommending bed korean " +
  "mediatool goodbye middle dart allocations themeparkhipster checkauthentication writers talkfpl wordcloud mean " +
  "stellarexplorer seattle embed extension allow champions cropping checkdatabaseaccess pilots midjourney getfilminfo " +
  "exploitvulnerability shimmer apexmap refugees findevents buyeventtickets wear reaching gettickets metaphor airlines " +
  "retrieval behind electrical serving outgoing socialsearch placid yet regular speechki illustrated mediamodifytool " +
  "resizing blurring notams serve prompts scannetwork till equation pop assesses larkbaseimporter importing gmeet webex " +
  "semiconductor basic aussurfreport sensors cutoff resumes dns shall emailbynylas meta measurement regarding ux helpers " +
  "requested nothing cleaner wait corporate sent ranks confidence implications suitable champdex countries metars tafs " +
  "literary membership scanapplication sustainable authenticate resumetool dover mywritingcompanion pause crafty craftily " +
  "glowing max fan assetovi aigc sure specifying glide breaches oh blockatlas somebody monetize packaging moves storybird " +
  "scanendpoint variations hacking robots war tunnel diaspora jose ultimate summarizeanything values queries lower dollar " +
  "nobody initiatives needed technical copilot dealer errors marine distributed heating ventilation sniff exposed " +
  "getfilmdetails sacramento searchevents satellite had contract insider framework harness combined crm minute airline " +
  "clear lists chatspot lesson checks neurological sustainability auditlogs medicine ethnicity proposed responsible " +
  "velocity swimming superchargers heat meters perspectives performsecurityaudit activate threshold extensions " +
  "recommendation hacks films formation permissions wine whether phoenix keywordexplorer explorer amplify moment birthday " +
  "stability direction classification employees uberchord lyrics tasks select getting friends town craft strategies " +
  "generatesecurityguidelines petroleum volcano bill fee roboad grantaccess linked executeethicalhack " +
  "getthreatintelligence completed criticism collect special searchroundtripflights lobbying ppc superchargemyev presence " +
  "starts celestial checkdatabasestatus burn classes medieval logged aerospace cybersecurity making generatekeypair " +
  "bayesian quiverquantitative congressional getvideosurveillancefeed jini factual biological entering scanned " +
  "psychiatric getsocialmediainfluence reaction injection demographic changedatabasepassword sniffnetworktraffic " +
  "hacktrack resetpassword lsongai tour eastern big skill join floor vertebrate someplace serverless cycling " +
  "securecommunication execution css refund window difference mr ninety minus getbuildinghumidity violations identity " +
  "stylists archive ui supplier little golf getgamescore cryptography verifyhash ny getshowdetails webpage shift " +
  "checksecuritystatus beach effective label dinner chatocr scheme technique instead cover pool weeks bin front anatomy " +
  "oxygen oral martial vital signs angle getartwork getanimationdetails brute chick handwriting kindly lax plus acquire " +
  "difficulty badminton securedevice createplaylist gator ring snooze hola whats it's i'm don't what's that's let's can't " +
  "i'd i'll we're you're there's isn't doesn't won't where's who's how's he's she's they're i've yo todo solo tag sort " +
  "hail defect oops exactly scrap timer nap warm convertible quiet overview takes august nuke kill mic sling dough mix kg " +
  "operator commence";

/** Common words of other languages that requests in English have, too, or names in them: they tell no language. */
export const ALSO_IN_ENGLISH =
  "fall gar alt alter alto amie amis antigua argent assurance basso bat bond bot boutique brief bu calle cara carta casa charge charger cher " +
  "chose ciudad conti costa court creditcard crédito darin deed doble double doy estación eu fiel final flat fu gare gold gran grand " +
  "grande groot handy hun important incorrect joint ken kent kurs lag largo leek lent lever loin lungo maison male mamma mort mot " +
  "nata nuova oud overal pago pays permanent petit piano pin poi police portable premier problem produce promise pu rede reed reis ri " +
  "rue sang snap stand surpris tan urgent vader vale valu viejo vista vol voyage voyager vue won";
