import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signJwt } from '../auth/jwt'
import { createFixture, dropFixture } from './restFixture'
import { openTarget, type Target } from './target'

const me = '00000000-0000-4000-8000-000000000001'
let target: Target
let database: postgres.Sql
let service: SupabaseClient
let anon: SupabaseClient
let user: SupabaseClient

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 1, onnotice: () => {} })
  service = client(target.secretKey)
  anon = client()
  user = client(target.publishableKey, await token(hourAhead()))
  await database.unsafe(dropFixture + createFixture)
  await until(async () => (await service.rpc('contract_add', { a: 1 })).data === 11)
})

afterAll(async () => {
  await database.unsafe(dropFixture)
  await database.end()
  await target.close()
})

function client(key = target.publishableKey, accessToken?: string): SupabaseClient {
  return createClient(target.apiUrl, key, {
    ...(accessToken === undefined
      ? { auth: { persistSession: false, autoRefreshToken: false } }
      : { accessToken: () => Promise.resolve(accessToken) }),
    global: { headers: { 'x-contract-note': 'hello' } },
  })
}

function hourAhead(): number {
  return Math.floor(Date.now() / 1000) + 3600
}

function token(exp: number, secret = target.jwtSecret): Promise<string> {
  return signJwt({ role: 'authenticated', aud: 'authenticated', sub: me, exp }, secret)
}

/** The API reads a changed schema with a delay. */
async function until(reached: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(reached, { timeout: 20_000, interval: 50 })
}

type RawOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

function raw(path: string, options: RawOptions = {}): Promise<Response> {
  const headers = { apikey: target.secretKey, 'content-type': 'application/json', ...options.headers }
  return fetch(`${target.apiUrl}/rest/v1/${path}`, { ...options, headers })
}

/** The token may be malformed. */
async function askWith(accessToken: string) {
  return client(target.publishableKey, accessToken).from('contract_owned').select()
}

async function raise(code: string) {
  return service.rpc('contract_raise', { code })
}

/** Posts the raw body and returns status and error code. */
async function post(body: string): Promise<unknown[]> {
  const response = await raw('contract_teams', { method: 'POST', body })
  const { code } = z.object({ code: z.string() }).parse(await response.json())
  return [response.status, code]
}

function ids(rows: { id: number }[] | null): number[] | undefined {
  return rows?.map(({ id }) => id)
}

describe('select', () => {
  test('returns columns, aliases and casts', async () => {
    const { data } = await service
      .from('contract_people')
      .select('id, called:name, height::text, data, born')
      .eq('id', 1)
      .single()
    expect(data).toEqual({
      id: 1,
      called: 'Ada',
      height: '1.70',
      data: { pet: { kind: 'cat', names: ['Tom', 'Kit'] } },
      born: '2001-02-03T04:05:06+00:00',
    })
  })

  test('select does not round numbers', async () => {
    const response = await raw('contract_people?select=height,data&id=eq.4')
    expect(await response.text()).toMatch(/"height":100\.10,\s*"data":\{"n": 12345678901234567890\}/)
  })

  test('embeds many-to-one, one-to-many and one-to-one relationships', async () => {
    const { data } = await service
      .from('contract_people')
      .select('name, team:contract_teams(name, contract_people(id)), contract_badges(label)')
      .in('id', [1, 3, 4])
      .order('id')
      .order('id', { referencedTable: 'team.contract_people', ascending: false })
    expect(data).toEqual([
      {
        name: 'Ada',
        team: { name: 'Ash', contract_people: [{ id: 2 }, { id: 1 }] },
        contract_badges: { label: 'gold' },
      },
      { name: 'Cy "the" Fox, Jr.', team: { name: 'Birch', contract_people: [{ id: 3 }] }, contract_badges: null },
      { name: 'Dee', team: null, contract_badges: null },
    ])
  })

  test('tells relationships apart by a hint', async () => {
    const both = await service
      .from('contract_matches')
      .select('home:contract_teams!contract_matches_home_id_fkey(name), away:contract_teams!away_id(name)')
    expect(both.data).toEqual([{ home: { name: 'Ash' }, away: { name: 'Birch' } }])
    expect((await service.from('contract_matches').select('home_id(name)')).data).toEqual([
      { home_id: { name: 'Ash' } },
    ])
  })

  test('filters, orders and limits embedded rows, and filters by them with !inner', async () => {
    const teams = service.from('contract_teams')
    const filtered = await teams.select('id, contract_people(id)').eq('contract_people.id', 2).order('id')
    expect(filtered.data?.map((team) => team.contract_people)).toEqual([[{ id: 2 }], [], []])
    const inner = await teams.select('id, contract_people!inner(id)').eq('contract_people.name', 'Ben')
    expect(inner.data).toEqual([{ id: 1, contract_people: [{ id: 2 }] }])
    const limited = await teams
      .select('contract_people(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'contract_people', ascending: false })
      .limit(1, { referencedTable: 'contract_people' })
    expect(limited.data).toEqual([{ contract_people: [{ id: 2 }] }])
    const either = await teams
      .select('id, contract_people(id)')
      .or('id.eq.1,name.eq.Dee', { referencedTable: 'contract_people' })
      .order('id')
    expect(either.data?.[0]).toEqual({ id: 1, contract_people: [{ id: 1 }] })
  })

  test.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=not.eq.2', [1, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2', [2, 3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['name=like.*e*', [2, 3, 4]],
    ['name=like.%25e%25', [2, 3, 4]],
    ['name=not.like.*e*', [1]],
    ['name=ilike.a*', [1]],
    ['name=match.^[AB]', [1, 2]],
    ['name=imatch.^a', [1]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4]],
    ['name=in.("Cy \\"the\\" Fox, Jr.",Ben)', [2, 3]],
    ['team_id=is.null', [4]],
    ['team_id=not.is.null', [1, 2, 3]],
    ['team_id=isdistinct.1', [3, 4]],
    ['tags=cs.{green}', [1, 2]],
    ['tags=cd.{green,blue}', [2, 3]],
    ['tags=ov.{red,blue}', [1]],
    ['data=cs.{"pet":{"kind":"cat"}}', [1]],
    ['or=(id.eq.1,name.eq.Ben)', [1, 2]],
    ['or=(id.lt.2,and(id.gt.2,id.lt.4))', [1, 3]],
    ['not.and=(id.gte.2,id.lte.3)', [1, 4]],
    ['or=(id.in.(1,2),name.like."*Fox, Jr.")', [1, 2, 3]],
    ['and=(id.not.eq.1,tags.cs.{green,red})', []],
    ['id=gt.1&id=lt.4', [2, 3]],
  ])('%s', async (filter, expected) => {
    const response = await raw(`contract_people?select=id&order=id&${encodeFilter(filter)}`)
    expect(await response.json()).toEqual(expected.map((id) => ({ id })))
  })

  test('orders with nulls first or last', async () => {
    const people = service.from('contract_people')
    const nullsFirst = await people.select('id').order('height', { nullsFirst: true }).limit(2)
    expect(ids(nullsFirst.data)).toEqual([3, 1])
    const tallest = await people.select('id').order('height', { ascending: false, nullsFirst: false })
    expect(ids(tallest.data)).toEqual([4, 2, 1, 3])
  })

  test('returns pages and counts, and counts without rows', async () => {
    const people = service.from('contract_people')
    const page = await people.select('id', { count: 'exact' }).order('id').range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] })
    const head = await people.select('*', { count: 'exact', head: true }).gt('id', 2)
    expect(head).toMatchObject({ status: 200, count: 2, data: null })
    const beyond = await people.select('id', { count: 'exact' }).range(50, 60)
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
  })

  test('single() returns one row or an error', async () => {
    const people = service.from('contract_people')
    expect((await people.select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    expect(await people.select('id').eq('id', 0).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect(await people.select('id').single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect((await people.select('id').eq('id', 0).maybeSingle()).data).toBeNull()
  })

  test('returns at most 1000 rows', async () => {
    await database.unsafe(`create table public.contract_many (id int primary key);
      insert into public.contract_many select generate_series(1, 1001); grant all on public.contract_many to service_role`)
    await until(async () => (await service.from('contract_many').select('id').limit(1)).error === null)
    const { data, count } = await service.from('contract_many').select('id', { count: 'exact' })
    expect(data).toHaveLength(1000)
    expect(count).toBe(1001)
  })
})

describe('writes', () => {
  beforeEach(async () => {
    await database`delete from public.contract_people where id >= 100 or name like 'New%'`
    await database`update public.contract_people set nickname = 'none'`
  })

  test('inserts one row, several rows and no row', async () => {
    const people = service.from('contract_people')
    const one = await people
      .insert({ name: 'New', height: 1.5, tags: ['x'], data: { a: [1] } })
      .select('name, height, tags, data, nickname')
    expect(one).toMatchObject({
      status: 201,
      data: [{ name: 'New', height: 1.5, tags: ['x'], data: { a: [1] }, nickname: 'none' }],
    })
    expect(await people.insert({ name: 'New 2' })).toMatchObject({ status: 201, data: null })
    const several = await people.insert([{ name: 'New 3', nickname: 'Trey' }, { name: 'New 4' }]).select('nickname')
    expect(several.data).toEqual([{ nickname: 'Trey' }, { nickname: null }])
    expect(await people.insert([]).select()).toMatchObject({ status: 201, data: [] })
  })

  test('inserts a row of defaults', async () => {
    const { data } = await service.from('contract_guarded').insert({}).select('shown').single()
    expect(data).toEqual({ shown: null })
  })

  test('upsert merges or ignores duplicates', async () => {
    const people = service.from('contract_people')
    const merged = await people.upsert({ name: 'Ben', nickname: 'B' }, { onConflict: 'name' }).select('id, nickname')
    expect(merged).toMatchObject({ status: 200, data: [{ id: 2, nickname: 'B' }] })
    const byKey = await people
      .upsert([
        { id: 2, name: 'Ben', nickname: 'C' },
        { id: 200, name: 'New', nickname: 'D' },
      ])
      .select('id')
    expect(byKey).toMatchObject({ status: 201, data: [{ id: 2 }, { id: 200 }] })
    const ignored = await people
      .upsert(
        [
          { name: 'Ben', nickname: 'E' },
          { name: 'New 2', nickname: 'F' },
        ],
        { onConflict: 'name', ignoreDuplicates: true },
      )
      .select('nickname')
    expect(ignored.data).toEqual([{ nickname: 'F' }])
    expect((await people.select('nickname').eq('id', 2).single()).data).toEqual({ nickname: 'C' })
  })

  test('update and delete change the filtered rows', async () => {
    const people = service.from('contract_people')
    const updated = await people
      .update({ nickname: 'N' }, { count: 'exact' })
      .eq('id', 1)
      .select('nickname, contract_teams(name)')
    expect(updated).toMatchObject({ status: 200, count: 1, data: [{ nickname: 'N', contract_teams: { name: 'Ash' } }] })
    expect(await people.update({ nickname: 'O' }).or('id.eq.2,name.eq.Dee')).toMatchObject({ status: 204, data: null })
    const named = await people.select('id').eq('nickname', 'O').order('id')
    expect(named.data).toEqual([{ id: 2 }, { id: 4 }])
    await people.insert({ name: 'New' })
    expect((await people.delete().eq('name', 'New').select('name')).data).toEqual([{ name: 'New' }])
    expect(await people.delete({ count: 'exact' }).eq('name', 'New')).toMatchObject({ status: 204, count: 0 })
  })

  test('stores text that looks like SQL names as text', async () => {
    const text = `"contract_people". 'quoted' \\ $1 "public"."contract_people".`
    await service.from('contract_people').update({ nickname: text }).eq('id', 1)
    const { data } = await service
      .from('contract_people')
      .update({ nickname: 'found' })
      .eq('nickname', text)
      .select('id')
    expect(data).toEqual([{ id: 1 }])
  })

  test('refuses an update or delete without a filter', async () => {
    const refused = { status: 400, error: { code: '21000' } }
    expect(await service.from('contract_people').update({ nickname: 'all' })).toMatchObject({
      ...refused,
      error: { message: 'UPDATE requires a WHERE clause' },
    })
    expect(await service.from('contract_people').delete()).toMatchObject({
      ...refused,
      error: { message: 'DELETE requires a WHERE clause' },
    })
    expect((await service.from('contract_people').select('id').eq('nickname', 'all')).data).toEqual([])
  })

  test('rolls back a write of more rows than allowed, or of other than one row', async () => {
    const people = service.from('contract_people')
    // The client's types offer maxAffected only with generated schema types.
    const tooMany = people.update({ nickname: 'much' }).gt('id', 0).maxAffected(1) as unknown as PromiseLike<unknown>
    expect(await tooMany).toMatchObject({
      status: 400,
      error: { code: 'PGRST124' },
    })
    expect(await people.update({ nickname: 'much' }).gt('id', 0).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    })
    expect((await people.select('id').eq('nickname', 'much')).data).toEqual([])
  })
})

describe('rights', () => {
  test('refuses a role without a grant: 401 for anon, 403 for a user', async () => {
    expect(await anon.from('contract_teams').select()).toMatchObject({ status: 401, error: { code: '42501' } })
    expect(await user.from('contract_teams').select()).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await anon.rpc('contract_secret')).toMatchObject({ status: 401, error: { code: '42501' } })
    expect(await user.rpc('contract_secret')).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  test('enforces column grants', async () => {
    const guarded = user.from('contract_guarded')
    expect((await guarded.select('id, shown').eq('id', 1)).data).toEqual([{ id: 1, shown: 'a' }])
    expect(await guarded.select('*')).toMatchObject({ status: 403, error: { code: '42501' } })
    expect((await guarded.insert({ hidden: 'h', shown: 'new' }).select('shown')).data).toEqual([{ shown: 'new' }])
    expect(await guarded.insert({ hidden: 'h', shown: 'new' })).toMatchObject({ status: 201 })
    expect(await guarded.insert({ hidden: 'h' }).select('hidden')).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect((await guarded.update({ hidden: 'i' }).eq('id', 1).select('shown')).data).toEqual([{ shown: 'a' }])
    expect(await guarded.update({ hidden: 'i' }).eq('hidden', 'i')).toMatchObject({ status: 403 })
    expect(await guarded.update({ id: 5 }).eq('id', 1)).toMatchObject({ status: 403 })
    expect((await guarded.delete().eq('shown', 'new').select('shown')).data).toHaveLength(2)
  })

  test('policies read the claims of the token', async () => {
    const owned = user.from('contract_owned')
    expect((await owned.select('id')).data).toEqual([{ id: 1 }])
    expect((await owned.update({ note: 'x' }).eq('id', 2).select()).data).toEqual([])
    expect(await owned.insert({ id: 3, owner: '00000000-0000-4000-8000-000000000002' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect((await service.from('contract_owned').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('gives the database the caller, the request and the time limit', async () => {
    const { data: asUser } = await user.rpc('contract_context')
    expect(asUser).toMatchObject({
      user: 'authenticated',
      role: 'authenticated',
      subject: me,
      note: 'hello',
      method: 'POST',
      path: '/rpc/contract_context',
      read_only: 'on',
      timeout: '3s',
    })
    const { data: asVisitor } = await anon.rpc('contract_context', {}, { get: true })
    expect(asVisitor).toMatchObject({ user: 'anon', role: 'anon', subject: null, method: 'GET', timeout: '3s' })
    expect((await service.rpc('contract_context')).data).toMatchObject({ user: 'service_role', role: 'service_role' })
  })

  test('ends a call after the time limit that its function declares', async () => {
    expect(await service.rpc('contract_impatient')).toMatchObject({ status: 500, error: { code: '57014' } })
  })

  test('refuses expired, forged and malformed tokens', async () => {
    expect(await askWith(await token(hourAhead() - 7200))).toMatchObject({
      status: 401,
      error: { code: 'PGRST303', message: 'JWT expired' },
    })
    expect(await askWith(await token(hourAhead(), 'another secret of more than thirty-two characters'))).toMatchObject({
      status: 401,
      error: { code: 'PGRST301', message: 'No suitable key or wrong key type' },
    })
    expect(await askWith('malformed')).toMatchObject({
      status: 401,
      error: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
    })
    expect(await askWith('a.b.c')).toMatchObject({ status: 401, error: { code: 'PGRST301' } })
  })
})

describe('functions', () => {
  test('return values, void, lists and rows', async () => {
    expect(await service.rpc('contract_add', { a: 1, b: 2 })).toMatchObject({ status: 200, data: 3 })
    expect((await service.rpc('contract_add', { a: 1 })).data).toBe(11)
    expect((await service.rpc('contract_add', { a: 1 }, { get: true })).data).toBe(11)
    expect(await service.rpc('contract_nothing')).toMatchObject({ status: 204, data: null, error: null })
    expect((await service.rpc('contract_names')).data).toEqual(['Ash', 'Birch', 'Cedar'])
    expect((await service.rpc('contract_first_team')).data).toEqual({ id: 1, name: 'Ash' })
    const given = { value: { deep: [1, 'x', null] }, list: [1, 2] }
    expect((await service.rpc('contract_echo', given)).data).toEqual(given)
    expect((await service.rpc('contract_echo', { value: 5, list: [3, 4] }, { get: true })).data).toEqual({
      value: 5,
      list: [3, 4],
    })
  })

  test('return tables that can be selected from, filtered, ordered, counted and embedded into', async () => {
    const members = await service
      .rpc('contract_members', { team: 1 }, { count: 'exact' })
      .select('name, contract_teams(name)')
      .gt('height', 1.5)
      .order('name', { ascending: false })
      .limit(1)
    expect(members).toMatchObject({ count: 2, data: [{ name: 'Ben', contract_teams: { name: 'Ash' } }] })
    const summary = await service.rpc('contract_summary').eq('team', 'Ash').single()
    expect(summary.data).toEqual({ team: 'Ash', members: 2 })
    expect(await service.rpc('contract_summary').single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const byGet = await service.rpc('contract_members', { team: 1 }, { get: true }).select('id').eq('name', 'Ada')
    expect(byGet.data).toEqual([{ id: 1 }])
    const head = await service.rpc('contract_members', { team: 1 }, { head: true, count: 'exact' })
    expect(head).toMatchObject({ status: 200, count: 2, data: null })
  })

  test('return one value as the column pgrst_scalar, which the request can cast and filter', async () => {
    const call = (query: string, name = 'contract_text') => raw(`rpc/${name}${query}`, { method: 'POST', body: '{}' })
    expect(await (await call('?select=pgrst_scalar::int', 'contract_digits')).json()).toBe(123)
    const failed = await call('?select=pgrst_scalar::int')
    expect(failed.status).toBe(400)
    expect(await failed.json()).toMatchObject({
      code: '22P02',
      message: expect.stringContaining('"a secret"') as unknown,
    })
    expect(await (await call('?pgrst_scalar=eq.other')).text()).toBe('null')
    expect(await (await call('?pgrst_scalar=like.a*')).json()).toBe('a secret')
    expect(await (await call('?select=other')).json()).toMatchObject({ code: '42703' })
  })

  test('functions are rolled back when the answer cannot be cast', async () => {
    const renamed = await raw('rpc/contract_renamed?select=pgrst_scalar::int', { method: 'POST', body: '{}' })
    expect(renamed.status).toBe(400)
    expect((await service.from('contract_teams').select('name').eq('id', 3).single()).data).toEqual({ name: 'Cedar' })
  })

  test('write only when they are volatile and called by POST', async () => {
    const given = { team: 3, new_name: 'Cedar' }
    expect(await service.rpc('contract_rename', given)).toMatchObject({ status: 204 })
    expect(await service.rpc('contract_rename', given, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    })
    expect((await service.rpc('contract_quiet_rename', given)).error).not.toBeNull()
  })

  test('functions are refused when unknown or ambiguous', async () => {
    expect(await service.rpc('contract_missing')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await service.rpc('contract_add', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
    expect(await service.rpc('contract_add')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await service.rpc('contract_overloaded', { a: 1 })).toMatchObject({
      status: 300,
      error: { code: 'PGRST203' },
    })
    const patched = await raw('rpc/contract_add', { method: 'PATCH', body: '{"a":1}' })
    expect(patched.status).toBe(405)
  })

  test('raise errors with status, code, details and hint', async () => {
    expect(await raise('P0001')).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'It went wrong', details: 'The detail', hint: 'The hint' },
    })
    expect(await raise('PT409')).toMatchObject({ status: 409, error: { code: 'PT409', message: 'It went wrong' } })
    expect(await raise('23505')).toMatchObject({ status: 409 })
    expect(await raise('40001')).toMatchObject({ status: 500 })
  })
})

describe('errors', () => {
  test.each([
    ['unknown table', 'contract_missing', 404, 'PGRST205'],
    ['unknown column', 'contract_teams?select=nope', 400, '42703'],
    ['unknown column in a filter', 'contract_teams?nope=eq.1', 400, '42703'],
    ['unknown type in a cast', 'contract_teams?select=id::nope', 400, '42704'],
    ['value of the wrong type', 'contract_teams?id=eq.x', 400, '22P02'],
    ['unknown relationship', 'contract_teams?select=contract_guarded(id)', 400, 'PGRST200'],
    ['more than one relationship', 'contract_matches?select=contract_teams(id)', 300, 'PGRST201'],
    ['filter on a table that is not embedded', 'contract_teams?contract_people.id=eq.1', 400, 'PGRST108'],
    ['no operator', 'contract_teams?id=1', 400, 'PGRST100'],
    ['broken select', 'contract_teams?select=id,(', 400, 'PGRST100'],
    ['broken order', 'contract_teams?order=id.sideways', 400, 'PGRST100'],
    ['broken logic', 'contract_teams?or=(id.eq.1', 400, 'PGRST100'],
  ])('%s', async (_name, path, status, code) => {
    const response = await raw(path)
    expect(response.status).toBe(status)
    const body: unknown = await response.json()
    expect(body).toMatchObject({ code, message: expect.any(String) })
    expect(Object.keys(body ?? {}).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
  })

  test('refuses invalid bodies', async () => {
    expect(await post('{')).toEqual([400, 'PGRST102'])
    expect(await post('[{"id":8},{"name":"x"}]')).toEqual([400, 'PGRST102'])
    expect(await post('{"id":8,"nope":1}')).toEqual([400, 'PGRST204'])
    expect(await post('{"id":8,"name":null}')).toEqual([400, '23502'])
    expect(await post('{"id":1,"name":"x"}')).toEqual([409, '23505'])
    const orphan = await service.from('contract_badges').insert({ person_id: 999 })
    expect(orphan).toMatchObject({ status: 409, error: { code: '23503' } })
  })

  test('refuses an unknown schema, media type and strict preference', async () => {
    const otherSchema = await raw('contract_teams', { headers: { 'accept-profile': 'auth' } })
    expect([otherSchema.status, await otherSchema.json()]).toMatchObject([406, { code: 'PGRST106' }])
    const otherType = await raw('contract_teams', { headers: { accept: 'application/unknown' } })
    expect([otherType.status, await otherType.json()]).toMatchObject([406, { code: 'PGRST107' }])
    const strict = await raw('contract_teams', { headers: { prefer: 'handling=strict, nonsense' } })
    expect([strict.status, await strict.json()]).toMatchObject([400, { code: 'PGRST122' }])
  })
})

test('offers a new table and a new column after they are created', async () => {
  const later = service.from('contract_later')
  await database.unsafe(
    'create table public.contract_later (id int primary key); grant all on public.contract_later to service_role',
  )
  await expect.poll(async () => (await later.upsert({ id: 1 })).error, { timeout: 20_000 }).toBeNull()
  await database.unsafe(`alter table public.contract_later add column extra text; notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await later.upsert({ id: 1, extra: 'x' })).error, { timeout: 20_000 }).toBeNull()
  await database.unsafe('drop table public.contract_later')
  await expect.poll(async () => (await later.select()).error?.code, { timeout: 20_000 }).toBe('PGRST205')
})

describe('hostile requests', () => {
  const hostile = `id" from pg_roles; drop table public.contract_teams; --`

  test.each([
    `contract_teams?select=${encodeURIComponent(`"${hostile.replaceAll('"', '\\"')}"`)}`,
    `contract_teams?select=${encodeURIComponent(`id::text) from pg_roles; --`)}`,
    `contract_teams?select=${encodeURIComponent(`id::text as x, (select rolname from pg_roles limit 1)`)}`,
    `contract_teams?select=${encodeURIComponent(`id'x'||(select 1)`)}`,
    `contract_teams?${encodeURIComponent(hostile)}=eq.1`,
    `contract_teams?order=${encodeURIComponent(`id;drop table public.contract_teams`)}`,
    `contract_teams?name=${encodeURIComponent(`like(english'); drop table public.contract_teams; --).x`)}`,
    `contract_teams?id=${encodeURIComponent(`is.null; drop table public.contract_teams`)}`,
    `contract_teams?id=${encodeURIComponent(`eq(any); drop table public.contract_teams; --.1`)}`,
    encodeURIComponent(`contract_teams"; drop table public.contract_teams; --`),
    `rpc/${encodeURIComponent(`contract_names"(); drop table public.contract_teams; --`)}`,
    `contract_teams?id=eq.%00`,
  ])('%s', async (path) => {
    const response = await raw(path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect((await service.from('contract_teams').select('id')).data).toHaveLength(3)
  })

  test('compares text as text', async () => {
    const text = `x' or '1'='1`
    expect((await service.from('contract_teams').select().eq('name', text)).data).toEqual([])
    expect((await service.from('contract_teams').select().eq('name', `\\' or 1=1 --`)).data).toEqual([])
    expect((await service.from('contract_teams').select().in('name', [text, `"}'`, '\\'])).data).toEqual([])
    expect((await service.from('contract_teams').select().like('name', text)).data).toEqual([])
    const body = JSON.stringify({ [`name") select 1; drop table public.contract_teams; --`]: 1 })
    expect((await raw('contract_teams', { method: 'POST', body })).status).toBe(400)
    const conflict = encodeURIComponent(`"id) do nothing; drop table public.contract_teams; --"`)
    const upsert = await raw(`contract_teams?on_conflict=${conflict}`, {
      method: 'POST',
      headers: { prefer: 'resolution=merge-duplicates' },
      body: '{"id":1,"name":"x"}',
    })
    expect(upsert.status).toBe(400)
    expect((await service.from('contract_teams').select('id')).data).toHaveLength(3)
  })
})

/** Encodes the characters that a URL cannot hold. */
function encodeFilter(filter: string): string {
  return encodeURI(filter).replaceAll('%2525', '%25').replaceAll('+', '%2B')
}
