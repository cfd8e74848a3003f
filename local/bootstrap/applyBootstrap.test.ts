import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { applyBootstrap, bootstrapWarnings } from './applyBootstrap'

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let admin: postgres.Sql
let sql: postgres.Sql

beforeAll(async () => {
  database = await startTemporaryDatabase()
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await Promise.all([admin.end(), sql.end()])
  await database.destroy()
})

test('the bootstrap does nothing the second time', async () => {
  await expect(applyBootstrap(admin)).resolves.toBeUndefined()
})

test('warns about data of another version', async () => {
  expect(await bootstrapWarnings(admin)).toEqual([])
  const [before] = await admin<{ comment: string }[]>`select obj_description('_stack'::regnamespace) as comment`
  await admin`comment on schema _stack is 'another'`
  expect(await bootstrapWarnings(admin)).toEqual([expect.stringContaining('npm run stack:reset')])
  await admin.unsafe(`comment on schema _stack is '${before?.comment}'`)
})

test('postgres is not a superuser, and only service roles bypass row-level security', async () => {
  expect(
    await sql`select rolname from pg_roles where rolsuper or (rolbypassrls and rolname not like 'pg\\_%') order by 1`,
  ).toEqual(['postgres', 'service_role', 'supabase_admin', 'supabase_read_only_user'].map((rolname) => ({ rolname })))
  expect(await sql`select rolname from pg_roles where rolsuper`).toEqual([{ rolname: 'supabase_admin' }])
})

test('API roles have no rights on a new table', async () => {
  await sql`create table public.ungranted (id int)`
  const rights = await sql`
    select role, has_table_privilege(role, 'public.ungranted', 'select, insert, update, delete') as may
    from unnest(array['anon', 'authenticated', 'service_role']) as role`
  expect(rights).toEqual(['anon', 'authenticated', 'service_role'].map((role) => ({ role, may: false })))
})

describe('the vault', () => {
  test('returns a stored secret, and shows no plain text in the column secret', async () => {
    const [made] = await sql<{ id: string }[]>`select vault.create_secret('päss', 'test', 'for a test') as id`
    const read = () =>
      sql`select name, description, secret, decrypted_secret from vault.decrypted_secrets where id = ${made?.id ?? ''}`
    expect(await read()).toEqual([
      {
        name: 'test',
        description: 'for a test',
        secret: expect.not.stringContaining('päss'),
        decrypted_secret: 'päss',
      },
    ])
    await sql`select vault.update_secret(${made?.id ?? ''}, 'new', new_description => 'changed')`
    expect(await read()).toMatchObject([{ name: 'test', description: 'changed', decrypted_secret: 'new' }])
    await expect(sql`select vault.create_secret('other', 'test')`).rejects.toThrow(/secrets_name_idx/)
  })

  test('refuses in a restored database what the platform refuses there: to read a secret, and to update it', async () => {
    const [made] = await sql<{ id: string }[]>`select vault.create_secret('old', 'restored') as id`
    const id = made?.id ?? ''
    await admin`update _stack.vault_root_key set root_key = extensions.gen_random_bytes(32)`
    const refusal = /invalid ciphertext/
    await expect(sql`select decrypted_secret from vault.decrypted_secrets where id = ${id}`).rejects.toThrow(refusal)
    await expect(sql`select vault.update_secret(${id}, 'new')`).rejects.toThrow(refusal)
    await expect(sql`select vault.update_secret(${id}, new_name => 'other')`).rejects.toThrow(refusal)
    await sql`delete from vault.secrets where id = ${id}`
    await sql`select vault.create_secret('old', 'restored')`
    expect(await sql`select decrypted_secret from vault.decrypted_secrets where name = 'restored'`).toEqual([
      { decrypted_secret: 'old' },
    ])
  })

  test('the vault is closed to anon and authenticated', async () => {
    for (const role of ['anon', 'authenticated']) {
      const asRole = (statement: string) =>
        sql.begin(async (transaction) => {
          await transaction.unsafe(`set local role ${role}`)
          await transaction.unsafe(statement)
        })
      await expect(asRole('select * from vault.decrypted_secrets')).rejects.toThrow(/permission denied/)
      await expect(asRole(`select vault.create_secret('x')`)).rejects.toThrow(/permission denied/)
      await expect(asRole('select * from _stack.vault_root_key')).rejects.toThrow(/permission denied/)
    }
  })
})

test('notifies the API of a schema change', async () => {
  const announcements: string[] = []
  const listening = await admin.listen('pgrst', (text) => announcements.push(text))
  await sql`create table public.announced (id int)`
  await sql`drop table public.announced`
  await expect.poll(() => announcements).toEqual(['reload schema', 'reload schema'])
  await listening.unlisten()
})
