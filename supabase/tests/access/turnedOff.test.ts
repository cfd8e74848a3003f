import { afterEach, describe, expect, test } from 'vitest'
import { type Db, hintOfRequest } from '../fixtures/database'
import { payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'

const { sql, as, ada, bob, admin } = withPeople({
  ada: aCustomer(),
  bob: aCustomer(),
  admin: anAdmin(['approve_users']),
})

const parts = [
  'contact_confirmation',
  'trusted_contacts',
  'freezing',
  'account_looks',
  'support_needs',
  'covered_texts',
] as const
type Part = (typeof parts)[number]
const turn = (part: Part, isOn: boolean) => sql`update private.settings set ${sql(part)} = ${isOn} where only_row`
afterEach(async () => {
  for (const part of parts) await turn(part, true)
})

/** Something that a customer does with each part. */
const uses: Record<Part, (db: Db) => PromiseLike<unknown>> = {
  contact_confirmation: (db) => db`select public.make_identity_code()`,
  trusted_contacts: (db) => db`select public.name_trusted_contact('00-10-00', '00000000', '500')`,
  freezing: (db) => db`select public.freeze_my_account()`,
  account_looks: (db) => db`select public.list_account_looks()`,
  support_needs: (db) => db`select public.set_support_need('no_calls', true)`,
  covered_texts: (db) => db`select public.hide_sender(gen_random_uuid())`,
}

// The freeze is the last: it stops some of the others.
const inOrder = [...parts.filter((part) => part !== 'freezing'), 'freezing' as const]

test.each(parts)('a bank without %s has all the others', async (off) => {
  await turn(off, false)
  expect(await as(ada)`select p.turned_off from public.profiles p`).toEqual([{ turned_off: [off] }])
  const hints = []
  for (const part of inOrder) hints.push([part, await hintOfRequest(sql, ada, uses[part])])
  expect(hints).toEqual(inOrder.map((part) => [part, part === off ? 'turned-off' : null]))
})

describe('what was there before', () => {
  test('a frozen account stays frozen, and its owner keeps it so or undoes it', async () => {
    await as(ada)`select public.freeze_my_account()`
    await turn('freezing', false)
    await sql`select private.begin_unfreezing(${ada.id}, 'A code was used.')`
    expect(await hintOfRequest(sql, ada, uses.freezing)).toBeNull()
    expect(await sql`select unfreezes_at from public.profiles where id = ${ada.id}`).toEqual([{ unfreezes_at: null }])
    await sql`select private.unfreeze(${ada.id})`
    expect(await hintOfRequest(sql, ada, uses.freezing)).toBe('turned-off')
  })

  test('security mails have no link that freezes', async () => {
    const links = async () => {
      await sql`delete from private.due_mails where true`
      await as(ada)`select public.set_undo_window('30')`
      await as(ada)`select public.set_undo_window('10')`
      return (
        await as('service_role')<{ freeze_token: string | null }[]>`
          select freeze_token from public.take_due_mails() where kind = 'security'`
      ).map(({ freeze_token: token }) => token !== null)
    }
    expect(await links()).toContain(true)
    await turn('freezing', false)
    const without = await links()
    expect(without).not.toHaveLength(0)
    expect(without).not.toContain(true)
  })

  test('help that a customer has asked for stays, and can be deleted', async () => {
    await as(ada)`select public.set_support_need('no_calls', true)`
    await turn('support_needs', false)
    expect(await as(ada)`select p.support_needs from public.profiles p`).toEqual([{ support_needs: ['no_calls'] }])
    expect(await hintOfRequest(sql, ada, (db) => db`select public.set_support_need('no_calls', false)`)).toBeNull()
    expect(await as(ada)`select p.support_needs from public.profiles p`).toEqual([{ support_needs: [] }])
  })

  test('the reads of staff are in the audit without the list for customers', async () => {
    await turn('account_looks', false)
    await as(admin)`select public.record_user_view(${bob.id}, 'asked')`
    expect(
      await sql`select action from private.audit_log where person_id = ${bob.id} and action = 'view_user'`,
    ).toHaveLength(1)
  })

  test('payments of a hidden sender arrive with their words and are in the mailbox; what was covered stays so', async () => {
    const send = (reference: string) => payAs(sql, ada, { ...payeeAt(bob), amount: '0.50', reference })
    const listed = () => as(bob)`
      select t.id, t.reference, t.from_hidden_sender as hidden from public.transactions t order by t.created_at`
    await send('one')
    const [row] = await listed()
    await as(bob)`select public.hide_sender(${String(row?.id)})`
    expect(await listed()).toMatchObject([{ reference: 'Covered message', hidden: true }])
    await turn('covered_texts', false)
    for (const word of ['two', 'three', 'four']) await send(word)
    expect(await listed()).toMatchObject([
      { reference: 'Covered message', hidden: false },
      ...['two', 'three', 'four'].map((reference) => ({ reference, hidden: false })),
    ])
  })
})
