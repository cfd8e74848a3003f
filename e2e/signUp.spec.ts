import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { storeSession } from './people'

test('a new person signs up, is shown a PIN, waits for approval, and signs in with it', async ({ page, people }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: /Sign up/ }).click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await expectAccessible(page)
  const email = `nia-${crypto.randomUUID()}@people.example`
  await page.getByLabel('Full Name').fill('Nia Newcomer')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: /\d{5}/ })
  await expect(toast).toBeVisible()
  const pin = /\b\d{5}\b/.exec((await toast.textContent()) ?? '')?.[0] ?? ''
  expect(Number(pin)).toBeGreaterThanOrEqual(10000)

  await expect(page).toHaveURL('/pending-approval')
  // The PIN is shown again after a reload, until it is confirmed.
  await page.reload()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(pin, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('heading', { name: 'Your security PIN' })).toBeHidden()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')

  await page.getByRole('textbox', { name: /PIN/ }).fill(pin)
  await expect(
    page
      .getByText('Your account is pending approval. Please wait for an administrator to approve your account.')
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL('/auth')

  await people.approveByEmail(email)
  await page.getByRole('textbox', { name: /PIN/ }).fill(pin)
  await expect(page.getByRole('heading', { name: 'Hello Nia' })).toBeVisible()
  // The first visit to the home screen opens the account.
  await expect(page.getByText('£5,000.00')).toBeVisible()
})

test('takes a waiting user home once they are approved', async ({ page, people }) => {
  const person = await people.signUp('Wanda')
  await page.goto('/auth')
  await storeSession(page, person)
  await page.goto('/transactions')
  await expect(page).toHaveURL('/pending-approval')
  await people.approve(person)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Hello Wanda' })).toBeVisible()
})

test('name and email address are required', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: /Sign up/ }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page).toHaveURL('/auth')
})

test('a forgotten PIN is asked for, with the same answer for any address', async ({ page, people, server }) => {
  const person = await people.customer('Fay')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgotten details?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot your PIN?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByText('Please enter your registered email').first()).toBeVisible()

  await dialog.getByLabel('Email Address').fill(person.email)
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByText('An administrator will contact you shortly to help reset your PIN').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Forgotten details?' })).toBeFocused()
  const stored = await server.sql`select 1 from private.pin_reset_requests where user_id = ${person.id}`
  expect(stored).toHaveLength(1)
})
