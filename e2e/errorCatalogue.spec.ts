import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { signIn, storeSession } from './people'

// Section 8 of the customer specification, row by row, in its own words: as a toast, and for errors of a form also in
// place, tied to the field, which has the focus.

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

async function toPaymentDetails(page: Page, sortCode = '20-00-00', accountNumber = '12345678') {
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

test.describe('sign-in', () => {
  test('Invalid PIN', async ({ page }) => {
    await page.goto('/auth')
    const requests = countRequests(page, /rpc\/get_email_by_pin/)
    await pinField(page).fill('123')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Invalid PIN', 'Please enter a 5-digit security PIN')
    await expectInPlace(pinField(page), 'Please enter a 5-digit security PIN')
    expect(requests).toEqual([])
  })

  test('Sign-in failure', async ({ page, server }) => {
    await page.goto('/auth')
    await pinField(page).fill('10009')
    await expectToast(page, 'Sign-in failure', 'Invalid PIN. Please check your PIN and try again.')
    await expectInPlace(pinField(page), 'Invalid PIN. Please check your PIN and try again.')
    await expect(page).toHaveURL('/auth')
    // Wrong tries count for the address, which other journeys come from as well.
    await server.sql`delete from private.attempts where true`
  })

  test('Pending account', async ({ page, people }) => {
    const person = await people.signUp('Petra')
    await page.goto('/auth')
    await pinField(page).fill(person.pin)
    const words = 'Your account is pending approval. Please wait for an administrator to approve your account.'
    await expectToast(page, 'Pending account', words)
    await expectInPlace(pinField(page), words)
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('-auth-token')))).toEqual(
      [],
    )
  })

  test('Email required, Request sent, and a refusal in the server’s own words', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Forgotten details?' }).click()
    const requests = countRequests(page, /rpc\/request_pin_reset/)
    const email = page.getByLabel('Email Address')
    const send = page.getByRole('button', { name: 'Send Request' })
    await send.click()
    await expectToast(page, 'Email required', 'Please enter your registered email')
    await expectInPlace(email, 'Please enter your registered email')
    expect(requests).toEqual([])

    await page.route(/rpc\/request_pin_reset/, (route) =>
      route.fulfill({ status: 400, json: { code: 'PT400', message: 'Please try that in an hour.' } }),
    )
    await email.fill('somebody@people.example')
    await send.click()
    await expectToast(page, 'Error', 'Please try that in an hour.')
    await expectInPlace(email, 'Please try that in an hour.')

    await page.unroute(/rpc\/request_pin_reset/)
    await send.click()
    await expectToast(page, 'Request sent', 'An administrator will contact you shortly to help reset your PIN')
  })
})

test('Missing Information and Check details, field by field', async ({ page, people }) => {
  await signIn(page, await people.customer('Tilda'), '/pay-transfer')
  await page.getByRole('button', { name: /^Transfer\b/ }).click()
  const proceed = page.getByRole('button', { name: 'Continue' })
  const recipient = page.getByLabel('Recipient')
  const refused = page.getByRole('alert')

  await proceed.click()
  await expectToast(page, 'Missing Information', 'Please fill in recipient and amount.')
  await expect(refused).toContainText('Please fill in recipient and amount.')
  await expect(recipient).toHaveAttribute('aria-invalid', 'true')
  await expect(recipient).toBeFocused()
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true')

  await recipient.fill('Olive Outside')
  await amountField(page).fill('0')
  await page.getByLabel('Sort code').fill('12-34')
  await page.getByLabel('Account number').fill('1234567')
  await proceed.click()
  await expectToast(page, 'Check details', 'Enter sort code as 12-34-56')
  await expectInPlace(page.getByLabel('Sort code'), 'Enter sort code as 12-34-56')

  await page.getByLabel('Sort code').fill('200000')
  await proceed.click()
  await expectToast(page, 'Check details', 'Account number must be 8 digits')
  await expectInPlace(page.getByLabel('Account number'), 'Account number must be 8 digits')

  await page.getByLabel('Account number').fill('12345678')
  await proceed.click()
  await expectToast(page, 'Check details', 'Amount must be greater than 0')
  await expectInPlace(amountField(page), 'Amount must be greater than 0')

  // The balance is only asked for at the confirmation.
  await amountField(page).fill('5000.01')
  await proceed.click()
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expectToast(page, 'Insufficient Funds', "You don't have enough balance for this transaction.")
  await expect(refused).toContainText("You don't have enough balance for this transaction.")
  await expect(page.getByRole('heading', { name: 'Confirm Payment' })).toBeVisible()
})

test('the payee form tells a sort code that is none', async ({ page, people }) => {
  await signIn(page, await people.customer('Sonja'), '/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  const sortCode = page.getByLabel('Sort code')
  await sortCode.fill('12345')
  await page.getByLabel('Account number').focus()
  await expect(sortCode).toHaveAccessibleDescription(/Sort code must be 6 digits/)
  await expect(sortCode).toHaveAttribute('aria-invalid', 'true')
  await sortCode.fill('990000')
  await expect(page.getByText('Unknown Bank')).toBeVisible()
  await expect(page.getByText('Bank not recognized')).toBeVisible()
})

test.describe('paying', () => {
  test('Invalid Amount and Insufficient Funds', async ({ page, people }) => {
    const person = await people.customer('Iris')
    await storeSession(page, person)
    await toPaymentDetails(page)
    const requests = countRequests(page, /rpc\/make_payment/)
    await pay(page, '10.005')
    await expectToast(page, 'Invalid Amount', 'Please enter a valid amount.')
    await expectInPlace(amountField(page), 'Please enter a valid amount.')
    await pay(page, '5000.01')
    await expectToast(page, 'Insufficient Funds', "You don't have enough balance for this transaction.")
    await expectInPlace(amountField(page), "You don't have enough balance for this transaction.")
    expect(requests).toEqual([])
    expect(await people.balanceOf(person)).toBe('5000.00')
  })

  test('shows Payment Failed with the server’s message or the default one', async ({ page, people }) => {
    const person = await people.customer('Fanny')
    await storeSession(page, person)
    await toPaymentDetails(page, person.account.sortCode, person.account.accountNumber)
    await pay(page, '10')
    await expectToast(page, 'Payment Failed', 'You cannot pay into the account you are paying from.')
    await expect(page.getByRole('alert')).toContainText('You cannot pay into the account you are paying from.')
    await expect(page).toHaveURL('/payment-details')

    await toPaymentDetails(page)
    await page.route(/rpc\/make_payment/, (route) => route.fulfill({ status: 400, json: {} }))
    await pay(page, '10')
    await expectToast(page, 'Payment Failed', 'Failed to process payment')
    await expect(page.getByRole('alert')).toContainText('Failed to process payment')
    await expect(page).toHaveURL('/payment-details')
  })

  test('Payment Sent, also when the mails about it cannot be sent', async ({ page, people }) => {
    const person = await people.customer('Maja')
    await storeSession(page, person)
    await toPaymentDetails(page)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route(/functions\/v1\/send-payment-notification/, (route) => route.fulfill({ status: 500, json: {} }))
    await pay(page, '12.50')
    await expectToast(page, 'Payment Sent', '£12.50 sent to Olive Outside.')
    await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
    await expect.poll(() => logged.some((line) => line.startsWith('A payment notification was not sent'))).toBe(true)
    await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
    expect(await people.balanceOf(person)).toBe('4987.50')
  })

  test('Demo Payment', async ({ page }) => {
    await toPaymentDetails(page)
    await pay(page, '20')
    await expectToast(page, 'Demo Payment', 'This is a preview. £20.00 would be sent to Olive Outside.')
  })
})

test('Notifications Cleared', async ({ page, people }) => {
  const person = await people.customer('Nelly')
  const payee = await people.customer('Nuno')
  await people.pay(person, payee, '5.00', null)
  await signIn(page, person)
  await page.getByRole('button', { name: 'Mailbox', exact: true }).click()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectToast(page, 'Notifications Cleared', 'All notifications have been dismissed')
})

test.describe('reading the profile fails', () => {
  const profile = /rest\/v1\/profiles/

  for (const { cause, answer } of [
    {
      cause: 'the person is gone',
      answer: { status: 403, json: { message: 'User from sub claim in JWT does not exist' } },
    },
    { cause: 'the token is no good', answer: { status: 401, json: { code: 'PGRST301', message: 'No suitable key' } } },
    { cause: 'a message about a JWT', answer: { status: 401, json: { code: 'X', message: 'JWT expired' } } },
    { cause: 'there is no row', answer: { status: 200, json: [] } },
  ]) {
    test(`${cause}: signed out, to /auth`, async ({ page, people }) => {
      await signIn(page, await people.customer('Gina'))
      await page.route(profile, (route) => route.fulfill(answer))
      await page.reload()
      await expect(page).toHaveURL('/auth')
      await page.unroute(profile)
      await page.goto('/')
      await expect(page).toHaveURL('/auth')
    })
  }

  test('anything else is only logged, and one stays where one is', async ({ page, people }) => {
    await signIn(page, await people.customer('Greta'))
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route(profile, (route) => route.fulfill({ status: 400, json: { code: '42501', message: 'no' } }))
    await page.goto('/transactions')
    await expect.poll(() => logged.some((line) => line.startsWith('The profile could not be read'))).toBe(true)
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expect(page).toHaveURL('/transactions')
  })
})

test('a screen that cannot be shown has a fallback', async ({ page, people }) => {
  await signIn(page, await people.customer('Ulla'), '/transactions')
  await expect(page.getByText('£5,000.00').first()).toBeVisible()
  // From here on no more code comes.
  await page.route(/assets\/.*\.js/, (route) => route.abort())
  await page.getByRole('link', { name: 'Statements' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
})
