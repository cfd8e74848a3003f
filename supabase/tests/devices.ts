import { createHash, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { type Db, type Person, request } from './database'

/** What a browser keeps: 64 hexadecimal digits. The same name gives the same browser. */
export function browser(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** A later sign-in of the same person: another session, which is not the one that the sign-up began. */
export async function signInAgain(db: Db, person: Person): Promise<Person> {
  const sessionId = randomUUID()
  await db`
    insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${sessionId}, ${person.id}, clock_timestamp(), clock_timestamp())`
  return { ...person, sessionId }
}

export async function bindDevices(db: Db, binding: 'off' | 'staff' | 'all'): Promise<void> {
  await db`update private.settings set device_binding = ${binding} where only_row`
}

type Recognised = { state: string; code_expires_at: Date | null; tries_left: number | null }

export async function recognise(sql: postgres.Sql, person: Person, token: string): Promise<Recognised> {
  const [row] = await request(sql, person, (db) => db<Recognised[]>`select * from public.recognise_device(${token})`)
  if (!row) throw new Error('the device was not answered')
  return row
}

/** A code that is entered, and then what the bank makes of the device. */
export async function confirm(sql: postgres.Sql, person: Person, token: string, code: string | null) {
  await request(sql, person, (db) => db`select public.enter_device_code(${token}, ${code})`)
  const { state, tries_left: left } = await recognise(sql, person, token)
  return state === 'unknown' ? { is_confirmed: false, tries_left: left ?? 0 } : { is_confirmed: true, tries_left: null }
}

type Issued = { code_id: string; code: string; email: string; full_name: string }

/** As the function that sends the mail asks for it. */
export async function issueCode(sql: postgres.Sql, { id, sessionId }: Person): Promise<Issued> {
  const [row] = await request(
    sql,
    'service_role',
    (db) => db<Issued[]>`select * from public.issue_device_code(${id}, ${sessionId})`,
  )
  if (!row) throw new Error('no code was issued')
  return row
}

/** As if the codes of this person had been sent so much earlier. */
export async function ageCodes(db: Db, person: Person, interval: string): Promise<void> {
  await db`update private.device_codes set created_at = created_at - ${interval}::interval where user_id = ${person.id}`
}
