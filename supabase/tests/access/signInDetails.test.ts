import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { type Db, refusalOf, startDatabase, withRollback } from '../fixtures/database'
import { addCustomer } from '../fixtures/people'

const { sql, adminUrl } = startDatabase()

const passwordMatchesPin = async (db: Db, id: string) =>
  (
    await db`
      select u.encrypted_password = extensions.crypt(private.read_pin(u.id) || '0', u.encrypted_password) as matches
      from auth.users u where u.id = ${id}`
  )[0]?.matches as unknown

/** Runs with the rights of the auth server, in a transaction that is rolled back. */
async function asAuthServer(run: (db: postgres.TransactionSql) => Promise<void>): Promise<void> {
  const superuser = postgres(adminUrl(), { max: 1, onnotice: () => undefined })
  await withRollback(superuser, async (db) => {
    await db`set local role supabase_auth_admin`
    await run(db)
  })
  await superuser.end()
}

describe('the auth server', () => {
  test.each(['email', 'email_change', 'phone', 'phone_change', 'encrypted_password'])(
    'the auth server cannot change the %s of a user',
    async (column) => {
      const customer = await addCustomer(sql)
      await asAuthServer(async (db) => {
        const change = (q: Db) => q`update auth.users set ${q(column)} = '07000000000' where id = ${customer.id}`
        expect(await refusalOf(db, change)).toMatchObject({ code: 'PT403' })
      })
    },
  )

  test('changes the rest of the row', async () => {
    const customer = await addCustomer(sql)
    await asAuthServer(async (db) => {
      const { count } = await db`
        update auth.users set email = email, last_sign_in_at = now(), raw_user_meta_data = '{}' where id = ${customer.id}`
      expect(count).toBe(1)
    })
  })
})

test('a function of the schema changes the PIN and the password', async () => {
  const customer = await addCustomer(sql)
  await withRollback(sql, async (db) => {
    await db`select private.set_pin(${customer.id}, private.random_pin())`
    expect(await passwordMatchesPin(db, customer.id)).toBe(true)
  })
})

describe('the second factor of a user', () => {
  test('exists from the sign-up on, and no code is valid for its secret', async () => {
    const customer = await addCustomer(sql)
    const factors = await sql`
      select status::text, factor_type::text, secret from auth.mfa_factors where user_id = ${customer.id}`
    expect(factors).toEqual([{ status: 'verified', factor_type: 'totp', secret: expect.any(String) }])
    // The auth server pads the secret, writes it in capitals and reads it as base32: these characters are no base32.
    expect(String(factors[0]?.secret).toUpperCase()).toMatch(/[^A-Z2-7=\r\n]/)
  })

  test('exists for every user', async () => {
    await addCustomer(sql)
    expect(
      await sql`select u.id from auth.users u where not exists (
        select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')`,
    ).toEqual([])
  })
})
