-- Words that hurt. build/hurtfulWords.ts writes this file from the 'List of Dirty, Naughty, Obscene, and Otherwise Bad Words'
-- (https://github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words, by its contributors, CC-BY-4.0,
-- version 1.2.0 of the package naughty-words, read on 23 November 2026). Left out: kisses, names, and words of three letters
-- that are common in English. The rule at the end is in build/hurtfulWords.sql.

create function private.hurtful_words() returns text
language sql immutable parallel safe set search_path = ''
return '|aand|aandu|aardappels afgieten|abbuc|aborto|achter het raam zitten|acrotomophilia|afberen|aflebberen|afrossen|afrukken|'
'aftrekken|afwerkplaats|afzeiken|afzuigen|aheccun|ajehnid|alabama hot pocket|alaskan pipeline|alfred nussi|allupato|'
'amador|amcıga|amcıgı|amcıgın|amcık|amcıklar|amcıklara|amcıklarda|amcıklardan|amcıkları|amcıkların|amcıkta|amcıktan|amlar|'
'ammucchiata|anak ka ng puta|anal|anale|analritter|anilingus|anus|apara|apeshit|aqerqur|aranha|ariano|arrapato|arrusa|'
'arruso|arsch|arschficker|arschlecker|arschloch|arsehole|arsle|asbak|asesinato|asno|ass|assatanato|asshole|assmunch|'
'asxuzed|autoerotic|awellaq|axuzzid|aεettud|babeland|baby batter|baby juice|bagascia|bagassa|bagger schijten|bagnarsi|'
'baiser|balalao|balatkar|balatkari|baldracca|balen|balfasz|balfaszok|balfaszokat|balfaszt|ball gag|ball gravy|'
'ball kicking|ball licking|ball sack|ball sucking|balle|bander|bangbros|bangbus|bareback|barmok|barmokat|barmot|barom|'
'bastard|bastardo|baszik|battere|battona|bayag|bazmeg|bbw|bdsm|beaner|beaners|beastiality|beaver cleaver|beaver lips|'
'bedonderen|befborstel|beffen|behen chod|bekken|belazeren|belino|besodemieterd zijn|besodemieteren|bestiality|beti chod|'
'beurt|bhadva|bhadve|bhandve|bhangi|bhootni ke|bhosad|bhosadi ke|bicha|big breasts|big knockers|big tits|biga|bigornette|'
'bimbo|birdlock|biscate|bissexual|bitch|bitches|bitte|black cock|bloblos|blonde action|blonde on blonde action|blow job|'
'blow your load|blowjob|blue waffle|blumpkin|bobo|bocchinara|bocchino|boceta|boemelen|boerelul|boerenpummel|bofilo|boiata|'
'bokkelul|bollera|bollocks|boner|bonze|boob|boobe|boobs|booty call|bordel|bordello|bosta|botergeil|bourre|bourree|'
'brackmard|branlage|branler|branlette|branleur|branleuse|bratze|braulio de borracha|brinca|broekhoesten|'
'brouter le cresson|brown showers|brugpieper|brunette action|brutta|bucaiolo|budiulo|buffelen|bugren|bugri|bugru|'
'buiten de pot piesen|bukkake|buksza|bukszak|bukszakat|bukszat|bulldyke|bullet vibe|bullshit|bumbum|bumsen|bung hole|'
'bunghole|burat|burdel|burdelmama|burok|burro|busone|buttcheeks|butthole|buzna|bychara|bylsia|bøsserøv|cabrao|cabron|caca|'
'cacca|cacete|caciocappella|cadavere|cagar|cagare|cagata|cagna|calice|camel toe|camgirl|camisinha|camslut|camwhore|'
'caralho|carpet muncher|carpetmuncher|casci|cazzata|cazzimma|cazzo|cazzone|cerveja|cesso|chakke|chatte|chcanky|checca|'
'chernozhopyi|chiappa|chiasse|chiavare|chiavata|chier|chinaal|chinki|chiottes|chochota|chocolate rosebuds|chod|chodu|'
'chodu bhagat|chooche|choochi|choope|choot|choot ke baal|chootia|chootiya|chuche|chuchi|chudaap|chudai khanaa|'
'chudam chudai|chude|chuj|chujnia|chupada|chupapollas|chupar|chupeton|chut|chut ka chuha|chut ka churan|chut ka mail|'
'chut ke baal|chut ke dhakkan|chut maarli|chutad|chutadd|chutan|chutia|chutiya|ciesulino|ciesulo|cingene|cingenede|'
'cingeneden|cingeneler|cingenelerde|cingenelerden|cingenelere|cingeneleri|cingenelerin|cingenenin|cingeneye|cingeneyi|'
'ciospo|ciota|cipa|circlejerk|ciucciami il cazzo|cleveland steamer|clit|clito|clitoris|clover clamps|clusterfuck|cocaina|'
'cock|cocks|coglione|coglioni|coito|colhoes|comer|cona|concha|concha de tu madre|connard|connasse|conne|cono|consolo|coon|'
'coons|coprofagia|coprolagnia|coprophilia|cornhole|corno|cornuto|couilles|cozza|cramouille|creampie|criss|crisse|csocs|'
'csocsok|csocsoket|csocsot|culattina|culattone|culo|cum|cumet|cumshot|cumshots|cunnilingus|cunt|curak|'
'da s kloten van de bok|dar o rabo|darkie|date rape|daterape|de ballen|de hoer spelen|de hond uitlaten|de koffer induiken|'
'de pijp uitgaan|debil|deconne|deconner|deep throat|deepthroat|dendrophilia|dildo|dingleberries|dingleberry|diofek|'
'diofeka|dirty pillows|dirty sanchez|discofitta|ditalino|dmuchac|do kurwy nedzy|do pice|do prdele|dodel|dog style|'
'doggie style|doggiestyle|doggy style|doggystyle|dolboy eb|dolcett|dombo|dominatrix|dommes|donkey punch|double dong|'
'double penetration|dp action|dra at helvete|draaikont|driehoog achter wonen|dritt|drittsekk|drogas|drol|drooggeiler|'
'droogkloot|drstka|dry hump|drzka|dum raio|dupa|dupek|duperele|dziwka|eat my ass|ebalnik|ebalo|ebalom sch elkat|'
'een beurt geven|een halve man en een paardekop|een nummertje maken|een wip maken|eikel|ejaculation|emmerdant|emmerder|'
'emmerdeur|emmerdeuse|encule|enculee|enculeur|enculeurs|enfoire|enfoiree|engerd|erotic|erotism|esperma|esporra|etron|faen|'
'faen i helvete|fag|faggot|fanken|fasz|faszfej|faszfejek|faszfejeket|faszfejet|faszok|faszokat|faszt|fava|fecal|feken|'
'fekfikanto|feklekulo|fekulo|felch|fellatio|feltch|female squirting|femdom|femminuccia|fica|fick|ficken|'
'fiesta de salchichas|figa|figging|figlio di buona donna|figlio di puttana|figone|fikado|fikema|fikfek|fiki|fikigi|fikigu|'
'fikilo|fikklauno|fikota|fiku|filho da puta|fille de pute|fils de pute|fing|fingerbang|fingok|fingokat|fingot|finocchio|'
'fisse|fissehar|fisting|fitta|fitte|fittig|fiut|flamoes|flikken|flikker|flittchen|flundra|foda|foda se|foder|follador|'
'follar|folle|foot fetish|footjob|for helvete|forbanna|forbannet|forfiki|forfikigu|forfiku|forfurzu|forjævlig|forpisi|'
'forpisu|fottere|fottersi|fotze|foutre|fracicone|francok|francokat|francot|frango assado|fratze|fregna|frocio|froscio|'
'frotting|fuck|fuckin|fucking|fucktards|fudge packer|fudgepacker|furzulo|futanari|fy faen|føkk|føkka|føkkings|g spot|'
'g スポット|gaand|gaandfat|gaandmasti|gaandufad|gadverdamme|galbak|gandfattu|gandu|gang bang|gangbang|gashti|gasti|gay sex|'
'geci|gecibb|gecik|geciket|gecit|gedoogzone|geilneef|genitals|gerbe|gerber|gesodemieter|ghassa|ghasti|giant cock|'
'gilipichis|gilipollas|girl on top|girls gone wild|goatcx|goatse|god damn|godverdomme|gokkun|golden shower|goldone|'
'goo girl|goodpoop|goregasm|gote|gotler|gotlerde|gotlerden|gotlere|gotleri|gotlerin|gotte|gotu|gotun|gotveren|gotverende|'
'gotverenden|gotverene|gotvereni|gotverenin|gotverenler|gotverenlerde|gotverenlerden|gotverenlere|gotverenleri|'
'gotverenlerin|gouine|gowno|gowno prawda|gozar|graftak|grande folle|gras maaien|gratenkut|grelho|greppeldel|griet|'
'grogniasse|grope|group sex|guardone|gucchi|gucchu|gueule|haahka|hacer una paja|haciendo el amor|hackfresse|haista paska|'
'haista vittu|hajzl|hand job|handjob|harami|haramzade|hassia|hatullinen|hawas|hawas ke pujari|helvete|helvetet|helvetisti|'
'hentai|heroina|hestepik|hevonkuusi|hevonpaska|hevonperse|hevonvittu|hevonvitunperse|hija de puta|hijaputa|hijda|'
'hijo de puta|hijoputa|hijra|hitosti|hitto|hoempert|hoer|hoerenbuurt|hoerenloper|hoerig|homem gay|homoerotic|homoerotico|'
'honkey|horny|hot carl|hovno|how to kill|how to murder|hufter|huge fat|huisdealer|huj ci w dupe|huorata|hure|hurensohn|'
'idiota|iheccan|iheccunen|imbecil|imbecille|incazzarsi|incest|incoglionirsi|infierno|ingoio|ische|iwellaqen|ja pierdole|'
'jack off|jail bait|jailbait|jajco|jajko|jakol|jatka|javlar|jebac|jebany|jebat|jerk off|jhant|jhant chaatu|jhant ka keeda|'
'jhant ke baal|jhant ke pissu|jhantu|jigaboo|jiggaboo|jiggerboo|jilipollas|jizz|johny|jouir|juggs|juosten kustu|jutku|'
'jutsku|jævla|jævlig|kacen|kackbratze|kacke|kacken|kackwurst|kaco|kacsuculo|kaltaga|kaltagı|kaltagın|kaltak|kaltaklar|'
'kaltaklara|kaltaklarda|kaltaklardan|kaltakları|kaltakların|kaltakta|kaltaktan|kamine|kaminey|kampflesbe|kanake|'
'kananpaska|kanen|kanjar|kantot|kapullo|kettingzeug|kibaszott|kibaszottabb|kike|kimme|kinbaku|kinkster|kinky|klaarkomen|'
'klerebeer|klojo|klooien|klootjesvolk|klootoog|klootzak|kloten|knobbing|knor|knulla|koiranpaska|kojono|kokot|kokotina|'
'konomrd|kont|kontneuken|kotthuvud|kottnacke|krentekakker|kuin esterin perseesta|kukene|kuker|kuksas|kulli|kullinluikaus|'
'kunda|kuppainen|kurafi|kurafik|kurafikat|kurafit|kurva|kurvak|kurvakat|kurvat|kurwa|kurwy|kusaista|kuseksia|kusettaa|'
'kusi|kusipaa|kussekryller|kusta|kutafon|kutas|kutta|kutta kamina|kutte ki aulad|kutte ki jat|kuttelikkertje|kuttiya|'
'kwakkie|kyrpa|kyrpanaama|kyrpia|kyrpiintya|kyrpiintynyt|kyrvitys|la putain de ta mere|lahtari|lameculos|'
'leather restraint|leather straight jacket|leccaculo|lecchino|leggecibb|legkibaszottabb|legszarabb|lemon party|lesbica|'
'liefdesgrot|livesex|lizac pałe|loda|lodu|lofare|loffa|loffare|lort|lovemaking|luder|lul de behanger|lulhannes|lummel|'
'lund|lund choos|lund ka bakkal|lund khajoor|lundtopi|lundure|lutka|maa ki chut|maal|maciza|macizorra|madar chod|'
'madarchod|madhavchod|mafketel|make me come|maldito|male squirting|malpt|mamada|mamrd|mannaggia|marha|marhak|marhakat|'
'marhat|marica|maricon|mariconazo|martillo|masturbate|masturbating|masturbation|matennaaier|matje|megdoglik|'
'menage a trois|merda|merdata|merde|merdeuse|merdeux|merdoso|meuf|mierda|mignotta|milf|minchia|minchione|'
'missionary position|molo|molopaa|monta|montare|mooh mein le|moona|moonade|moonar|moonat|mopse|morgenlatte|morraknuller|'
'morrapuler|mose|motherfucker|mound of venus|mr hands|mrdat|mrdka|mrdnik|mudack|muff diver|muffdiving|mufti|mulkero|'
'mulkku|mulkvisti|muna|munapaa|munaton|muschi|mussa|mutakuono|mutiainen|muts|mutta|mutth|mutthal|naaien|naakt|nackt|naida|'
'nainti|najayaz|najayaz aulaad|najayaz paidaish|nambla|narttu|nave scuola|nawashi|nazi|neekeri|neger|negre|nekru|neonazi|'
'nerchia|neuken|neukstier|nig nog|nigga|nigger|nimphomania|nippel|nipple|nipples|nique ta mere|nique ta race|nognog|noune|'
'nsfw images|nuolla persetta|nussia|nussija|nussinta|nutte|nutten|nympho|nymphomania|obciagac chuja|obciagac fiuta|'
'obciagac loda|octopussy|oetlul|olla|omorashi|onanieren|one cup two girls|one guy one jar|op z n hondjes|'
'op z n sodemieter geven|opgeilen|opizdenet|opkankeren|oprotten|opsodemieteren|opzouten|orgasm|orgasmus|orgy|orina|orospu|'
'orospuda|orospudan|orospular|orospulara|orospularda|orospulardan|orospuları|orospuların|orospunun|orospuya|orospuyu|'
'oslosoust|osti|osto eblo|ostokhuitel no|ot ebis|otmudohat|otpizdit|otsosi|otuz birci|otuz bircide|otuz birciden|'
'otuz birciler|otuz bircilerde|otuz bircilerden|otuz bircilere|otuz bircileri|otuz bircilerin|otuz bircinin|otuz birciye|'
'otuz birciyi|ouwe rukker|ouwehoer|ouwehoeren|paal|paardelul|padlo|padulo|paedophile|paki|pakkis|palen|paljaalla|palle|'
'palli|pallit|palloso|palucher|paneleiro|paneskella|panettaa|panna|pano|pantava|paska|paskainen|paskamainen|paskanmarjat|'
'paskantaa|paskapaa|paskapuhe|paskattaa|paskiainen|paskoa|passar um cheque|patacca|pataka|patakha|patonza|pecorina|pedale|'
'pede|pedik|pedo|pedobear|pedophile|pehko|peidar|pele|pelek|pendejo|penis|penoze|pentele|perdet|perkele|perkeleesti|'
'persaukinen|perse|perseaalio|perseennuolija|perseet olalla|persereika|perslapi|perspano|persvako|pervertido|pesce|petuh|'
'pezon|phone sex|pica|picen|pichat|picio|pico|picsa|picsakat|picsat|picus|pidar gnoinyj|piece of shit|pieprzyc|pierdolec|'
'pierdolic|pierdolnac|pierdolniety|pierdoła|pierdziec|piesen|pijpbekkieg|pijpen|pikey|pikhar|pikk|pikslugeri|piksutteri|'
'pilkunnussija|pillu|pillut|pimmel|pimpern|pina|pinak|pinakat|pinat|pincare|pinche|pinkeln|pinnolone|pipari|pipi|pippa|'
'pippone|pirla|piru|pisciare|piscio|pisello|piss pig|pissen|pisser|pissing|pisspig|pistaa|pistolotto|piz det|piz dyulina|'
'pizd uk|pizda|pizdato|pizdatyi|pizdetc|pizdoi nakryt sja|pleasure chest|pleurislaaier|po imat na konchik|po iti posrat|'
'po khuy|pocs|pocsok|pocsoket|pocsot|podi ku evo|poeben|poep|poepen|pofa|pofakat|pofat|pojeb|pojebany|pokker|pole smoker|'
'poluchit pizdy|pomiciare|pompa|pompino|ponyplay|poof|poontang|poop chute|poopchute|poot|popel|popierdolony|poppen|porca|'
'porca madonna|porca miseria|porca puttana|porco|porco due|porco zio|porn|porno|pornography|porra|portiekslet|'
'pososi moyu konfetku|potta|potverdorie|pouffiasse|pousse crotte|prcat|prdel|prdelka|prince albert piercing|prissat|'
'proebat|promudobl adsksya pizdopro ebina|propezdoloch|prosrat|prostituta|prutt|pthc|pubes|publiciteitsgeil|punany|punci|'
'puncik|puppami|pussy|puta|puta ka|puta que pariu|puta que te pariu|putain|putang ina|pute|puttana|pyllyvako|qqan|qqant|'
'qqiɣ|qquɣ|quaglia|queaf|queca|queef|quim|raand|raaskallen|racista|raghead|raging boner|ramera|ramoner|randaap|randi|'
'randi rona|rape|raping|rapist|raspeezdeyi|raspizdatyi|rattipaa|raz yebuy|raz yoba|recchione|rectum|reet|'
'reet trappen voor zijn|reetridder|reika|remsporen|reudig|reutelen|reva|reverse cowgirl|rimjob|rimming|rincoglionire|'
'ripsipiirakka|rizzarsi|robic loda|rompiballe|rompipalle|rosette|rosy palm|rosy palm and her 5 sisters|rothoer|rotzak|'
'rovhal|rovknulla|ruchac|ruffiano|rukhond|rukken|runka|runkata|runkkari|runkkaus|runkku|rusty trombone|ryssa|rzygac|ræva|'
'ræven|røvhul|røvskæg|røvspræke|s ebat sya|s m|saala|saala kutta|saali kutti|saali randi|saatanasti|sac a foutre|'
'sac a merde|sacanagem|saco|sadico|sadism|saksocu|saksocuda|saksocudan|saksocular|saksoculara|saksocularda|saksoculardan|'
'saksocuları|saksocuların|saksocunun|saksocuya|saksocuyu|salaud|salope|santorum|satta pa|sbattere|sbattersi|sborra|'
'sborrata|sborrone|sbrodolata|schabracke|schatje|scheisser|scheiße|schiesser|schijt|schijten|schlampe|schlong|schnackeln|'
'schoft|schuinsmarcheerder|schwanzlutscher|schwuchtel|scissoring|scopare|scopata|scorreggiare|segg|seggek|seggeket|segget|'
'seggfej|seggfejek|seggfejeket|seggfejet|semen|sexcam|sexo|sexo oral|shalava|shaved beaver|shaved pussy|shemale|shibari|'
'shit|shitblimp|shitty|sike|siker sikmez|siki|sikilir sikilmez|sikin|sikler|siklerde|siklerden|siklere|sikleri|siklerin|'
'sikmek|sikmemek|sikte|sikten|siktir|siktirir siktirmez|sinnsykt|skaggbiff|skit ner dig|skita|skitt|skurwysyn|slanteye|'
'slempen|slet|sletterig|slik mijn zaad|slinguare|slinguata|slut|smandrappata|sm女王|snedfitta|snefitta|snol|soccia|socmel|'
'sodomize|sodomy|soplagaitas|soplapollas|sorca|sotrør|soustat|spagnola|spastic|spic|splooge|splooge moose|spompinare|'
'spooge|spread legs|spuiten|srac|sracka|sraczka|srat|standje|standje 69|stapikk|stapikkene|stapikker|sticchio|stoephoer|'
'stootje|strap on|strapon|strappado|stront|stronza|stronzata|stronzo|styervo|style doggy|suar|suar ke lund|suar ki aulad|'
'subba|succhiami|succhione|suce|sufferd|suicide girls|suka|sukin syn|suklaaosasto|sulin|sultry women|svartheiteste|'
'sveltina|sverginare|svodit posrat|svoloch|swastika|szajha|szajhak|szajhakat|szajhat|szar|szarabb|szarik|szarok|szarokat|'
'szart|sıcmak|tabarnak|taheccunt|tanche|tang ina|tanga|tangina|tapette|tapijtnek|tarzanello|tasaga|tasagı|tasagın|tasak|'
'tasaklar|tasaklara|tasaklarda|tasaklardan|tasakları|tasakların|tasakta|tasaktan|tatte|tatti|tavara|taxna|tea bagging|'
'teef|temeier|teri maa ka bhosada|teri maa ka boba chusu|teri maa ki behenchod|teri maa ki chut|teringlijer|terrone|'
'testa di cazzo|tetas grandes|tette|teuch|tharak|tharki|threesome|throating|thumbzilla|tia buena|tight white|tirare|tit|'
'tits|tittchen|titten|titties|titty|toeter|tongue in a|tongzoeng|toosa|topa|topless|torneira|tosser|towelhead|trakhat sya|'
'tranny|transar|travesti|tribadism|trimandoblydskiy pizdoproyob|tringler|triootjeg|trique|troia|trombare|troncher|'
'trottoir prostituee|trottoirteef|trou du cul|tteqqun|tteqqunt|tu chuda|tub girl|tubgirl|tuhkaluukku|tumputtaa|turlute|'
'turpasauna|tusan|tushy|tussu|tussukka|tussut|twat|twink|two girls one cup|u ebitsche|ubl yudok|uboy|ulol|upskirt|uqan|'
'urethra play|urophilia|v pizdu|vacca|vadia|vaffanculo|vafl a|vafli lovit|vagina|vai te foder|vai tomar no cu|vakipano|'
'vangare|veado|venus mound|verga|vergallen|verkloten|verneuken|vetaa kateen|vete a la mierda|viarge|vibrador|viespeuk|'
'viiksi|vingeren|violet wand|vittu|vittuilla|vittuilu|vittumainen|vittuuntua|vittuuntunut|vitun|vitusti|vituttaa|vitutus|'
'vleesroos|vogeln|vollpfosten|voor jan lul|voor jan met de korte achternaam|vorarephilia|voyeur|voyeurweb|voyuer|vulva|'
'vyperdysh|vypicenec|vzdrochennyi|wank|watje|welzijnsmafia|wet dream|wetback|white power|whore|wichse|wichsen|wichser|'
'wijf|wippen|wkurwiac|worldsex|wrapping men|wrinkled starfish|wuftje|xana|xochota|yaoi|yaraga|yaragı|yaragın|yarak|'
'yaraklar|yaraklara|yaraklarda|yaraklardan|yarakları|yarakların|yarakta|yaraktan|yeb vas|yellow showers|yiffy|za ebat|'
'zaadje|zaebis|zajebisty|zakkenwasser|zalupa|zalupat|zamenfek|zasranetc|zassat|zeiken|zeiker|zigounette|zinne|'
'zio cantante|zizi|zkurvit|zkurvysyn|zlo ebuchy|zmrd|zoccola|zoophilia|zrat|zuigen|zuiplap|бзденок|блядки|блядовать|'
'блядство|блядь|бугор|во пизду|встать раком|выебываться|гандон|говно|говнюк|голыи|дать пизды|дерьмо|дрочить|'
'другои дразнится|еб твою мать|ебарь|ебать|ебать копать|ебло|ебнуть|жопа|жополиз|играть на кожанои флеите|измудохать|'
'каждыи дрочит как он хочет|как два пальца обоссать|какая разница|курите мою трубку|лысого в кулаке гонять|малофья|манда|'
'мандавошка|мент|муда|мудило|мудозвон|на фиг|на хуи|на хую вертеть|на хуя|наебать|наебениться|наебнуться|нахуячиться|'
'не ебет|невебенныи|ни за хуи собачу|ни хуя|обнаженныи|обоссаться можно|один ебется|опесдол|офигеть|охуеть|охуительно|'
'половое сношение|секс|сиськи|спиздить|срать|ссать|траxать|ты мне ваньку не валяи|фига|хапать|хер с неи|хер с ним|хохол|'
'хрен|хуево|хуевыи|хуем груши околачивать|хуеплет|хуи пинать|хуило|хуинеи страдать|хуинуть|хуиня|احتلام|ارگاسم|اغتصاب|'
'آب کیر|برهنه|بزاز|بيضان|تجاوز|تخمی|جماع|جنده|حشری|حلمة|خنثي|دودول|ساک زدن|سحاق|سحاقية|سوپر|سکس کردن|سکسی|شرموطة|شق کردن|'
'شهوة|شهوت|شهوتی|شونبول|عاهرة|فیلم سوپر|قحبة|قضيب|لاشی|لاپا|لاپایی|لبوة|لواط|لوطي|مبادل|متناك|متناكة|مفلقسة|هرزه|پورن|'
'پورنو|چوچول|کس دادن|کس کردن|کسکش|کون دادن|کون کردن|کونکش|کونی|کیری|กระดอ|กระหรี่|กระเด้า|กะปิ|ขี้|ควย|จิ๋ม|จู๋|ดอกทอง|'
'ตอแหล|ตูด|น้ําแตก|มึง|รูตูด|ล้างตู้เย็น|สัด|ส้นตีน|หญิงชาติชั่ว|หลั่ง|ห่า|หํา|อมนกเขา|เจี๊ยว|เจ๊ก|เย็ด|เสือก|เหี้ย|แม่ง|'
'ไอ้ควาย|강간|개새끼|개자식|개좆|개차반|거유|계집년|고자|근친|노모|니기미|뒤질래|딸딸이|때씹|또라이|뙤놈|'
'로리타|망가|몰카|미친|미친새끼|바바리맨|변태|병신|보지|불알|빠구리|사까시|섹스|스와핑|쌍놈|씨발|씨발놈|'
'씨팔|씹물|씹빨|씹새끼|씹알|씹창|씹팔|암캐|애자|야동|야사|야애니|엄창|에로|염병|옘병|유모|육갑|'
'은꼴|자위|자지|잡년|종간나|좆만|죽일년|쥐좆|직촬|짱깨|쪽바리|창녀|포르노|하드코어|호로|화냥년|'
'후레아들|후장|희쭈그리|いたずら|おしっこ|おしり|おしりのあな|おっぱい|おもらし|しばり|ちんこ|ふたなり|ぶっかけ|ぽっちゃり|まんこ|やおい|やりまん|アジアのかわいい女の子|アスホール|'
'アナリングス|アナル|イラマチオ|エクスタシー|エスコート|エッチ|エロティズム|エロティック|オカマ|オシリ|オッパイ|オナニー|オマンコ|オーガズム|カント|カーマスートラ|グループ・セックス|グロ|クリトリス|'
'クンニリングス|ゲイボーイ|ゲイ・セックス|ゴックン|ゴールデンシャワー|コカイン|サディズム|スウィンガー|スカトロ|スカートの中|ストラップオン|ストリップ劇場|スラット|スリット|セクシーな|'
'セクシーな 10 代|セックス|ソドミー|ディック|ディルド|ディープ・スロート|デブ|デートレイプ|テレフォンセックス|ドッグスタイル|トップレス|ニガー|ヌード|ネオ・ナチ|バイブレーター|'
'バック・スタイル|パイパン|パンティー|ハードコア|ビッチ|プリンス アルバート ピアス|プレイボーイ|ファック|ファンタジー|フィスト|フェティッシュ|フェラチオ|フック|ベアバック|ペニス|'
'ペニスバンド|ボンテージ|ボーイズラブ|ボールギャグ|ポルノ|ポルノグラフィー|マザー・ファッカー|マスターベーション|ラティーナ|ラバー|ランジェリー|レイプ|レズビアン|ロリータ|ローター|'
'三级片|下三烂|両性具有|个老子的|中出し|乳波臀浪|他奶奶|他奶奶的|他奶娘的|他妈ㄉ王八蛋|他妈地|他妈的|他马的|你个傻比|你他马的|你全家|你奶奶的|你她马的|你妈的|你娘卡好|你娘咧|你它妈的|你它马的|你是鸡|你是鸭|你老味|'
'你老母|你老闆|你马的|児童性虐待|冚家拎|冚家鏟|刚瘪三|勃起する|十三点|双峰微颤|合意の性交|咸家伶|咸家鏟|塞你公|塞你娘|塞你母|塞你爸|塞你老师|塞你老母|売春婦|大卵子|大卵泡|大陰唇|大鸡巴|女の子|女子高生|女王様|'
'奶奶的熊|她妈地|她妈的|她马的|妈个b|妈个比|妈个老比|妈妈的|妈的b|妳她妈的|妳妈的|妳娘的|妳老母的|妳马的|娘个比|婊子养的|它妈地|它妈的|小乳头|小卵子|小卵泡|小瘪三|小肉粒|小骚比|小骚货|小鸡巴|小鸡鸡|尿道プレイ|'
'干x娘|干七八|干你妈|干你娘|干你老母|干你良|干妳妈|干妳娘|干妳老母|干妳马|干您娘|干机掰|干死cs|干死gm|干死你|干死客服|平手打ち|幼児性愛者|強姦犯|强奸你|後背位|性无能|想上你|懆您妈|懆您娘|我操你祖宗十八代|手コキ|'
'打飞机|插死你|操你全家|操你奶奶|操你妈|操你娘|操你祖宗|操你老妈|操你老母|操妳全家|操妳妈|操妳娘|操妳祖宗|操机掰|新しいポルノ|日他娘|日你妈|日你老娘|日你老母|机机歪歪|正常位|殺し方|殺人事件|殺人方法|毛深い|'
'湿透的内裤|潮吹き女|潮吹き男性|灨你娘|狗狼养的|玉なめ|玉舐め|王八蛋|瓜娃子|瓜婆娘|生殖器|糞尿愛好症|老瘪三|老骚比|老骚货|肉棍子|自己愛性|茶色のシャワー|裸の女性|貞操帯|贼你妈|赛你老母|赛妳阿母|赣您娘|足を広げる|'
'足フェチ|近親相姦|革抑制|騎上位|驶你公|驶你娘|驶你母|驶你爸|驶你老师|驶你老母|龟儿子|';
comment on function private.hurtful_words is 'The words and phrases, without accents and in lower case, each between two bars.';

create function private.has_hurtful_word(p_text text, p_words text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  token text;
  word text;
  candidates text[];
  before text := '';
  letters text := '';
begin
  -- The empty token at the end closes a row of single letters: f u c k.
  foreach token in array string_to_array(btrim(p_text) || ' ', ' ') loop
    if char_length(token) = 1 and token <> '*' then
      letters := letters || token;
      continue;
    end if;
    candidates := array[token, letters, case when before <> '' then before || ' ' || token end];
    if token ~ '(.)\1' then
      candidates := candidates || array[
        regexp_replace(token, '(.)\1{2,}', '\1', 'g'), regexp_replace(token, '(.)\1{2,}', '\1\1', 'g'),
        regexp_replace(token, '([aeiou])\1+', '\1', 'g')
      ];
    end if;
    if char_length(token) > 4 and right(token, 1) = 's' then
      candidates := candidates || rtrim(token, 's');
    end if;
    foreach word in array candidates loop
      if char_length(word) > 2 and strpos(p_words, '|' || word || '|') > 0 then
        return true;
      end if;
    end loop;
    -- f*ck: at most half of the letters are hidden.
    if strpos(token, '*') > 1 and char_length(token) between 4 and 18 and token ~ '^[a-z][a-z*]*[a-z]$'
      and char_length(replace(token, '*', '')) * 2 >= char_length(token)
      and p_words ~ ('\|' || replace(token, '*', '[a-z]') || '\|')
    then
      return true;
    end if;
    before := token;
    letters := '';
  end loop;
  return strpos(p_words, '|' || replace(p_text, ' ', '') || '|') > 0;
end
$$;

create function private.is_hurtful(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words constant text := private.hurtful_words();
  plain constant text := lower(
    case when value ~ '^[ -~]*$' then value else regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') end
  );
  form text;
begin
  foreach form in array array[
    plain,
    -- Digits and signs that stand for letters, in words with as many letters: 5h1t, and not the road A55.
    (
      select string_agg(
        case when char_length(regexp_replace(t.token, '[^a-z]', '', 'g')) * 2 >= char_length(t.token)
          then translate(t.token, '0134578@$!|€+', 'oieastbasiiet') else t.token end, ' ')
      from string_to_table(plain, ' ') t (token)
      where plain ~ '[0-9@$!|€+]'
    ),
    -- Letters of Cyrillic and Greek that look like Latin ones.
    case when plain ~ '[\u0370-\u04ff]' then translate(plain, 'аеорсухіѕјкмтвнαεικνορτυχ', 'aeopcyxisjkmtbhaeikvoptux') end
  ] loop
    form := regexp_replace(coalesce(form, ''), '[\s!-)+-/:-@\[-`{-~\u2000-\u206f]+', ' ', 'g');
    if form <> '' and private.has_hurtful_word(form, words) then
      return true;
    end if;
  end loop;
  -- Scripts that put no spaces between words.
  return plain ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' and exists (
    select from string_to_table(words, '|') w (word)
    where w.word ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' and strpos(plain, w.word) > 0
  );
end
$$;
comment on function private.is_hurtful is
  'Whether a text has one of the words that hurt, also with accents, spaces, digits, stars, repeated letters or letters that look alike. Whole words only: Scunthorpe and Cockburn are none.';
