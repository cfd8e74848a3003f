import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'

test('a sign-out ends the session in every tab', async ({ page, context, people }) => {
  const person = await people.customer('Nora')
  await signIn(page, person)
  const second = await context.newPage()
  await second.goto('/transactions')
  await expect(second.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible()
  await people.revokeApproval(person)
  await page.reload()
  await expect(page).toHaveURL('/pending-approval')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(second).toHaveURL('/auth')
})

test('an account that is frozen elsewhere closes its open windows within five seconds', async ({
  page,
  people,
  openWindow,
}) => {
  const person = await people.customer('Fay')
  await signIn(page, person)
  const second = await openWindow(person, '/transactions')
  await expect(second.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible()
  // The window has joined the channel once it has asked whether the bank is calling.
  await second.goto('/more')
  await expect(second.getByText('We are not calling you now. If somebody says so, hang up.')).toBeVisible()
  await page.goto('/settings#freeze')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expect(second.getByText('Your session has ended. Sign in again to continue.')).toBeVisible({ timeout: 5000 })
  await expect(page.getByRole('heading', { name: 'Unfreeze' })).toBeVisible()
})

test('a customer is signed out after five inactive minutes, with a warning 30 seconds before', async ({
  page,
  people,
}) => {
  const person = await people.customer('Sam')
  await page.clock.install()
  await signIn(page, person)
  await page.clock.runFor('04:31')
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.clock.runFor('04:00')
  await expect(page.getByRole('heading', { name: 'Hello Sam' })).toBeVisible()
  await page.clock.runFor('01:01')
  await expect(page).toHaveURL('/auth')
  // A link that is opened without a session.
  await page.goto('/cards?from=mail#freeze')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).pressSequentially(person.pin)
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
  await expect(page).toHaveURL('/cards?from=mail#freeze')
})

test('a browser that is too old is told so on the sign-in screen, with the versions that the app needs', async ({
  page,
}) => {
  const sentence =
    'Your browser is too old for Fernbank: update it to Chrome or Edge 111, Firefox 128, Safari 16.4 or newer.'
  await page.goto('/auth')
  await expect(page.getByLabel('Security PIN')).toBeVisible()
  await expect(page.getByText(sentence)).toHaveCount(0)
  await page.addInitScript(() => Reflect.deleteProperty(CSS, 'registerProperty'))
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
})
