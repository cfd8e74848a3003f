import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { z } from 'zod'
import { createRest } from '../../../../local/rest/createRest'
import { startTemporaryStack, type TemporaryStack } from '../../../../local/template'
import { authorisation, processMessage } from '../../fixtures/cards'
import { late, withRollback } from '../../fixtures/database'
import { signUpOverHttp } from '../../fixtures/stack'
import { type Role, permissions, roles, tables } from './expectedRights'
import { type OwnedRows, addOwnedRows } from './ownedRows'
import { fetchInTurn } from '../../../functions/_shared/fetchInTurn.ts'

/** A user who owns one row of every kind. */
export type RightsUser = OwnedRows & {
  role: Role
  id: string
  email: string
  token: string | null
  /** Over HTTP. */
  supabase: SupabaseClient
  /** Without HTTP: the same token, checks and SQL, in the same service, one request after the other. */
  direct: SupabaseClient
}

const unknownRows = z.array(z.record(z.string(), z.unknown()))
type Row = z.infer<typeof unknownRows>[number]
export type OwnedRow = { table: string; id: string; owner: Role | null; kind: string; values: Row }
/** The rows of every table as JSON text, which keeps every digit of a number. */
export type Snapshot = ReadonlyMap<string, string>

export type RightsFixture = Awaited<ReturnType<typeof startRightsFixture>>

/** A stack with one user of each role. `before` is what its tables contain, and `restore` undoes what a test changed. */
export async function startRightsFixture() {
  const stack = await startTemporaryStack()
  const sql = postgres(stack.adminUrl, {
    max: 1,
    onnotice: () => undefined,
    // Postgres would start two workers to read the small tables of each snapshot, which takes ten times as long.
    connection: { max_parallel_workers_per_gather: '0' },
  })
  const rest = await createRest({ url: stack.databaseUrlAs('authenticator'), jwtSecret: stack.keys.jwtSecret })
  const directFetch = fetchDirectly(rest)
  const users = await Promise.all(roles.map((role) => createUser(stack, sql, role, directFetch)))
  const userByRole = new Map<Role, RightsUser>(users.map((user) => [user.role, user]))
  const userWith = (role: Role) => userByRole.get(role) ?? missing(role)

  for (const role of ['signed out', 'signed out staff'] as const) {
    await sql`delete from auth.sessions where user_id = ${userWith(role).id}`
  }
  await sql`update public.profiles set approved = false where id in ${sql([userWith('pending').id, userWith('staff without approval').id])}`
  await userWith('approve_users')
    .direct.rpc('delete_person', { p_user_id: userWith('deleted').id })
    .throwOnError()

  await suspend(sql, userWith('suspended').id, false)
  await suspend(sql, userWith('suspended staff').id, true)

  // The mails about the new devices of these users. A later call would send them, and change rows.
  await sql`update private.due_mails set sent_at = now() where sent_at is null`
  // All other users are on a known device. The long idle limit keeps slow tests from ending a session.
  await sql`update private.settings set device_binding = 'all', idle_money_minutes = 600 where true`

  const tablesInDatabase = await sql<{ name: string; columns: string[]; key: string[]; all_columns: string[] }[]>`
    select n.nspname || '.' || c.relname as name,
      (select array_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as all_columns,
      (select array_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a
        on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname in ('public', 'private') or (n.nspname = 'auth' and c.relname in ('users', 'sessions')))
      -- Append-only, also for the superuser.
      and c.oid <> 'private.audit_log'::regclass
    order by 1`
  // Each insert and update gives a row a new xmin, so that a table with the same number and sum is unchanged.
  const marking = tablesInDatabase
    .map(({ name }) => `select '${name}' as name, count(*) || ' ' || sum(xmin::text::bigint) as mark from ${name}`)
    .join(' union all ')
  // Prepared: planned again each time, it would take six times as long.
  await sql.unsafe(`prepare marks as ${marking}`)
  let marks = new Map<string, string | null>()
  let rows = new Map<string, string>()
  let transactions: string | null = null

  async function snapshot(): Promise<Snapshot> {
    // Reading the marks takes longest, and most calls that are refused begin no transaction that writes.
    const [now] = await sql<{ transactions: string }[]>`select pg_current_snapshot()::text as transactions`
    if (now !== undefined && now.transactions === transactions) return rows
    transactions = now?.transactions ?? null
    const marked = await sql<{ name: string; mark: string | null }[]>`execute marks`
    const newMarks = new Map(marked.map(({ name, mark }) => [name, mark]))
    const changed = tablesInDatabase.filter(({ name }) => !rows.has(name) || newMarks.get(name) !== marks.get(name))
    marks = newMarks
    if (changed.length === 0) return rows
    const read = await sql.unsafe<{ name: string; rows: string }[]>(
      changed
        .map(
          ({ name }) =>
            `select '${name}' as name, coalesce(jsonb_agg(t order by t::text collate "C")::text, '[]') as rows from ${name} t`,
        )
        .join(' union all '),
    )
    rows = new Map([...rows, ...read.map((table) => [table.name, table.rows] as const)])
    return rows
  }

  const before = await snapshot()

  /** Writes the rows of `before` back, with triggers and foreign keys off. */
  async function restore(): Promise<void> {
    // Sequences count wrong PINs, because a rollback does not undo them.
    await sql`
      select setval(oid::regclass, 0) from pg_class
      where relkind = 'S' and relnamespace = 'private'::regnamespace and relname like 'wrong\\_pins%'
        and pg_sequence_last_value(oid) > 0`
    const now = await snapshot()
    const changed = tablesInDatabase.filter(({ name }) => now.get(name) !== before.get(name))
    if (changed.length === 0) return
    await sql.begin(async (db) => {
      await db`set local session_replication_role = replica`
      for (const { name, columns } of changed) {
        const list = columns.map((column) => `"${column}"`).join(', ')
        await db.unsafe(`delete from ${name} where true`)
        await db.unsafe(
          `insert into ${name} (${list}) overriding system value
           select ${list} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
          [before.get(name) ?? '[]'],
        )
      }
    })
  }

  /** Deletes all rows, with triggers and foreign keys off. */
  async function deleteAll(table: string): Promise<void> {
    await sql.begin(async (db) => {
      await db`set local session_replication_role = replica`
      await db`delete from ${db(`public.${table}`)} where true`
    })
  }

  /**
   * The error code of each statement that this user runs; null for one that succeeds. Nothing is stored. Thousands of
   * requests would take minutes. Postgres answers them with the same role and claims.
   */
  async function errorCodesOf({ token }: RightsUser, statements: string[]): Promise<(string | null)[]> {
    const claims = token === null ? { role: 'anon' } : z.looseObject({ role: z.string() }).parse(decodeJwt(token))
    let codes: (string | null)[] = []
    await withRollback(sql, async (db) => {
      await db`create schema probe`
      await db`grant usage on schema probe to anon, authenticated`
      await db`
        create function probe.error_codes(p_statements text[]) returns text[] language plpgsql as $$
        declare
          v_statement text;
          v_codes text[];
        begin
          foreach v_statement in array p_statements loop
            begin
              execute v_statement;
              v_codes := array_append(v_codes, null);
            exception when others then
              v_codes := array_append(v_codes, sqlstate);
            end;
          end loop;
          return v_codes;
        end $$`
      await db`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`
      const [row] = await db<{ codes: string[] }[]>`select probe.error_codes(${statements}) as codes`
      codes = row?.codes ?? []
    })
    return codes
  }

  const ownerOf = new Map<unknown, Role>(
    users.flatMap(({ id, chat, role }) => [[id, role] as const, [chat, role] as const]),
  )

  /** The rows of a public table with their owners. */
  function rowsOf(state: Snapshot, table: string): OwnedRow[] {
    const key = tablesInDatabase.find(({ name }) => name === `public.${table}`)?.key ?? []
    return parseRows(state.get(`public.${table}`)).map((values) => ({
      table,
      id: key.map((column) => String(values[column])).join(' '),
      owner: ownerOf.get(values[ownerColumn(table)]) ?? null,
      kind: kindOf(table, values),
      values,
    }))
  }

  return {
    stack,
    sql,
    userWith,
    tables: tablesInDatabase
      .filter(({ name }) => name.startsWith('public.'))
      .map((table) => ({ ...table, name: table.name.slice(7) })),
    before,
    snapshot,
    restore,
    deleteAll,
    errorCodesOf,
    rowsOf,
    async close() {
      await Promise.all(users.map(({ supabase }) => supabase.removeAllChannels()))
      await sql.end()
      await rest.close()
      await stack.destroy()
    },
  }
}

/** Starts the fixture for the test file. Each test begins with the same rows. */
export function withRights(): RightsFixture {
  let started: RightsFixture | undefined
  const fixture = late(() => started ?? missing('the fixture'))
  beforeAll(async () => {
    started = await startRightsFixture()
  }, 120_000)
  afterAll(() => fixture.close())
  afterEach(() => fixture.restore())
  return fixture
}

/** One request after the other keeps to one connection, so that Postgres compiles and plans each function only once. */
function fetchDirectly(rest: Awaited<ReturnType<typeof createRest>>) {
  let last: Promise<unknown> = Promise.resolve()
  return async (...parameters: Parameters<typeof fetch>) => {
    const request = new Request(...parameters)
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const caller = { role: 'anon', token: token.startsWith('sb_') ? null : token, address: '127.0.0.1' } as const
    const response = last.then(() => rest.fetch(request, caller))
    last = response
    return response
  }
}

export const columnsOf = (fixture: RightsFixture, table: string) =>
  fixture.tables.find(({ name }) => name === table)?.all_columns ?? []

export const readableColumns = (fixture: RightsFixture, table: string) =>
  columnsOf(fixture, table).filter((column) => !(tables[table]?.hidden ?? []).includes(column))

export const parseRows = (json: string | undefined): Row[] => unknownRows.parse(JSON.parse(json ?? '[]'))

/** The column that names a row's owner. A chat message belongs to the owner of its conversation. */
export function ownerColumn(table: string): string {
  return { profiles: 'id', chat_messages: 'conversation_id', admin_permissions: 'admin_id' }[table] ?? 'user_id'
}

/** The value besides the owner that rights on a table depend on. */
function kindOf(table: string, row: Row): string {
  if (table === 'chat_conversations') return String(row.status)
  if (table === 'chat_messages') return String(row.sender_type)
  if (table === 'scheduled_payments') return row.processed === true ? 'processed' : 'not processed'
  if (table === 'admin_permissions') return String(row.permission)
  return ''
}

function missing(what: string): never {
  throw new Error(`${what} is missing`)
}

async function createUser(
  stack: TemporaryStack,
  sql: postgres.Sql,
  role: Role,
  directFetch: typeof fetch,
): Promise<RightsUser> {
  const user = await signUpOverHttp(stack, {
    email: `secret-${role.replaceAll(/\W/g, '-')}@test.example`,
    fullName: `Secret ${role}`,
  })
  const { email, token } = user
  const clientWith = (options: SupabaseClientOptions<'public'>) =>
    createClient(stack.apiUrl, stack.keys.publishable, options)
  const signedOut = { auth: { persistSession: false } }
  const signedIn = { accessToken: async () => token }
  const direct = clientWith({ ...signedIn, global: { fetch: directFetch } })
  await sql`update public.profiles set
    approved = true, notification_email = ${email},
    address_line_1 = '1 High Street', address_line_2 = 'Flat 1', town = 'Leeds', postcode = 'LS1 1AA'
  where id = ${user.id}`
  const owned = await addOwnedRows(
    sql,
    user,
    async (name, args) => (await direct.rpc(name, args).throwOnError()).data,
    role !== 'staff on an unknown device',
  )
  await giveStaffRights(sql, user.id, role)
  await processMessage(sql, authorisation({ card: owned.card, amount: '5.00', merchant: 'Secret Merchant' }))
  return {
    role,
    id: user.id,
    email,
    token: role === 'anon' ? null : token,
    ...(role === 'anon'
      ? { supabase: clientWith(signedOut), direct: clientWith({ ...signedOut, global: { fetch: directFetch } }) }
      : { supabase: clientWith({ ...signedIn, global: { fetch: fetchInTurn } }), direct }),
    ...owned,
  }
}

const fullRightsWithoutAccess = new Set<Role>([
  'signed out staff',
  'suspended staff',
  'staff without approval',
  'staff on an unknown device',
])

/** As suspend_user does, but the session stays, as after a new sign-in. */
async function suspend(sql: postgres.Sql, id: string, isStaff: boolean): Promise<void> {
  await sql`update public.profiles set suspended_at = now() where id = ${id}`
  await sql`update public.accounts set is_frozen = true where user_id = ${id}`
  if (isStaff) await sql`update auth.users set banned_until = '2999-12-31' where id = ${id}`
  else await sql`select private.open_suspension(${id}, 'fraud', 'Secret reason', null, now())`
}

async function giveStaffRights(sql: postgres.Sql, id: string, role: Role): Promise<void> {
  const isAdmin = role === 'admin' || permissions.some((permission) => permission === role)
  const hasFullRights = fullRightsWithoutAccess.has(role)
  if (isAdmin || hasFullRights) await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`
  if (role === 'super_admin' || hasFullRights)
    await sql`insert into public.user_roles (user_id, role) values (${id}, 'super_admin')`
  const held =
    hasFullRights || role === 'permissions without role'
      ? permissions
      : permissions.filter((permission) => permission === role)
  for (const permission of held)
    await sql`insert into public.admin_permissions (admin_id, permission) values (${id}, ${permission})`
}
