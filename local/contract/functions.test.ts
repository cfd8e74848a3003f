import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newCustomer, notificationBody, pay, type Customer } from './customers'
import { openTarget, type Target } from './target'

let target: Target
let database: postgres.Sql
let ada: Customer
let ben: Customer

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
  ada = await newCustomer(target, database, 'Ada Payer')
  ben = await newCustomer(target, database, 'Ben Payee')
})

afterAll(async () => {
  await database.end()
  await target.close()
})

function call(
  name: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  return fetch(`${target.apiUrl}/functions/v1/${name}`, {
    ...init,
    headers: { apikey: target.publishableKey, 'content-type': 'application/json', ...init.headers },
  })
}

function post(token: string, body: unknown): Promise<Response> {
  return call('send-payment-notification', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe('edge functions', () => {
  test('answer 404 for an unknown function', async () => {
    expect((await call('no-such-function', { method: 'POST' })).status).toBe(404)
  })

  test('answer the preflight of a browser', async () => {
    const response = await call('send-payment-notification', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://fernbank.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-client-info, apikey, content-type',
      },
    })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(/,\s*/)
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'x-client-info', 'apikey', 'content-type']))
  })

  test.each([
    ['no token', ''],
    ['the publishable key as token', 'key'],
    ['a forged token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA'],
  ])('refuse a caller with %s, with CORS headers', async (_case, token) => {
    const response = await call('send-payment-notification', {
      method: 'POST',
      headers: token === '' ? {} : { authorization: `Bearer ${token === 'key' ? target.publishableKey : token}` },
      body: '{}',
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ error: 'Please sign in.' })
  })

  test('refuse other methods than POST', async () => {
    const response = await call('send-payment-notification', {
      headers: { authorization: `Bearer ${ada.accessToken}` },
    })
    expect(response.status).toBe(405)
  })

  test.each([
    ['invalid JSON', '{'],
    ['no fields', {}],
    ['a wrong type', { ...bodyWithout(), notificationType: 'unknown' }],
    ['an invalid request id', { ...bodyWithout(), requestId: '1' }],
  ])('refuse a body with %s', async (_case, body) => {
    const response = await post(ada.accessToken, body)
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ error: expect.any(String) })
  })
})

// What edge functions call only where there is a card network, another bank, a passkey or a mail that fails.
test('the functions that edge functions call are called with the secret key, and by no customer', async () => {
  const none = crypto.randomUUID()
  const signature = { p_challenge: 'none', p_credential_id: 'none' }
  const calls: [name: string, args: object, answer: unknown][] = [
    [
      'add_passkey',
      { ...signature, p_user_id: none, p_session_id: none, p_public_key: '', p_counter: 0, p_transports: [] },
      false,
    ],
    ['find_passkey', signature, null],
    ['use_passkey', { ...signature, p_counter: 0 }, [{ is_accepted: false, email: null }]],
    ['refuse_passkey', { p_challenge: 'none' }, null],
    ['bank_key', { p_bank_id: 'none' }, 'PT403'],
    ['count_refused_message', { p_bank_id: 'none', p_is_signed: true }, null],
    ['list_connected_banks', {}, expect.any(Array)],
    ['receive_bank_message', { p_bank_id: 'none', p_message: {} }, 'PT403'],
    ['record_bank_answer', { p_bank_id: 'none', p_message_id: none, p_answer: {} }, null],
    ['split_bank_message', { p_bank_id: 'none', p_message_id: none }, null],
    ['record_bank_check', { p_check_id: none, p_outcome: 'match', p_name: '' }, null],
    ['post_statement_entry', { p_bank_id: 'none', p_entry: {} }, 'PT403'],
    ['receive_card_message', { p_message: {}, p_signature: none.replaceAll('-', '').repeat(2) }, 'PT400'],
    [
      'help_in_danger',
      { p_user_id: none, p_conversation_id: none, p_danger: 'scam', p_message: 'Stop.', p_links: [] },
      null,
    ],
    ['release_assistant_turn', { p_user_id: none, p_message_id: none }, false],
    ['forget_push_subscription', { p_push_event_id: none }, null],
    ['withdraw_device_code', { p_code_id: none }, false],
    // Looked at within this minute.
    ['take_health_report', {}, null],
    ['mark_health_report_sent', { p_ids: [] }, null],
  ]
  const server = createClient(target.apiUrl, target.secretKey, { auth: { persistSession: false } })
  await server.rpc('take_health_report')
  const answers: unknown[] = []
  for (const [name, args] of calls) {
    const { data, error } = await server.rpc(name, args)
    const refused = await ada.supabase.rpc(name, args)
    answers.push([name, error?.code ?? data, refused.error?.code])
  }
  expect(answers).toEqual(calls.map(([name, , answer]) => [name, answer, '42501']))
})

test('the messages to other banks are sent with the secret key alone', async () => {
  const send = (key: string) =>
    call('send-interbank', {
      method: 'POST',
      headers: { apikey: target.publishableKey, authorization: `Bearer ${key}` },
    })
  expect(await (await send(target.secretKey)).json()).toEqual({ answered: expect.any(Number) })
  const { data } = await ada.supabase.auth.getSession()
  expect((await send(data.session?.access_token ?? '')).status).toBe(401)
})

describe('payment mails', () => {
  test('go once to each side, to the stored addresses', async () => {
    const requestId = await pay(ada, ben, 12.5, 'Lunch')
    const forged = { recipientEmail: `contract-elsewhere-${requestId}@fernbank.example` }

    const toSender = await ada.supabase.functions.invoke('send-payment-notification', {
      body: { ...notificationBody(ben, requestId, 'sender'), ...forged },
    })
    expect(toSender).toMatchObject({ data: { sent: 1 }, error: null })
    const toRecipient = await ada.supabase.functions.invoke('send-payment-notification', {
      body: { ...notificationBody(ben, requestId, 'recipient'), ...forged, amount: 999_999 },
    })
    expect(toRecipient).toMatchObject({ data: { sent: 1 }, error: null })

    expect(await subjectsTo(ada.email)).toEqual(['You paid £12.50 to Ben Payee'])
    expect(await subjectsTo(ben.email)).toEqual(['You received £12.50 from Ada Payer'])
    expect(await subjectsTo(forged.recipientEmail)).toEqual([])

    for (const notificationType of ['sender', 'recipient'] as const) {
      const again = await post(ada.accessToken, notificationBody(ben, requestId, notificationType))
      expect(await again.json()).toEqual({ sent: 0 })
    }
    expect(await subjectsTo(ada.email)).toHaveLength(1)
    expect(await subjectsTo(ben.email)).toHaveLength(1)
  })

  test('payment mails are sent by only one of several simultaneous calls', async () => {
    const requestId = await pay(ada, ben, 1, 'Race')
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        (await post(ada.accessToken, notificationBody(ben, requestId, 'sender'))).json(),
      ),
    )
    expect(answers.filter((answer: { sent: number }) => answer.sent === 1)).toHaveLength(1)
  })

  test('payment mails are sent only for the payer', async () => {
    const requestId = await pay(ada, ben, 2, 'Private')
    const otherCustomer = await newCustomer(target, database, 'Other Customer')
    for (const other of [otherCustomer, ben]) {
      const response = await post(other.accessToken, notificationBody(ben, requestId, 'recipient'))
      expect(await response.json()).toEqual({ sent: 0 })
    }
    expect(await (await post(ada.accessToken, notificationBody(ben, requestId, 'recipient'))).json()).toEqual({
      sent: 1,
    })
  })

  test('payment mails cannot be taken by a customer', async () => {
    const requestId = await pay(ada, ben, 3, 'Outbox')
    const taken = await ada.supabase.rpc('take_payment_notifications', {
      p_user_id: ada.id,
      p_request_id: requestId,
      p_notification_type: 'sender',
    })
    expect(taken.error).not.toBeNull()
    expect(taken.data).toBeNull()
  })
})

function bodyWithout() {
  return {
    requestId: crypto.randomUUID(),
    notificationType: 'sender',
    recipientName: 'Ben',
    amount: 1,
    sortCode: '',
    accountNumber: '',
  }
}

const searchSchema = z.object({ messages: z.array(z.object({ Subject: z.string() })) })

/** Without those of mails about sign-ins. */
async function subjectsTo(email: string): Promise<string[]> {
  const answer = await fetch(`${target.mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`)
  return searchSchema
    .parse(await answer.json())
    .messages.map(({ Subject }) => Subject)
    .filter((subject) => subject !== 'A new device')
}
