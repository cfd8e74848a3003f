import { describe, expect, test } from 'vitest'
import { refusalAs, actingAs, refusalOf } from '../fixtures/database'
import { aSuperAdmin, anAdmin, withPeople } from '../fixtures/people'

const { sql, userAdmin, otherAdmin, superAdmin } = withPeople(
  {
    userAdmin: anAdmin(['approve_users']),
    otherAdmin: anAdmin(['manage_chat', 'view_transactions', 'repair_transactions', 'financial_support']),
    superAdmin: aSuperAdmin(),
  },
  { once: true },
)

describe('an unknown user id', () => {
  const unknownId = '00000000-0000-4000-8000-00000000dead'
  const gone = { code: 'PT404', message: 'This person no longer exists.' }

  test.each(['record_pin_view', 'send_pin_to_inbox', 'update_user', 'give_random_pin'])(
    'an unknown user id is refused by %s',
    (name) =>
      actingAs(sql, userAdmin, async (db) => {
        expect(await refusalOf(db, (q) => q.unsafe(`select public.${name}('${unknownId}')`))).toEqual(gone)
        expect(await refusalOf(db, (q) => q.unsafe(`select public.${name}(null)`))).toEqual(gone)
      }),
  )

  test.each(['make_admin', 'make_super_admin', 'revoke_admin'])('an unknown user id is refused by %s', async (name) => {
    expect(await refusalAs(sql, superAdmin, (q) => q.unsafe(`select public.${name}('${unknownId}')`))).toEqual(gone)
  })

  test('an unknown user id has no effect in functions that can be repeated', () =>
    actingAs(sql, userAdmin, async (db) => {
      expect(await db`select public.delete_person(${unknownId}) as gone`).toEqual([{ gone: false }])
      expect(await db`select public.resolve_pin_reset_request(${unknownId}) as gone`).toEqual([{ gone: false }])
    }))
})

describe('own rights', () => {
  test.each(['make_admin($1)', 'make_super_admin($1)', "set_permission($1, 'approve_users', true)"])(
    'a super admin is refused %s for themselves',
    (call) =>
      actingAs(sql, superAdmin, async (db) => {
        const own = `select public.${call.replace('$1', `'${superAdmin.id}'`)}`
        expect(await refusalOf(db, (q) => q.unsafe(own))).toEqual({
          code: 'PT403',
          message: 'You cannot change your own rights.',
        })
      }),
  )

  test('a user admin is refused financial support and approval for themselves', () =>
    actingAs(sql, userAdmin, async (db) => {
      expect(await refusalOf(db, (q) => q`select public.set_financial_support(${userAdmin.id}, true)`)).toEqual({
        code: 'PT403',
        message: 'You cannot change your own rights.',
      })
      expect(await refusalOf(db, (q) => q`select public.approve_users(${[userAdmin.id]})`)).toEqual({
        code: 'PT403',
        message: 'You cannot approve yourself.',
      })
    }))

  test('a user admin cannot read or set the PIN of other staff', () =>
    actingAs(sql, userAdmin, async (db) => {
      for (const staff of [superAdmin, otherAdmin]) {
        expect(await refusalOf(db, (q) => q`select public.record_pin_view(${staff.id})`)).toEqual({
          code: 'PT403',
          message: 'Only a super admin can see the PIN of staff.',
        })
        const details = { code: 'PT403', message: 'Only a super admin can change the details of staff.' }
        expect(await refusalOf(db, (q) => q`select public.update_user(${staff.id}, p_pin => '54321')`)).toEqual(details)
        expect(await refusalOf(db, (q) => q`select public.give_random_pin(${staff.id})`)).toEqual(details)
        for (const pin of ['54321', '']) {
          expect(await refusalOf(db, (q) => q`select public.update_user(${staff.id}, p_pin => ${pin})`)).toEqual(
            details,
          )
        }
      }
    }))
})
