import { beforeEach, expect, test } from 'vitest'
import { request } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { aCustomer, aSuperAdmin, anAdmin, withPeople } from '../fixtures/people'

const { sql, as, cara, agent, boss } = withPeople({
  cara: aCustomer('Cara Customer'),
  agent: anAdmin(['manage_chat']),
  boss: aSuperAdmin(),
})

type Shown = { reference: string; kind: string; screen: string }
const report = (reference: string, kind = 'PostgrestError 42P01', screen = '/cards') =>
  as(cara)`select public.report_shown_error(${reference}, ${kind}, ${screen})`
const list = (reference: string | null = null) =>
  as(boss)<Shown[]>`select reference, kind, screen from public.list_shown_errors(${reference})`

beforeEach(async () => {
  await sql`delete from private.shown_errors`
  await sql`delete from private.attempts`
})

test('customers and agents do not read the errors', async () => {
  for (const person of [cara, agent])
    await expect(as(person)`select public.list_shown_errors()`).rejects.toMatchObject({ code: 'PT403' })
})

test('a super admin finds the error whose reference a customer reads out', async () => {
  await report('K7WMQ2')
  await report('ABCDEF', 'TypeError', '/admin/users/:id')
  expect(await list('k7w mq2')).toEqual([{ reference: 'K7WMQ2', kind: 'PostgrestError 42P01', screen: '/cards' }])
  expect(await list()).toHaveLength(2)
  expect(await list('ZZZZZZ')).toEqual([])
})

test('an error keeps neither the person nor a text that can name them', async () => {
  await report('K7WMQ2', 'Cara has 24680 and cara@mail.example', '/pay/12345678')
  expect(await list()).toEqual([{ reference: 'K7WMQ2', kind: 'other', screen: '/:other' }])
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = 'private.shown_errors'::regclass and attnum > 0`
  expect(columns.map(({ name }) => name)).toEqual(['reference', 'kind', 'screen', 'shown_at'])
})

test('a report without a reference of the app is left out', async () => {
  for (const reference of ['', 'abcdef', 'ABCDEFG', '24680', null as unknown as string]) await report(reference)
  expect(await list()).toEqual([])
})

test('a person reports at most 20 errors on a day, and others still report theirs', async () => {
  const letters = 'ABCDEFGHJKMNPQRSTVWXYZ2345'
  for (let nth = 0; nth < 25; nth++) await report(`AAAAA${letters[nth]}`)
  expect(await list()).toHaveLength(20)
  await as(boss)`select public.report_shown_error('BBBBBB', 'TypeError', '/')`
  expect(await list('BBBBBB')).toHaveLength(1)
})

test('a visitor reports an error, and many visitors neither fill the disk nor keep out the errors of users', async () => {
  const asVisitor = (reference: string) =>
    request(sql, 'anon', (db) => db`select public.report_shown_error(${reference}, 'TypeError', '/auth')`)
  await asVisitor('ABCDEF')
  expect(await list()).toHaveLength(1)
  await sql`
    insert into private.shown_errors (reference, kind, screen)
    select 'A' || translate(lpad((nth)::text, 5, '0'), '01', 'XY'), 'TypeError', '/auth' from generate_series(1, 9999) nth`
  await asVisitor('BBBBBB')
  expect(await list('BBBBBB')).toEqual([])
  await report('CCCCCC')
  expect(await list('CCCCCC')).toHaveLength(1)
})

test('errors are deleted after 30 days', async () => {
  await report('ABCDEF')
  await report('BBBBBB')
  await sql`update private.shown_errors set shown_at = now() - interval '30 days 1 minute' where reference = 'ABCDEF'`
  await runJob(sql, 'delete-old-shown-errors')
  expect((await list()).map(({ reference }) => reference)).toEqual(['BBBBBB'])
})
