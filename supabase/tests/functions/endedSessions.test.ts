import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { pay, type Customer } from '../../../local/contract/customers'
import { callFunction, newCallers } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

// A token that has not expired is refused once its session, the user's approval or the user is gone.
const { stack, sql, staff, payer } = withStackPeople(
  { staff: newCallers, payer: aStackCustomer('Paul Payer') },
  { once: true },
)
let leaver: Customer

beforeEach(async () => {
  leaver = await aStackCustomer('Lea Leaver')({ stack, sql })
  await pay(leaver, payer, 1, 'Before')
  await leaver.supabase.from('chat_conversations').insert({ user_id: leaver.id }).throwOnError()
})

const endings: Record<string, () => Promise<unknown>> = {
  'signed out': async () => {
    // From a second client with the same session, like another tab.
    const other = createClient(stack.apiUrl, stack.keys.publishable, { auth: { persistSession: false } })
    const { access_token, refresh_token } = await sessionOf(leaver.supabase)
    await other.auth.setSession({ access_token, refresh_token })
    await other.auth.signOut({ scope: 'local' })
  },
  'no longer approved': () => sql`update public.profiles set approved = false where id = ${leaver.id}`,
  deleted: () => callFunction(stack, 'delete-user', staff.admin, { userId: leaver.id }),
}

async function sessionOf(supabase: SupabaseClient) {
  const { data } = await supabase.auth.getSession()
  if (data.session === null) throw new Error('there is no session')
  return data.session
}

describe.each([
  ['signed out', 401],
  ['no longer approved', 403],
  ['deleted', 401],
])('the token of a user who is %s', (ending, refusal) => {
  const leave = () => endings[ending]?.()

  test('the token is refused by every edge function', async () => {
    await leave()
    const statusOf = async (name: string, body: object) => (await callFunction(stack, name, leaver, body)).status
    expect({
      'ai-chat': await statusOf('ai-chat', { messages: [{ role: 'user', content: 'Balance?' }], userId: leaver.id }),
      'delete-user': await statusOf('delete-user', { userId: payer.id }),
      'send-all-user-pins': await statusOf('send-all-user-pins', {}),
      'sync-user-pins': await statusOf('sync-user-pins', {}),
      'repair-transactions': await statusOf('repair-transactions', { transactionIds: [payer.id] }),
    }).toEqual({
      'ai-chat': refusal,
      'delete-user': refusal,
      'send-all-user-pins': refusal,
      'sync-user-pins': refusal,
      'repair-transactions': refusal,
    })
  })
})

const whenChangesFlow = (channel: RealtimeChannel) =>
  new Promise<void>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes' && status === 'ok') resolve()
    })
    channel.subscribe()
  })

test.each(['signed out', 'no longer approved'])(
  'a realtime channel of a user who is %s receives no more changes',
  async (ending) => {
    const seen: Record<string, number> = { leaver: 0, payer: 0 }
    const listen = async (name: string, { supabase, accessToken, id }: Customer) => {
      await supabase.realtime.setAuth(accessToken)
      const channel = supabase.channel(`transactions-of-${name}`)
      const filter = { event: 'INSERT', schema: 'public', table: 'transactions', filter: `user_id=eq.${id}` } as const
      channel.on('postgres_changes', filter, () => void (seen[name] = (seen[name] ?? 0) + 1))
      await whenChangesFlow(channel)
      return channel
    }
    const channels = [await listen('leaver', leaver), await listen('payer', payer)]
    await pay(payer, leaver, 2, 'During')
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual({ leaver: 1, payer: 1 })

    await endings[ending]?.()
    await pay(payer, leaver, 3, 'After')
    // When the payer has received the later payment, the earlier one would have reached the leaver too.
    await pay(payer, leaver, 4, 'Later')
    await expect.poll(() => seen.payer, { timeout: 10_000 }).toBe(3)
    expect(seen.leaver).toBe(1)
    for (const channel of channels) await channel.unsubscribe()
  },
)
