import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ownWords } from './ownHurtfulWords'

// Writes the words of the migration hurtful_words from ownHurtfulWords.ts and from the 'List of Dirty, Naughty, Obscene, and Otherwise Bad Words' (LDNOOBW), which is
// under CC-BY-4.0 and published as the package naughty-words:
//   npm install --no-save --prefix /tmp/words naughty-words@1.2.0
//   npx tsx build/hurtfulWords.ts /tmp/words/node_modules/naughty-words

const folder = path.resolve(process.argv[2] ?? '/tmp/words/node_modules/naughty-words')
const file = 'supabase/migrations/20261121090015_hurtful_words.sql'

/** Klingon, and regional lists without a word of their own. */
const leftOut = new Set(['tlh.json', 'package.json', 'package-lock.json', 'bower.json'])

/**
 * What is no insult between a payer and a payee: kisses, names of people and places, words that are common in English and
 * rude in another language, and everyday words of other languages: please, beer, fish, darling.
 */
const innocent = new Set(
  `xx xxx dick cumming butt cialis viagra dvda eunuch escort bondage domination playboy snatch spunk twinkie swinger hooker
  hardcore barenaked skeet mong poon scat shota guro ecchi busty bimbos nude nudity panties panty sexuality sexual sexually
  sex sexy intercourse shrimping snowballing humping fingering pegging undressing nsfw vibrator lolita smut suck sucks
  bullshit bastinado negro nazi trio peter mona regina sega pinto mama inferno homosexual heterosexual bite anita nicht hard
  pitt satan stake franc gotten
  johny lund randi naida pina concha reva moona kunda amador bobo mose molo pele santorum palle griet rosette tanga pompa
  bitte cerveja asbak comer burro calice balle balen battere bagnarsi fava pesce pano olla torneira martillo brinca aranha
  monta muna standje pisello tanche tirare infierno pedale schatje beurt bekken toeter wippen flikken marha muts viiksi
  cozza quaglia gerbe fanken
  ariano bander biga bimbo bocchino casci chiappa chier ciota coito conne connee analee cono consolo corno criss dupa eikel
  feken figa figone finocchio foder gerber gotte haram harami hoerig ische jajko kacen kamine kanen kimme kuker kusi loda
  lort luder marica mufti mussa orina osti paal padlo palen palli panna paska perse pica pico pinche pippa poot poppen porra
  reet reika saco schiesser sike slet spagnola subba sulin tatti tavara topa vacca verga watje xana pataca pataka pinak
  zizi gote ræven drol fica hoer bonze hijra bordello strappado threesome topless bareback kinky lovemaking caca cacca anale`
    .split(/\s+/)
    .filter((word) => !['nazi', 'bullshit'].includes(word)),
)
const innocentPhrases = new Set([
  'hard core',
  'tainted love',
  'fuck buttons',
  'barely legal',
  'jelly donut',
  'tied up',
  'girl on',
  'strip club',
  'hot chick',
  'taste my',
  'big black',
  'auto erotic',
])

const simple = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replace(/[\s!-)+-/:-@[-`{-~]+/g, ' ')
    .trim()
/** As customers without these letters on their keyboard write it. */
const withEnglishLetters = (word: string) =>
  word.replace(/[ßæøłıđ]/g, (letter) => ({ ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', ı: 'i', đ: 'd' })[letter] ?? letter)

const words = new Set<string>()
function add(word: string) {
  words.add(word)
  words.add(withEnglishLetters(word))
  // Hijodeputa. Short phrases without their spaces are parts of names.
  if (word.includes(' ') && word.length > 8) words.add(withEnglishLetters(word.replaceAll(' ', '')))
}
for (const listed of ownWords) add(simple(listed))
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.json') || leftOut.has(name)) continue
  for (const listed of z.array(z.string()).parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))) {
    const word = simple(listed)
    // Short words of other languages are also English.
    const shortest = name === 'en.json' || !/[a-z]/.test(word) ? 3 : 4
    if (word.length >= shortest && !innocent.has(word) && !innocentPhrases.has(word) && !/^[\d ]/.test(word)) add(word)
  }
}

const lines: string[] = ['{']
for (const word of [...words].toSorted()) {
  if ((lines.at(-1) ?? '').length + word.length > 120) lines.push('')
  lines[lines.length - 1] += `${JSON.stringify(word)}: 1, `
}
lines.push(lines.pop()?.replace(/, $/, '}') ?? '')

// What the file says after the words stays as it is.
const current = readFileSync(file, 'utf8')
const rule = current.slice(current.indexOf('create function private.possible_words'))
writeFileSync(
  file,
  `-- Words that hurt. build/hurtfulWords.ts writes the words from build/ownHurtfulWords.ts and the 'List of Dirty, Naughty, Obscene, and Otherwise Bad Words'
-- (https://github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words, by its contributors, CC-BY-4.0,
-- version 1.2.0 of the package naughty-words, read on 23 November 2026). Left out: kisses, names, and words of three letters
-- that are common in English. The rule at the end is written by hand.

create function private.hurtful_words() returns jsonb
language sql immutable parallel safe set search_path = ''
return ${lines.map((line) => `'${line.replaceAll("'", "''")}'`).join('\n')}::jsonb;
comment on function private.hurtful_words is
  'The words and phrases, without accents and in lower case. As the keys of an object, which Postgres searches by halves, so that a payment with a reference costs little.';

${rule}`,
)
