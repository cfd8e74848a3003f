import * as fc from 'fast-check'
import type postgres from 'postgres'
import { type Person, rolledBack, speakAs } from './database'

// What people, keyboards and scripts put into fields.

const specialCharacters = [
  '\u0000\u0007\t\n\r\u007f\u0085<>&"\'\\%$,;@-–.+07',
  // Spaces of many widths, and characters that cannot be seen.
  ' \u00a0\u00ad\u034f\u1680\u180e\u2003\u200a\u200b\u200c\u200d\u2028\u202f\u205f\u2060\u2800\u3000\u3164\ufe0f\ufeff',
  '\uffa0\u{1bca0}\u{1d173}\u{e0041}\u{e0100}',
  // Right-to-left, and what turns the direction.
  '\u05d0\u0645\u061c\u200e\u200f\u202a\u202e\u2066\u2069',
  // What looks like digits, and characters that take two places.
  '１٣०Ⅷ½👍\uffff\u{10ffff}',
].flatMap((characters) => Array.from(characters))
/** Halves of a character, and one that is put together from several. */
const unevenCharacters = ['\ud800', '\udc00', '👨‍👩‍👧', 'e\u0301']
const markup = [
  '<b>Robin</b>',
  '<script>alert(1)</script>',
  '&lt;b&gt;',
  'javascript:alert(1)',
  "'; drop table x; --",
  '{{7*7}}',
]
const megabyte = 1_000_000

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...specialCharacters, ...unevenCharacters) },
  { weight: 2, arbitrary: fc.constantFrom(...Array.from('abcXYZ 0123456789')) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code)) },
)

/** `limit`: how long a text may be. Lengths around it come often. */
export function badText(limit: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 60, arbitrary: fc.array(character, { maxLength: 6 }).map((parts) => parts.join('')) },
    {
      weight: 30,
      arbitrary: fc
        .tuple(character, fc.constantFrom('Robin', 'Zoë O’Neill', '李小龍'), character)
        .map((parts) => parts.join('')),
    },
    { weight: 20, arbitrary: fc.constantFrom('', ' ', '   ', 'Robin', ' Robin ', ...markup) },
    {
      weight: 20,
      arbitrary: fc
        .tuple(fc.constantFrom('x', 'é', '👍', ' ', '\u00a0', '\u200b'), fc.integer({ min: limit - 2, max: limit + 2 }))
        .map(([part, times]) => part.repeat(times)),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', '👍', '<').map((part) => part.repeat(megabyte)) },
  )
}

const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 10 })

const amounts = [
  '| |NaN|nan|Infinity|-Infinity|inf|null|0|0.00|-0|-0.01|-1|+1|.5|5.|.|1,000|1.000,00|£1|1 2| 12 |\u00a012|\u200b12|12\u202e',
  '1e3|1E3|1e-1|1e-2|1e-3|1e6|1e7|1e400|10.005|10.5|10.50|10.500|10.05e1|0.001|0x10|0b1|1_000|１２|١٢|1２',
  '1000000|1000000.00|1000000.01|999999.99|999999999.99|1000000000|999999999999.99|1000000000000',
].flatMap((list) => list.split('|'))

export const badAmount: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...amounts, '9'.repeat(megabyte)),
  fc.tuple(digits, digits).map((parts) => parts.join('.')),
  fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
    .map(([pounds, pence]) => `${pounds}.${pence}`),
  fc.tuple(digits, character, digits).map((parts) => parts.join('')),
)

/** Something like `good`, with one part of it changed. */
function changed(good: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(good, fc.nat({ max: 12 }), fc.nat({ max: 1 }), fc.oneof(character, fc.constant('')))
    .map(([text, at, removed, put]) => text.slice(0, at) + put + text.slice(at + removed))
}

export function badDigits(...goods: string[]): fc.Arbitrary<string> {
  const good = fc.constantFrom(...goods)
  return fc.oneof(
    { weight: 1, arbitrary: good },
    { weight: 4, arbitrary: changed(good) },
    { weight: 1, arbitrary: badText(8) },
  )
}

export const badEmail: fc.Arbitrary<string> = fc.oneof(
  badDigits('robin@example.com', "o'neill+bank@mail.example.co.uk", 'robin@example', 'ä@bücher.example'),
  fc.constantFrom(
    '',
    '@',
    'a@b',
    'a@b.c',
    'a@.c',
    'a@b.',
    'a@b..c',
    'a@@b.c',
    'a b@c.d',
    'a@b.c,d@e.f',
    '<a@b.c>',
    '"a"@b.c',
  ),
  fc.integer({ min: 240, max: 256 }).map((length) => `${'x'.repeat(length - 4)}@b.c`),
)

/** `plain`: what of the input the database has understood, written as the browser would write it. */
export type Reception = { refusal: string | null; plain: object | null }

/** Whether the database takes each input: the code with which it refuses it, or null. Nothing of it remains. */
export async function offer(
  sql: postgres.Sql,
  person: Person,
  statement: string,
  plain: string,
  inputs: readonly object[],
): Promise<Reception[]> {
  let receptions: Reception[] = []
  await rolledBack(sql, async (db) => {
    await db`create schema probe`
    await db`
      create function probe.offer(p_statement text, p_plain text, p_input json, out refusal text, out plain json)
      language plpgsql as $$
      begin
        execute p_plain into plain using p_input;
        execute p_statement using p_input;
        raise exception using errcode = 'TAKEN';
      exception when others then
        refusal := nullif(sqlstate, 'TAKEN');
      end
      $$`
    // The rules are those of the tables and functions, whoever asks. Only the claims are read.
    await speakAs(db, person)
    await db`select set_config('role', 'none', true)`
    receptions = await db<Reception[]>`
      select o.refusal, o.plain
      from json_array_elements(${JSON.stringify(inputs)}::text::json) with ordinality as i (input, place),
        probe.offer(${statement}, ${`select ${plain}`}, i.input) o
      order by i.place`
  })
  return receptions
}
