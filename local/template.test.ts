import { existsSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPortFree } from './postgres/ports'
import { startTemporaryStack, type TemporaryStack } from './template'
import { startTemporaryDatabase } from './temporaryDatabase'

function portOf(url: string): number {
  return Number(new URL(url).port)
}

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

describe('two temporary stacks', () => {
  let one: TemporaryStack
  let two: TemporaryStack

  beforeAll(async () => {
    ;[one, two] = await Promise.all([startTemporaryStack(), startTemporaryStack()])
  })
  afterAll(() => Promise.all([one.destroy(), two.destroy()]))

  test('share no port and no data', async () => {
    const urls = [one, two].flatMap((stack) => [stack.apiUrl, stack.databaseUrl, stack.mailboxUrl])
    expect(new Set(urls.map(portOf)).size).toBe(6)

    const signUp = await fetch(`${one.apiUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: one.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'user@fernbank.example',
        password: 'a long enough password',
        data: { full_name: 'Test User' },
      }),
    })
    expect(signUp.status).toBe(200)
    const count = `select count(*)::int as people from auth.users`
    expect(await query(one.databaseUrl, count)).toEqual([{ people: 1 }])
    expect(await query(two.databaseUrl, count)).toEqual([{ people: 0 }])
  })

  test('hash passwords at the lowest cost', async () => {
    expect(await query(one.databaseUrl, 'select password_hash_cost as cost from private.settings')).toEqual([
      { cost: 4 },
    ])
    const [user] = await query(one.databaseUrl, 'select encrypted_password as hash from auth.users')
    expect(user?.hash).toMatch(/^\$2a\$04\$/)
  })

  test('offer keys, a mailbox and a database for each role', async () => {
    expect(one.keys).toMatchObject({ publishable: expect.stringMatching(/^sb_publishable_/) })
    expect((await fetch(`${one.mailboxUrl}/api/v1/messages`)).status).toBe(200)
    expect(await query(one.adminUrl, 'select current_user as role')).toEqual([{ role: 'supabase_admin' }])
    expect(await query(one.databaseUrlAs('authenticator'), 'select current_user as role')).toEqual([
      { role: 'authenticator' },
    ])
  })
})

test('leaves no files and no open ports after destroy()', async () => {
  const stack = await startTemporaryStack()
  const [folder] = await query(stack.adminUrl, `select current_setting('data_directory') as path`)
  expect(existsSync(String(folder?.path))).toBe(true)
  await stack.destroy()
  expect(existsSync(String(folder?.path))).toBe(false)
  for (const url of [stack.apiUrl, stack.databaseUrl, stack.mailboxUrl])
    expect(await isPortFree(portOf(url))).toBe(true)
})

test('keeps committed data when the database is killed, and the services reconnect', async () => {
  const stack = await startTemporaryStack({ isDurable: true })
  const statuses = async () => {
    const headers = { apikey: stack.keys.secret, 'content-type': 'application/json' }
    const answers = await Promise.all([
      fetch(`${stack.apiUrl}/rest/v1/kept?select=id`, { headers }),
      // Auth answers 400 after it has looked for the user in the database.
      fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'unknown@fernbank.example', password: 'unknown' }),
      }),
    ])
    return answers.map(({ status }) => status)
  }
  await query(
    stack.databaseUrl,
    'create table public.kept (id int); insert into public.kept values (1); grant select on public.kept to service_role',
  )
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 400])

  await stack.killDatabase()
  await expect(query(stack.databaseUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  await stack.restartDatabase()
  expect(await query(stack.databaseUrl, 'select id from public.kept')).toEqual([{ id: 1 }])
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 400])
  await stack.destroy()
})

test('starts a database without services, with or without the demo users', async () => {
  const [empty, seeded] = await Promise.all([startTemporaryDatabase(), startTemporaryDatabase({ seed: true })])
  const people = 'select count(*)::int as count from auth.users'
  expect(await query(empty.databaseUrl, people)).toEqual([{ count: 0 }])
  expect((await query(seeded.databaseUrl, people))[0]?.count).toBeGreaterThanOrEqual(5)
  await Promise.all([empty.destroy(), seeded.destroy()])
})
