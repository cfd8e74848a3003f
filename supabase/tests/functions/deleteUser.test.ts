import { describe, expect, test } from 'vitest'
import { type Customer } from '../../../local/contract/customers'
import { callFunction, newCallers } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, callers, leaver } = withStackPeople(
  { callers: newCallers, leaver: aStackCustomer('Larry Leaver') },
  { once: true },
)

const remove = (caller: Customer | null, body: unknown) => callFunction(stack, 'delete-user', caller, body)
const exists = async (person: Customer) => (await sql`select from auth.users where id = ${person.id}`).length === 1

describe('delete-user', () => {
  test('requires approve_users', async () => {
    const refused = { status: 403, body: { error: 'You do not have permission to do this.' } }
    expect(await remove(null, { userId: leaver.id })).toEqual({ status: 401, body: { error: 'Please sign in.' } })
    for (const caller of [callers.customer, callers.bareAdmin, callers.superAdmin, leaver]) {
      expect(await remove(caller, { userId: leaver.id })).toEqual(refused)
    }
    expect(await exists(leaver)).toBe(true)
  })

  test.each([{}, { userId: null }, { userId: 5 }, { userId: 'no id' }, { userId: ['a'] }])(
    'refuses the body %j',
    async (body) => {
      expect(await remove(callers.admin, body)).toEqual({ status: 400, body: { error: 'Please check: userId' } })
    },
  )

  test('refuses a body that is not JSON', async () => {
    expect(await remove(callers.admin, '{')).toEqual({ status: 400, body: { error: 'The body must be JSON.' } })
  })

  test('gives the reason why a user cannot be deleted', async () => {
    const { admin, bareAdmin, superAdmin } = callers
    const answers = [admin, bareAdmin, superAdmin].map((person) => remove(admin, { userId: person.id }))
    expect(await Promise.all(answers)).toEqual([
      { status: 403, body: { error: 'You cannot delete or suspend yourself.' } },
      { status: 403, body: { error: 'Only a super admin can delete or suspend an admin.' } },
      { status: 403, body: { error: 'A super admin cannot be deleted or suspended.' } },
    ])
  })

  test('deletes the user, the sign-in and the sessions; a second call changes nothing', async () => {
    expect(await remove(callers.admin, { userId: leaver.id })).toEqual({ status: 200, body: { deleted: true } })
    expect(await exists(leaver)).toBe(false)
    // The token itself is valid for up to an hour more.
    const { error } = await leaver.supabase.rpc('open_current_account')
    expect(error?.code).toBe('PT401')
    expect((await leaver.supabase.auth.getUser()).error?.status).toBe(403)
    expect((await leaver.supabase.auth.refreshSession()).error).not.toBeNull()
    expect(await remove(leaver, { userId: callers.customer.id })).toEqual({
      status: 401,
      body: { error: 'Please sign in.' },
    })
    expect(await remove(callers.admin, { userId: leaver.id })).toEqual({ status: 200, body: { deleted: false } })
    expect(await sql`select action from private.audit_log where subject_id = ${leaver.id}`).toHaveLength(1)
  })
})
