import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { catalogueFindings, readCatalogue, type Catalogue } from './catalogue'

const name = 'function private.read_pin(uuid)'
const view = 'view private.live_sessions'

let database: TemporaryDatabase
let sql: Sql
let wanted: Catalogue

beforeAll(async () => {
  database = await startTemporaryDatabase()
  sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
  wanted = await readCatalogue(sql)
})
afterAll(async () => {
  await sql.end()
  await database.destroy()
})

/** The catalogue of a database that prints this object's definition differently. */
function printed(object: string, change: (definition: string) => string): Catalogue {
  const entry = wanted.get(object)
  const definition = change(String(entry?.facts.definition))
  expect(definition).not.toBe(entry?.facts.definition)
  return new Map(wanted).set(object, { parent: null, facts: { ...entry?.facts, definition } })
}

test('another version of Postgres, which prints the same function and view in another way, is no difference', async () => {
  const [asText, asView] = [
    printed(name, (text) => text.replaceAll(/\n\s+/g, ' ').replace('p.pin_encrypted,', '(p.pin_encrypted)::bytea,')),
    printed(view, (text) => text.replaceAll(/\n\s+/g, '  ')),
  ]
  expect(await catalogueFindings(wanted, asText, { again: sql })).toEqual([])
  expect(await catalogueFindings(wanted, asView, { again: sql })).toEqual([])
  expect(await readCatalogue(sql, wanted)).toEqual(wanted)
})

test.each([
  ['of another body', (text: string) => text.replace('pin_encrypted', 'pin_hmac')],
  ['of a text that cannot be read', (text: string) => text.replace('RETURNS', 'RETURN')],
  ['that makes something else', () => 'create function private.other() returns int language sql return 1'],
])('a definition %s is a difference', async (_, change) => {
  expect(await catalogueFindings(wanted, printed(name, change), { again: sql })).toEqual([
    `Not as the migrations make it: the ${name}: another definition.`,
  ])
})
