import { expect, test } from 'vitest'
import { secretFindings } from './secretFindings'

const list =
  (...names: string[]) =>
  () =>
    Promise.resolve(JSON.stringify(names.map((name) => ({ name, value: 'a'.repeat(64) }))))

test('finds nothing where mails can be sent with links, and push messages', async () => {
  expect(await secretFindings(list('SMTP_HOST', 'APP_URL', 'VAPID_PRIVATE_KEY'))).toEqual([])
})

test.each([
  [['SMTP_HOST', 'OTHER_APP_URL', 'APP_URL_2', 'VAPID_PRIVATE_KEY'], ['The secret APP_URL is missing']],
  [['APP_URL', 'VAPID_PRIVATE_KEY'], ['The secret SMTP_HOST is missing']],
  [['APP_URL', 'SMTP_HOST'], ['The secret VAPID_PRIVATE_KEY is missing']],
  [[], ['SMTP_HOST', 'APP_URL', 'VAPID_PRIVATE_KEY']],
])('names what is missing in %j', async (names, missing) => {
  expect(await secretFindings(list(...names))).toEqual(missing.map((text) => expect.stringContaining(text)))
})

test('needs the key of this bank where another bank is connected', async () => {
  const secrets = list('SMTP_HOST', 'APP_URL', 'VAPID_PRIVATE_KEY', 'BANK_ID')
  expect(await secretFindings(secrets, { hasBanks: true })).toEqual([
    expect.stringContaining('The secret BANK_PRIVATE_KEY is missing'),
  ])
})

test('says that the secrets could not be read', async () => {
  const found = await secretFindings(() => Promise.reject(new Error('no token')))
  expect(found).toEqual([expect.stringMatching(/APP_URL.*not checked.*npx supabase login/)])
})
