import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendToFernbank } from '../local/banks/sendToFernbank'
import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'

const elsewhere = { fullName: 'Otto Other', account: { sortCode: '30-00-01', accountNumber: '12345677' } } as Person

/** Sends what is due to other banks, as the job of a hosted project does. */
const runJob = ({ apiUrl, keys }: { apiUrl: string; keys: { secret: string } }) =>
  fetch(`${apiUrl}/functions/v1/send-interbank`, {
    method: 'POST',
    headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
  })

const row = (page: Page, amount: string) => page.getByRole('button', { name: new RegExp(`Otto Other.*${amount}`, 's') })

test('a payment to another bank is shown on its way, arrived, or back with the reason', async ({
  page,
  people,
  server,
}) => {
  const payer = await people.customer('Uma')
  await signIn(page, payer, '/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill(elsewhere.fullName)
  await page.getByLabel('Sort code').fill('300001')
  await page.getByLabel('Account number').fill('12345677')
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await page.getByLabel(/^Amount/).fill('10.10')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
  await expect(page.getByText('£10.10 sent to Otto Other.')).toBeVisible()
  await runJob(server.stack)
  await expect(page.getByText('The other bank has accepted it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share receipt' })).toBeVisible()
  await page.goto('/transactions')
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await row(page, '10.10').click()
  await expect(details.getByText('The other bank has accepted it.')).toBeVisible()
  await page.keyboard.press('Escape')

  // Paid without the app, and the job has not run yet.
  await people.pay(payer, elsewhere, '20.11', 'RENT')
  await expect(page.getByText('Pending£20.11')).toBeVisible()
  await row(page, '20.11').click()
  await expect(details.getByText("On its way to the other bank. We'll show here when it has arrived.")).toBeVisible()
  await expect(details.getByText('Pending', { exact: true })).toBeVisible()
  await runJob(server.stack)
  await expect(
    details.getByText("The other bank didn't accept it. There is no account with this sort code and account number."),
  ).toBeVisible()
  expect(await people.balanceOf(payer)).toBe('4989.90')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  // In the app: closing the sheet goes back in the history, which would abort a page load.
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: /mailbox/i }).click()
  await expect(page.getByText(/Your payment of £20.11 to Otto Other wasn't sent\./)).toBeVisible()
})

test('a payment from another bank arrives live, and the customer decides about a recall', async ({
  page,
  people,
  server,
}) => {
  const payee = await people.customer('Ida')
  await signIn(page, payee)
  const { sortCode, accountNumber } = payee.account ?? { sortCode: '', accountNumber: '' }
  const paymentId = randomUUID()
  await sendToFernbank(server.stack.apiUrl, {
    id: randomUUID(),
    type: 'payment',
    payments: [
      {
        paymentId,
        amount: '25.00',
        payer: { name: 'Otto Other', sortCode: '30-00-01', accountNumber: '12345677' },
        payee: { name: payee.fullName, sortCode, accountNumber },
        reference: 'Salary',
        madeAt: new Date().toISOString(),
      },
    ],
  })
  await expect(page.getByText('£5,025.00')).toBeVisible()
  await sendToFernbank(server.stack.apiUrl, { id: randomUUID(), type: 'recall', paymentId, reason: 'mistake' })
  await page.goto('/transactions')
  await row(page, '25.00').click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details.getByText("The sender's bank asks for this payment back. It's yours to decide.")).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Return £25.00' }).click()
  await page.getByRole('dialog', { name: 'Return £25.00?' }).getByRole('button', { name: 'Return £25.00' }).click()
  await expect(details.getByText("On its way back to the sender's bank.")).toBeVisible()
  await runJob(server.stack)
  await expect(details.getByText("It went back to the sender's bank.")).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('5000.00')
})
