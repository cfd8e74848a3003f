import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { mailTo } from './mails'
import { signIn, signInWithPin, type People, type Person } from './people'
import { searched } from './staffSearch'

test.use({ viewport: { width: 1280, height: 900 } })

const card = (page: Page, name: 'Approved Users' | 'PIN Requests') => page.getByRole('region', { name, exact: true })
const approved = (page: Page) => card(page, 'Approved Users')
const rowOf = (region: Locator, person: Person) => region.getByRole('row').filter({ hasText: person.email })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function userAdmin(people: People, firstName: string) {
  const admin = await people.customer(firstName)
  await people.makeAdmin(admin, ['approve_users'])
  return admin
}

async function open(page: Page, admin: Person) {
  await signIn(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
}

/** Other tests create users in the same database. */
async function find(page: Page, person: Person) {
  await page.getByRole('searchbox', { name: 'Find users by name, email or account number' }).fill(person.email)
  await page.keyboard.press('Enter')
  await searched(page)
}

test('an admin changes name, address and PIN of a user, who signs in with the new PIN', async ({
  page,
  people,
  browser,
  server,
}) => {
  const customer = await people.customer('Cato')
  const newPin = '58306'
  await open(page, await userAdmin(people, 'Axel'))
  await find(page, customer)
  await rowOf(approved(page), customer).getByRole('button', { name: 'Edit' }).click()
  const box = dialog(page, 'Edit User Information')
  await box.getByRole('button', { name: 'Show PIN' }).click()
  await expect(box.getByLabel('5-Digit Login PIN')).toHaveValue(customer.pin)
  await box.getByLabel('5-Digit Login PIN').fill(newPin)
  await box.getByLabel('Full Name').fill('Cato Newname')
  await box.getByLabel('Notification Email').fill('cato@people.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User information updated successfully')).toBeVisible()
  await expect(box).toHaveCount(0)
  await expect(rowOf(approved(page), customer)).toContainText('cato@people.example')

  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await signInWithPin(theirs, { ...customer, pin: newPin })
  await theirs.close()
})

test('Revoke Access deletes the user and signs them out', async ({ page, people, server, openWindow }) => {
  const customer = await people.customer('Clio')
  const theirs = await openWindow(customer, '/')
  await expect(theirs.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await open(page, await userAdmin(people, 'Astrid'))
  await find(page, customer)
  await rowOf(approved(page), customer).getByRole('button', { name: 'Revoke Access' }).click()
  const box = dialog(page, 'Revoke access?')
  await expectAccessible(page)
  await expect(box.getByText('Balance: £5,000.00')).toBeVisible()
  await box.getByLabel(/^Type .* to confirm$/).fill(customer.email)
  await box.getByRole('button', { name: 'Revoke Access' }).click()
  await expect(page.getByText('User account and all data permanently deleted')).toBeVisible()
  await expect(box).toHaveCount(0)
  await expect(approved(page)).toContainText('No approved users')
  expect(await server.sql`select from auth.users where id = ${customer.id}`).toHaveLength(0)
  await theirs.reload()
  await expect(theirs).toHaveURL('/auth')
})

test("a request by 'Forgotten details?' is listed until an admin sends the PIN", async ({
  page,
  people,
  browser,
  server,
}) => {
  const customer = await people.customer('Fritz')
  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await theirs.goto('/auth')
  await theirs.getByRole('button', { name: 'Forgotten details?' }).click()
  const forgotten = theirs.getByRole('dialog', { name: 'Forgot your PIN?' })
  await forgotten.getByLabel('Email Address').fill(customer.email)
  await forgotten.getByRole('button', { name: 'Send Request' }).click()
  await expect(
    theirs.getByText('An administrator will contact you shortly to help reset your PIN').first(),
  ).toBeVisible()
  await theirs.close()

  await open(page, await userAdmin(people, 'Ayla'))
  const requests = card(page, 'PIN Requests')
  await expectAccessible(page)
  await rowOf(requests, customer).getByRole('button', { name: 'Send PIN' }).click()
  await expect(page.getByText("Security PIN sent to Fritz Tester's in-app notifications")).toBeVisible()
  await expect(rowOf(requests, customer)).toHaveCount(0)
  expect(
    await server.sql`select from private.pin_reset_requests where user_id = ${customer.id} and agreed_at is null`,
  ).toEqual([])

  // The mailbox opens with the PIN only, so a link for a new one is mailed.
  const mail = await mailTo(server, customer, 'Set your new PIN')
  const link = /\/new-pin#[0-9a-f]{64}/.exec(mail)?.[0] ?? ''
  const device = await browser.newPage({ baseURL: server.webUrl })
  await device.goto(link)
  await device.getByLabel('Your new PIN', { exact: true }).fill('48317')
  await device.getByLabel('Repeat your new PIN').fill('48317')
  await device.getByRole('button', { name: 'Set my new PIN' }).click()
  await expect(device.getByRole('heading', { name: 'Your new PIN is set' })).toBeFocused()
  await expectAccessible(device)
  await signInWithPin(device, { pin: '48317' })
  await expect(device.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await device.close()
})

test('the table of users is no wider than the screen, and its head stays in sight', async ({ page, people }) => {
  const customer = await people.customer('Carl')
  const suspended = await people.customer('Anastasia')
  await people.suspend(suspended)
  await Promise.all(Array.from({ length: 20 }, () => people.signUp('Crowd')))
  await open(page, await userAdmin(people, 'Ada'))
  for (const person of [customer, suspended]) {
    const lastButton = rowOf(approved(page), person).getByRole('button', { name: 'Revoke Access' })
    await lastButton.scrollIntoViewIfNeeded()
    await expect(lastButton).toBeInViewport({ ratio: 1 })
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.mouse.wheel(0, 5000)
  await expect(approved(page).getByRole('columnheader', { name: 'Financial Support Access' })).toBeInViewport()
})
