import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, storeSession, type Person } from './people'
import type { Page } from '@playwright/test'

async function stored({ sql }: Server, person: Person) {
  const [row] = await sql<{ full_name: string | null; notification_email: string | null; holder: string }[]>`
    select p.full_name, p.notification_email, a.account_holder_name as holder
    from public.profiles p join public.accounts a on a.user_id = p.id where p.id = ${person.id}`
  return row
}

const fullName = (page: Page) => page.getByRole('textbox', { name: 'Full Name' })
const email = (page: Page) => page.getByRole('textbox', { name: 'Notification Email' })
const updateName = (page: Page) => page.getByRole('button', { name: 'Update Name' })
const saveSettings = (page: Page) => page.getByRole('button', { name: 'Save Settings' })

async function expectFitsNarrowScreens(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
}

test('settings: the notification email is checked, saved, and can be taken away again', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Rosa')
  await signIn(page, person, '/settings')
  await expect(email(page)).toHaveValue('')
  await expectAccessible(page)

  await email(page).fill('rosa at home')
  await saveSettings(page).click()
  await expect(email(page)).toHaveAccessibleDescription(/Please enter an email address such as name@example.com/)
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveValue('rosa at home')
  await expectAccessible(page)
  expect((await stored(server, person))?.notification_email).toBeNull()

  await email(page).fill('rosa@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(email(page)).not.toHaveAttribute('aria-invalid')
  expect((await stored(server, person))?.notification_email).toBe('rosa@example.com')
  await page.reload()
  await expect(email(page)).toHaveValue('rosa@example.com')

  await email(page).fill('')
  await saveSettings(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect((await stored(server, person))?.notification_email).toBeNull()
  await expectFitsNarrowScreens(page)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
})

test('settings: what was typed survives a failed save, and is saved with the second try', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Seth')
  await signIn(page, person, '/settings')
  await email(page).fill('seth@example.com')
  const writes = (url: URL) => url.pathname === '/rest/v1/profiles'
  await page.route(writes, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await saveSettings(page).click()
  await expect(page.getByRole('alert').getByText(/You appear to be offline/)).toBeVisible()
  await expect(email(page)).toHaveValue('seth@example.com')
  await expectAccessible(page)
  await page.unroute(writes)
  await saveSettings(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect((await stored(server, person))?.notification_email).toBe('seth@example.com')
})

test('profile: the name is updated, on the profile alone', async ({ page, people, server }) => {
  const person = await people.customer('Tess')
  await signIn(page, person, '/profile')
  await expect(fullName(page)).toHaveValue('Tess Tester')
  await expect(updateName(page)).toBeDisabled()
  await expectAccessible(page)

  await fullName(page).fill('Tess <Tester>')
  await updateName(page).click()
  await expect(fullName(page)).toHaveAccessibleDescription("< and > can't be used.")
  await expect(fullName(page)).toBeFocused()
  await expectAccessible(page)

  await fullName(page).fill('Tessa Newname')
  await page.keyboard.press('Tab')
  await expect(updateName(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated!')).toBeVisible()
  await expect(updateName(page)).toBeDisabled()
  expect(await stored(server, person)).toMatchObject({ full_name: 'Tessa Newname', holder: 'Tess Tester' })
  await expectFitsNarrowScreens(page)

  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Tessa' })).toBeVisible()
})

test('branch support: the display name goes to profile and account, the email has its own button', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Uma')
  await signIn(page, person, '/branch-support')
  const name = page.getByRole('region', { name: 'Display Name' })
  const address = page.getByRole('region', { name: 'Notification Email' })
  await expect(name.getByRole('textbox')).toHaveValue('Uma Tester')
  await expectAccessible(page)

  await address.getByRole('textbox').fill('uma@')
  await address.getByRole('button', { name: 'Update Email' }).click()
  await expect(address.getByRole('textbox')).toHaveAccessibleDescription(/Please enter an email address/)
  await name.getByRole('textbox').fill('Uma Newname')
  await name.getByRole('button', { name: 'Update Name' }).click()
  await expect(page.getByText('Display name updated')).toBeVisible()
  expect(await stored(server, person)).toEqual({
    full_name: 'Uma Newname',
    holder: 'Uma Newname',
    notification_email: null,
  })

  await expect(address.getByRole('textbox')).toHaveValue('uma@')
  await address.getByRole('textbox').fill('uma@example.com')
  await address.getByRole('button', { name: 'Update Email' }).click()
  await expect(page.getByText('Notification email updated')).toBeVisible()
  expect((await stored(server, person))?.notification_email).toBe('uma@example.com')
  await expectFitsNarrowScreens(page)

  // The card carries the account holder's name.
  await page.goto('/cards')
  await expect(page.getByText('UMA NEWNAME')).toBeVisible()
})

for (const path of ['/settings', '/profile', '/branch-support']) {
  test(`${path} is closed to visitors and to users who wait for approval`, async ({ page, people }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/auth')
    await storeSession(page, await people.signUp('Vito'))
    await page.goto(path)
    await expect(page).toHaveURL('/pending-approval')
  })
}
