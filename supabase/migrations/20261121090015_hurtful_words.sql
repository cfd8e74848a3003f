-- Words that hurt. build/hurtfulWords.ts writes the words from build/ownHurtfulWords.ts and the 'List of Dirty, Naughty, Obscene, and Otherwise Bad Words'
-- (https://github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words, by its contributors, CC-BY-4.0,
-- version 1.2.0 of the package naughty-words, read on 23 November 2026). Left out: kisses, names, and words of three letters
-- that are common in English. The rule at the end is written by hand.

create function private.hurtful_words() returns jsonb
language sql immutable parallel safe set search_path = ''
return '{"aand": 1, "aandu": 1, "aardappels afgieten": 1, "aardappelsafgieten": 1, "abbuc": 1, "aborto": 1, '
'"achter het raam zitten": 1, "achterhetraamzitten": 1, "acrotomophilia": 1, "afberen": 1, "aflebberen": 1, "afrossen": 1, '
'"afrukken": 1, "aftrekken": 1, "afwerkplaats": 1, "afzeiken": 1, "afzuigen": 1, "aheccun": 1, "ajehnid": 1, '
'"alabama hot pocket": 1, "alabamahotpocket": 1, "alaskan pipeline": 1, "alaskanpipeline": 1, "alfred nussi": 1, '
'"alfrednussi": 1, "allupato": 1, "amciga": 1, "amcigi": 1, "amcigin": 1, "amcik": 1, "amciklar": 1, "amciklara": 1, '
'"amciklarda": 1, "amciklardan": 1, "amciklari": 1, "amciklarin": 1, "amcikta": 1, "amciktan": 1, "amcıga": 1, "amcıgı": 1, '
'"amcıgın": 1, "amcık": 1, "amcıklar": 1, "amcıklara": 1, "amcıklarda": 1, "amcıklardan": 1, "amcıkları": 1, "amcıkların": 1, '
'"amcıkta": 1, "amcıktan": 1, "amina koyim": 1, "aminakoyim": 1, "amlar": 1, "ammucchiata": 1, "anak ka ng puta": 1, '
'"anakkangputa": 1, "anal": 1, "analritter": 1, "anilingus": 1, "anus": 1, "apara": 1, "apeshit": 1, "aqerqur": 1, '
'"arrapato": 1, "arrombado": 1, "arrusa": 1, "arruso": 1, "arsch": 1, "arschficker": 1, "arschlecker": 1, "arschloch": 1, '
'"arsehole": 1, "arseholes": 1, "arsewipe": 1, "arsle": 1, "asesinato": 1, "ashewo": 1, "asno": 1, "ass": 1, "assatanato": 1, '
'"asshat": 1, "asshole": 1, "assmunch": 1, "asswipe": 1, "asxuzed": 1, "autoerotic": 1, "awellaq": 1, "axuzzid": 1, '
'"aεettud": 1, "babeland": 1, "baby batter": 1, "baby juice": 1, "babybatter": 1, "babyjuice": 1, "bagascia": 1, "bagassa": 1, '
'"bagger schijten": 1, "baggerschijten": 1, "bainchod": 1, "baiser": 1, "balalao": 1, "balatkar": 1, "balatkari": 1, '
'"baldracca": 1, "balfasz": 1, "balfaszok": 1, "balfaszokat": 1, "balfaszt": 1, "ball gag": 1, "ball gravy": 1, '
'"ball kicking": 1, "ball licking": 1, "ball sack": 1, "ball sucking": 1, "ballgravy": 1, "ballkicking": 1, "balllicking": 1, '
'"ballsack": 1, "ballsucking": 1, "bangbros": 1, "bangbus": 1, "barmok": 1, "barmokat": 1, "barmot": 1, "barom": 1, '
'"bastard": 1, "bastardo": 1, "baszik": 1, "batard": 1, "battona": 1, "batty boy": 1, "battyboy": 1, "bayag": 1, "bazmeg": 1, '
'"bbw": 1, "bdsm": 1, "beaner": 1, "beaners": 1, "beastiality": 1, "beaver cleaver": 1, "beaver lips": 1, "beavercleaver": 1, '
'"beaverlips": 1, "bedonderen": 1, "befborstel": 1, "beffen": 1, "behen chod": 1, "behenchod": 1, "belazeren": 1, "belino": 1, '
'"bellend": 1, "bellends": 1, "benchod": 1, "besodemieterd zijn": 1, "besodemieterdzijn": 1, "besodemieteren": 1, '
'"bestiality": 1, "beti chod": 1, "betichod": 1, "bhadva": 1, "bhadve": 1, "bhandve": 1, "bhangi": 1, "bhenchod": 1, '
'"bhootni ke": 1, "bhootnike": 1, "bhosad": 1, "bhosadi ke": 1, "bhosadike": 1, "biatch": 1, "bicha": 1, "big breasts": 1, '
'"big knockers": 1, "big tits": 1, "bigbreasts": 1, "bigknockers": 1, "bigornette": 1, "birdlock": 1, "biscate": 1, '
'"bissexual": 1, "bitch": 1, "bitches": 1, "black cock": 1, "blackcock": 1, "bloblos": 1, "blonde action": 1, '
'"blonde on blonde action": 1, "blondeaction": 1, "blondeonblondeaction": 1, "blow job": 1, "blow your load": 1, "blowjob": 1, '
'"blowyourload": 1, "bltch": 1, "blue waffle": 1, "bluewaffle": 1, "blumpkin": 1, "blyad": 1, "blyat": 1, "bocchinara": 1, '
'"boceta": 1, "boemelen": 1, "boerelul": 1, "boerenpummel": 1, "bofilo": 1, "boiata": 1, "bokkelul": 1, "bollera": 1, '
'"bollocks": 1, "boner": 1, "boob": 1, "boobe": 1, "boobs": 1, "booty call": 1, "bootycall": 1, "bordel": 1, "bosserov": 1, '
'"bosta": 1, "botergeil": 1, "bourre": 1, "bourree": 1, "brackmard": 1, "branlage": 1, "branler": 1, "branlette": 1, '
'"branleur": 1, "branleuse": 1, "bratze": 1, "braulio de borracha": 1, "brauliodeborracha": 1, "broekhoesten": 1, '
'"brouter le cresson": 1, "brouterlecresson": 1, "brown showers": 1, "brownshowers": 1, "brugpieper": 1, "brunette action": 1, '
'"brunetteaction": 1, "brutta": 1, "bucaiolo": 1, "buceta": 1, "budiulo": 1, "buffelen": 1, "bugren": 1, "bugri": 1, '
'"bugru": 1, "buiten de pot piesen": 1, "buitendepotpiesen": 1, "bukkake": 1, "buksza": 1, "bukszak": 1, "bukszakat": 1, '
'"bukszat": 1, "bulangiu": 1, "bulldyke": 1, "bullet vibe": 1, "bulletvibe": 1, "bullshit": 1, "bumboy": 1, "bumbum": 1, '
'"bumsen": 1, "bung hole": 1, "bunghole": 1, "burat": 1, "burdel": 1, "burdelmama": 1, "burn in hell": 1, "burninhell": 1, '
'"burok": 1, "busone": 1, "buttcheeks": 1, "butthole": 1, "buzna": 1, "bybis": 1, "bychara": 1, "bylsia": 1, "bythqir": 1, '
'"bøsserøv": 1, "cabrao": 1, "cabron": 1, "cacete": 1, "caciocappella": 1, "cadavere": 1, "cagar": 1, "cagare": 1, "cagata": 1, '
'"cagna": 1, "camel toe": 1, "cameltoe": 1, "camgirl": 1, "camisinha": 1, "camslut": 1, "camwhore": 1, "caralho": 1, '
'"carpet muncher": 1, "carpetmuncher": 1, "cazzata": 1, "cazzimma": 1, "cazzo": 1, "cazzone": 1, "cesso": 1, "chakke": 1, '
'"chatte": 1, "chcanky": 1, "checca": 1, "chernozhopyi": 1, "chiasse": 1, "chiavare": 1, "chiavata": 1, "chinaal": 1, '
'"chinki": 1, "chiottes": 1, "chochota": 1, "chocolate rosebuds": 1, "chocolaterosebuds": 1, "chod": 1, "chodu": 1, '
'"chodu bhagat": 1, "chodubhagat": 1, "chooche": 1, "choochi": 1, "choope": 1, "choot": 1, "choot ke baal": 1, "chootia": 1, '
'"chootiya": 1, "chootkebaal": 1, "chuche": 1, "chuchi": 1, "chudaap": 1, "chudai khanaa": 1, "chudaikhanaa": 1, '
'"chudam chudai": 1, "chudamchudai": 1, "chude": 1, "chuj": 1, "chujnia": 1, "chuju": 1, "chupada": 1, "chupapollas": 1, '
'"chupar": 1, "chupeton": 1, "chut": 1, "chut ka chuha": 1, "chut ka churan": 1, "chut ka mail": 1, "chut ke baal": 1, '
'"chut ke dhakkan": 1, "chut maarli": 1, "chutad": 1, "chutadd": 1, "chutan": 1, "chutia": 1, "chutiya": 1, "chutiye": 1, '
'"chutkachuha": 1, "chutkachuran": 1, "chutkamail": 1, "chutkebaal": 1, "chutkedhakkan": 1, "chutmaarli": 1, "ciesulino": 1, '
'"ciesulo": 1, "cingene": 1, "cingenede": 1, "cingeneden": 1, "cingeneler": 1, "cingenelerde": 1, "cingenelerden": 1, '
'"cingenelere": 1, "cingeneleri": 1, "cingenelerin": 1, "cingenenin": 1, "cingeneye": 1, "cingeneyi": 1, "ciospo": 1, '
'"cipa": 1, "circlejerk": 1, "ciucciami il cazzo": 1, "ciucciamiilcazzo": 1, "cleveland steamer": 1, "clevelandsteamer": 1, '
'"clit": 1, "clito": 1, "clitoris": 1, "clover clamps": 1, "cloverclamps": 1, "clusterfuck": 1, "cocaina": 1, "cock": 1, '
'"cocks": 1, "cocksucker": 1, "cocksuckers": 1, "coglione": 1, "coglioni": 1, "colhoes": 1, "cona": 1, "concha de tu madre": 1, '
'"conchadetumadre": 1, "connard": 1, "connasse": 1, "coon": 1, "coons": 1, "coprofagia": 1, "coprolagnia": 1, "coprophilia": 1, '
'"cornhole": 1, "cornuto": 1, "couilles": 1, "cramouille": 1, "creampie": 1, "crisse": 1, "csocs": 1, "csocsok": 1, '
'"csocsoket": 1, "csocsot": 1, "culattina": 1, "culattone": 1, "culo": 1, "cum": 1, "cumet": 1, "cumshot": 1, "cumshots": 1, '
'"cunnilingus": 1, "cunt": 1, "curak": 1, "curva": 1, "cvnt": 1, "cwel": 1, "da s kloten van de bok": 1, "dar o rabo": 1, '
'"darkie": 1, "darky": 1, "darorabo": 1, "dasklotenvandebok": 1, "date rape": 1, "daterape": 1, "de ballen": 1, '
'"de hoer spelen": 1, "de hond uitlaten": 1, "de koffer induiken": 1, "de pijp uitgaan": 1, "deballen": 1, "debil": 1, '
'"deconne": 1, "deconner": 1, "deep throat": 1, "deepthroat": 1, "dehoerspelen": 1, "dehonduitlaten": 1, "dekofferinduiken": 1, '
'"dendrophilia": 1, "depijpuitgaan": 1, "dhillo": 1, "dickface": 1, "dickhead": 1, "dickheads": 1, "die bitch": 1, '
'"diebitch": 1, "dildo": 1, "dingleberries": 1, "dingleberry": 1, "diofek": 1, "diofeka": 1, "dipshit": 1, "dirty pillows": 1, '
'"dirty sanchez": 1, "dirtypillows": 1, "dirtysanchez": 1, "discofitta": 1, "ditalino": 1, "dmuchac": 1, "do kurwy nedzy": 1, '
'"do pice": 1, "do prdele": 1, "dodel": 1, "dog style": 1, "doggie style": 1, "doggiestyle": 1, "doggy style": 1, '
'"doggystyle": 1, "dogstyle": 1, "dokurwynedzy": 1, "dolboy eb": 1, "dolboyeb": 1, "dolcett": 1, "dombo": 1, "dominatrix": 1, '
'"dommes": 1, "donkey punch": 1, "donkeypunch": 1, "doprdele": 1, "double dong": 1, "double penetration": 1, "doubledong": 1, '
'"doublepenetration": 1, "dp action": 1, "dpaction": 1, "dra at helvete": 1, "draaikont": 1, "draathelvete": 1, '
'"driehoog achter wonen": 1, "driehoogachterwonen": 1, "dritt": 1, "drittsekk": 1, "drogas": 1, "drooggeiler": 1, '
'"droogkloot": 1, "drstka": 1, "dry hump": 1, "drzka": 1, "dum raio": 1, "dumbarse": 1, "dumbass": 1, "dupek": 1, '
'"duperele": 1, "dziwka": 1, "eat my ass": 1, "eatmyass": 1, "ebalnik": 1, "ebalo": 1, "ebalom sch elkat": 1, '
'"ebalomschelkat": 1, "een beurt geven": 1, "een halve man en een paardekop": 1, "een nummertje maken": 1, "een wip maken": 1, '
'"eenbeurtgeven": 1, "eenhalvemaneneenpaardekop": 1, "eennummertjemaken": 1, "eenwipmaken": 1, "ejaculation": 1, '
'"emmerdant": 1, "emmerder": 1, "emmerdeur": 1, "emmerdeuse": 1, "encule": 1, "enculee": 1, "enculeur": 1, "enculeurs": 1, '
'"enfoire": 1, "enfoiree": 1, "engerd": 1, "erohw": 1, "erotic": 1, "erotism": 1, "esperma": 1, "esporra": 1, "etron": 1, '
'"faen": 1, "faen i helvete": 1, "faenihelvete": 1, "fag": 1, "faggot": 1, "fasz": 1, "faszfej": 1, "faszfejek": 1, '
'"faszfejeket": 1, "faszfejet": 1, "faszok": 1, "faszokat": 1, "faszt": 1, "fatass": 1, "fck": 1, "fecal": 1, "fekfikanto": 1, '
'"feklekulo": 1, "fekulo": 1, "felch": 1, "fellatio": 1, "feltch": 1, "female squirting": 1, "femalesquirting": 1, "femdom": 1, '
'"femminuccia": 1, "fick": 1, "fick dich": 1, "fickdich": 1, "ficken": 1, "fiesta de salchichas": 1, "fiestadesalchichas": 1, '
'"figging": 1, "figlio di buona donna": 1, "figlio di puttana": 1, "figliodibuonadonna": 1, "figliodiputtana": 1, "fikado": 1, '
'"fikema": 1, "fikfek": 1, "fiki": 1, "fikigi": 1, "fikigu": 1, "fikilo": 1, "fikklauno": 1, "fikota": 1, "fiku": 1, '
'"filho da puta": 1, "filhodaputa": 1, "fille de pute": 1, "filledepute": 1, "fils de pute": 1, "filsdepute": 1, "fing": 1, '
'"fingerbang": 1, "fingok": 1, "fingokat": 1, "fingot": 1, "fisse": 1, "fissehar": 1, "fisting": 1, "fitta": 1, "fitte": 1, '
'"fittig": 1, "fiut": 1, "flamoes": 1, "flikker": 1, "flittchen": 1, "flundra": 1, "foda": 1, "foda se": 1, "fokk": 1, '
'"fokka": 1, "fokkings": 1, "follador": 1, "follar": 1, "folle": 1, "foot fetish": 1, "footfetish": 1, "footjob": 1, '
'"for helvete": 1, "forbanna": 1, "forbannet": 1, "forfiki": 1, "forfikigu": 1, "forfiku": 1, "forfurzu": 1, "forhelvete": 1, '
'"forjaevlig": 1, "forjævlig": 1, "forpisi": 1, "forpisu": 1, "fottere": 1, "fottersi": 1, "fotze": 1, "foutre": 1, '
'"fracicone": 1, "francok": 1, "francokat": 1, "francot": 1, "frango assado": 1, "frangoassado": 1, "fratze": 1, "fregna": 1, '
'"frocio": 1, "froscio": 1, "frotting": 1, "fuck": 1, "fuckin": 1, "fucking": 1, "fucktards": 1, "fudge packer": 1, '
'"fudgepacker": 1, "fuk you": 1, "furzulo": 1, "futanari": 1, "fvck": 1, "fy faen": 1, "føkk": 1, "føkka": 1, "føkkings": 1, '
'"g spot": 1, "g スポット": 1, "gaand": 1, "gaandfat": 1, "gaandmasti": 1, "gaandufad": 1, "gadverdamme": 1, "galbak": 1, '
'"gamoto": 1, "gandfattu": 1, "gandu": 1, "gang bang": 1, "gangbang": 1, "gashti": 1, "gasti": 1, "gay sex": 1, "geci": 1, '
'"gecibb": 1, "gecik": 1, "geciket": 1, "gecit": 1, "gedoogzone": 1, "geilneef": 1, "genitals": 1, "gesodemieter": 1, '
'"ghassa": 1, "ghasti": 1, "giant cock": 1, "giantcock": 1, "gilipichis": 1, "gilipollas": 1, "girl on top": 1, "girlontop": 1, '
'"girls gone wild": 1, "girlsgonewild": 1, "go die": 1, "goatcx": 1, "goatse": 1, "gobshite": 1, "god damn": 1, '
'"godverdomme": 1, "gokkun": 1, "golden shower": 1, "goldenshower": 1, "goldone": 1, "gonorrea": 1, "goo girl": 1, '
'"goodpoop": 1, "goregasm": 1, "gotler": 1, "gotlerde": 1, "gotlerden": 1, "gotlere": 1, "gotleri": 1, "gotlerin": 1, '
'"gotu": 1, "gotun": 1, "gotveren": 1, "gotverende": 1, "gotverenden": 1, "gotverene": 1, "gotvereni": 1, "gotverenin": 1, '
'"gotverenler": 1, "gotverenlerde": 1, "gotverenlerden": 1, "gotverenlere": 1, "gotverenleri": 1, "gotverenlerin": 1, '
'"gouine": 1, "gowno": 1, "gowno prawda": 1, "gownoprawda": 1, "gozar": 1, "graftak": 1, "grande folle": 1, "grandefolle": 1, '
'"gras maaien": 1, "grasmaaien": 1, "gratenkut": 1, "grelho": 1, "greppeldel": 1, "grogniasse": 1, "grope": 1, "group sex": 1, '
'"groupsex": 1, "guardone": 1, "gucchi": 1, "gucchu": 1, "gueule": 1, "gyppo": 1, "gyppos": 1, "haahka": 1, '
'"hacer una paja": 1, "hacerunapaja": 1, "haciendo el amor": 1, "haciendoelamor": 1, "hackfresse": 1, "haista paska": 1, '
'"haista vittu": 1, "haistapaska": 1, "haistavittu": 1, "hajzl": 1, "hand job": 1, "handjob": 1, "haramkhor": 1, '
'"haramzada": 1, "haramzade": 1, "hassia": 1, "hatullinen": 1, "hawas": 1, "hawas ke pujari": 1, "hawaskepujari": 1, '
'"hctib": 1, "helvete": 1, "helvetet": 1, "helvetisti": 1, "hentai": 1, "heroina": 1, "hestepik": 1, "hevonkuusi": 1, '
'"hevonpaska": 1, "hevonperse": 1, "hevonvittu": 1, "hevonvitunperse": 1, "hija de puta": 1, "hijadeputa": 1, "hijaputa": 1, '
'"hijda": 1, "hijo de puta": 1, "hijodeputa": 1, "hijoputa": 1, "hitosti": 1, "hitto": 1, "hoempert": 1, "hoerenbuurt": 1, '
'"hoerenloper": 1, "homem gay": 1, "homemgay": 1, "homoerotic": 1, "homoerotico": 1, "honkey": 1, "hope you die": 1, '
'"hopeyoudie": 1, "horny": 1, "hot carl": 1, "hovno": 1, "how to kill": 1, "how to murder": 1, "howtokill": 1, '
'"howtomurder": 1, "hufter": 1, "huge fat": 1, "huisdealer": 1, "huj ci w dupe": 1, "hujciwdupe": 1, "huorata": 1, "hure": 1, '
'"hurensohn": 1, "idiota": 1, "iheccan": 1, "iheccunen": 1, "imbecil": 1, "imbecille": 1, "incazzarsi": 1, "incest": 1, '
'"incoglionirsi": 1, "ingoio": 1, "iwellaqen": 1, "ja pierdole": 1, "jack off": 1, "jaevla": 1, "jaevlig": 1, "jail bait": 1, '
'"jailbait": 1, "jajco": 1, "jakol": 1, "japierdole": 1, "jatka": 1, "javlar": 1, "jebac": 1, "jebany": 1, "jebat": 1, '
'"jebem": 1, "jebi se": 1, "jerk off": 1, "jhant": 1, "jhant chaatu": 1, "jhant ka keeda": 1, "jhant ke baal": 1, '
'"jhant ke pissu": 1, "jhantchaatu": 1, "jhantkakeeda": 1, "jhantkebaal": 1, "jhantkepissu": 1, "jhantu": 1, "jigaboo": 1, '
'"jiggaboo": 1, "jiggerboo": 1, "jilipollas": 1, "jizz": 1, "jouir": 1, "juggs": 1, "jungle bunny": 1, "junglebunny": 1, '
'"juosten kustu": 1, "juostenkustu": 1, "jutku": 1, "jutsku": 1, "jævla": 1, "jævlig": 1, "kackbratze": 1, "kacke": 1, '
'"kacken": 1, "kackwurst": 1, "kaco": 1, "kacsuculo": 1, "kaltaga": 1, "kaltagi": 1, "kaltagin": 1, "kaltagı": 1, '
'"kaltagın": 1, "kaltak": 1, "kaltaklar": 1, "kaltaklara": 1, "kaltaklarda": 1, "kaltaklardan": 1, "kaltaklari": 1, '
'"kaltaklarin": 1, "kaltakları": 1, "kaltakların": 1, "kaltakta": 1, "kaltaktan": 1, "kameena": 1, "kaminey": 1, '
'"kampflesbe": 1, "kanake": 1, "kananpaska": 1, "kanjar": 1, "kankerhoer": 1, "kantot": 1, "kapullo": 1, "kcuf": 1, "kekse": 1, '
'"kettingzeug": 1, "khanki": 1, "khankir pola": 1, "khankirpola": 1, "kibaszott": 1, "kibaszottabb": 1, "kike": 1, "kill u": 1, '
'"kill you": 1, "kill your self": 1, "kill yourself": 1, "killyourself": 1, "kinbaku": 1, "kinkster": 1, "klaarkomen": 1, '
'"klerebeer": 1, "klojo": 1, "klooien": 1, "klootjesvolk": 1, "klootoog": 1, "klootzak": 1, "kloten": 1, "knobbing": 1, '
'"knobhead": 1, "knobheads": 1, "knor": 1, "knulla": 1, "koiranpaska": 1, "kojono": 1, "kokot": 1, "kokotina": 1, "konomrd": 1, '
'"kont": 1, "kontneuken": 1, "kos omak": 1, "koskesh": 1, "kotthuvud": 1, "kottnacke": 1, "krentekakker": 1, '
'"kuin esterin perseesta": 1, "kuinesterinperseesta": 1, "kukene": 1, "kuksas": 1, "kulli": 1, "kullinluikaus": 1, "kunt": 1, '
'"kuppainen": 1, "kurafi": 1, "kurafik": 1, "kurafikat": 1, "kurafit": 1, "kurva": 1, "kurvak": 1, "kurvakat": 1, "kurvat": 1, '
'"kurve": 1, "kurwa": 1, "kurwo": 1, "kurwy": 1, "kus ummak": 1, "kusaista": 1, "kuseksia": 1, "kusettaa": 1, "kusipaa": 1, '
'"kuss ummak": 1, "kussekryller": 1, "kussummak": 1, "kusta": 1, "kusummak": 1, "kutafon": 1, "kutas": 1, "kutta": 1, '
'"kutta kamina": 1, "kuttakamina": 1, "kuttar bacha": 1, "kuttarbacha": 1, "kutte ki aulad": 1, "kutte ki jat": 1, '
'"kuttekiaulad": 1, "kuttekijat": 1, "kuttelikkertje": 1, "kutti": 1, "kuttiya": 1, "kutwijf": 1, "kwakkie": 1, "kyrpa": 1, '
'"kyrpanaama": 1, "kyrpia": 1, "kyrpiintya": 1, "kyrpiintynyt": 1, "kyrvitys": 1, "kys": 1, "la putain de ta mere": 1, '
'"lahtari": 1, "lameculos": 1, "laputaindetamere": 1, "leather restraint": 1, "leather straight jacket": 1, '
'"leatherrestraint": 1, "leatherstraightjacket": 1, "leccaculo": 1, "lecchino": 1, "leggecibb": 1, "legkibaszottabb": 1, '
'"legszarabb": 1, "lemon party": 1, "lemonparty": 1, "lesbica": 1, "lezzer": 1, "liefdesgrot": 1, "livesex": 1, '
'"lizac pale": 1, "lizac pałe": 1, "lizacpale": 1, "lodu": 1, "lofare": 1, "loffa": 1, "loffare": 1, "lul de behanger": 1, '
'"luldebehanger": 1, "lulhannes": 1, "lummel": 1, "lund choos": 1, "lund ka bakkal": 1, "lund khajoor": 1, "lundchoos": 1, '
'"lundkabakkal": 1, "lundkhajoor": 1, "lundtopi": 1, "lundure": 1, "lutka": 1, "maa ki chut": 1, "maakichut": 1, "maal": 1, '
'"maciza": 1, "macizorra": 1, "madar chod": 1, "madarchod": 1, "madhavchod": 1, "mafketel": 1, "make me come": 1, '
'"makemecome": 1, "malakas": 1, "maldito": 1, "male squirting": 1, "malesquirting": 1, "malparido": 1, "malpt": 1, "mamada": 1, '
'"mamrd": 1, "mannaggia": 1, "marhak": 1, "marhakat": 1, "marhat": 1, "maricon": 1, "mariconazo": 1, "masturbate": 1, '
'"masturbating": 1, "masturbation": 1, "matennaaier": 1, "matje": 1, "megdoglik": 1, "menage a trois": 1, "menageatrois": 1, '
'"merda": 1, "merdata": 1, "merde": 1, "merdeuse": 1, "merdeux": 1, "merdoso": 1, "meuf": 1, "mierda": 1, "mignotta": 1, '
'"milf": 1, "minchia": 1, "minchione": 1, "missgeburt": 1, "missionary position": 1, "missionaryposition": 1, "molopaa": 1, '
'"montare": 1, "mooh mein le": 1, "moohmeinle": 1, "moonade": 1, "moonar": 1, "moonat": 1, "mopse": 1, "morgenlatte": 1, '
'"morraknuller": 1, "morrapuler": 1, "motherfucker": 1, "mound of venus": 1, "moundofvenus": 1, "mr hands": 1, "mrdat": 1, '
'"mrdka": 1, "mrdnik": 1, "mudack": 1, "mudak": 1, "muff diver": 1, "muffdiver": 1, "muffdiving": 1, "muie": 1, "mulkero": 1, '
'"mulkku": 1, "mulkvisti": 1, "munapaa": 1, "munaton": 1, "muschi": 1, "mutakuono": 1, "mutiainen": 1, "mutta": 1, "mutth": 1, '
'"mutthal": 1, "naaien": 1, "naakt": 1, "nachui": 1, "nackt": 1, "nahui": 1, "nahuy": 1, "nainti": 1, "najayaz": 1, '
'"najayaz aulaad": 1, "najayaz paidaish": 1, "najayazaulaad": 1, "najayazpaidaish": 1, "nambla": 1, "narttu": 1, '
'"nave scuola": 1, "navescuola": 1, "nawashi": 1, "nazi": 1, "neekeri": 1, "neger": 1, "negre": 1, "nekru": 1, "neonazi": 1, '
'"nerchia": 1, "neuken": 1, "neukstier": 1, "nig nog": 1, "nigga": 1, "nigger": 1, "nimphomania": 1, "nippel": 1, "nipple": 1, '
'"nipples": 1, "nique ta mere": 1, "nique ta race": 1, "niquetamere": 1, "niquetarace": 1, "nognog": 1, "nonce": 1, '
'"nonces": 1, "noune": 1, "nsfw images": 1, "nsfwimages": 1, "nuolla persetta": 1, "nuollapersetta": 1, "nussia": 1, '
'"nussija": 1, "nussinta": 1, "nutte": 1, "nutten": 1, "nympho": 1, "nymphomania": 1, "obciagac chuja": 1, "obciagac fiuta": 1, '
'"obciagac loda": 1, "obciagacchuja": 1, "obciagacfiuta": 1, "obciagacloda": 1, "octopussy": 1, "oetlul": 1, "oloshi": 1, '
'"omorashi": 1, "onanieren": 1, "one cup two girls": 1, "one guy one jar": 1, "onecuptwogirls": 1, "oneguyonejar": 1, '
'"op z n hondjes": 1, "op z n sodemieter geven": 1, "opgeilen": 1, "opizdenet": 1, "opkankeren": 1, "oprotten": 1, '
'"opsodemieteren": 1, "opznhondjes": 1, "opznsodemietergeven": 1, "opzouten": 1, "orgasm": 1, "orgasmus": 1, "orgy": 1, '
'"orospu": 1, "orospuda": 1, "orospudan": 1, "orospular": 1, "orospulara": 1, "orospularda": 1, "orospulardan": 1, '
'"orospulari": 1, "orospularin": 1, "orospuları": 1, "orospuların": 1, "orospunun": 1, "orospuya": 1, "orospuyu": 1, '
'"oslosoust": 1, "osto eblo": 1, "ostoeblo": 1, "ostokhuitel no": 1, "ostokhuitelno": 1, "ot ebis": 1, "otmudohat": 1, '
'"otpizdit": 1, "otsosi": 1, "otuz birci": 1, "otuz bircide": 1, "otuz birciden": 1, "otuz birciler": 1, "otuz bircilerde": 1, '
'"otuz bircilerden": 1, "otuz bircilere": 1, "otuz bircileri": 1, "otuz bircilerin": 1, "otuz bircinin": 1, "otuz birciye": 1, '
'"otuz birciyi": 1, "otuzbirci": 1, "otuzbircide": 1, "otuzbirciden": 1, "otuzbirciler": 1, "otuzbircilerde": 1, '
'"otuzbircilerden": 1, "otuzbircilere": 1, "otuzbircileri": 1, "otuzbircilerin": 1, "otuzbircinin": 1, "otuzbirciye": 1, '
'"otuzbirciyi": 1, "ouwe rukker": 1, "ouwehoer": 1, "ouwehoeren": 1, "ouwerukker": 1, "paardelul": 1, "padulo": 1, "paedo": 1, '
'"paedophile": 1, "paedos": 1, "paki": 1, "pakkis": 1, "paljaalla": 1, "pallit": 1, "palloso": 1, "palucher": 1, '
'"paneleiro": 1, "paneskella": 1, "panettaa": 1, "pantava": 1, "paskainen": 1, "paskamainen": 1, "paskanmarjat": 1, '
'"paskantaa": 1, "paskapaa": 1, "paskapuhe": 1, "paskattaa": 1, "paskiainen": 1, "paskoa": 1, "passar um cheque": 1, '
'"passarumcheque": 1, "patacca": 1, "patakha": 1, "patonza": 1, "pecorina": 1, "pede": 1, "pedik": 1, "pedo": 1, "pedobear": 1, '
'"pedophile": 1, "pehko": 1, "peidar": 1, "pelek": 1, "pendejo": 1, "penis": 1, "penoze": 1, "pentele": 1, "perdet": 1, '
'"perkele": 1, "perkeleesti": 1, "persaukinen": 1, "perseaalio": 1, "perseennuolija": 1, "perseet olalla": 1, '
'"perseetolalla": 1, "persereika": 1, "perslapi": 1, "perspano": 1, "persvako": 1, "pervertido": 1, "petuh": 1, "pezon": 1, '
'"phone sex": 1, "phonesex": 1, "phuck": 1, "picen": 1, "pichat": 1, "picio": 1, "picka": 1, "picsa": 1, "picsakat": 1, '
'"picsat": 1, "picus": 1, "pidar gnoinyj": 1, "pidaras": 1, "pidargnoinyj": 1, "pidor": 1, "piece of shit": 1, '
'"pieceofshit": 1, "pieprzyc": 1, "pierdola": 1, "pierdolec": 1, "pierdolic": 1, "pierdolnac": 1, "pierdolniety": 1, '
'"pierdoła": 1, "pierdziec": 1, "piesen": 1, "pijpbekkieg": 1, "pijpen": 1, "pikey": 1, "pikeys": 1, "pikhar": 1, "pikk": 1, '
'"pikslugeri": 1, "piksutteri": 1, "pilkunnussija": 1, "pillu": 1, "pillut": 1, "pimmel": 1, "pimpern": 1, "pinakat": 1, '
'"pinat": 1, "pincare": 1, "pinkeln": 1, "pinnolone": 1, "pipari": 1, "pipi": 1, "pippone": 1, "pirla": 1, "piru": 1, '
'"pisciare": 1, "piscio": 1, "piss pig": 1, "pissen": 1, "pisser": 1, "pissing": 1, "pisspig": 1, "pistaa": 1, "pistolotto": 1, '
'"piz det": 1, "piz dyulina": 1, "pizd uk": 1, "pizda": 1, "pizda ma tii": 1, "pizdamatii": 1, "pizdato": 1, "pizdatyi": 1, '
'"pizdec": 1, "pizdetc": 1, "pizdoi nakryt sja": 1, "pizdoinakrytsja": 1, "pizdyulina": 1, "pleasure chest": 1, '
'"pleasurechest": 1, "pleurislaaier": 1, "po imat na konchik": 1, "po iti posrat": 1, "po khuy": 1, "pocs": 1, "pocsok": 1, '
'"pocsoket": 1, "pocsot": 1, "podi ku evo": 1, "podikuevo": 1, "poeben": 1, "poep": 1, "poepen": 1, "pofa": 1, "pofakat": 1, '
'"pofat": 1, "poimatnakonchik": 1, "poitiposrat": 1, "pojeb": 1, "pojebany": 1, "pokker": 1, "pokpok": 1, "pole smoker": 1, '
'"polesmoker": 1, "poluchit pizdy": 1, "poluchitpizdy": 1, "pomiciare": 1, "pompino": 1, "ponyplay": 1, "poof": 1, '
'"poofter": 1, "poofters": 1, "poontang": 1, "poop chute": 1, "poopchute": 1, "popel": 1, "popierdolony": 1, "porca": 1, '
'"porca madonna": 1, "porca miseria": 1, "porca puttana": 1, "porcamadonna": 1, "porcamiseria": 1, "porcaputtana": 1, '
'"porco": 1, "porco due": 1, "porco zio": 1, "porcodue": 1, "porcozio": 1, "porn": 1, "porno": 1, "pornography": 1, '
'"portiekslet": 1, "pososi moyu konfetku": 1, "pososimoyukonfetku": 1, "potta": 1, "potverdorie": 1, "pouffiasse": 1, '
'"pousse crotte": 1, "poussecrotte": 1, "poutana": 1, "prcat": 1, "prdel": 1, "prdelka": 1, "prick": 1, "pricks": 1, '
'"prince albert piercing": 1, "princealbertpiercing": 1, "prissat": 1, "proebat": 1, "promudobl adsksya pizdopro ebina": 1, '
'"promudobladsksyapizdoproebina": 1, "propezdoloch": 1, "prosrat": 1, "prostituta": 1, "prutt": 1, "pthc": 1, "pubes": 1, '
'"publiciteitsgeil": 1, "pula mea": 1, "punany": 1, "punci": 1, "puncik": 1, "puppami": 1, "pussy": 1, "puta": 1, "puta ka": 1, '
'"puta que pariu": 1, "puta que te pariu": 1, "putain": 1, "putang ina": 1, "putangina": 1, "putaquepariu": 1, '
'"putaquetepariu": 1, "pute": 1, "puttana": 1, "pyllyvako": 1, "pyzda": 1, "qifsha": 1, "qqan": 1, "qqant": 1, "qqiɣ": 1, '
'"qquɣ": 1, "queaf": 1, "queca": 1, "queef": 1, "quim": 1, "raand": 1, "raaskallen": 1, "racista": 1, "raeva": 1, "raghead": 1, '
'"raging boner": 1, "ragingboner": 1, "ramera": 1, "ramoner": 1, "randaap": 1, "randi rona": 1, "randirona": 1, "rape": 1, '
'"raping": 1, "rapist": 1, "raspeezdeyi": 1, "raspizdatyi": 1, "rattipaa": 1, "raz yebuy": 1, "raz yoba": 1, "razyebuy": 1, '
'"recchione": 1, "rectum": 1, "reet trappen voor zijn": 1, "reetridder": 1, "reettrappenvoorzijn": 1, "reggin": 1, '
'"remsporen": 1, "retard": 1, "retarded": 1, "retards": 1, "reudig": 1, "reutelen": 1, "reverse cowgirl": 1, '
'"reversecowgirl": 1, "rimjob": 1, "rimming": 1, "rincoglionire": 1, "ripsipiirakka": 1, "rizzarsi": 1, "robic loda": 1, '
'"robicloda": 1, "rompiballe": 1, "rompipalle": 1, "rosy palm": 1, "rosy palm and her 5 sisters": 1, "rosypalm": 1, '
'"rosypalmandher5sisters": 1, "rot in hell": 1, "rothoer": 1, "rotinhell": 1, "rotzak": 1, "rovhal": 1, "rovhul": 1, '
'"rovknulla": 1, "rovskaeg": 1, "rovspraeke": 1, "ruchac": 1, "ruffiano": 1, "rukhond": 1, "rukken": 1, "runka": 1, '
'"runkata": 1, "runkkari": 1, "runkkaus": 1, "runkku": 1, "rusty trombone": 1, "rustytrombone": 1, "ryssa": 1, "rzygac": 1, '
'"ræva": 1, "røvhul": 1, "røvskæg": 1, "røvspræke": 1, "s ebat sya": 1, "s m": 1, "saala": 1, "saala kutta": 1, '
'"saalakutta": 1, "saali kutti": 1, "saali randi": 1, "saalikutti": 1, "saalirandi": 1, "saatanasti": 1, "sac a foutre": 1, '
'"sac a merde": 1, "sacafoutre": 1, "sacamerde": 1, "sacanagem": 1, "sadico": 1, "sadism": 1, "saksocu": 1, "saksocuda": 1, '
'"saksocudan": 1, "saksocular": 1, "saksoculara": 1, "saksocularda": 1, "saksoculardan": 1, "saksoculari": 1, '
'"saksocularin": 1, "saksocuları": 1, "saksocuların": 1, "saksocunun": 1, "saksocuya": 1, "saksocuyu": 1, "salaud": 1, '
'"sale pute": 1, "salepute": 1, "salope": 1, "satta pa": 1, "sbattere": 1, "sbattersi": 1, "sborra": 1, "sborrata": 1, '
'"sborrone": 1, "sbrodolata": 1, "schabracke": 1, "scheisse": 1, "scheisser": 1, "scheiße": 1, "schijt": 1, "schijten": 1, '
'"schlampe": 1, "schlong": 1, "schnackeln": 1, "schoft": 1, "schuinsmarcheerder": 1, "schwanzlutscher": 1, "schwuchtel": 1, '
'"scissoring": 1, "scopare": 1, "scopata": 1, "scorreggiare": 1, "sebatsya": 1, "segg": 1, "seggek": 1, "seggeket": 1, '
'"segget": 1, "seggfej": 1, "seggfejek": 1, "seggfejeket": 1, "seggfejet": 1, "semen": 1, "sexcam": 1, "sexo": 1, '
'"sexo oral": 1, "sexooral": 1, "shalava": 1, "sharmouta": 1, "sharmuta": 1, "shaved beaver": 1, "shaved pussy": 1, '
'"shavedbeaver": 1, "shavedpussy": 1, "shemale": 1, "shibari": 1, "shirtlifter": 1, "shit": 1, "shitbag": 1, "shitblimp": 1, '
'"shitface": 1, "shithead": 1, "shitty": 1, "shlyuha": 1, "shlyukha": 1, "sicmak": 1, "siker sikmez": 1, "sikersikmez": 1, '
'"siki": 1, "sikilir sikilmez": 1, "sikilirsikilmez": 1, "sikin": 1, "sikler": 1, "siklerde": 1, "siklerden": 1, "siklere": 1, '
'"sikleri": 1, "siklerin": 1, "sikmek": 1, "sikmemek": 1, "sikte": 1, "sikten": 1, "siktir": 1, "siktirir siktirmez": 1, '
'"siktirirsiktirmez": 1, "sinnsykt": 1, "skaggbiff": 1, "skank": 1, "skanky": 1, "skit ner dig": 1, "skita": 1, '
'"skitnerdig": 1, "skitt": 1, "skurwysyn": 1, "slag": 1, "slags": 1, "slanteye": 1, "slapper": 1, "slempen": 1, "sletterig": 1, '
'"slik mijn zaad": 1, "slikmijnzaad": 1, "slinguare": 1, "slinguata": 1, "slit your throat": 1, "slityourthroat": 1, "slut": 1, '
'"smandrappata": 1, "sm女王": 1, "snedfitta": 1, "snefitta": 1, "snol": 1, "soccia": 1, "socmel": 1, "sodomize": 1, "sodomy": 1, '
'"soplagaitas": 1, "soplapollas": 1, "sorca": 1, "sotror": 1, "sotrør": 1, "soustat": 1, "spacker": 1, "spastic": 1, "spaz": 1, '
'"spazz": 1, "spic": 1, "spierdalaj": 1, "splooge": 1, "splooge moose": 1, "sploogemoose": 1, "spompinare": 1, "spooge": 1, '
'"spread legs": 1, "spreadlegs": 1, "spuiten": 1, "srac": 1, "sracka": 1, "sraczka": 1, "srat": 1, "standje 69": 1, '
'"standje69": 1, "stapikk": 1, "stapikkene": 1, "stapikker": 1, "sticchio": 1, "stoephoer": 1, "stootje": 1, "strap on": 1, '
'"strapon": 1, "stront": 1, "stronza": 1, "stronzata": 1, "stronzo": 1, "styervo": 1, "style doggy": 1, "styledoggy": 1, '
'"suar": 1, "suar ke lund": 1, "suar ki aulad": 1, "suarkelund": 1, "suarkiaulad": 1, "succhiami": 1, "succhione": 1, '
'"suce": 1, "sufferd": 1, "suicide girls": 1, "suicidegirls": 1, "suka": 1, "sukin syn": 1, "sukinsyn": 1, "suklaaosasto": 1, '
'"sultry women": 1, "sultrywomen": 1, "svartheiteste": 1, "sveltina": 1, "sverginare": 1, "svodit posrat": 1, '
'"svoditposrat": 1, "svoloch": 1, "swastika": 1, "szajha": 1, "szajhak": 1, "szajhakat": 1, "szajhat": 1, "szar": 1, '
'"szarabb": 1, "szarik": 1, "szarok": 1, "szarokat": 1, "szart": 1, "szmata": 1, "sıcmak": 1, "tabarnak": 1, "taheccunt": 1, '
'"tang ina": 1, "tangina": 1, "tapette": 1, "tapijtnek": 1, "tarzanello": 1, "tasaga": 1, "tasagi": 1, "tasagin": 1, '
'"tasagı": 1, "tasagın": 1, "tasak": 1, "tasaklar": 1, "tasaklara": 1, "tasaklarda": 1, "tasaklardan": 1, "tasaklari": 1, '
'"tasaklarin": 1, "tasakları": 1, "tasakların": 1, "tasakta": 1, "tasaktan": 1, "tatte": 1, "taxna": 1, "tea bagging": 1, '
'"teabagging": 1, "teef": 1, "temeier": 1, "teri maa ka bhosada": 1, "teri maa ka boba chusu": 1, "teri maa ki behenchod": 1, '
'"teri maa ki chut": 1, "terimaakabhosada": 1, "terimaakabobachusu": 1, "terimaakibehenchod": 1, "terimaakichut": 1, '
'"teringlijer": 1, "terrone": 1, "testa di cazzo": 1, "testadicazzo": 1, "tetas grandes": 1, "tetasgrandes": 1, "tette": 1, '
'"teuch": 1, "tharak": 1, "tharki": 1, "thevidiya": 1, "throating": 1, "thumbzilla": 1, "tia buena": 1, "tiabuena": 1, '
'"tight white": 1, "tightwhite": 1, "tit": 1, "tits": 1, "tittchen": 1, "titten": 1, "titties": 1, "titty": 1, "tnuc": 1, '
'"toggaf": 1, "tongue in a": 1, "tongueina": 1, "tongzoeng": 1, "toosa": 1, "tosser": 1, "towelhead": 1, "trakhat sya": 1, '
'"trakhatsya": 1, "tranny": 1, "transar": 1, "travesti": 1, "tribadism": 1, "trimandoblydskiy pizdoproyob": 1, '
'"trimandoblydskiypizdoproyob": 1, "tringler": 1, "triootjeg": 1, "trique": 1, "troia": 1, "trombare": 1, "troncher": 1, '
'"trottoir prostituee": 1, "trottoirprostituee": 1, "trottoirteef": 1, "trou du cul": 1, "trouducul": 1, "tteqqun": 1, '
'"tteqqunt": 1, "tu chuda": 1, "tub girl": 1, "tubgirl": 1, "tuhkaluukku": 1, "tumputtaa": 1, "turlute": 1, "turpasauna": 1, '
'"tusan": 1, "tushy": 1, "tussu": 1, "tussukka": 1, "tussut": 1, "twat": 1, "twats": 1, "twink": 1, "two girls one cup": 1, '
'"twogirlsonecup": 1, "twunt": 1, "u ebitsche": 1, "ubl yudok": 1, "ublyudok": 1, "uboy": 1, "uebitsche": 1, "ulol": 1, '
'"upskirt": 1, "uqan": 1, "urethra play": 1, "urethraplay": 1, "urophilia": 1, "v pizdu": 1, "vadia": 1, "vaffanculo": 1, '
'"vafl a": 1, "vafli lovit": 1, "vaflilovit": 1, "vagina": 1, "vai te foder": 1, "vai tomar no cu": 1, "vaitefoder": 1, '
'"vaitomarnocu": 1, "vakipano": 1, "vangare": 1, "veado": 1, "venus mound": 1, "venusmound": 1, "vergallen": 1, "verkloten": 1, '
'"verneuken": 1, "verpiss dich": 1, "verpissdich": 1, "vetaa kateen": 1, "vetaakateen": 1, "vete a la mierda": 1, '
'"vetealamierda": 1, "viado": 1, "viarge": 1, "vibrador": 1, "viespeuk": 1, "vingeren": 1, "violet wand": 1, "violetwand": 1, '
'"vittu": 1, "vittuilla": 1, "vittuilu": 1, "vittumainen": 1, "vittuuntua": 1, "vittuuntunut": 1, "vitun": 1, "vitusti": 1, '
'"vituttaa": 1, "vitutus": 1, "vleesroos": 1, "vogeln": 1, "vollpfosten": 1, "voor jan lul": 1, '
'"voor jan met de korte achternaam": 1, "voorjanlul": 1, "voorjanmetdekorteachternaam": 1, "vorarephilia": 1, "voyeur": 1, '
'"voyeurweb": 1, "voyuer": 1, "vulva": 1, "vyperdysh": 1, "vypicenec": 1, "vzdrochennyi": 1, "wank": 1, "wanker": 1, '
'"wankers": 1, "wanking": 1, "welzijnsmafia": 1, "wet dream": 1, "wetback": 1, "wetdream": 1, "white power": 1, '
'"whitepower": 1, "whore": 1, "wichse": 1, "wichsen": 1, "wichser": 1, "wijf": 1, "wkurwiac": 1, "wog": 1, "wogs": 1, '
'"worldsex": 1, "wrapping men": 1, "wrappingmen": 1, "wrinkled starfish": 1, "wrinkledstarfish": 1, "wuftje": 1, '
'"wypierdalaj": 1, "xochota": 1, "yaoi": 1, "yaraga": 1, "yaragi": 1, "yaragin": 1, "yaragı": 1, "yaragın": 1, "yarak": 1, '
'"yaraklar": 1, "yaraklara": 1, "yaraklarda": 1, "yaraklardan": 1, "yaraklari": 1, "yaraklarin": 1, "yarakları": 1, '
'"yarakların": 1, "yarakta": 1, "yaraktan": 1, "yeb vas": 1, "yellow showers": 1, "yellowshowers": 1, "yiffy": 1, "za ebat": 1, '
'"zaadje": 1, "zaebis": 1, "zajebisty": 1, "zakkenwasser": 1, "zalupa": 1, "zalupat": 1, "zamenfek": 1, "zasranetc": 1, '
'"zassat": 1, "zeiken": 1, "zeiker": 1, "zigounette": 1, "zinne": 1, "zio cantante": 1, "ziocantante": 1, "zjeb": 1, '
'"zkurvit": 1, "zkurvysyn": 1, "zlo ebuchy": 1, "zloebuchy": 1, "zmrd": 1, "zoccola": 1, "zoophilia": 1, "zrat": 1, '
'"zuigen": 1, "zuiplap": 1, "γαμιεσαι": 1, "γαμωτο": 1, "καριολα": 1, "μαλακα": 1, "μαλακας": 1, "πουτανα": 1, "бзденок": 1, '
'"блядки": 1, "блядовать": 1, "блядство": 1, "блядь": 1, "блять": 1, "бугор": 1, "во пизду": 1, "встать раком": 1, '
'"встатьраком": 1, "выебываться": 1, "гандон": 1, "говно": 1, "говнюк": 1, "голыи": 1, "дать пизды": 1, "датьпизды": 1, '
'"дерьмо": 1, "долбоеб": 1, "дрочить": 1, "другои дразнится": 1, "другоидразнится": 1, "еб твою мать": 1, "ебарь": 1, '
'"ебать": 1, "ебать копать": 1, "ебатькопать": 1, "ебло": 1, "ебнуть": 1, "ебтвоюмать": 1, "жопа": 1, "жополиз": 1, '
'"играть на кожанои флеите": 1, "игратьнакожаноифлеите": 1, "измудохать": 1, "каждыи дрочит как он хочет": 1, '
'"каждыидрочиткаконхочет": 1, "как два пальца обоссать": 1, "какая разница": 1, "какаяразница": 1, "какдвапальцаобоссать": 1, '
'"курва": 1, "курите мою трубку": 1, "куритемоютрубку": 1, "лысого в кулаке гонять": 1, "лысоговкулакегонять": 1, "малофья": 1, '
'"манда": 1, "мандавошка": 1, "мент": 1, "мразь": 1, "муда": 1, "мудак": 1, "мудило": 1, "мудозвон": 1, "на фиг": 1, '
'"на хуи": 1, "на хую вертеть": 1, "на хуя": 1, "наебать": 1, "наебениться": 1, "наебнуться": 1, "нахуювертеть": 1, '
'"нахуячиться": 1, "не ебет": 1, "невебенныи": 1, "ни за хуи собачу": 1, "ни хуя": 1, "низахуисобачу": 1, "обнаженныи": 1, '
'"обоссаться можно": 1, "обоссатьсяможно": 1, "один ебется": 1, "одинебется": 1, "опесдол": 1, "офигеть": 1, "охуеть": 1, '
'"охуительно": 1, "педераст": 1, "пидарас": 1, "пидор": 1, "пидорас": 1, "пизда": 1, "пиздец": 1, "половое сношение": 1, '
'"половоесношение": 1, "секс": 1, "сиськи": 1, "спиздить": 1, "срать": 1, "ссать": 1, "сука": 1, "сучка": 1, "траxать": 1, '
'"ты мне ваньку не валяи": 1, "тымневанькуневаляи": 1, "ублюдок": 1, "уебок": 1, "фига": 1, "хапать": 1, "хер с неи": 1, '
'"хер с ним": 1, "херснеи": 1, "херсним": 1, "хохол": 1, "хрен": 1, "хуево": 1, "хуевыи": 1, "хуем груши околачивать": 1, '
'"хуемгрушиоколачивать": 1, "хуеплет": 1, "хуи": 1, "хуи пинать": 1, "хуило": 1, "хуинеи страдать": 1, "хуинеистрадать": 1, '
'"хуинуть": 1, "хуиня": 1, "хуипинать": 1, "шлюха": 1, "זונה": 1, "שרמוטה": 1, "احتلام": 1, "ارگاسم": 1, "اغتصاب": 1, '
'"آب کیر": 1, "برهنه": 1, "بزاز": 1, "بظر": 1, "بيضان": 1, "بہن چود": 1, "تجاوز": 1, "تخمی": 1, "تمص": 1, "ثدي": 1, "جقی": 1, '
'"جلق": 1, "جماع": 1, "جنده": 1, "حرامزادہ": 1, "حشر": 1, "حشری": 1, "حلمة": 1, "خنثي": 1, "خول": 1, "داف": 1, "دودول": 1, '
'"رنڈی": 1, "ساک زدن": 1, "سحاق": 1, "سحاقية": 1, "سكس": 1, "سوپر": 1, "سکس": 1, "سکس کردن": 1, "سکسی": 1, "شاذ": 1, "شرج": 1, '
'"شرموط": 1, "شرموطة": 1, "شق کردن": 1, "شهوة": 1, "شهوت": 1, "شهوتی": 1, "شونبول": 1, "طيز": 1, "عاهرة": 1, "عرص": 1, '
'"فرج": 1, "فیلم سوپر": 1, "فیلمسوپر": 1, "قحبة": 1, "قضيب": 1, "كس امك": 1, "لاشی": 1, "لاپا": 1, "لاپایی": 1, "لبوة": 1, '
'"لحس": 1, "لخت": 1, "لعق": 1, "لواط": 1, "لوطي": 1, "مادرچود": 1, "مبادل": 1, "متناك": 1, "متناكة": 1, "مفلقسة": 1, '
'"منيوك": 1, "منی": 1, "نيك": 1, "هرزه": 1, "پورن": 1, "پورنو": 1, "چوچول": 1, "کتیا": 1, "کس دادن": 1, "کس کردن": 1, '
'"کسکش": 1, "کوس": 1, "کون": 1, "کون دادن": 1, "کون کردن": 1, "کونکش": 1, "کونی": 1, "کیر": 1, "کیری": 1, "कुतिया": 1, '
'"चूतिया": 1, "भेनचोद": 1, "मादरचोद": 1, "रंडी": 1, "খানকি": 1, "বেশ্যা": 1, "মাগি": 1, "ਕੁੱਤੀ": 1, "ਭੈਣਚੋਦ": 1, "ભોસડી": 1, '
'"กระดอ": 1, "กระหรี่": 1, "กระเด้า": 1, "กะปิ": 1, "ขี้": 1, "ควย": 1, "จิ๋ม": 1, "จู๋": 1, "ดอกทอง": 1, "ตอแหล": 1, "ตูด": 1, '
'"น้ําแตก": 1, "มึง": 1, "รูตูด": 1, "ล้างตู้เย็น": 1, "สัด": 1, "ส้นตีน": 1, "หญิงชาติชั่ว": 1, "หลั่ง": 1, "ห่า": 1, '
'"หํา": 1, "อมนกเขา": 1, "เจี๊ยว": 1, "เจ๊ก": 1, "เย็ด": 1, "เสือก": 1, "เหี้ย": 1, "แม่ง": 1, "ไอ้ควาย": 1, "강간": 1, '
'"개새끼": 1, "개자식": 1, "개좆": 1, "개차반": 1, "거유": 1, "계집년": 1, "고자": 1, "근친": 1, "노모": 1, "니기미": 1, '
'"뒤질래": 1, "딸딸이": 1, "때씹": 1, "또라이": 1, "뙤놈": 1, "로리타": 1, "망가": 1, "몰카": 1, "미친": 1, '
'"미친새끼": 1, "바바리맨": 1, "변태": 1, "병신": 1, "보지": 1, "불알": 1, "빠구리": 1, "사까시": 1, "섹스": 1, '
'"스와핑": 1, "시발": 1, "쌍놈": 1, "씨발": 1, "씨발놈": 1, "씨팔": 1, "씹": 1, "씹물": 1, "씹빨": 1, '
'"씹새끼": 1, "씹알": 1, "씹창": 1, "씹팔": 1, "암캐": 1, "애자": 1, "야동": 1, "야사": 1, "야애니": 1, "엄창": 1, '
'"에로": 1, "염병": 1, "옘병": 1, "유모": 1, "육갑": 1, "은꼴": 1, "자위": 1, "자지": 1, "잡년": 1, "종간나": 1, '
'"좆": 1, "좆만": 1, "죽일년": 1, "쥐좆": 1, "직촬": 1, "짱깨": 1, "쪽바리": 1, "창녀": 1, "포르노": 1, '
'"하드코어": 1, "호로": 1, "화냥년": 1, "후레아들": 1, "후장": 1, "희쭈그리": 1, "いたずら": 1, "おしっこ": 1, "おしり": 1, '
'"おしりのあな": 1, "おっぱい": 1, "おもらし": 1, "くそ": 1, "しばり": 1, "ちんこ": 1, "ふたなり": 1, "ぶっかけ": 1, "ぽっちゃり": 1, "まんこ": 1, "やおい": 1, '
'"やりまん": 1, "アジアのかわいい女の子": 1, "アスホール": 1, "アナリングス": 1, "アナル": 1, "イラマチオ": 1, "エクスタシー": 1, "エスコート": 1, "エッチ": 1, "エロティズム": 1, '
'"エロティック": 1, "オカマ": 1, "オシリ": 1, "オッパイ": 1, "オナニー": 1, "オマンコ": 1, "オーガズム": 1, "カント": 1, "カーマスートラ": 1, "グループ・セックス": 1, '
'"グロ": 1, "クリトリス": 1, "クンニリングス": 1, "ゲイボーイ": 1, "ゲイ・セックス": 1, "ゴックン": 1, "ゴールデンシャワー": 1, "コカイン": 1, "サディズム": 1, '
'"スウィンガー": 1, "スカトロ": 1, "スカートの中": 1, "ストラップオン": 1, "ストリップ劇場": 1, "スラット": 1, "スリット": 1, "セクシーな": 1, "セクシーな 10 代": 1, '
'"セクシーな10代": 1, "セックス": 1, "ソドミー": 1, "ディック": 1, "ディルド": 1, "ディープ・スロート": 1, "デブ": 1, "デートレイプ": 1, "テレフォンセックス": 1, '
'"ドッグスタイル": 1, "トップレス": 1, "ニガー": 1, "ヌード": 1, "ネオ・ナチ": 1, "バイブレーター": 1, "バック・スタイル": 1, "パイパン": 1, "パンティー": 1, '
'"ハードコア": 1, "ビッチ": 1, "プリンス アルバート ピアス": 1, "プリンスアルバートピアス": 1, "プレイボーイ": 1, "ファック": 1, "ファンタジー": 1, "フィスト": 1, '
'"フェティッシュ": 1, "フェラチオ": 1, "フック": 1, "ベアバック": 1, "ペニス": 1, "ペニスバンド": 1, "ボンテージ": 1, "ボーイズラブ": 1, "ボールギャグ": 1, '
'"ポルノ": 1, "ポルノグラフィー": 1, "マザー・ファッカー": 1, "マスターベーション": 1, "ラティーナ": 1, "ラバー": 1, "ランジェリー": 1, "レイプ": 1, "レズビアン": 1, '
'"ロリータ": 1, "ローター": 1, "三级片": 1, "下三烂": 1, "両性具有": 1, "个老子的": 1, "中出し": 1, "乳波臀浪": 1, "他奶奶": 1, "他奶奶的": 1, "他奶娘的": 1, '
'"他妈ㄉ王八蛋": 1, "他妈地": 1, "他妈的": 1, "他马的": 1, "你个傻比": 1, "你他马的": 1, "你全家": 1, "你奶奶的": 1, "你她马的": 1, "你妈的": 1, "你娘卡好": 1, '
'"你娘咧": 1, "你它妈的": 1, "你它马的": 1, "你是鸡": 1, "你是鸭": 1, "你老味": 1, "你老母": 1, "你老闆": 1, "你马的": 1, "傻逼": 1, "児童性虐待": 1, "冚家拎": 1, '
'"冚家鏟": 1, "刚瘪三": 1, "勃起する": 1, "十三点": 1, "去死": 1, "双峰微颤": 1, "合意の性交": 1, "咸家伶": 1, "咸家鏟": 1, "塞你公": 1, "塞你娘": 1, "塞你母": 1, '
'"塞你爸": 1, "塞你老师": 1, "塞你老母": 1, "売春婦": 1, "大卵子": 1, "大卵泡": 1, "大陰唇": 1, "大鸡巴": 1, "女の子": 1, "女子高生": 1, "女王様": 1, "奶奶的熊": 1, '
'"她妈地": 1, "她妈的": 1, "她马的": 1, "妈个比": 1, "妈个老比": 1, "妈妈的": 1, "妳她妈的": 1, "妳妈的": 1, "妳娘的": 1, "妳老母的": 1, "妳马的": 1, "娘个比": 1, '
'"婊子": 1, "婊子养的": 1, "它妈地": 1, "它妈的": 1, "小乳头": 1, "小卵子": 1, "小卵泡": 1, "小瘪三": 1, "小肉粒": 1, "小骚比": 1, "小骚货": 1, "小鸡巴": 1, '
'"小鸡鸡": 1, "尿道プレイ": 1, "干七八": 1, "干你妈": 1, "干你娘": 1, "干你老母": 1, "干你良": 1, "干妳妈": 1, "干妳娘": 1, "干妳老母": 1, "干妳马": 1, "干您娘": 1, '
'"干机掰": 1, "干死cs": 1, "干死gm": 1, "干死你": 1, "干死客服": 1, "平手打ち": 1, "幼児性愛者": 1, "強姦犯": 1, "强奸你": 1, "後背位": 1, "性无能": 1, "想上你": 1, '
'"懆您妈": 1, "懆您娘": 1, "我操你祖宗十八代": 1, "手コキ": 1, "打飞机": 1, "插死你": 1, "操你全家": 1, "操你奶奶": 1, "操你妈": 1, "操你娘": 1, "操你祖宗": 1, '
'"操你老妈": 1, "操你老母": 1, "操妳全家": 1, "操妳妈": 1, "操妳娘": 1, "操妳祖宗": 1, "操机掰": 1, "新しいポルノ": 1, "日他娘": 1, "日你妈": 1, "日你老娘": 1, '
'"日你老母": 1, "机机歪歪": 1, "正常位": 1, "死ね": 1, "殺し方": 1, "殺人事件": 1, "殺人方法": 1, "毛深い": 1, "湿透的内裤": 1, "潮吹き女": 1, "潮吹き男性": 1, '
'"灨你娘": 1, "狗狼养的": 1, "玉なめ": 1, "玉舐め": 1, "王八蛋": 1, "瓜娃子": 1, "瓜婆娘": 1, "生殖器": 1, "糞尿愛好症": 1, "老瘪三": 1, "老骚比": 1, "老骚货": 1, '
'"肉棍子": 1, "自己愛性": 1, "茶色のシャワー": 1, "裸の女性": 1, "貞操帯": 1, "贱人": 1, "贼你妈": 1, "赛你老母": 1, "赛妳阿母": 1, "赣您娘": 1, "足を広げる": 1, '
'"足フェチ": 1, "近親相姦": 1, "革抑制": 1, "騎上位": 1, "驶你公": 1, "驶你娘": 1, "驶你母": 1, "驶你爸": 1, "驶你老师": 1, "驶你老母": 1, "龟儿子": 1}'::jsonb;
comment on function private.hurtful_words is
  'The words and phrases, without accents and in lower case. As the keys of an object, which Postgres searches by halves, so that a payment with a reference costs little.';

create function private.possible_words(p_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  token text;
  before text := '';
  two_before text := '';
  letters text := '';
  words text[] := array[replace(p_text, ' ', '')];
begin
  -- The empty token at the end closes a row of single letters: f u c k.
  foreach token in array string_to_array(btrim(p_text) || ' ', ' ') loop
    if char_length(token) = 1 and token <> '*' then
      letters := letters || token;
      continue;
    end if;
    words := words || array[token, letters, before || ' ' || token, two_before || ' ' || before || ' ' || token];
    if token ~ '(.)\1' then
      words := words || array[
        regexp_replace(token, '(.)\1{2,}', '\1', 'g'), regexp_replace(token, '(.)\1{2,}', '\1\1', 'g'),
        regexp_replace(token, '([aeiou])\1+', '\1', 'g')
      ];
    end if;
    if char_length(token) > 4 and right(token, 1) = 's' then
      words := words || rtrim(token, 's');
    end if;
    two_before := before;
    before := token;
    letters := '';
  end loop;
  return words;
end
$$;
comment on function private.possible_words is
  'The words and phrases that a text in lower case can be read as: also without spaces, repeated letters and the s of a plural.';

create function private.spellings(p_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  spellings text[] := array[p_text];
  signed text;
begin
  -- Digits and signs that stand for letters, in words with as many letters: 5h1t, and not the road A55.
  if p_text ~ '[0-9@$!|+]' then
    signed := (
      select coalesce(string_agg(t.token, ' '), '') from string_to_table(p_text, ' ') t (token)
      where char_length(regexp_replace(t.token, '[^a-z]', '', 'g')) * 2 >= char_length(t.token)
    );
    spellings := spellings || translate(signed, '01345789@$!|+', 'oieastbgasiit');
    if signed ~ '[1!|]' then
      spellings := spellings || translate(signed, '01345789@$!|+', 'oleastbgasllt');
    end if;
    if p_text ~ '[a-z]{3}[0-9]' then
      spellings := spellings || regexp_replace(p_text, '([a-z]{3})[0-9]+( |$)', '\1\2', 'g');
    end if;
  end if;
  -- Signs within a word, between letters or in the place of one: sl_ut, f#ck. Anu's has its word before the sign.
  if p_text ~ '[a-z][-#%._''`~^:;,/\\|"=\u2100-\u2bff\U0001f000-\U0001faff][a-z]' then
    spellings := spellings || array[
      regexp_replace(regexp_replace(p_text, '''s(?= |$)', '', 'g'), '[-._''`~^:;,/\\|"=]', '', 'g'),
      regexp_replace(p_text, '(?<=[a-z])[#%\u2100-\u2bff\U0001f000-\U0001faff](?=[a-z])', '*', 'g')
    ];
  end if;
  return spellings;
end
$$;
comment on function private.spellings is 'What a text in lower case can be meant to say: also with letters for digits and signs, and without signs in words.';

create function private.without_harmless_phrases(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(p_text,
    '\m(ass\.? (fees?|dues|subs|ref|no)|bastard (toadflax|file)|cock (inn|lane|hill|tavern|hotel|pub|arms|horse|robin|and bull)'
    || '|cum laude|faggots? (and|&|n) (peas|mash|chips)|gotu kola|horny toad|maine coons?|nipple (creams?|shields?)|prick tests?'
    || '|puss(y willows?|y cats?)|rape ?seed|oilseed rape|rape (crisis|alarms?|support)|semen (analysis|tests?)|slag heaps?'
    || '|(blue|great|coal|marsh|willow) tits?|tits? (feeders?|for tat)|vagina monologues)\M', '', 'g');
end
$$;
comment on function private.without_harmless_phrases is 'A text in lower case without the phrases in which a word of the list does not hurt.';

create function private.is_hurtful(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Compatibility forms (fullwidth, bold, circled) become plain letters, and marks go.
  plain constant text := lower(case when value ~ '^[ -~]*$' then value else regexp_replace(
    normalize(value, nfkd), '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g'
  ) end);
  folded text;
  form text;
  forms text[];
  words text[] := '{}';
begin
  if value is null then
    return false;
  end if;
  -- Most texts have no such signs.
  forms := case when plain ~ '[^ a-z]' then private.spellings(plain) else array[plain] end;
  if plain !~ '^[ -~]*$' then
    folded := private.fold_letters(plain);
    -- Many characters look like a capital I and a small l.
    forms := forms || private.spellings(folded) || translate(folded, 'l', 'i');
  end if;
  foreach form in array forms loop
    form := regexp_replace(form, '[\s!-)+-/:-@\[-`{-~\u00a1-\u00bf\u00d7\u00f7\u115f\u1160\u2000-\u206f\u2100-\u2bff\u3001\u3002\u30fb\U0001f000-\U0001faff]+', ' ', 'g');
    -- With other words around it: fuckface, youbitch. Scunthorpe and snigger have other letters before.
    if form ~ 'fuck|(^| )(cunt|nigger|bitch)|(bitch|cunt|slut|whore)s?( |$)' then
      return true;
    end if;
    words := words || private.possible_words(form);
  end loop;
  if private.hurtful_words() ?| words then
    form := private.without_harmless_phrases(plain);
    return form = plain or private.is_hurtful(form);
  end if;
  -- Each query stands in a branch of its own: a condition with a query costs as much as all else here.
  if array_to_string(forms, ' ') ~ '[*#%]' then
    -- f*ck: at most half of the letters are hidden.
    return exists (
      select from unnest(words) w (word)
      join jsonb_object_keys(private.hurtful_words()) h (word) on h.word ~ ('^' || replace(w.word, '*', '[a-z]') || '$')
      where w.word ~ '^[a-z][a-z*]{2,16}[a-z]$' and char_length(replace(w.word, '*', '')) * 2 >= char_length(w.word)
    );
  elsif plain ~ '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]' then
    -- Scripts that put no spaces between words.
    return exists (
      select from jsonb_object_keys(private.hurtful_words()) h (word)
      where h.word ~ '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]' and strpos(replace(plain, ' ', ''), h.word) > 0
    );
  end if;
  return false;
end
$$;
comment on function private.is_hurtful is
  'Whether a text has one of the words that hurt, also with accents and other marks, signs, spaces, digits, stars, repeated, decorated or similar letters. Whole words, and a few with others around them: Scunthorpe and Cockburn are none.';

create function private.is_hurtful_name(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Family names of people, and not the end of a sentence.
  return private.is_hurtful(regexp_replace(value,
    '(?<!\m(a|all|big|black|dirty|eat|fat|hard|lick|little|my|old|stupid|suck|the|u|ur|white|you|your))'
      || '\s(bastardo|beaner|bicha|boner|boob|cagna|checca|cock|cona|connard|coon|ebalo|feltch|felch|fick|ficken|fisse|fitte|geci|gouine'
      || '|hoer|kokot|kutas|negre|pede|porco|rape|suka|terrone|tette|troia|viado|zoccola)s?\s*$',
    '', 'i'));
end
$$;
comment on function private.is_hurtful_name is 'Whether a name has one of the words that hurt. A family name at its end does not, after another name.';
