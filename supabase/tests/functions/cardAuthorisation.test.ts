import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { postCardMessage } from '../../../local/cardNetwork'
import { recordStack } from '../../../local/runningStack'
import { authorisation, cardOf, messageAbout } from '../fixtures/cards'
import { serveFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada } = withStackPeople({ ada: aStackCustomer('Ada Archer') })
let card: string

beforeEach(async () => {
  card = (await cardOf(sql, { id: ada.id, email: '', sessionId: '' })).id
})

const purchase = (amount = '20.00') => authorisation({ card, amount })
const post = async (...args: [message: unknown, options?: Parameters<typeof postCardMessage>[2]]) => {
  const response = await postCardMessage(stack.apiUrl, ...args)
  const body: unknown = await response.json()
  return { status: response.status, body }
}
const held = async () =>
  (await sql<{ held: string }[]>`select held from public.accounts where user_id = ${ada.id}`)[0]?.held
const secondsAgo = (seconds: number) => String(Date.now() - seconds * 1000)
const refused = { status: 401, body: { error: 'The signature is not valid.' } }

test('approves, clears and refunds with the response code of the network', async () => {
  const message = purchase()
  expect(await post(message)).toEqual({ status: 200, body: { id: message.id, approved: true, responseCode: '00' } })
  expect(await held()).toBe('20.00')
  const cleared = messageAbout(message.id, 'clear', '18.00')
  expect((await post(cleared)).body).toEqual({ id: cleared.id, approved: true, responseCode: '00' })
  expect((await post(messageAbout(message.id, 'refund', '18.01'))).body).toMatchObject({
    approved: false,
    responseCode: '13',
  })
  expect(await held()).toBe('0.00')
})

test('npm run card sends payments and reversals with their options and prints the answers', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-card-'))
  const { apiUrl, databaseUrl } = stack
  recordStack(folder, { pid: process.pid, apiUrl, databaseUrl, mailboxUrl: apiUrl })
  const pay = async (...options: string[]) => {
    const [row] = await sql<{ last_four: string }[]>`select last_four from public.cards where id = ${card}`
    const command = ['--import', 'tsx', 'local/cli/card.ts', row?.last_four ?? '', 'Corner', '£20', ...options]
    return (await promisify(execFile)(process.execPath, command, { env: { ...process.env, STACK_DATA_DIR: folder } }))
      .stdout
  }
  try {
    expect(await pay('--cash', '--no-clear')).toBe('  Corner, £20: approved\n')
    expect(await pay('--online', '--mcc', '5942', '--country', 'FR', '--reverse', '4.50', '--no-clear')).toBe(
      '  Corner, £20: approved\n  Reversed, £4.50: approved\n',
    )
    expect(await pay('--reverse-first')).toBe(
      '  Reversed before it arrives: approved\n  Corner, £20: refused, the payment does not allow it\n',
    )
    expect(
      await sql`
        select merchant, amount, mcc, country, entry from public.card_payments where card_id = ${card} order by created_at`,
    ).toEqual([
      { merchant: 'Corner', amount: '20.00', mcc: '6011', country: 'GB', entry: 'cash' },
      { merchant: 'Corner', amount: '15.50', mcc: '5942', country: 'FR', entry: 'online' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('accepts the signature that docs/deploy.md describes', async () => {
  const body = JSON.stringify(purchase())
  const timestamp = secondsAgo(0)
  const response = await fetch(`${stack.apiUrl}/functions/v1/card-authorisation`, {
    method: 'POST',
    headers: {
      'card-network-timestamp': timestamp,
      'card-network-signature': createHmac('sha256', stack.keys.cardNetwork)
        .update(`${timestamp}.${body}`)
        .digest('hex'),
    },
    body,
  })
  expect(await response.json()).toMatchObject({ approved: true })
})

test('counts the characters of a name as the database does', async () => {
  expect((await post({ ...purchase(), merchant: '🌿'.repeat(140) })).body).toMatchObject({ approved: true })
})

test('a retry with a new time gets the first answer, and a replay is refused', async () => {
  const message = purchase()
  const timestamp = secondsAgo(10)
  expect((await post(message, { timestamp })).status).toBe(200)
  expect(await post(message, { timestamp })).toEqual({
    status: 409,
    body: { error: 'This message has been received before.' },
  })
  expect((await post(message)).body).toMatchObject({ responseCode: '00' })
  expect(await post({ ...message, amount: '21.00' })).toEqual({
    status: 409,
    body: { error: 'This message was already sent with different details.' },
  })
  expect(await held()).toBe('20.00')
})

describe('refuses', () => {
  test.each<[string, () => Parameters<typeof postCardMessage>[2]]>([
    ['another key', () => ({ key: 'a key that the card network does not have' })],
    ["the service's own secret key as the key", () => ({ key: stack.keys.secret })],
    ['a message that is six minutes old', () => ({ timestamp: secondsAgo(360) })],
    ['a message of the future', () => ({ timestamp: secondsAgo(-360) })],
    ['a time that is no number', () => ({ timestamp: 'now' })],
    ['no signature', () => ({ headers: { 'card-network-signature': '' } })],
    ['a signature of another message', () => ({ headers: { 'card-network-signature': 'a'.repeat(64) } })],
    ['a signature for another time', () => ({ headers: { 'card-network-timestamp': secondsAgo(1) } })],
    [
      "a customer's token as the key",
      () => ({ key: ada.accessToken, headers: { authorization: `Bearer ${ada.accessToken}` } }),
    ],
  ])('%s', async (_what, options) => {
    expect(await post(purchase(), options())).toEqual(refused)
    expect(await held()).toBe('0.00')
  })

  test.each<[string, () => unknown]>([
    ['text', () => 'authorise'],
    ['another type', () => ({ ...purchase(), type: 'close' })],
    ['an amount as a number', () => ({ ...purchase(), amount: 20 })],
    ['a negative amount', () => ({ ...purchase(), amount: '-20' })],
    ['a card number', () => ({ ...purchase(), card: '4659123412341234' })],
    ['more fields', () => ({ ...purchase(), pin: '1234' })],
    ['no original', () => ({ id: randomUUID(), type: 'reverse' })],
    ['the character NUL in a name', () => ({ ...purchase(), merchant: 'Secret\0Shop' })],
    ['half a character in a name', () => ({ ...purchase(), merchant: 'Secret\ud800Shop' })],
    ['a name of 141 characters', () => ({ ...purchase(), merchant: 'Secret'.padEnd(141, 'x') })],
    ['a huge name', () => ({ ...purchase(), merchant: 'Secret'.repeat(30_000) })],
    ['half a penny to reverse', () => ({ ...messageAbout(randomUUID(), 'reverse', '0.005') })],
  ])('%s in place of a message, and repeats nothing of it', async (_what, message) => {
    const { status, body } = await post(message())
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toMatch(/secret|4659|1234/i)
  })
})

test('without a key it is closed', async () => {
  const functions = await serveFunction(stack, 'card-authorisation', {})
  try {
    const response = await functions.fetch(
      new Request(`${stack.apiUrl}/functions/v1/card-authorisation`, { method: 'POST', body: '{}' }),
    )
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: { error: 'The card network is not connected.' },
    })
  } finally {
    await functions.close()
  }
})
