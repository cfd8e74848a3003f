import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { storeSession } from './people'

// Section 8 of the customer specification: an error is a toast, and an error of a form is also described at its field,
// which has the focus. The tests of the screens in tests/ prove the other rows.

async function expectToast(page: Page, title: string, text: string) {
  const toast = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
  await expect(toast).toBeVisible()
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

/** The field is marked, described by these words, and has the focus. */
async function expectInPlace(field: Locator, text: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replaceAll(/[.?]/g, '\\$&')))
  await expect(field).toBeFocused()
}

/** Records the requests to one endpoint. */
function countRequests(page: Page, pattern: RegExp) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url()) && request.method() !== 'OPTIONS') seen.push(request.url())
  })
  return seen
}

const pinField = (page: Page) => page.getByRole('textbox', { name: /PIN/ })
const amountField = (page: Page) => page.getByLabel(/^Amount/)

async function toPaymentDetails(page: Page, sortCode: string, accountNumber: string) {
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill('Olive Outside')
  await page.getByLabel('Sort code').fill(sortCode)
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await expect(page.getByRole('heading', { name: 'Pay details' })).toBeVisible()
}

async function pay(page: Page, amount: string) {
  await amountField(page).fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a wrong PIN and a pending account: a toast, and the error at the PIN field', async ({ page, people, server }) => {
  const person = await people.signUp('Petra')
  await page.goto('/auth')
  await pinField(page).fill('10009')
  await expectToast(page, 'Sign-in failure', 'Invalid PIN. Please check your PIN and try again.')
  await expectInPlace(pinField(page), 'Invalid PIN. Please check your PIN and try again.')
  await expect(page).toHaveURL('/auth')
  // Wrong attempts count per client address, and other tests use the same address.
  await server.sql`delete from private.attempts where true`

  await pinField(page).fill(person.pin)
  const words = 'Your account is pending approval. Please wait for an administrator to approve your account.'
  await expectToast(page, 'Pending account', words)
  await expectInPlace(pinField(page), words)
  await expect(page).toHaveURL('/auth')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('-auth-token')))).toEqual([])
})

test('Invalid Amount, Insufficient Funds and Payment Failed: a toast, and the error in the form', async ({
  page,
  people,
}) => {
  const person = await people.customer('Iris')
  await storeSession(page, person)
  await toPaymentDetails(page, '20-00-00', '12345678')
  const requests = countRequests(page, /rpc\/make_payment/)
  await pay(page, '10,50')
  await expectToast(page, 'Invalid Amount', 'Please enter a valid amount.')
  await expectInPlace(amountField(page), 'Please enter a valid amount.')
  await pay(page, '5000.01')
  await expectToast(page, 'Insufficient Funds', "You don't have enough balance for this transaction.")
  await expectInPlace(amountField(page), "You don't have enough balance for this transaction.")
  expect(requests).toEqual([])

  // A client that skips the check of the payee.
  await page.evaluate((account) => {
    window.history.replaceState({ usr: { recipient: 'Iris', ...account }, key: 'own', idx: 0 }, '')
  }, person.account)
  await page.reload()
  await pay(page, '10')
  await expectToast(page, 'Payment Failed', 'You cannot pay into the account you are paying from.')
  await expect(page.getByRole('alert')).toContainText('You cannot pay into the account you are paying from.')
  await expect(page).toHaveURL('/payment-details')
  expect(await people.balanceOf(person)).toBe('5000.00')
})
