import { describe, expect, test } from 'vitest'
import type { Customer } from '../../../local/contract/customers'
import { callFunction, newCallers } from '../fixtures/edgeFunctions'
import { withStackPeople } from '../fixtures/stack'

const { stack, sql, callers } = withStackPeople({ callers: newCallers }, { once: true })

const sendAll = (caller: Customer | null) => callFunction(stack, 'send-all-user-pins', caller, {})
const sync = (caller: Customer | null) => callFunction(stack, 'sync-user-pins', caller, {})
const breakPasswords = (...people: Customer[]) => sql`
  update auth.users set encrypted_password = 'broken' where id in ${sql(people.map(({ id }) => id))}`

describe.each(['send-all-user-pins', 'sync-user-pins'])('%s', (name) => {
  test('refuses a body that is not an object', async () => {
    expect(await callFunction(stack, name, callers.admin, 'null')).toEqual({
      status: 400,
      body: { error: 'Please check: body' },
    })
  })
})

describe('send-all-user-pins', () => {
  test('reports how many received their PIN and how many have none; a second call replaces the notifications', async () => {
    await sql`select private.remove_pin(${callers.bareAdmin.id})`
    const answer = {
      status: 200,
      body: { successful: 3, failed: 1, failedNames: [expect.stringMatching(/^Bill Bare \(.+@.+\)$/) as string] },
    }
    expect(await sendAll(callers.admin)).toEqual(answer)
    expect(await sendAll(callers.admin)).toEqual(answer)
    // In steps, as the app calls it.
    const step = { ...answer, body: { ...answer.body, sentUntil: null } }
    expect(await callFunction(stack, 'send-all-user-pins', callers.admin, { after: null })).toEqual(step)
    const beyond = await callFunction(stack, 'send-all-user-pins', callers.admin, {
      after: `f${'f'.repeat(7)}-ffff-4fff-bfff-ffffffffffff`,
    })
    expect(beyond).toMatchObject({ body: { successful: 0, failed: 0, sentUntil: null } })
    expect(await callFunction(stack, 'send-all-user-pins', callers.admin, { after: 'no id' })).toMatchObject({
      status: 400,
    })
    const { data } = await callers.customer.supabase
      .from('user_notifications')
      .select('title, message, type, read')
      .throwOnError()
    expect(data).toEqual([
      {
        title: 'Your Security PIN',
        message: expect.stringMatching(/^Your 5-digit Security PIN is \d{5}\./),
        type: 'security',
        read: false,
      },
    ])
  })
})

describe('sync-user-pins', () => {
  test('resets the passwords that differ from their PIN, and the PIN then signs in', async () => {
    expect(await sync(callers.admin)).toEqual({
      status: 200,
      body: { message: 'Every password already matches its PIN.', changed: 0, remaining: 0 },
    })
    await breakPasswords(callers.customer)
    expect(await sync(callers.admin)).toEqual({
      status: 200,
      body: { message: '1 password updated to match the PINs.', changed: 1, remaining: 0 },
    })
    await breakPasswords(callers.customer, callers.superAdmin)
    // In steps, as the app calls it.
    expect(await callFunction(stack, 'sync-user-pins', callers.admin, { changedBefore: 25 })).toEqual({
      status: 200,
      body: { message: '27 passwords updated to match the PINs.', changed: 27, remaining: 0 },
    })
    expect(await callFunction(stack, 'sync-user-pins', callers.admin, { changedBefore: -1 })).toMatchObject({
      status: 400,
    })
    const [row] = await sql<{ pin: string }[]>`select private.read_pin(${callers.customer.id}) as pin`
    const { error } = await callers.customer.supabase.auth.signInWithPassword({
      email: callers.customer.email,
      password: `${row?.pin}0`,
    })
    expect(error).toBeNull()
  })
})
