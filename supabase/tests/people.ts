import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { type Db, type Person, request } from './database'

export type Account = {
  id: string
  sort_code: string
  account_number: string
  balance: string
  account_holder_name: string
}
export type Customer = Person & { account: Account }

/** Inserts what the auth server inserts; the bank's own trigger does the rest. */
export async function signUp(db: Db, fullName = 'Test Person'): Promise<Person> {
  const id = randomUUID()
  const email = `${id}@test.example`
  await db`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
    values (
      '00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, 'from the client',
      ${JSON.stringify({ full_name: fullName })}::text::jsonb, now(), now()
    )`
  return { id, email, sessionId: await startSession(db, id) }
}

async function startSession(db: Db, userId: string): Promise<string> {
  const sessionId = randomUUID()
  await db`insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${userId}, now(), now())`
  return sessionId
}

export async function approve(db: Db, person: Person): Promise<void> {
  await db`update public.profiles set approved = true where id = ${person.id}`
}

/** An approved person with an account, made the way that real customers are. */
export async function addCustomer(sql: postgres.Sql, fullName?: string): Promise<Customer> {
  const person = await signUp(sql, fullName)
  await approve(sql, person)
  await request(sql, person, (db) => db`select public.open_current_account()`)
  return { ...person, account: await accountOf(sql, person) }
}

export async function accountOf(db: Db, person: Person): Promise<Account> {
  const [account] = await db<Account[]>`
    select id, sort_code, account_number, balance, account_holder_name from public.accounts where user_id = ${person.id}`
  if (!account) throw new Error('this person has no account')
  return account
}

export async function addAdmin(sql: postgres.Sql, permissions: string[]): Promise<Person> {
  const person = await signUp(sql, 'Test Admin')
  await approve(sql, person)
  await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`
  await grantPermissions(sql, person, permissions)
  return person
}

export async function grantPermissions(db: Db, person: Person, permissions: string[]): Promise<void> {
  await db`
    insert into public.admin_permissions (admin_id, permission)
    select ${person.id}, unnest(${permissions}::text[])`
}
