import { describe, expect, test } from 'vitest'
import { actingAs, refusalOf, withRollback, setCaller, startDatabase } from '../fixtures/database'
import { approve, signUp } from '../fixtures/people'

const { sql } = startDatabase()

describe('signing up', () => {
  test('creates an unapproved profile and a PIN', () =>
    withRollback(sql, async (db) => {
      const person = await signUp(db, 'Nora New')
      expect(
        await db`select full_name, approved, notification_email from public.profiles where id = ${person.id}`,
      ).toEqual([{ full_name: 'Nora New', approved: false, notification_email: null }])
      const [row] = await db`select private.read_pin(${person.id}) as pin`
      expect(row?.pin).toMatch(/^[1-9]\d{4}$/)
      expect(await db`select id from public.accounts where user_id = ${person.id}`).toHaveLength(0)
    }))

  test('sets the password to the PIN and 0, and ignores the client’s password', () =>
    withRollback(sql, async (db) => {
      const person = await signUp(db)
      const [row] = await db`
        select encrypted_password = extensions.crypt(private.read_pin(id) || '0', encrypted_password) as by_pin,
          encrypted_password = extensions.crypt('from the client', encrypted_password) as by_client
        from auth.users where id = ${person.id}`
      expect(row).toEqual({ by_pin: true, by_client: false })
    }))

  test('a name of millions of characters is cut before anything reads it', () =>
    withRollback(sql, async (db) => {
      const person = await signUp(db, '\u200bﷺ<'.repeat(1_000_000))
      const metadata = async () =>
        (
          await db`
            select octet_length(raw_user_meta_data::text) as length, raw_user_meta_data ? 'more' as more
            from auth.users where id = ${person.id}`
        )[0]
      expect(await metadata()).toEqual({ length: expect.toSatisfy((length: number) => length < 2000), more: false })
      // The auth server takes more metadata from a signed-in user, and puts it into each token.
      await db`
        update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('more', repeat('x', 1000000))
        where id = ${person.id}`
      expect((await metadata())?.more).toBe(false)
      await db`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"more": 1}' where id = ${person.id}`
      expect((await metadata())?.more).toBe(true)
    }))

  test('hashes the password at the cost in the settings, by default 10', () =>
    withRollback(sql, async (db) => {
      const prefix = async (id: string) =>
        (await db`select left(encrypted_password, 7) as it from auth.users where id = ${id}`)[0]?.it
      expect(await prefix((await signUp(db)).id)).toBe('$2a$04$')
      await db`update private.settings set password_hash_cost = default where only_row`
      expect(await prefix((await signUp(db)).id)).toBe('$2a$10$')
    }))

  test.each([
    ['  Nora   New ', 'Nora   New'],
    ['<b>Nora</b>\u202e', 'bNora/b'],
    ['x'.repeat(200), 'x'.repeat(140)],
    ['\u200b', null],
    ['', null],
  ])('stores the name %j as %j', (given, kept) =>
    withRollback(sql, async (db) => {
      const person = await signUp(db, given)
      expect(await db`select full_name from public.profiles where id = ${person.id}`).toEqual([{ full_name: kept }])
    }),
  )

  test('gives a user without a name an account', () =>
    withRollback(sql, async (db) => {
      const person = await signUp(db, '')
      await approve(db, person)
      await setCaller(db, person)
      await db`select public.open_current_account()`
      expect(await db`select account_holder_name from public.accounts`).toEqual([
        { account_holder_name: 'Account holder' },
      ])
    }))
})

describe('changing a PIN', () => {
  test('changes the password, too', () =>
    withRollback(sql, async (db) => {
      const person = await signUp(db)
      await db`select private.set_pin(${person.id}, '01234')`
      const [row] = await db`
        select private.read_pin(id) as pin, encrypted_password = extensions.crypt('012340', encrypted_password) as matches
        from auth.users where id = ${person.id}`
      expect(row).toEqual({ pin: '01234', matches: true })
    }))
})

test('PINs are stored neither as plain text nor as a plain hash', () =>
  withRollback(sql, async (db) => {
    const person = await signUp(db)
    const [row] = await db`
      select position(convert_to(private.read_pin(user_id), 'utf8') in pin_encrypted) as in_the_open,
        pin_hmac in (sha256(convert_to(private.read_pin(user_id), 'utf8')), extensions.digest(private.read_pin(user_id), 'md5')) as plain_hash
      from private.pins where user_id = ${person.id}`
    expect(row).toEqual({ in_the_open: 0, plain_hash: false })
    await actingAs(sql, person, async (asPerson) => {
      expect((await refusalOf(asPerson, (q) => q`select from vault.decrypted_secrets`)).code).toBe('42501')
    })
  }))
