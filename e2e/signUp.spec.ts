import { expect, test } from './fixtures'
import { follow, tabTo } from './keys'
import { expectAccessible } from './axe'

test('a new person signs up, is shown a PIN, waits for approval, and signs in with it', async ({ page, people }) => {
  await page.goto('/auth')
  await follow(page, page.getByRole('button', { name: /Sign up/ }))
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  const email = `nia-${crypto.randomUUID()}@people.example`
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.type('Nia Newcomer')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
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
  await follow(page, page.getByRole('button', { name: 'Sign Out' }))
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
