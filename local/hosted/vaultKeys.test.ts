import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSchemas } from '../migrations/schemas'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { changeKeys, keyNames, parseKeys, readKeys, restoreKeys, writeKeys } from './vaultKeys'

let database: TemporaryDatabase
let sql: Sql
let folder: string

beforeEach(async () => {
  database = await startTemporaryDatabase({ seed: true })
  sql = postgres(database.databaseUrl, { max: 2, onnotice: () => {} })
  folder = mkdtempSync(path.join(tmpdir(), 'fernbank-keys-'))
})
afterEach(async () => {
  // The library waits without end for a connection that broke.
  await sql.end({ timeout: 1 })
  await database.destroy()
  rmSync(folder, { recursive: true })
})

/** What the keys protect. */
async function secrets() {
  return {
    pins: await sql`
      select user_id, private.read_pin(user_id) as pin, pin_hmac = private.pin_hmac(private.read_pin(user_id)) as is_found
      from private.pins order by 1`,
    cards: await sql`
      select card_id, private.read_card_number(card_id) as number, private.read_card_pin(card_id) as pin,
        number_hmac = private.card_number_hmac(private.read_card_number(card_id)) as is_found
      from private.card_secrets order by 1`,
  }
}
const codes = () => sql`select private.read_security_code(card_id) as code from private.card_secrets order by card_id`

/** As in a database that was restored into a new project. */
async function loseRootKey(): Promise<void> {
  const admin = postgres(database.adminUrl, { max: 1 })
  await admin`update _stack.vault_root_key set root_key = extensions.gen_random_bytes(32)`
  await admin.end()
}

test('the list has every key that the schema creates or reads, and the guide names each', () => {
  const schema = [...readSchemas().values()].join('\n')
  const created = [...schema.matchAll(/vault\.create_secret\(.*?, '(\w+)',/g)].map(([, name = '']) => name)
  const read = [...schema.matchAll(/(?:vault_key|encrypt_with)\('(\w+)'/g)].map(([, name = '']) => name)
  expect(created.toSorted()).toEqual(keyNames.toSorted())
  expect([...new Set(read)].toSorted()).toEqual(keyNames.toSorted())
  const guide = readFileSync('docs/backups.md', 'utf8')
  expect(keyNames.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('the restore drill: all PINs and cards can be read again in a project with another root key', async () => {
  const file = path.join(folder, 'keys.json')
  const [before, codesBefore] = [await secrets(), await codes()]
  expect(before.pins).toContainEqual(expect.objectContaining({ pin: '24680', is_found: true }))
  writeKeys(file, await readKeys(sql))
  expect(statSync(file).mode & 0o077).toBe(0)

  await loseRootKey()
  await expect(secrets()).rejects.toThrow('invalid ciphertext')
  await restoreKeys(sql, parseKeys(file))

  expect(await secrets()).toEqual(before)
  expect(await codes()).toEqual(codesBefore)
  // Again: nothing to do.
  await restoreKeys(sql, parseKeys(file))
})

test('restores nothing over a key that works, and no keys that do not fit the data', async () => {
  const right = await readKeys(sql)
  const other = { ...right, pin_lookup_key: '0'.repeat(64) }
  await expect(restoreKeys(sql, other)).rejects.toThrow('pin_lookup_key works here')
  await loseRootKey()
  await expect(restoreKeys(sql, other)).rejects.toThrow('pin_lookup_key does not read private.pins.pin_hmac')
  const wrongStorage = { ...right, card_storage_key: '0'.repeat(64) }
  await expect(restoreKeys(sql, wrongStorage)).rejects.toThrow('does not read private.card_secrets')
  await restoreKeys(sql, right)
  expect(await readKeys(sql)).toEqual(right)
})

test('changes all keys: what they protect stays readable, also what customers change between the steps', async () => {
  const [before, keysBefore, codesBefore] = [await secrets(), await readKeys(sql), await codes()]
  const [first, second] = before.pins.map(({ user_id: id }) => String(id))
  const file = path.join(folder, 'new.json')
  let steps = 0
  await changeKeys(sql, keyNames, file, {
    async onStep(done, table) {
      expect(done).toBeGreaterThan(0)
      if (table !== 'private.pins') return
      steps += 1
      await sql`select private.set_pin(${first ?? ''}, '71824'), private.remove_pin(${second ?? ''})`
    },
  })
  expect(steps).toBe(1)
  const after = await secrets()
  const pins = before.pins
    .filter(({ user_id: id }) => id !== second)
    .map((row) => (row.user_id === first ? { ...row, pin: '71824' } : row))
  expect(after).toEqual({ pins, cards: before.cards })
  expect(await codes()).not.toEqual(codesBefore)
  const keys = await readKeys(sql)
  expect(keyNames.filter((name) => keys[name] === keysBefore[name])).toEqual([])
  expect(parseKeys(file)).toEqual(keys)
  expect(await sql`select name from vault.secrets where name like '%next'`).toHaveLength(0)
})

test('changes nothing when the file of the new keys exists', async () => {
  const before = [await secrets(), await readKeys(sql)]
  const file = path.join(folder, 'keys.json')
  const other = { ...(await readKeys(sql)), pin_storage_key: '0'.repeat(64) }
  writeKeys(file, other)
  await expect(changeKeys(sql, ['pin_storage_key'], file)).rejects.toThrow('exists. Name a new file')
  expect([await secrets(), await readKeys(sql)]).toEqual(before)
  expect(parseKeys(file)).toEqual(other)
})

describe('an interrupted change', () => {
  const file = () => path.join(folder, 'new.json')
  /** Ends the connection of a query that waits for a lock on this table, as a lost network does. */
  async function breakConnectionAt(table: string): Promise<() => Promise<void>> {
    const admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
    const holder = await admin.reserve()
    // Rows can be read, but not written.
    await holder.unsafe(`begin; lock table ${table} in share row exclusive mode`).simple()
    const broken = (async () => {
      const waiting = () => admin`
        select pg_terminate_backend(l.pid) from pg_locks l where not l.granted and l.relation = ${table}::regclass`
      while ((await waiting()).length === 0) await pause(10)
    })()
    return async () => {
      await broken
      await holder`rollback`
      holder.release()
      await admin.end()
    }
  }
  const leftovers = async () => [
    ...(await sql`select name from vault.secrets where name like '%next'`),
    ...(await sql`select nspname from pg_namespace where nspname = 'key_change'`),
  ]

  test.each([
    ['in a step', 'key_change.pins'],
    ['in the step of another table', 'key_change.card_secrets'],
    ['in the last message, which changes all at once', 'private.card_secrets'],
  ])('goes on where it stopped when the connection breaks %s', async (_, table) => {
    const [before, keysBefore] = [await secrets(), await readKeys(sql)]
    let repair: (() => Promise<void>) | undefined
    const done: [string, number][] = []
    const breaking = changeKeys(sql, keyNames, file(), {
      stepRows: 2,
      async onStep(count, name) {
        done.push([name, count])
        if (done.length === 2) repair = await breakConnectionAt(table)
      },
    })
    await expect(breaking).rejects.toThrow(/terminat|CONNECTION_CLOSED|ECONNRESET/)
    await repair?.()
    // The old keys are in force, and customers go on with them.
    expect(await readKeys(sql)).toEqual(keysBefore)
    const [first, second] = before.pins.map(({ user_id: id }) => String(id))
    await sql`select private.set_pin(${first ?? ''}, '71824'), private.remove_pin(${second ?? ''})`

    const saved = existsSync(file()) ? parseKeys(file()) : null
    const again: [string, number][] = []
    await changeKeys(sql, keyNames, file(), {
      stepRows: 2,
      onStep: async (count, name) => void again.push([name, count]),
    })
    // No row is encrypted twice.
    for (const [name, count] of done) expect(again.find(([other]) => other === name)?.[1]).toBeGreaterThanOrEqual(count)
    const pins = before.pins
      .filter(({ user_id: id }) => id !== second)
      .map((row) => (row.user_id === first ? { ...row, pin: '71824' } : row))
    expect(await secrets()).toEqual({ pins, cards: before.cards })
    const keys = await readKeys(sql)
    expect(keyNames.filter((name) => keys[name] === keysBefore[name])).toEqual([])
    expect(parseKeys(file())).toEqual(saved ?? keys)
    expect(await leftovers()).toEqual([])
    // The answer to the last message can be lost too.
    await expect(changeKeys(sql, keyNames, file())).rejects.toThrow('the change is finished')
    expect(await readKeys(sql)).toEqual(keys)
  })

  const interrupt = (names: (typeof keyNames)[number][]) =>
    expect(
      changeKeys(sql, names, file(), { stepRows: 1, onStep: () => Promise.reject(new Error('stopped')) }),
    ).rejects.toThrow('stopped')

  test('is finished before a change of other keys begins', async () => {
    await interrupt(['pin_storage_key'])
    await expect(changeKeys(sql, keyNames, file())).rejects.toThrow('npm run keys -- change pin_storage_key')
    await changeKeys(sql, ['pin_storage_key'], file())
    expect(await leftovers()).toEqual([])
  })

  test('begins again in a database that was restored into a project with another root key', async () => {
    const [before, keys] = [await secrets(), await readKeys(sql)]
    await interrupt(keyNames)
    await loseRootKey()
    await restoreKeys(sql, keys)
    expect(await leftovers()).toEqual([])
    await changeKeys(sql, keyNames, file())
    expect(await secrets()).toEqual(before)
    expect(await readKeys(sql)).toEqual(parseKeys(file()))
  })

  test('is in a schema that no role of the API may enter', async () => {
    await interrupt(keyNames)
    expect(
      await sql`
        select r.rolname from pg_roles r
        where r.rolname in ('anon', 'authenticated', 'service_role')
          and has_schema_privilege(r.rolname, 'key_change', 'usage')`,
    ).toEqual([])
  })
})

test('says nothing of the values when a file is not one of keys', () => {
  const file = path.join(folder, 'keys.json')
  writeKeys(file, Object.fromEntries(keyNames.map((name) => [name, 'short'])) as never)
  expect(() => parseKeys(file)).toThrow(/has not exactly the keys(?!.*short)/)
  writeFileSync(file, '{"pin_lookup_key": "short')
  expect(() => parseKeys(file)).toThrow(/has not exactly the keys(?!.*short)/)
})
