import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'

test('the right PIN is refused too after five wrong attempts', async ({ page, people, server }) => {
  const person = await people.customer('Lola')
  await page.goto('/auth')
  const pin = page.getByRole('textbox', { name: /PIN/ })
  for (const wrong of ['10001', '10002', '10003', '10004', '10005']) {
    const answered = page.waitForResponse(/rpc\/get_email_by_pin/)
    await pin.fill(wrong)
    await answered
    await expect(pin).toHaveValue('')
  }
  const answered = page.waitForResponse(/rpc\/get_email_by_pin/)
  await pin.fill(person.pin)
  expect((await answered).status()).toBe(429)
  await expect(page.getByText('Too many attempts. Try again in 1 minute.').first()).toBeVisible()
  // The lock belongs to the IP address, which the other tests of this worker share.
  await server.sql`delete from private.attempts where true`
})

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
