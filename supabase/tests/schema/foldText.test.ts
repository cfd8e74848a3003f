import { expect, test } from 'vitest'
import { foldText } from '../../../src/lib/foldText'
import { startDatabase } from '../fixtures/database'

const { sql } = startDatabase()

/** Every character that this version of Unicode has, without halves of pairs. */
const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character))

async function foldInDatabase(texts: string[]): Promise<string[]> {
  const rows = await sql<{ folded: string }[]>`
    select private.fold_text(t.value) as folded from unnest(${texts}::text[]) with ordinality t (value, nth) order by t.nth`
  return rows.map(({ folded }) => folded)
}

test('the database and the browser fold every letter alike, alone and between others', async () => {
  const known = await sql<{ is_known: boolean }[]>`
    select unicode_assigned(t.value) as is_known
    from unnest(${characters}::text[]) with ordinality t (value, nth) order by t.nth`
  const shared = characters.filter((_, nth) => known[nth]?.is_known)
  expect(shared.length).toBeGreaterThan(140_000)
  const texts = [...shared, ...shared.map((character) => `A${character}\u0301 E${character}`)]
  const folded = await foldInDatabase(texts)
  const other = texts.filter((text, nth) => foldText(text) !== folded[nth])
  expect(other.map((text) => [text, foldText(text)])).toEqual([])
}, 120_000)

test('every letter of the Latin alphabets of Europe and Vietnam becomes plain letters', async () => {
  const letters = characters.filter((character) => /[\u00c0-\u017f\u1e00-\u1e9b\u1e9e\u1ea0-\u1ef9]/.test(character))
  const folded = await foldInDatabase(letters)
  expect(letters.filter((_, nth) => !/^[a-z]{1,2}$/.test(folded[nth] ?? ''))).toEqual(['×', '÷'])
})

test.each([
  ['sian', ['Siân', 'SIÂN', 'Sia\u0302n', 'Ｓｉａｎ']],
  ['lukasz', ['Łukasz', 'ŁUKASZ']],
  ['obrien', ["O'Brien", 'O’Brien', 'O‘Brien', 'O`Brien', 'O´Brien', 'Oʼbrien', 'O′Brien', 'O＇Brien', 'O\u200bBrien']],
  ['strasse', ['Straße', 'STRASSE', 'STRAẞE']],
  ['jean-luc', ['Jean-Luc', 'Jean‑Luc', 'Jean–Luc']],
  ['de la tour', ['de\u00a0la Tour', 'De La Tour']],
  ['istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul']],
  ['γιωργοσ', ['Γιώργος', 'ΓΙΏΡΓΟΣ', 'γιωργος']],
  ['김민준', ['김민준', '김민준'.normalize('NFD')]],
])('fold_text: %s', async (folded, texts) => {
  expect(await foldInDatabase(texts)).toEqual(texts.map(() => folded))
  expect(texts.map(foldText)).toEqual(texts.map(() => folded))
})

test('a folded text folds to itself', async () => {
  const texts = await foldInDatabase(characters)
  const again = await foldInDatabase(texts)
  expect(texts.filter((text, nth) => again[nth] !== text)).toEqual([])
}, 120_000)

test('a costly text of 500 characters is folded within 20 ms', async () => {
  for (const text of ['ﷺ', 'A\u0301\u0301', '㍿', 'ß', '한', '🅵'].map((part) => part.repeat(500).slice(0, 500))) {
    const started = performance.now()
    await foldInDatabase(Array.from({ length: 10 }, (_, n) => `${text}${n}`))
    expect([text.slice(0, 2), (performance.now() - started) / 10 < 20]).toEqual([text.slice(0, 2), true])
  }
})
