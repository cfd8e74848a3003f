import type { RealtimeChannel } from '@supabase/supabase-js'
import type { TransactionSql } from 'postgres'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { changedTables, containsDataOf } from './comparisons'
import { type Role, approved, isGranted, roles, tables } from './expectedRights'
import { newRowsFor } from './newRows'
import { type OwnedRow, type RightsUser, ownerColumn, readableColumns, withRights } from './rightsFixture'

const fixture = withRights()

const target = () => fixture.userWith('other customer')
const send = (me: RightsUser, path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${fixture.stack.apiUrl}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: fixture.stack.keys.publishable,
      'content-type': 'application/json',
      ...(me.token === null ? {} : { authorization: `Bearer ${me.token}` }),
      ...headers,
    },
  })
/** Roles without a grant to rows of other users in any table. */
const rolesWithOwnRowsOnly = roles.filter(
  (role) => !['other customer', 'manage_chat', 'approve_users', 'super_admin'].includes(role),
)

describe('HTTP requests', () => {
  test.each(rolesWithOwnRowsOnly)('embedded tables show %s no other user', async (role) => {
    const me = fixture.userWith(role)
    const relations = await fixture.sql<{ from: string; to: string }[]>`
      select c.relname as from, t.relname as to
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace`
    const paths = relations
      .flatMap(({ from, to }) => [[from, to] as const, [to, from] as const])
      .flatMap(([from, to]) => [to, `${to}!inner`].map((embedded) => `${from}?select=id,${embedded}(id,*)`))
    const texts = await Promise.all(
      [
        ...paths,
        'profiles?select=*,accounts(*)',
        'accounts?select=id,transactions(*)',
        'chat_conversations?select=*,chat_messages(*)&chat_messages.order=message',
      ].map(async (path) => [path, await (await send(me, path)).text()] as const),
    )
    expect(texts.filter(([, text]) => containsDataOf(target(), text)).map(([path]) => path)).toEqual([])
  })

  test.each(rolesWithOwnRowsOnly)(
    'no header or method shows %s another user’s data or changes anything',
    async (role) => {
      const me = fixture.userWith(role)
      const them = target()
      const requests = Object.keys(tables).flatMap((table) => {
        const theirs = `${table}?${ownerColumn(table)}=eq.${table === 'chat_messages' ? them.chat : them.id}`
        const row = fixture.rowsOf(fixture.before, table).find(({ owner }) => owner === 'other customer')
        const merged = JSON.stringify({ ...row?.values, ...newRowsFor(fixture, table, me, them)[0]?.row })
        const writing = { prefer: 'return=representation, count=exact' }
        return [
          send(me, theirs, {}, { prefer: 'count=exact' }),
          send(me, theirs, { method: 'HEAD' }, { prefer: 'count=planned' }),
          send(me, theirs, {}, { accept: 'text/csv', range: '0-9' }),
          send(me, `${theirs}&select=count()`),
          send(me, `${theirs}&select=*`, { method: 'PATCH', body: '{"id":null}' }, writing),
          send(me, theirs, { method: 'DELETE' }, writing),
          ...['merge-duplicates', 'ignore-duplicates'].flatMap((resolution) =>
            ['POST', 'PUT'].map((method) =>
              send(
                me,
                method === 'PUT' ? theirs : table,
                { method, body: merged },
                {
                  prefer: `resolution=${resolution}, return=representation, missing=default`,
                },
              ),
            ),
          ),
        ]
      })
      for (const response of await Promise.all(requests)) {
        const range = response.headers.get('content-range')
        expect(range === null || /^\*\/(?:0|\*)$/.test(range), `${response.url} counts ${range}`).toBe(true)
        // A refused write may repeat what it was sent, and no more.
        const text = await response.text()
        expect(response.ok && containsDataOf(them, text), `${response.url} shows ${text}`).toBe(false)
      }
      expect(changedTables(await fixture.snapshot(), fixture.before)).toEqual([])
    },
  )

  test.each([
    'private',
    'auth',
    'realtime',
    'vault',
    'extensions',
    'pg_catalog',
    'information_schema',
    'storage',
    'graphql_public',
  ])('no request reaches the schema %s', async (schema) => {
    const objects = ['pins', 'users', 'sessions', 'messages', 'secrets', 'decrypted_secrets', 'pg_roles', 'tables']
    for (const role of ['anon', 'customer', 'approve_users', 'super_admin'] as const) {
      const me = fixture.userWith(role)
      const answers = await Promise.all(
        objects.flatMap((object) => [
          send(me, object, {}, { 'accept-profile': schema }),
          send(me, object, { method: 'POST', body: '{}' }, { 'content-profile': schema }),
          send(me, `rpc/${object}`, { method: 'POST', body: '{}' }, { 'content-profile': schema }),
          send(me, `${schema}.${object}`),
        ]),
      )
      expect(answers.filter(({ status }) => ![401, 403, 404, 406].includes(status)).map(({ url }) => url)).toEqual([])
    }
  })

  test('refuses an altered or forged token', async () => {
    const [head, body, signature] = fixture.userWith('customer').token?.split('.') ?? []
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      `${head}.${encode({ ...claims, sub: target().id })}.${signature}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, sub: target().id })}.`,
      `${head}.${body}.`,
    ]
    for (const token of forged) {
      const response = await send({ ...fixture.userWith('customer'), token }, 'profiles?select=id')
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ message: expect.any(String) }),
      ])
    }
  })
})

describe('realtime', () => {
  const waiting = { timeout: 30_000, interval: 50 }

  test('sends a change only to roles that can read the row, and only the key of a deleted row', async () => {
    const published = await fixture.sql<{ name: string }[]>`
      select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`
    const publishedTables = published.map(({ name }) => name)
    const theirs = publishedTables.flatMap((table) =>
      fixture.rowsOf(fixture.before, table).filter(({ owner }) => owner === 'other customer'),
    )
    const listeners = await Promise.all(
      roles
        .filter((role) => role !== 'other customer')
        .map(async (role) => {
          const received: Change[] = []
          const channel = fixture.userWith(role).supabase.channel('everything')
          for (const table of publishedTables) {
            channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
              received.push({ eventType: change.eventType, table, new: change.new, old: change.old }),
            )
          }
          return { role, received, status: await subscribed(channel) }
        }),
    )
    expect(listeners.map(({ status }) => status)).toEqual(listeners.map(() => 'ok'))

    // A change does not contain generated columns.
    const columnsInChanges = (table: string) =>
      readableColumns(fixture, table).filter((column) =>
        fixture.tables.find(({ name }) => name === table)?.columns.includes(column),
      )
    const visibleTo = (role: Role) => theirs.filter((row) => isGranted(tables[row.table]?.select, role, row))
    const changeThem = (run: (db: TransactionSql, row: OwnedRow) => Promise<unknown>) =>
      fixture.sql.begin(async (db) => {
        await db`set local session_replication_role = replica`
        for (const row of theirs) await run(db, row)
      })
    await changeThem((db, { table, id }) => db`update ${db(`public.${table}`)} set id = id where id = ${id}`)
    // Rights are checked when a change is sent, so the rows have to exist until then.
    for (const { role, received } of listeners) {
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(visibleTo(role).length), waiting)
    }
    await changeThem((db, { table, id }) => db`delete from ${db(`public.${table}`)} where id = ${id}`)
    for (const { role, received } of listeners) {
      // Every listener receives the deletions, so all earlier changes have arrived by then.
      const deletions = () => received.filter(({ eventType }) => eventType === 'DELETE')
      await vi.waitFor(() => expect(deletions()).toHaveLength(theirs.length), waiting)
      const descriptions = received
        .map((change) => ({ role, ...change }))
        .map(describeChange)
        .filter((description) => description !== '')
      expect(descriptions.toSorted()).toEqual(
        [
          ...visibleTo(role).map(
            ({ table, id }) =>
              `${role} receives UPDATE ${table} ${id}: ${columnsInChanges(table).toSorted().join()} was id`,
          ),
          // Without a token a deletion contains no column.
          ...theirs.filter(() => role !== 'anon').map(({ table }) => `${role} receives DELETE ${table}:  was id`),
        ].toSorted(),
      )
    }
    await Promise.all(listeners.map(({ role }) => fixture.userWith(role).supabase.removeAllChannels()))
  })

  test('only the customer and chat admins can join a typing channel', async () => {
    const canJoin = async (role: Role, chat: string) => {
      const { supabase } = fixture.userWith(role)
      const status = await new Promise((resolve) => {
        supabase.channel(`typing:${chat}`, { config: { private: true } }).subscribe(resolve)
      })
      await supabase.removeAllChannels()
      return status === 'SUBSCRIBED'
    }
    const others = roles.filter((role) => role !== 'other customer')
    const theirChat = await Promise.all(others.map((role) => canJoin(role, target().chat)))
    expect(others.filter((_, index) => theirChat[index])).toEqual(['manage_chat'])
    const ownChat = await Promise.all(roles.map((role) => canJoin(role, fixture.userWith(role).chat)))
    expect(roles.filter((_, index) => ownChat[index])).toEqual(approved)
  })
})

type Change = { eventType: string; table: string; new: Record<string, unknown>; old: Record<string, unknown> }

/** The columns in a change, or nothing when it has none. */
function describeChange({ role, eventType, table, new: row, old }: Change & { role: Role }): string {
  if (Object.keys(row).length + Object.keys(old).length === 0) return ''
  const subject = row.id === undefined ? table : `${table} ${z.string().parse(row.id)}`
  return `${role} receives ${eventType} ${subject}: ${Object.keys(row).toSorted().join()} was ${Object.keys(old).join()}`
}

/** 'SUBSCRIBED' comes before changes arrive. The channel's system message says when they do. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes') resolve(status)
    })
    channel.subscribe()
  })
