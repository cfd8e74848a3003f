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
