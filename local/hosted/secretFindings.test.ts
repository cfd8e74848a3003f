import { expect, test } from 'vitest'
import { secretFindings } from './secretFindings'

const list =
  (...names: string[]) =>
  () =>
    Promise.resolve(JSON.stringify(names.map((name) => ({ name, value: 'a'.repeat(64) }))))

test('finds nothing where mails can be sent with links, and push messages', async () => {
  const all = list('SMTP_HOST', 'APP_URL', 'VAPID_PRIVATE_KEY', 'CARD_NETWORK_KEY')
  expect(await secretFindings(all)).toEqual({ missing: [], off: [] })
})

test('says what is off in a bank without push messages and card payments, and misses nothing', async () => {
  expect(await secretFindings(list('SMTP_HOST', 'APP_URL'))).toEqual({
    missing: [],
    off: [
      'Push messages are off, because the secret VAPID_PRIVATE_KEY is not set (docs/deploy.md, step 3).',
      'Card payments are off, because the secret CARD_NETWORK_KEY is not set (docs/deploy.md, step 3).',
    ],
  })
})

test.each([
  [['SMTP_HOST', 'OTHER_APP_URL', 'APP_URL_2'], ['The secret APP_URL is missing']],
  [['APP_URL'], ['The secret SMTP_HOST is missing']],
  [[], ['SMTP_HOST', 'APP_URL']],
])('names what is missing in %j', async (names, missing) => {
  const found = await secretFindings(list(...names))
  expect(found.missing).toEqual(missing.map((text) => expect.stringContaining(text)))
})

test('needs the key of this bank where another bank is connected', async () => {
  const secrets = list('SMTP_HOST', 'APP_URL', 'BANK_ID')
  expect((await secretFindings(secrets, { hasBanks: true })).missing).toEqual([
    expect.stringContaining('The secret BANK_PRIVATE_KEY is missing'),
  ])
})

test('says that the secrets could not be read', async () => {
  const found = await secretFindings(() => Promise.reject(new Error('no token')))
  expect(found).toEqual({ missing: [expect.stringMatching(/APP_URL.*not checked.*npx supabase login/)], off: [] })
})
