import type postgres from 'postgres'
import { type Db, type Person, request } from './database'
import { approve, signUp } from './people'

export async function addSuperAdmin(sql: postgres.Sql, fullName = 'Test Super'): Promise<Person> {
  const person = await signUp(sql, fullName)
  await approve(sql, person)
  await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'super_admin')`
  return person
}

/** Calls a function that answers with one value, as an API request that commits. */
export async function callAs<T>(
  sql: postgres.Sql,
  person: Person,
  run: (db: Db) => Promise<readonly { answer: T }[]>,
): Promise<T> {
  const [row] = await request(sql, person, run)
  if (!row) throw new Error('the function did not answer')
  return row.answer
}

export async function pinOf(db: Db, person: Person): Promise<string | null> {
  const [row] = await db<{ pin: string | null }[]>`select private.read_pin(${person.id}) as pin`
  return row?.pin ?? null
}

/** Whether this PIN is what the person signs in with. */
export async function signsInWith(db: Db, person: Person, pin: string): Promise<boolean> {
  const [row] = await db<{ matches: boolean }[]>`
    select encrypted_password = extensions.crypt(${pin + '0'}, encrypted_password) as matches
    from auth.users where id = ${person.id}`
  return row?.matches ?? false
}

/** A PIN that nobody has. */
export async function freePin(db: Db): Promise<string> {
  const [row] = await db<{ pin: string }[]>`
    select candidate.pin
    from (select private.random_pin() as pin from generate_series(1, 20)) candidate
    where not exists (select from private.pins p where p.pin_hmac = private.pin_hmac(candidate.pin))
    limit 1`
  if (!row) throw new Error('no PIN is free')
  return row.pin
}
