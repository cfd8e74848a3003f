import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'
import type { Locator, Page } from '@playwright/test'

type Payee = { fullName: string; account: { sortCode: string; accountNumber: string } }

const elsewhere: Payee = { fullName: 'Olive Outside', account: { sortCode: '20-00-00', accountNumber: '12345678' } }

async function fillPayee(page: Page, payee: Payee, reference = '') {
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await expect(page.getByRole('heading', { name: 'Add new payee' })).toBeVisible()
  await page.getByLabel('Name on account').fill(payee.fullName)
  await page.getByLabel('Sort code').fill(payee.account.sortCode.replaceAll('-', ''))
  await page.getByLabel('Account number').fill(payee.account.accountNumber)
  await page.getByLabel('Reference').fill(reference)
}

async function payeeToDetails(page: Page, payee: Payee, reference = '') {
  await fillPayee(page, payee, reference)
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await expect(page.getByRole('heading', { name: 'Pay details' })).toBeVisible()
}

const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)
const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)

test('a customer pays another, both see it, and both get a mail', async ({ page, people, server, openWindow }) => {
  const sender = await people.customer('Cora')
  const payee = await people.customer('Piet')
  await people.wantMails(payee)
  await signIn(page, sender, '/pay-transfer')
  await fillPayee(page, payee, 'Dinner')
  await expect(page.getByText('6/18')).toBeVisible()
  await expect(page.getByText(`${payee.fullName.length}/140`)).toBeVisible()
  await expect(page.getByLabel('Sort code')).toHaveValue(payee.account.sortCode)
  await page.getByRole('button', { name: 'Check payee details' }).click()

  await expect(page.getByRole('heading', { name: 'Pay details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByLabel(/^Amount/).fill('12.50')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
  await expect(page.getByText('Payment Sent')).toBeVisible()
  await expect(page.getByText('£12.50 sent to Piet Tester.')).toBeVisible()
  // The toast lies over none of them.
  for (const name of ['Copy payment id', 'Share receipt', 'Pay again', 'Something wrong?', 'Move money again'])
    await page.getByRole('button', { name }).click({ trial: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText("You've just paid £12.50 to Piet Tester")).toBeVisible()
  await expect(page.getByText('The money should be available immediately but can take up to 2 hours')).toBeVisible()
  await expectAccessible(page)
  expect(await people.balanceOf(sender)).toBe('4987.50')
  expect(await people.balanceOf(payee)).toBe('5012.50')

  await page
    .getByRole('link', { name: 'My accounts' })
    .or(page.getByRole('button', { name: 'My accounts' }))
    .click()
  await expect(page.getByText('£4,987.50')).toBeVisible()
  await page.goto('/transactions')
  await page.getByRole('button', { name: /Piet Tester/ }).click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details.getByText('-£12.50')).toBeVisible()
  await expect(details.getByText('Dinner')).toBeVisible()

  const theirs = await openWindow(payee, '/')
  await theirs.setViewportSize({ width: 390, height: 844 })
  await expect(theirs.getByText('£5,012.50')).toBeVisible()
  await theirs.goto('/transactions')
  await theirs.getByRole('button', { name: /Cora Tester/ }).click()
  await expect(theirs.getByRole('dialog').getByText('+£12.50')).toBeVisible()
  await expect(theirs.getByRole('dialog').getByText('From')).toBeVisible()

  await expect.poll(() => mailsTo(server.stack.mailboxUrl, sender)).toBe(1)
  await expect.poll(() => mailsTo(server.stack.mailboxUrl, payee)).toBe(1)
})

test('a payee check and the warnings lead to a payment or to help', async ({ page, people }) => {
  const payee = await people.customer('Josephine')
  const sender = await people.customer('Nora')
  await signIn(page, sender)
  const check = page.getByRole('button', { name: 'Check payee details' })
  const proceed = page.getByRole('button', { name: 'Continue', exact: true })
  const to = page.getByRole('region', { name: /^To / })
  const sheet = (name: string) => page.getByRole('dialog', { name })
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  const back = () => page.getByRole('button', { name: 'Back' }).click()

  await fillPayee(page, { ...payee, fullName: 'Josephne Tester' })
  await check.click()
  await expect(sheet('Did you mean Josephine Tester?')).toBeVisible()
  await expectAccessible(page)
  await press('Edit details')
  await expect(check).toBeFocused()
  await check.click()
  await press('Use this name')
  await expect(to).toContainText('The name matches this account')
  await back()

  await page.getByText('Business', { exact: true }).click()
  await check.click()
  await expect(sheet('This is a personal account').getByRole('button', { name: 'Change to Personal' })).toBeVisible()
  await press('Continue anyway')
  await expect(to).toContainText('This is a personal account, and you chose Business.')

  await page.getByLabel(/^Amount/).fill('300')
  await page.getByLabel('Payment reason').selectOption('Other')
  await proceed.click()
  const warning = sheet('Has somebody told you to make this payment?')
  await expect(warning).toContainText("The name or the account type doesn't match.")
  await expectAccessible(page)
  await press('Get help')
  await expect(page.getByLabel('Write a message')).toHaveValue(
    `I want to talk to a human. I was about to pay £300.00 to Josephine Tester (${payee.account.sortCode}) and want to check that it is safe. Nothing has been paid.`,
  )
  expect(await people.balanceOf(sender)).toBe('5000.00')

  await payeeToDetails(page, elsewhere)
  await expect(to).toContainText("We can't check names at other banks.")
  await page.getByLabel(/^Amount/).fill('1100')
  await page.getByLabel('Payment reason').selectOption('Rent or mortgage')
  const account = page.getByRole('region', { name: 'From your current account' })
  expect(await bottomOf(account)).toBeLessThanOrEqual(await topOf(proceed))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await bottomOf(page.getByText(/A future date gives you time to cancel/))).toBeLessThan(await topOf(proceed))
  await expect(proceed).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await proceed.click()
  const rent = sheet('Have you seen the property?')
  await expect(rent.getByRole('button', { name: 'Pay £1,100.00' })).toBeDisabled()
  await rent.getByRole('checkbox', { name: 'I have read this' }).check()
  await press('Pay £1,100.00')
  await expect(page.getByText("You've just paid £1,100.00 to Olive Outside")).toBeVisible()
  expect(await people.balanceOf(sender)).toBe('3900.00')
})

test('the daily limit is lowered and raised, and a payment is shared, repeated and reported', async ({
  page,
  people,
  server,
}) => {
  const payee = await people.customer('Lena')
  const sender = await people.customer('Lars')
  const limit = page.getByRole('region', { name: 'Payment limits' })
  const setLimit = async (pounds: string) => {
    await limit.getByLabel('Daily limit').fill(pounds)
    await limit.getByRole('button', { name: 'Save limit' }).click()
  }
  await signIn(page, sender, '/settings#payments')
  await setLimit('100')
  await expect(limit.getByText('You can send up to £100.00 more today.')).toBeVisible()

  await payeeToDetails(page, payee, 'Dinner')
  const amount = page.getByLabel(/^Amount/)
  await amount.fill('100.01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(amount).toHaveAccessibleDescription(/You can send up to £100\.00 more today\./)
  await expect(amount).toBeFocused()
  await expectAccessible(page)
  await amount.fill('40')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("You've just paid £40.00 to Lena Tester")).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share receipt' }).click()
  const receipt = await readFile(await (await download).path(), 'utf8')
  const [paid] = await server.sql<{ id: string }[]>`select id from public.transactions where user_id = ${sender.id}`
  for (const line of [
    'Payment confirmation by Fernbank',
    'Amount: £40.00',
    'From: Lars Tester',
    'To: Lena Tester',
    `Account: ${payee.account.sortCode} ****${payee.account.accountNumber.slice(-4)}`,
    'Reference: Dinner',
    `Payment ID: ${paid?.id}`,
  ])
    expect(receipt).toContain(`${line}\n`)
  expect(receipt).toMatch(/\nTime: .* \(UK time\)\n/)

  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(amount).toHaveValue('40.00')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("You've just paid £40.00 to Lena Tester")).toBeVisible()
  await page.getByRole('button', { name: 'Something wrong?' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I was tricked into paying' }).click()
  await expect(page.getByRole('heading', { name: 'How did they reach you?' })).toBeVisible()
  await page.getByRole('link', { name: 'Talk to a person' }).click()
  await expect(page.getByLabel('Write a message')).toHaveValue(/^I was tricked into paying: £40\.00 to Lena Tester on /)
  await expect
    .poll(() => server.sql`select account_number from private.payee_reports where reporter_id = ${sender.id}`)
    .toEqual([{ account_number: payee.account.accountNumber }])

  await page.goto('/settings#payments')
  await setLimit('2000')
  await expect(limit.getByText(/^Your limit rises to £2,000\.00 on /)).toBeVisible()
  await expect(limit.getByText('You can send up to £20.00 more today.')).toBeVisible()
  await expectAccessible(page)
  // The limit was set 24 hours ago.
  await server.sql`
    update public.profiles set next_limit_from = next_limit_from - interval '24 hours' where id = ${sender.id}`
  await page.reload()
  await expect(limit.getByText('You can send up to £1,920.00 more today.')).toBeVisible()
})

/** The number of mails about the payment. Sign-ins are mailed too. */
async function mailsTo(mailboxUrl: string, person: Person): Promise<number> {
  const query = encodeURIComponent(`to:${person.email} subject:"£12.50"`)
  const answer = await fetch(`${mailboxUrl}/api/v1/search?query=${query}`)
  return ((await answer.json()) as { messages: unknown[] }).messages.length
}
