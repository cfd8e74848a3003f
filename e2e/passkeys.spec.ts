import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import type { Person } from './people'

const sessions: CDPSession[] = []

// The next test has the same window, and Chromium has one such device in it.
test.afterEach(async () => {
  for (const cdp of sessions.splice(0)) await cdp.detach()
})

/** A phone or computer with a screen lock, as Chromium's virtual authenticator. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  sessions.push(cdp)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function signInWithPin(page: Page, { pin }: Person) {
  await page.getByRole('textbox', { name: /PIN/ }).fill(pin)
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
}

/** The code in the newest of `count` mails. */
async function codeMailedTo({ stack }: Server, { email }: Person, subject: string, count = 1): Promise<string> {
  const query = encodeURIComponent(`to:${email} subject:"${subject}"`)
  const find = async () =>
    ((await (await fetch(`${stack.mailboxUrl}/api/v1/search?query=${query}`)).json()) as { messages: { ID: string }[] })
      .messages
  await expect.poll(async () => (await find()).length).toBe(count)
  const mail = await fetch(`${stack.mailboxUrl}/api/v1/message/${(await find())[0]?.ID}`)
  return /^\d{6}$/m.exec(((await mail.json()) as { Text: string }).Text)?.[0] ?? ''
}

/** `count`: how many passkeys the customer has then. */
async function addPasskey(page: Page, server: Server, person: Person, count = 1) {
  await page.goto('/settings#sign-in')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page
    .getByLabel('Code from the email')
    .fill(await codeMailedTo(server, person, 'code for adding a passkey', count))
  await page.getByLabel('Current PIN').fill(person.pin)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
}

// A browser gives no page a passkey of another origin: `supabase/tests/functions/passkeys` sends the function one. A copied
// key, a wrong site and a late answer are refused there and in `supabase/tests/access/passkeys`.
test('a passkey is added, signs in, approves a payment and is removed', async ({ page, people, server }) => {
  const person = await people.customer('Pia')
  const payee = await people.customer('Piet')
  const { cdp, authenticatorId } = await addDevice(page)
  await page.goto('/auth')
  await signInWithPin(page, person)

  await addPasskey(page, server, person)
  await expect(page.getByText(/^Added on/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/auth')
  // Without a face, a finger or the screen lock the device signs nothing.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await passkey.click()
  await expect(page.getByText('Not signed in')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  const signed = page.waitForRequest('**/functions/v1/use-passkey')
  await passkey.click()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  // The same answer again.
  const answer = await signed
  const replay = await page.request.post(answer.url(), {
    headers: await answer.allHeaders(),
    data: answer.postData() ?? '',
  })
  expect(replay.status()).toBe(403)

  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill(payee.fullName)
  await page.getByLabel('Sort code').fill(payee.account.sortCode)
  await page.getByLabel('Account number').fill(payee.account.accountNumber)
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await page.getByLabel(/^Amount/).fill('300')
  await page.getByLabel('Payment reason').selectOption('Other')
  // A script that sends another amount than the one that was approved.
  let isForging = false
  await page.route('**/rest/v1/rpc/make_payment', (route) => {
    const body = route.request().postData() ?? ''
    return route.continue(isForging ? { postData: body.replace('300.00', '301.00') } : {})
  })
  const proceed = page.getByRole('button', { name: 'Continue', exact: true })
  await proceed.click()
  await page.getByRole('checkbox', { name: 'I have read this' }).check()
  await page.getByRole('button', { name: 'Pay £300.00' }).click()
  const sheet = page.getByRole('dialog', { name: 'Approve with your passkey' })
  await expect(sheet).toContainText(`Pay £300.00 to ${payee.fullName}`)
  await expectAccessible(page)
  isForging = true
  await sheet.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText('Please approve this with your passkey.').first()).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('5000.00')

  // The amount that was approved is paid, once.
  isForging = false
  await proceed.click()
  await page.getByRole('checkbox', { name: 'I have read this' }).check()
  await page.getByRole('button', { name: 'Pay £300.00' }).click()
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('5300.00')

  // The device is lost: that of another one removes its passkey, and signs in.
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await addDevice(page)
  await server.sql`update private.device_codes set created_at = created_at - interval '2 minutes' where user_id = ${person.id}`
  await addPasskey(page, server, person, 2)
  await page
    .getByRole('button', { name: /^Remove passkey/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Use another passkey' }).click()
  await sheet.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove passkey/ })).toHaveCount(1)
  await page.goto('/')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/auth')
  // Chromium's test device chooses the passkey that the field offers.
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()

  await page.goto('/settings#sign-in')
  await page.getByRole('button', { name: /^Remove passkey/ }).click()
  await page.getByRole('dialog').getByLabel('Current PIN').fill(person.pin)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})

test('the PIN field offers a passkey, and a frozen owner removes one with a code', async ({ page, people, server }) => {
  const person = await people.customer('Pip')
  await addDevice(page)
  // What the page tells the browser about the passkeys that are left.
  await page.addInitScript(() => {
    PublicKeyCredential.signalAllAcceptedCredentials = ({ allAcceptedCredentialIds: ids }) => {
      sessionStorage.setItem('signalled', String(ids.length))
      return Promise.resolve()
    }
  })
  const signalled = () => page.evaluate(() => sessionStorage.getItem('signalled'))
  await page.goto('/auth')
  await signInWithPin(page, person)
  await expect.poll(signalled).toBe('0')
  await addPasskey(page, server, person)
  await expect.poll(signalled).toBe('1')

  await page.goto('/')
  await page.goto('/settings#freeze')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send code' })).toBeVisible()
  await page.goto('/')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/auth')
  // Chromium's test device chooses the passkey that the field offers.
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()

  await page.goto('/settings#sign-in')
  await page.getByRole('button', { name: /^Remove passkey/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Remove / })
  await expectAccessible(page)
  // A code a minute.
  await server.sql`update private.device_codes set created_at = created_at - interval '2 minutes' where user_id = ${person.id}`
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code from the email').fill(await codeMailedTo(server, person, 'code for unfreezing'))
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await expect.poll(signalled).toBe('0')
})
