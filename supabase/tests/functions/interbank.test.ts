import { generateKeyPairSync, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bankEnvironment, otherBank, ownBank } from '../../../local/banks/banks'
import { postToFernbank, sendToFernbank } from '../../../local/banks/sendToFernbank'
import { sign } from '../../../local/banks/signature'
import { inMessage, payment } from '../fixtures/banks'
import { callFunction, callServed, serveFunction } from '../fixtures/edgeFunctions'
import { externalPayee } from '../fixtures/payments'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada } = withStackPeople({ ada: aStackCustomer('Ada Archer') }, { once: true, otherBanks: '' })

const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as typeof stack.keys.otherBanks
const post = async (...args: [message: unknown, options?: Parameters<typeof postToFernbank>[2]]) => {
  const [message, options] = args
  const isRecord = typeof message === 'object' && message !== null && !Array.isArray(message)
  const response = await postToFernbank(stack.apiUrl, isRecord ? inMessage({ ...message }) : message, options)
  return { status: response.status, body: (await response.json()) as unknown }
}
const aPayment = async () => {
  const [account] = await sql<
    { id: string; sort_code: string; account_number: string; account_holder_name: string; balance: string }[]
  >`
    select * from public.accounts where user_id = ${ada.id}`
  if (!account) throw new Error('Ada has no account.')
  return payment({ account })
}
const balance = async () =>
  Number((await sql<{ balance: string }[]>`select balance from public.accounts where user_id = ${ada.id}`)[0]?.balance)
const pay = async (amount: string) => {
  const { data, error } = await ada.supabase
    .rpc('make_payment', {
      p_request_id: randomUUID(),
      p_payment: {
        to_name: externalPayee.name,
        to_sort_code: externalPayee.sortCode,
        to_account_number: externalPayee.accountNumber,
        amount,
      },
    })
    .single()
  if (error) throw error
  return z.object({ transaction_id: z.uuid() }).parse(data).transaction_id
}
const send = () => callFunction(stack, 'send-interbank', { accessToken: stack.keys.secret }, {})
const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from private.bank_payments where id = ${id}`)[0]?.state
type Played = {
  status?: number
  headers?: Record<string, string>
  tail?: string
  key?: typeof stack.keys.otherBanks
  to?: string
  at?: number
  extra?: boolean
}

/** Another server takes the place of the other banks, and answers each message so. */
let played: { answer: object; changes: Played; asked: number } = { answer: {}, changes: {}, asked: 0 }
const impostor = http.createServer((request, response) => void respond(request, response))
let impostorAddress = ''

async function respond(request: http.IncomingMessage, response: http.ServerResponse) {
  played.asked += 1
  const {
    status = 200,
    headers = {},
    tail = '',
    extra = false,
    ...signing
  } = request.url === '/followed' ? {} : played.changes
  const { key = stack.keys.otherBanks, to = ownBank.id, at = Date.now() } = signing
  const { id } = JSON.parse(await text(request)) as { id: string }
  const body = JSON.stringify({ ...played.answer, about: id, ...(extra && { extra }) }) + tail
  const signature = await sign(body, { from: otherBank.id, to }, key, at)
  response.writeHead(status, { 'bank-signature': signature, ...headers }).end(body)
}

/** Calls a function while that server is the other bank. */
async function callBesideImpostor(name: string, body: object, answer: object, changes: Played = {}) {
  played = { answer, changes, asked: 0 }
  const [bank] = await sql<{ address: string }[]>`select address from private.banks`
  await sql`update private.banks set address = ${impostorAddress}`
  const functions = await serveFunction(stack, name, bankEnvironment(ownBank), { addresses: [impostorAddress] })
  try {
    return await callServed(functions, stack, name, { token: stack.keys.secret, body })
  } finally {
    await functions.close()
    await sql`update private.banks set address = ${bank?.address ?? ''}`
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  impostorAddress = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => impostor.close(resolve)))

const isSound = async () => {
  expect(await sql`select * from private.verify_ledger()`).toEqual([])
  expect(await sql`select * from private.verify_between_banks()`).toEqual([])
}

describe('a payment to the other banks', () => {
  test.each([
    ['is accepted', '10.10', 'accepted'],
    ['is rejected for an account that does not exist', '10.11', 'rejected'],
  ])('%s', async (_case, amount, state) => {
    const id = await pay(amount)
    expect((await send()).status).toBe(200)
    await expect.poll(() => stateOf(id)).toBe(state)
    await isSound()
  })

  test('settles once when its answer comes twice and out of order', async () => {
    const id = await pay('10.13')
    await send()
    await expect.poll(() => stateOf(id), { timeout: 5000 }).toBe('accepted')
    await expect
      .poll(
        async () =>
          (await sql`select 1 from private.bank_messages where payment_id = ${id} and not is_outgoing`).length,
      )
      .toBe(3)
    expect(await sql`select problem from private.bank_payments where id = ${id}`).toEqual([{ problem: null }])
    await isSound()
  })

  test('is asked about when no answer comes', async () => {
    const id = await pay('10.14')
    await send()
    await expect
      .poll(
        async () =>
          (
            await sql`
              select 1 from private.bank_messages m join private.bank_payments p on p.message_id = m.id
              where p.id = ${id} and m.answer is not null`
          ).length,
      )
      .toBe(1)
    expect(await stateOf(id)).toBe('sent')
    await sql`update private.bank_payments set ask_at = now() where id = ${id}`
    await send()
    await expect.poll(() => stateOf(id)).toBe('accepted')
  })

  test('stays on its way while the other bank is down, and no customer learns more than a count', async () => {
    const id = await pay('10.16')
    expect(await send()).toEqual({ status: 200, body: { answered: expect.any(Number) } })
    expect(await stateOf(id)).toBe('sent')
    await isSound()
  })
})

describe("a check of a payee's name", () => {
  const check = async (name: string, accountNumber: string) => {
    const checkId = randomUUID()
    const payee = { name, sortCode: externalPayee.sortCode, accountNumber, accountType: 'personal' as const }
    const { data } = await ada.supabase.rpc('check_payee', {
      p_check_id: checkId,
      p_name: name,
      p_sort_code: payee.sortCode,
      p_account_number: accountNumber,
      p_account_type: payee.accountType,
    })
    expect(data).toBe(true)
    expect(await callFunction(stack, 'check-payee', ada, { checkId, ...payee })).toEqual({ status: 200, body: {} })
    const answer = await ada.supabase.rpc('get_payee_check', { p_check_id: checkId }).single().throwOnError()
    return answer.data
  }

  test.each([
    ['Amara Patel', '12345678', { outcome: 'match', holder_name: null }],
    ['Amara Pattel', '12345678', { outcome: 'close_match', holder_name: 'Amara Patel' }],
    ['Robin Marlowe', '12345678', { outcome: 'no_match', holder_name: null }],
    ['Riverside Lettings Ltd', '87654321', { outcome: 'wrong_type', holder_name: null }],
    ['Amara Patel', '12345679', { outcome: 'unavailable', holder_name: null }],
  ])('asks the other bank for %s', async (name, accountNumber, expected) => {
    // The first call starts the function, which can take longer than the answer may.
    await expect.poll(() => check(name, accountNumber), { timeout: 20_000 }).toMatchObject(expected)
  })
})

describe('a recovery', () => {
  const since = new Date(Date.now() - 60_000).toISOString()
  const recover = async (key = stack.keys.secret) => {
    const response = await fetch(`${stack.apiUrl}/functions/v1/recover-interbank`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ since, place: null }),
    })
    return { status: response.status, body: (await response.json()) as { results?: { paymentId: string }[] } }
  }
  /** A payment of Ada that reached the other banks and is not in the database. */
  const lose = async (amount: string) => {
    const { payee, payer } = await aPayment()
    const paymentId = randomUUID()
    // In the order of jsonb, as this bank signs its messages.
    const party = ({ name, sortCode, accountNumber }: typeof payer) => ({ name, sortCode, accountNumber })
    const message = {
      id: randomUUID(),
      type: 'payment',
      payments: [
        {
          payee: party(payer),
          payer: party(payee),
          amount,
          madeAt: '2026-11-23T12:00:00+00:00',
          paymentId,
          reference: null,
        },
      ],
    }
    const [bank] = await sql<{ address: string }[]>`select address from private.banks`
    const body = JSON.stringify(message)
    const response = await fetch(bank?.address ?? '', {
      method: 'POST',
      headers: { 'bank-signature': await sign(body, { from: ownBank.id, to: otherBank.id }, stack.keys.ownBank) },
      body,
    })
    expect(response.status).toBe(200)
    return paymentId
  }

  test('posts what this bank had signed and lost, once', async () => {
    const before = await balance()
    const id = await lose('3.20')
    const found = async () => (await recover()).body.results?.find(({ paymentId }) => paymentId === id)
    expect(await found()).toMatchObject({ direction: 'received', amount: '3.20', result: 'posted' })
    expect(await balance()).toBe(before - 3.2)
    expect(await found()).toMatchObject({ result: 'known' })
    expect(await balance()).toBe(before - 3.2)
    await send()
    await expect.poll(() => stateOf(id)).toBe('accepted')
    await isSound()
  })

  test('posts nothing that this bank has not signed', async () => {
    const before = await balance()
    const id = randomUUID()
    const [account] = await sql<{ sort_code: string; account_number: string }[]>`
      select sort_code, account_number from public.accounts where user_id = ${ada.id}`
    const message = inMessage({
      id: randomUUID(),
      type: 'payment',
      paymentId: id,
      amount: '50.00',
      payer: { name: 'Ada Archer', sortCode: account?.sort_code, accountNumber: account?.account_number },
      payee: { name: 'Mallory', sortCode: externalPayee.sortCode, accountNumber: externalPayee.accountNumber },
      reference: null,
      madeAt: since,
    })
    const invented = {
      paymentId: id,
      direction: 'received',
      amount: '50.00',
      state: 'accepted',
      place: { at: since, id },
      messageId: message.id,
      return: null,
    }
    const signature = await sign('{}', { from: ownBank.id, to: otherBank.id }, stack.keys.otherBanks)
    const answered = await callBesideImpostor(
      'recover-interbank',
      { since, place: null },
      { type: 'statement', entries: [invented], messages: [{ message, signature }], next: null },
    )
    expect(answered.body).toMatchObject({ results: [{ paymentId: id, result: 'not-placed', reason: 'not-signed' }] })
    expect(await balance()).toBe(before)
  })

  test('is for the secret key only', async () => {
    expect((await recover(ada.accessToken)).status).toBe(401)
    expect((await recover(stack.keys.publishable)).status).toBe(401)
  })
})

describe('an answer of another bank', () => {
  test.each<[string, Played]>([
    ['a redirect', { status: 307, headers: { location: '/followed' } }],
    ['an overlong body', { tail: ' '.repeat(1_100_000) }],
    ['a wrong key', { key: strangersKey }],
    ['a signature for another bank', { to: 'third-bank' }],
    ['a signature that is six minutes old', { at: Date.now() - 360_000 }],
    ['a signature of the future', { at: Date.now() + 1_200_000 }],
    ['a field too many', { extra: true }],
  ])('is not read when it is or has %s, and the payment stays on its way', async (_case, changes) => {
    const id = await pay('1.01')
    const answer = { type: 'payment-statuses', payments: [{ paymentId: id, status: 'accepted', reason: null }] }
    await callBesideImpostor('send-interbank', {}, answer, changes)
    expect(played.asked).toBeGreaterThan(0)
    expect(await stateOf(id)).toBe('sent')
    await sql`update private.bank_messages set taken_until = now() where answer is null`
    await send()
    await expect.poll(() => stateOf(id)).toBe('accepted')
  })
})

describe('a message with several payments', () => {
  test.each([
    [400, 3],
    [500, 3],
    [401, 1],
    [503, 1],
  ])('that another bank answers with %i is, after three times, sent as %i', async (status, messages) => {
    const ids = [await pay('1.01'), await pay('1.02'), await pay('1.03')]
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await sql`update private.bank_messages set taken_until = now() where answer is null`
      await callBesideImpostor('send-interbank', {}, {}, { status })
    }
    expect(await sql`select distinct message_id from private.bank_payments where id = any (${ids})`).toHaveLength(
      messages,
    )
    await sql`update private.bank_messages set taken_until = now() where answer is null`
    await send()
    for (const id of ids) await expect.poll(() => stateOf(id)).toBe('accepted')
    await isSound()
  })
})

describe('the function that takes messages of other banks', () => {
  test('credits a signed payment once and signs the answer', async () => {
    const before = await balance()
    const message = await aPayment()
    const answer = { about: message.id, payments: [{ status: 'accepted' }] }
    const sent = { ...inMessage(message), id: message.id, type: message.type }
    expect(await sendToFernbank(stack.apiUrl, sent)).toMatchObject(answer)
    expect(await sendToFernbank(stack.apiUrl, sent)).toMatchObject(answer)
    expect(await balance()).toBe(before + 12.34)
    expect(await post({ ...message, amount: '99.00' })).toMatchObject({ status: 409 })
  })

  test.each([-240_000, 240_000])('takes a message of a clock that is %i ms off', async (off) => {
    expect(await post(await aPayment(), { at: Date.now() + off })).toMatchObject({ status: 200 })
  })

  test.each(['𝒜'.repeat(140), '王'.repeat(140)])(
    'takes a name of 140 characters, also of those that are two in JavaScript',
    async (name) => {
      const valid = await aPayment()
      const message = { ...valid, payer: { ...valid.payer, name }, payee: { ...valid.payee, name } }
      expect(await post(message)).toMatchObject({ status: 200, body: { payments: [{ status: 'accepted' }] } })
    },
  )

  test('answers 503 while the database is away, so that the message is sent again', async () => {
    const lines: string[] = []
    const away = { apiUrl: 'http://127.0.0.1:9', databaseUrl: stack.databaseUrl, keys: stack.keys } as typeof stack
    const functions = await serveFunction(away, 'interbank', bankEnvironment(ownBank), {
      log: (line) => lines.push(line),
    })
    try {
      const body = JSON.stringify(inMessage(await aPayment()))
      const signature = await sign(body, { from: otherBank.id, to: ownBank.id }, stack.keys.otherBanks)
      const response = await functions.fetch(
        new Request(`${away.apiUrl}/functions/v1/interbank`, {
          method: 'POST',
          headers: { 'bank-signature': signature },
          body,
        }),
      )
      expect(response.status).toBe(503)
      expect(lines.join('')).not.toMatch(/Otto|Ada|87654321/)
    } finally {
      await functions.close()
    }
  })

  const unsigned = { status: 401, body: { error: 'The signature is not valid.' } }
  const signatureFaults: [string, Parameters<typeof postToFernbank>[2]][] = [
    ['the key of another bank', { key: strangersKey }],
    ['a bank that is unknown', { from: 'strangers' }],
    ['a signature for another bank', { to: 'second-bank' }],
    ['a time six minutes ago', { at: Date.now() - 360_000 }],
    ['a time in the future', { at: Date.now() + 1_200_000 }],
    ['no signature', { headers: { 'bank-signature': '' } }],
    ['a signature that is no JWS', { headers: { 'bank-signature': 'a..b' } }],
    [
      "the service's secret key without a signature",
      { headers: { 'bank-signature': '', authorization: 'Bearer service' } },
    ],
  ]

  test('refuses a signature of another message that brings the other message with it', async () => {
    const other = JSON.stringify({ id: randomUUID(), type: 'status-request', paymentId: randomUUID() })
    const signature = await sign(other, { from: otherBank.id, to: ownBank.id }, stack.keys.otherBanks)
    const attached = signature.replace('..', `.${Buffer.from(other).toString('base64url')}.`)
    const message = { ...JSON.parse(other), type: 'recall', reason: 'fraud' }
    expect(await post(message, { headers: { 'bank-signature': attached } })).toEqual(unsigned)
  })

  test('refuses a signature of another body', async () => {
    const message = await aPayment()
    const response = await postToFernbank(stack.apiUrl, inMessage(message))
    const { headers } = response
    const answer = await post(
      { ...message, amount: '999.00' },
      { headers: { 'bank-signature': headers.get('bank-signature') ?? '' } },
    )
    expect(answer).toEqual(unsigned)
  })

  test.each([
    ['an amount without pence', { amount: '12' }],
    ['an amount below zero', { amount: '-1.00' }],
    ['an amount with an exponent', { amount: '1e3' }],
    ['an amount as a number', { amount: 12.34 }],
    ['a field too many', { extra: true }],
    ['a missing reference', { reference: undefined }],
    ['a character that cannot be stored', { reference: 'a\0b' }],
    ['a sort code without dashes', { payee: { name: 'A', sortCode: '123456', accountNumber: '12345678' } }],
    ['a name of 141 characters', { payer: { name: 'a'.repeat(141), sortCode: '12-34-56', accountNumber: '12345678' } }],
    ['an id that is none', { id: 'one' }],
    ['an unknown type', { type: 'payment-order' }],
    ['a list', []],
    ['text', 'text'],
  ])('refuses %s with 400 and repeats none of it', async (_case, changes) => {
    const valid = await aPayment()
    const message = Array.isArray(changes) || typeof changes === 'string' ? changes : { ...valid, ...changes }
    const { status, body } = await post(message)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toMatch(/Otto|12\.34|123456/)
  })

  describe('refuses every kind of message', () => {
    const paymentId = randomUUID()
    const kinds: Record<string, unknown>[] = [
      { type: 'payment' },
      { type: 'payment-status', paymentId, status: 'accepted', reason: null },
      { type: 'status-request', paymentId },
      { type: 'return', paymentId, amount: '12.34', reason: 'AC04' },
      { type: 'recall', paymentId, reason: 'fraud' },
      { type: 'recall-answer', paymentId, status: 'agreed' },
      { type: 'name-check', name: 'Otto Other', sortCode: '00-10-10', accountNumber: '12345678', accountType: null },
      { type: 'statement-request', since: new Date().toISOString(), after: null },
    ]
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    /** The body in place of a valid one. */
    const faults: [string, (message: Record<string, unknown>) => string][] = [
      ['a field too many', (message) => JSON.stringify({ ...message, secret: 'Otto' })],
      ['no id', ({ id: _id, ...message }) => JSON.stringify(message)],
      ['a number as its id', (message) => JSON.stringify(message).replace(/"id":"[^"]*"/, '"id":1e400')],
      ['another type', (message) => JSON.stringify({ ...message, type: 'Otto' })],
      ['the character NUL', (message) => JSON.stringify({ ...message, paymentId: 'Otto\0' })],
      ['half a character', (message) => JSON.stringify({ ...message, paymentId: 'Otto' }).replace('Otto', '\\ud800')],
      ['lists in lists', (message) => JSON.stringify(message).replace('{', `{"deep":${nested(100_000)},`)],
      ['a proto', (message) => JSON.stringify(message).replace('{', '{"__proto__":{"status":"accepted"},')],
      ['half of its text', (message) => JSON.stringify(message).slice(0, -20)],
    ]
    const cases = kinds.flatMap((kind) =>
      faults.map(([fault, change]) => [String(kind.type), fault, kind, change] as const),
    )

    const stored = async () => [await balance(), await sql`select count(*) from private.bank_messages`]
    const whole = async (kind: Record<string, unknown>) =>
      kind.type === 'payment' ? inMessage(await aPayment()) : { id: randomUUID(), ...kind }

    test.each(cases)('%s with %s', async (_type, _fault, kind, change) => {
      const before = await stored()
      const body = change(await whole(kind))
      const signature = await sign(body, { from: otherBank.id, to: ownBank.id }, stack.keys.otherBanks)
      const response = await fetch(`${stack.apiUrl}/functions/v1/interbank`, {
        method: 'POST',
        headers: { 'bank-signature': signature },
        body,
      })
      expect(response.status).toBe(400)
      expect(await response.text()).not.toMatch(/Otto|otto|12\.34|123456/)
      expect(await stored()).toEqual(before)
    })

    const unsignedCases = kinds.flatMap((kind) =>
      signatureFaults.map(([fault, options]) => [String(kind.type), fault, kind, options] as const),
    )
    test.each(unsignedCases)('%s with %s', async (_type, _fault, kind, options) => {
      const before = await stored()
      expect(await post(await whole(kind), options)).toEqual(unsigned)
      expect(await stored()).toEqual(before)
    })

    test.each(['as it is', 'in capitals'])('a payment with another one under its id, %s', async (form) => {
      const before = await stored()
      const { id, type, ...one } = await aPayment()
      const sameId = form === 'in capitals' ? one.paymentId.toUpperCase() : one.paymentId
      const other = { ...one, paymentId: sameId, amount: '99.00' }
      const { status, body } = await post({ id, type, payments: [one, other] })
      expect([status, body]).toEqual([400, { error: 'Please check: payments' }])
      expect(await stored()).toEqual(before)
    })

    test.each([
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:59',
      `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
      '2026-02-30T00:00:00Z',
    ])('with a moment that Postgres cannot read: %s', async (since) => {
      expect(await post({ id: randomUUID(), type: 'statement-request', since, after: null })).toMatchObject({
        status: 400,
      })
      const after = { at: since, id: randomUUID() }
      expect(
        await post({ id: randomUUID(), type: 'statement-request', since: '2026-11-24T00:00:00Z', after }),
      ).toMatchObject({ status: 400 })
    })
  })

  describe('counts what it refuses', () => {
    const counts = () => sql`select is_signed, refused from private.bank_refusals order by is_signed`
    /** Calls the function of the stack's bank, and returns the log beside the answer. */
    async function callLogged(change: object, key = stack.keys.otherBanks) {
      const lines: string[] = []
      const log = (line: string) => lines.push(line)
      const functions = await serveFunction(stack, 'interbank', bankEnvironment(ownBank), { log })
      try {
        const body = JSON.stringify({ ...inMessage(await aPayment()), ...change })
        const signature = await sign(body, { from: otherBank.id, to: ownBank.id }, key)
        const address = `${stack.apiUrl}/functions/v1/interbank`
        const request = new Request(address, { method: 'POST', headers: { 'bank-signature': signature }, body })
        return { status: (await functions.fetch(request)).status, log: lines.join('') }
      } finally {
        await functions.close()
      }
    }
    beforeEach(() => sql`delete from private.bank_refusals where true`)
    afterAll(() => sql`delete from private.bank_refusals where true`)

    test('for the bank that signed it, and logs it without what is in it', async () => {
      const { status, log } = await callLogged({ reference: 'Otto owes' })
      expect([status, await counts()]).toEqual([400, [{ is_signed: true, refused: 1 }]])
      expect(log).toContain('A message that names the bank other-banks was refused: 400 Please check: body')
      expect(log).not.toMatch(/Otto|Ada|87654321|12\.34/)
    })

    test('apart from that when the signature is not valid', async () => {
      const { status, log } = await callLogged({}, strangersKey)
      expect([status, await counts()]).toEqual([401, [{ is_signed: false, refused: 1 }]])
      expect(log).toContain('A message that names the bank other-banks was refused: 401 The signature is not valid.')
    })

    test('and nothing that it carries out', async () => {
      const { status, log } = await callLogged({})
      expect([status, await counts()]).toEqual([200, []])
      expect(log).not.toContain('refused')
    })

    test('and reads nothing more of a bank in this hour after a thousand, but tells a stranger nothing of it', async () => {
      const message = await aPayment()
      await post({ ...message, amount: '12' })
      await sql`update private.bank_refusals set refused = 1000`
      expect(await post(message)).toMatchObject({ status: 429 })
      expect(await post(message, { key: strangersKey })).toEqual(unsigned)
      expect(await counts()).toEqual([
        { is_signed: false, refused: 1 },
        { is_signed: true, refused: 1001 },
      ])
      await sql`update private.bank_refusals set hour = hour - interval '1 hour'`
      expect(await post(message)).toMatchObject({ status: 200 })
    })
  })

  test('is open to no token of a user', async () => {
    expect(await callFunction(stack, 'interbank', ada, await aPayment())).toEqual(unsigned)
  })
})
