/**
 * Insults and threats that the public list lacks: British English, and languages that many customers in the United Kingdom
 * read. Also the usual misspellings, and the strongest words read backwards. No words that are names.
 */
export const ownWords = [
  // English
  ...`wanker wankers wanking bellend bellends prick pricks dickhead dickheads dickface knobhead knobheads shithead shitface
  shitbag dipshit gobshite cocksucker cocksuckers dumbass dumbarse fatass asshat asswipe arsewipe arseholes twats
  twunt slag slags slapper skank skanky nonce nonces paedo paedos retard retards retarded spaz spazz spacker gyppo gyppos
  pikeys wog wogs darky poofter poofters battyboy bumboy lezzer shirtlifter kys fvck phuck fck cvnt kunt biatch bltch
  kcuf tnuc hctib reggin toggaf erohw`.split(/\s+/),
  'batty boy',
  'burn in hell',
  'die bitch',
  'fuk you',
  'go die',
  'hope you die',
  'jungle bunny',
  'kill u',
  'kill you',
  'kill your self',
  'kill yourself',
  'rot in hell',
  'slit your throat',
  // Polish, Romanian, Lithuanian, Albanian
  ...`spierdalaj wypierdalaj zjeb cwel szmata kurwo chuju muie curva bulangiu kekse pyzda bybis nachui qifsha kurve
  bythqir`.split(/\s+/),
  'pula mea',
  'pizda ma tii',
  // Hindi, Urdu, Panjabi, Bengali, Gujarati
  ...`behenchod bhenchod benchod bainchod haramzada haramkhor kutti kameena chutiye khanki चूतिया कुतिया भेनचोद मादरचोद
  रंडी حرامزادہ کتیا مادرچود رنڈی খানকি মাগি বেশ্যা ਭੈਣਚੋਦ ਕੁੱਤੀ ભોસડી`.split(/\s+/),
  'kuttar bacha',
  'khankir pola',
  'بہن چود',
  // Arabic, Persian, Hebrew
  ...`sharmuta sharmouta koskesh شرموطة شرموط قحبة عاهرة منيوك זונה שרמוטה`.split(/\s+/),
  'kus ummak',
  'kuss ummak',
  'kos omak',
  'كس امك',
  // Greek, Turkish, Serbian, Croatian
  ...`malakas poutana gamoto μαλάκα μαλάκας πουτάνα γαμώτο γαμιέσαι καριόλα picka jebem`.split(/\s+/),
  'amina koyim',
  'jebi se',
  // Russian, Ukrainian, Bulgarian
  ...`сука сучка хуй пизда пиздец шлюха пидор пидорас пидарас мудак курва ублюдок мразь уебок долбоеб педераст блять blyat
  blyad pidor pidaras pizdec shlyuha shlyukha mudak nahui nahuy`.split(/\s+/),
  // German, Dutch, French, Spanish, Portuguese
  ...`missgeburt kankerhoer kutwijf batard malparido gonorrea arrombado viado buceta`.split(/\s+/),
  'fick dich',
  'verpiss dich',
  'nique ta mere',
  'sale pute',
  // Tagalog, Yoruba, Somali, Tamil
  ...`pokpok ashewo oloshi dhillo thevidiya`.split(/\s+/),
  'putang ina',
  // Chinese, Japanese, Korean
  ...`傻逼 操你妈 婊子 贱人 去死 王八蛋 くそ 死ね 씨발 시발 개새끼 병신`.split(/\s+/),
]
