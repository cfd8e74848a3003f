import { createHash, randomBytes, randomInt } from 'node:crypto'
import postgres from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, request, startDatabase } from '../fixtures/database'
import { addAdmin, approve, signUp } from '../fixtures/people'
import { canSignInWith, pinOf } from '../fixtures/staff'

// Several users have the same PIN: it finds its owner by the browser, or with the sign-in address.
const { sql, as, adminUrl } = startDatabase()

const pin = '40718'
const wrongPin = '00000'
const browser = () => randomBytes(32).toString('hex')
let client: string

beforeEach(async () => {
  client = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  await sql`delete from private.attempts where true`
  await sql`delete from private.committed_wrong_pins where true`
  await sql`select setval(s.oid::regclass, 0) from pg_class s where s.relname ~ '^wrong_pins' and s.relkind = 'S'`
  await bind('all')
})

const bind = (binding: 'off' | 'staff' | 'all') =>
  sql`update private.settings set device_binding = ${binding} where only_row`

type Guess = { pin?: string | null; token?: string | null; email?: string | null; from?: string }

/** One request of a visitor. Returns the answer, or the refusal. */
async function find({ pin: guess = pin, token = null, email = null, from = client }: Guess = {}): Promise<unknown> {
  try {
    const [row] = await request(sql, 'anon', async (db) => {
      await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': from })}, true)`
      return db<{ answer: unknown }[]>`select public.get_email_by_pin(${guess}, ${token}, ${email}) as answer`
    })
    return row?.answer
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.code
    throw error
  }
}

const found = ({ email }: Person) => [{ user_email: email, user_approved: true }]
const needsEmail = { needs_email: true, wrong_pin: false }
const wrongHere = { needs_email: true, wrong_pin: true }

const setPin = ({ id }: Person, to = pin) => sql`select private.set_pin(${id}, ${to})`
async function customerWith(to = pin): Promise<Person> {
  const person = await signUp(sql)
  await approve(sql, person)
  await setPin(person, to)
  return person
}
const hashOf = ({ id }: Person, token: string) => createHash('sha256').update(`${id}${token}`).digest()
const useBrowser = async (person: Person, token: string) =>
  sql`insert into private.seen_browsers (user_id, token_hash) values (${person.id}, ${hashOf(person, token)})`
/** Users with this PIN, who have a browser each. */
async function crowd(people: number, to: string) {
  await sql`update private.settings set password_hash_cost = 4 where only_row`
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password)
    select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
      n || ${`@crowd${to}.example`}, ''
    from generate_series(1, ${people}) n`
  await sql`
    with crowd as (
      update private.pins p set pin_hmac = private.pin_hmac(${to})
      from auth.users u where u.id = p.user_id and u.email like ${`%@crowd${to}.example`} returning p.user_id
    )
    insert into private.seen_browsers (user_id, token_hash) select user_id, sha256(user_id::text::bytea) from crowd`
}

describe('where each device is confirmed', () => {
  test('a thousand users have one PIN, and each is found on the browser that they have used', async () => {
    await crowd(1000, '58206')
    const [one, other] = [await customerWith('58206'), await customerWith('58206')]
    const [first, second] = [browser(), browser()]
    await useBrowser(one, first)
    await useBrowser(other, second)
    expect(await find({ pin: '58206', token: first })).toEqual(found(one))
    expect(await find({ pin: '58206', token: second })).toEqual(found(other))
    expect(await find({ pin: '58206', token: browser() })).toEqual(wrongHere)
    expect(await find({ pin: '58206', email: other.email })).toEqual(found(other))
  })

  test('two users of one browser with the same PIN are asked for the address, without a count', async () => {
    const token = browser()
    const [one, other] = [await customerWith(), await customerWith()]
    await useBrowser(one, token)
    await useBrowser(other, token)
    for (let nth = 0; nth < 7; nth++) expect(await find({ token })).toEqual(needsEmail)
    expect(await find({ token, email: one.email })).toEqual(found(one))
    expect(await find({ token, email: other.email })).toEqual(found(other))
  })

  test('an unknown browser is asked for the address whatever the PIN, without a count', async () => {
    await customerWith()
    for (const guess of [pin, wrongPin, '', 'abcde', null, '1'.repeat(400)])
      for (let nth = 0; nth < 2; nth++) expect(await find({ pin: guess })).toEqual(needsEmail)
    expect(await sql`select from private.attempts where failures > 0`).toHaveLength(0)
  })

  test('a mistyped PIN on a known browser never opens the account of a stranger, and is counted', async () => {
    const [owner, stranger] = [await customerWith(), await customerWith('58207')]
    const token = browser()
    await useBrowser(owner, token)
    await useBrowser(stranger, browser())
    for (const guess of ['58207', wrongPin, '58207', wrongPin, '58207'])
      expect(await find({ pin: guess, token })).toEqual(wrongHere)
    expect(await find({ token })).toBe('PT429')
    expect(await find({ token, from: '192.0.2.1' })).toEqual(found(owner))
  })

  test.each([
    ['made up', () => browser()],
    ['too long', () => 'a'.repeat(65)],
    ['of another form', () => 'A'.repeat(64)],
    ['empty', () => ''],
    ['not text', () => '\u{1F600}'.repeat(16)],
  ])('a token that is %s finds nobody and is counted', async (_, token) => {
    const owner = await customerWith()
    await useBrowser(owner, browser())
    for (let nth = 0; nth < 5; nth++) expect(await find({ token: token() })).toEqual(wrongHere)
    expect(await find({ token: token() })).toBe('PT429')
  })

  test('a text that is too long is refused', async () => {
    expect(await find({ token: 'a'.repeat(501) })).toBe('PT400')
    expect(await find({ email: 'a'.repeat(501) })).toBe('PT400')
  })

  test('a removed device is an unknown browser', async () => {
    const owner = await customerWith()
    const token = browser()
    const [device] = await sql<{ id: string }[]>`
      insert into private.devices (user_id, token_hash, name) values (${owner.id}, ${hashOf(owner, token)}, 'Phone') returning id`
    await useBrowser(owner, token)
    expect(await find({ token })).toEqual(found(owner))
    await sql`select private.forget_devices(${[device?.id ?? '']}::uuid[])`
    expect(await find({ token })).toEqual(wrongHere)
  })
})

describe('where devices need no confirmation', () => {
  test.each(['off', 'staff'] as const)('the only user in the bank with a PIN is found by it: %s', async (binding) => {
    await bind(binding)
    const only = await customerWith('58208')
    expect(await find({ pin: '58208' })).toEqual(found(only))
    expect(await find({ pin: wrongPin })).toEqual([])
    await setPin(only, '58209')
    expect(await find({ pin: '58208' })).toEqual([])
  })

  test('several are told apart by the browser or by the address, and asking is counted', async () => {
    await bind('off')
    const [one, other] = [await customerWith('58210'), await customerWith('58210')]
    const token = browser()
    await useBrowser(one, token)
    expect(await find({ pin: '58210', token })).toEqual(found(one))
    expect(await find({ pin: '58210', email: other.email })).toEqual(found(other))
    for (let nth = 0; nth < 5; nth++) expect(await find({ pin: '58210' })).toEqual(needsEmail)
    expect(await find({ pin: '58210' })).toBe('PT429')
  })

  test('a member of staff is asked for the address where the devices of staff are confirmed', async () => {
    await bind('off')
    const admin = await addAdmin(sql, [])
    await bind('staff')
    await setPin(admin, '58211')
    expect(await find({ pin: '58211' })).toEqual(needsEmail)
    expect(await find({ pin: '58211', email: admin.email })).toEqual(found(admin))
  })
})

describe('the pair of a PIN and an address', () => {
  test('finds its user, in any case and with spaces around it', async () => {
    const owner = await customerWith()
    await customerWith()
    expect(await find({ email: owner.email })).toEqual(found(owner))
    expect(await find({ email: ` ${owner.email.toUpperCase()} ` })).toEqual(found(owner))
  })

  test.each([
    ['the address of another user', (): Guess => ({ email: stranger.email })],
    ['an unknown address', (): Guess => ({ email: 'nobody@test.example' })],
    ['no address', (): Guess => ({ email: '' })],
    ['a wrong PIN', (): Guess => ({ pin: wrongPin, email: owner.email })],
    ['a wrong PIN and an unknown address', (): Guess => ({ pin: wrongPin, email: 'nobody@test.example' })],
    ['no PIN', (): Guess => ({ pin: null, email: owner.email })],
  ])('%s: the same answer, counted, and locked for the client and for the address', async (_, guess) => {
    for (let nth = 0; nth < 5; nth++) expect(await find(guess())).toEqual([])
    expect(await find(guess())).toBe('PT429')
    expect(await find({ ...guess(), from: '192.0.2.2' })).toBe('PT429')
    expect(await find({ email: third.email, from: '192.0.2.2' })).toEqual(found(third))
  })
  let owner: Person
  let stranger: Person
  let third: Person
  beforeEach(async () => {
    owner = await customerWith('58212')
    stranger = await customerWith('58213')
    third = await customerWith()
  })

  test('tries from many clients lock the address, known or not, and not its owner on their browser', async () => {
    const token = browser()
    await useBrowser(owner, token)
    for (const email of [owner.email, 'nobody@test.example']) {
      for (let nth = 0; nth < 5; nth++)
        expect(await find({ pin: wrongPin, email, from: `198.51.100.${nth}` })).toEqual([])
      expect(await find({ pin: '58212', email, from: '198.51.100.9' })).toBe('PT429')
    }
    expect(await find({ pin: '58212', token, from: '198.51.100.9' })).toEqual(found(owner))
  })

  test('a wrong pair is counted for the address where no rollback reaches', async () => {
    for (let nth = 0; nth < 5; nth++)
      await sql
        .begin(async (db) => {
          await db`select set_config('request.headers', ${`{"x-forwarded-for": "203.0.113.${nth}"}`}, true)`
          await db`select public.get_email_by_pin(${wrongPin}, null, ${owner.email})`
          throw new Error('rolled back')
        })
        .catch(() => undefined)
    expect(await sql`select from private.attempts where key like 'email:%'`).toHaveLength(0)
    expect(await find({ pin: '58212', email: owner.email, from: '203.0.113.9' })).toBe('PT429')
  })

  test('no address is stored with the tries', async () => {
    await find({ pin: wrongPin, email: owner.email })
    const keys = await sql<{ key: string }[]>`select key from private.attempts order by key`
    expect(keys.map(({ key }) => key)).toEqual([expect.stringMatching(/^email:[0-9a-f]{64}$/), `pin:${client}`])
  })
})

describe('the work', () => {
  /** How often each function is called, and how often the tables are searched. Postgres counts both for each connection. */
  async function workFor(guess: Guess) {
    const admin = postgres(adminUrl(), { max: 1, onnotice: () => undefined })
    const work = await admin.begin(async (db) => {
      await db`select set_config('track_functions', 'all', true)`
      await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': client })}, true)`
      await db`select public.get_email_by_pin(${guess.pin ?? pin}, ${guess.token ?? null}, ${guess.email ?? null})`
      const calls = await db`select funcname, calls from pg_stat_xact_user_functions order by 1, 2`
      const searches = await db<{ relname: string; times: number }[]>`
        select relname, idx_scan::integer as times from pg_stat_xact_all_tables
        where relname in ('pins', 'seen_browsers', 'users') order by 1`
      return { calls: [...calls], searches: [...searches] }
    })
    await admin.end()
    return work
  }

  test('is the same for a PIN of nobody, of one user and of many', async () => {
    await crowd(300, '58214')
    await customerWith('58215')
    const token = browser()
    const works = []
    for (const guess of ['58214', '58215', wrongPin]) works.push(await workFor({ pin: guess, token }))
    expect(works[0]?.searches).toContainEqual({ relname: 'seen_browsers', times: 1000 })
    expect(works[1]).toEqual(works[0])
    expect(works[2]).toEqual(works[0])
  })

  test('is the same for an unknown address, a wrong PIN and a wrong pair', async () => {
    const [owner, stranger] = [await customerWith('58216'), await customerWith('58217')]
    const works = []
    for (const guess of [
      { pin: '58216', email: 'nobody@test.example' },
      { pin: wrongPin, email: owner.email },
      { pin: '58216', email: stranger.email },
    ])
      works.push(await workFor(guess))
    expect(works[1]).toEqual(works[0])
    expect(works[2]).toEqual(works[0])
  })
})

test('a PIN that others have can be given at a sign-up, by its owner, by staff, and in the mailbox', async () => {
  await bind('off')
  const admin = await addAdmin(sql, ['approve_users'])
  const [one, other] = [await customerWith('58218'), await customerWith()]
  await as(admin)`select public.update_user(${other.id}, p_pin => '58218')`
  const newcomer = await signUp(sql)
  await setPin(newcomer, '58218')
  await approve(sql, newcomer)
  for (const person of [one, other, newcomer]) {
    expect(await pinOf(sql, person)).toBe('58218')
    expect(await canSignInWith(sql, person, '58218')).toBe(true)
    expect(await find({ pin: '58218', email: person.email })).toEqual(found(person))
  }
  await as(admin)`select * from public.send_all_pins()`
  const inboxes = await sql`
    select distinct message from public.user_notifications
    where user_id in ${sql([one.id, other.id, newcomer.id])} and title = 'Your Security PIN'`
  expect(inboxes).toEqual([{ message: expect.stringContaining('58218') as unknown }])
})

test('no role of the API compares the hashes of PINs', async () => {
  const rights = await sql`
    select r.role, c.relname from unnest(array['anon', 'authenticated', 'service_role']) as r (role)
    cross join pg_class c
    where c.oid = 'private.pins'::regclass and (
      has_table_privilege(r.role, c.oid, 'select') or has_any_column_privilege(r.role, c.oid, 'select')
    )`
  expect(rights).toEqual([])
  const answers = await sql`
    select f.proname from pg_proc f
    where f.pronamespace = 'public'::regnamespace
      and (pg_get_function_result(f.oid) ~ 'pin_hmac|private\.pins' or f.proname = 'pin_hmac')`
  expect(answers).toEqual([])
})
