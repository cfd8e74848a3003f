import type { Page } from '@playwright/test'
import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import type { Person } from './people'

const bind = ({ sql }: Server, binding: 'off' | 'staff' | 'all') =>
  sql`update private.settings set device_binding = ${binding} where only_row`

// The other tests of this worker sign in without a code.
test.afterEach(({ server }) => bind(server, 'off'))

const code = (page: Page) => page.getByRole('textbox', { name: 'Code from the email' })
const home = (page: Page) => page.getByRole('heading', { name: /^Hello/ })

async function enterPin(page: Page, { pin }: { pin: string }) {
  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(pin)
}

/** The PIN alone finds its owner on a known device only. */
async function enterPinAndEmail(page: Page, person: Person) {
  await enterPin(page, person)
  const email = page.getByLabel("We don't know this device yet. Enter your email address.")
  await expect(email).toBeFocused()
  await expectAccessible(page)
  await email.fill(person.email)
  await email.press('Enter')
}

type Mails = { messages: { ID: string }[] }

/** The code in the newest mail to this address, once `mails` mails have arrived. */
async function codeMailedTo(
  { stack: { mailboxUrl } }: Server,
  { email }: { email: string },
  mails = 1,
): Promise<string> {
  const query = encodeURIComponent(`to:${email} subject:"code for signing in"`)
  const found = async () => {
    const answer = await fetch(`${mailboxUrl}/api/v1/search?query=${query}`)
    return ((await answer.json()) as Mails).messages
  }
  await expect.poll(async () => (await found()).length).toBe(mails)
  const [newest] = await found()
  const mail = await fetch(`${mailboxUrl}/api/v1/message/${newest?.ID}`)
  return /^\d{6}$/m.exec(((await mail.json()) as { Text: string }).Text)?.[0] ?? ''
}

async function confirmDevice(page: Page, server: Server, person: { email: string }, mails = 1) {
  await page.getByRole('button', { name: 'Send code' }).click()
  await code(page).fill(await codeMailedTo(server, person, mails))
}

/** Codes are sent once a minute. */
const letAMinutePass = ({ sql }: Server, { id }: Person) =>
  sql`update private.device_codes set created_at = created_at - interval '1 minute' where user_id = ${id}`

test('a new device is confirmed with an emailed code, and then needs only the PIN', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Dina')
  await bind(server, 'all')
  await enterPinAndEmail(page, person)
  await expect(page.getByRole('heading', { name: 'Confirm this device' })).toBeVisible()
  await expectAccessible(page)
  // Every path leads to this screen first.
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'Confirm this device' })).toBeVisible()
  await page.goto('/pay-transfer')
  await expect(page.getByRole('heading', { name: 'Confirm this device' })).toBeVisible()
  await page.goto('/transactions')

  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  const right = await codeMailedTo(server, person)
  await code(page).fill(right === '000000' ? '111111' : '000000')
  await expect(code(page)).toHaveAccessibleDescription("That code isn't right. You have 4 attempts left.")
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(code(page)).toHaveAccessibleDescription('Please wait a minute before you ask for another code.')

  // The emailed code is still valid, also after a reload.
  await page.reload()
  await expect(code(page)).toBeFocused()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.type(right)
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(page).toHaveURL('/transactions')

  await page.goto('/more')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await enterPin(page, person)
  await expect(home(page)).toBeVisible()
})

test('a removed device is signed out at once', async ({ page, people, server, browser }) => {
  const person = await people.customer('Rita')
  await bind(server, 'all')
  await enterPinAndEmail(page, person)
  await confirmDevice(page, server, person)
  await expect(home(page)).toBeVisible()
  const second = await (await browser.newContext({ baseURL: server.webUrl })).newPage()
  await enterPinAndEmail(second, person)
  await letAMinutePass(server, person)
  await confirmDevice(second, server, person, 2)
  await expect(home(second)).toBeVisible()

  await page.goto('/settings#sign-in')
  const devices = page.getByRole('region', { name: 'Your devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await expectAccessible(page)
  await devices
    .last()
    .getByRole('button', { name: /^Remove/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/We'll sign it out now/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Device removed')).toBeVisible()
  await expect(devices).toHaveCount(1)

  await second.reload()
  await expect(second).toHaveURL('/auth')
  await enterPin(second, person)
  // A removed device no longer finds the owner of a PIN.
  const email = second.getByLabel('New to this device? Enter your email address too.')
  await email.fill(person.email)
  await second.getByRole('textbox', { name: /PIN/ }).fill(person.pin)
  await expect(second.getByRole('heading', { name: 'Confirm this device' })).toBeVisible()
  await second.context().close()

  // Removing the current device signs out.
  await devices
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL('/auth')
})
