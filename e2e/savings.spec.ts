import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const pressed = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Opens an account with its name alone. */
async function open(page: Page, name: string) {
  await page.goto('/savings/open')
  await page.getByLabel('Name').fill(name)
  await pressed(page, 'Open account')
  await expect(heading(page, name)).toBeVisible()
}

test('a customer opens a savings account, moves money in and out, and closes it', async ({ page, people }) => {
  await signIn(page, await people.customer('Sia'), '/pay-transfer')
  await pressed(page, /^Transfer\b/)
  await page.getByRole('link', { name: 'Open a savings account' }).click()
  await page.getByLabel('Name').fill('Holiday')
  await page.getByText('Blue', { exact: true }).click()
  await page.getByLabel('Goal (£)').fill('200')
  await pressed(page, 'Open account')

  await expect(heading(page, 'Holiday')).toBeVisible()
  const account = page.getByRole('region', { name: 'Holiday' })
  await expect(account.getByText('£0.00')).toBeVisible()
  await expect(page.getByText('£200.00 to go.')).toBeVisible()
  await pressed(page, 'Move money in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount (£)').fill('50')
  await dialog.getByRole('button', { name: 'Move money' }).click()
  await expect(page.getByText('£50.00 moved from Current account to Holiday.')).toBeVisible()
  await expect(account.getByText('£50.00')).toBeVisible()
  await expect(page.getByText('£150.00 to go.')).toBeVisible()
  await expect(page.getByRole('button', { name: /From Current account.*\+£50\.00/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByText('£4,950.00')).toBeVisible()
  const savings = page.getByRole('region', { name: 'Savings' })
  await expect(savings.getByRole('link', { name: /^Holiday.*25% of £200\.00.*£50\.00/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /To Holiday.*-£50\.00/ })).toBeVisible()
  await expectAccessible(page)
  await savings.getByRole('button', { name: 'Move money' }).click()
  await dialog.getByLabel('From').selectOption('Holiday')
  await dialog.getByLabel('Amount (£)').fill('20')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move money' }).click()
  await expect(page.getByText('£4,970.00')).toBeVisible()
  await expect(savings.getByText('£30.00')).toBeVisible()
  // Neither spent nor received, and no news.
  await expect(page.getByText('Total Spent').locator('..')).toContainText('£0.00')
  await page.getByRole('button', { name: 'Mailbox' }).click()
  await expect(page.getByText('No notifications')).toBeVisible()
  await page.keyboard.press('Escape')

  await savings.getByRole('link', { name: /^Holiday/ }).click()
  await pressed(page, 'Manage')
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click()
  await expect(
    page.getByText(/^£30\.00, and the interest until yesterday, moves to your current account\./),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByText(/^This account was closed on /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Statements' }).click()
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveText(/Holiday \(closed\)/)
  await page.getByRole('link', { name: /So far: 3 entries/ }).click()
  await expect(page.getByRole('heading', { name: 'Savings account statement' })).toBeVisible()
  await expect(page.getByText('From Current account')).toBeVisible()
  await expect(page.getByText('To Current account')).toHaveCount(2)
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByText('£5,000.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add another bank' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Savings' })).toBeHidden()
})

for (const width of [390, 1280]) {
  test(`Transfer moves money between own accounts, and pays others as before, at ${width} px`, async ({
    page,
    people,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const person = await people.customer('Soren')
    const payee = await people.customer('Sally')
    await signIn(page, person)
    await open(page, 'Holiday')
    await page.goto('/pay-transfer')
    await pressed(page, /^Transfer\b/)
    await page.getByLabel('To', { exact: true }).selectOption('Holiday')
    await page.getByLabel('Amount (£)').fill('100')
    await expectAccessible(page)
    await pressed(page, 'Continue')
    await expect(heading(page, 'Confirm Payment')).toBeVisible()
    await expectAccessible(page)
    await pressed(page, 'Confirm and move £100.00')
    await expect(heading(page, 'All done.')).toBeVisible()
    await expect(page.getByText("You've just moved £100.00 from Current account to Holiday")).toBeVisible()
    await expectAccessible(page)
    // Neither a reload nor Back offers it again.
    await page.reload()
    await expect(heading(page, 'All done.')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Recipient')).toHaveValue('')

    await page.getByLabel('Recipient').fill(payee.fullName)
    await page.getByLabel('Sort code').fill(payee.account.sortCode)
    await page.getByLabel('Account number').fill(payee.account.accountNumber)
    await page.getByLabel('Amount (£)').fill('5')
    await pressed(page, 'Continue')
    await pressed(page, 'Confirm and send £5.00')
    await expect(page.getByText("You've just paid £5.00 to Sally Tester")).toBeVisible()
    await page.getByRole('link', { name: 'My accounts' }).click()
    await expect(page.getByText('£4,895.00')).toBeVisible()
  })
}

test('a customer without a savings account sees the specified form and one line more', async ({ page, people }) => {
  await signIn(page, await people.customer('Selma'), '/pay-transfer')
  await pressed(page, /^Transfer\b/)
  await expect(page.getByRole('link', { name: 'Open a savings account' })).toBeVisible()
  const form = page.locator('form')
  const words = (await form.innerText()).split('\n').filter((line) => line.trim() !== '')
  expect(words).toEqual([
    'Recipient',
    'Sort code',
    'Account number',
    'Amount (£)',
    '£',
    'Open a savings account',
    'Continue',
  ])
})
