import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { postToFernbank, sendToFernbank } from '../../../local/banks/sendToFernbank'
import { payment } from '../fixtures/banks'
import { callFunction } from '../fixtures/edgeFunctions'
import { externalPayee } from '../fixtures/payments'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada } = withStackPeople({ ada: aStackCustomer('Ada Archer') }, { once: true, otherBanks: [''] })

const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as typeof stack.keys.otherBanks
const post = async (...args: [message: unknown, options?: Parameters<typeof postToFernbank>[2]]) => {
  const response = await postToFernbank(stack.apiUrl, ...args)
  return { status: response.status, body: (await response.json()) as unknown }
}
const aPayment = async () => {
  const [account] = await sql<
    { id: string; sort_code: string; account_number: string; account_holder_name: string; balance: string }[]
  >`
    select * from public.accounts where user_id = ${ada.id}`
  if (!account) throw new Error('Ada has no account.')
  return payment({ id: ada.id, email: '', sessionId: '', account })
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
const send = () => callFunction(stack, 'send-interbank', ada, {})
const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from private.bank_payments where id = ${id}`)[0]?.state
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
          (await sql`select 1 from private.bank_messages where payment_id = ${id} and answer is not null`).length,
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
    expect(await check(name, accountNumber)).toMatchObject(expected)
  })
})

describe('the door', () => {
  test('credits a signed payment once and signs the answer', async () => {
    const before = await balance()
    const message = await aPayment()
    expect(await sendToFernbank(stack.apiUrl, message)).toMatchObject({ status: 'accepted', about: message.id })
    expect(await sendToFernbank(stack.apiUrl, message)).toMatchObject({ status: 'accepted', about: message.id })
    expect(await balance()).toBe(before + 12.34)
    expect(await post({ ...message, amount: '99.00' })).toMatchObject({ status: 409 })
  })

  const unsigned = { status: 401, body: { error: 'The signature is not valid.' } }
  test.each<[string, Parameters<typeof postToFernbank>[2]]>([
    ['the key of another bank', { key: strangersKey }],
    ['a bank that is unknown', { from: 'strangers' }],
    ['a signature for another bank', { to: 'second-bank' }],
    ['a message that is six minutes old', { at: Date.now() - 360_000 }],
    ['a message of the future', { at: Date.now() + 360_000 }],
    ['no signature', { headers: { 'bank-signature': '' } }],
    ['a signature that is no JWS', { headers: { 'bank-signature': 'a..b' } }],
    [
      "the service's secret key without a signature",
      { headers: { 'bank-signature': '', authorization: 'Bearer service' } },
    ],
  ])('refuses %s', async (_case, options) => {
    const before = await balance()
    expect(await post(await aPayment(), options)).toEqual(unsigned)
    expect(await balance()).toBe(before)
  })

  test('refuses a signature of another body', async () => {
    const message = await aPayment()
    const response = await postToFernbank(stack.apiUrl, message)
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

  test('is open to no token of a user', async () => {
    expect(await callFunction(stack, 'interbank', ada, await aPayment())).toEqual(unsigned)
  })
})
