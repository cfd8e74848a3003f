import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A form shows a refusal at the field that the server's hint names. It cannot show it at a field that it does not have.

const readAll = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n')

const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name))

/** Switches, lists and accounts, which are no named fields of a form, and what only another client can send. */
const withoutForm = [
  'category',
  'colour',
  'filter',
  'frozen',
  'hours',
  'kind',
  'need',
  'reached',
  'requestId',
  'secret',
  'state',
  'to',
  'undoSeconds',
  'who',
]

test('every field that a hint of the database names is a field of a form', () => {
  const hints = namesIn(
    readAll('supabase/migrations', /\.sql$/),
    /(?:'field:|array\[(?=\S+ '[A-Z])'|require_words\('|require_fixed_words\(\w+, '|card_limit\(\w+, ')([a-z]\w*)'/g,
  )
  const fields = namesIn(readAll('src', /\.tsx$/), /\b(?:errors\.|form\.field\(')(\w+)/g)
  expect([...hints].filter((name) => !fields.has(name)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(
    withoutForm,
  )
})
