import { randomUUID } from 'node:crypto'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('a payment is under review: the customer answers, staff extend and release it', async ({
  page,
  people,
  server,
  openWindow,
}) => {
  // The test works in two windows, which takes long.
  test.slow()
  const [payee, customer] = [await people.customer('Piet'), await people.customer('Hanna')]
  const agent = await people.customer('Agnes')
  await people.makeAdmin(agent, ['manage_cases', 'view_transactions'])
  await people.pay(customer, payee, '10', null)
  for (let reports = 0; reports < 3; reports += 1)
    await server.sql`
      insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
      values (${payee.account.sortCode}, ${payee.account.accountNumber}, ${randomUUID()}, ${randomUUID()})`

  await signIn(page, customer, '/manage-payments')
  await page
    .getByRole('button', { name: /Piet Tester/ })
    .first()
    .click()
  await page.getByLabel(/^Amount/).fill('300')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('checkbox', { name: 'I have read this' }).check()
  await page.getByRole('button', { name: 'Pay £300.00' }).click()
  await expect(page.getByRole('heading', { name: "We're checking your payment" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Answer our question' }).click()
  await expect(page.getByText(/Other customers have told us about this account\..*at the latest/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your answer').fill('For a used bicycle')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list').getByText('For a used bicycle')).toBeVisible()

  const desk = await openWindow(agent, '/admin/cases')
  await desk.getByRole('row').filter({ hasText: 'Hanna Tester' }).getByRole('link', { name: 'Payment review' }).click()
  await expect(desk.getByText('For a used bicycle')).toBeVisible()
  await expectAccessible(desk)
  const box = desk.getByRole('dialog')
  await desk.getByRole('button', { name: 'Extend review' }).click()
  await expectAccessible(desk)
  await box.getByLabel('Reason').fill('Three reports')
  await box.getByRole('button', { name: 'Extend review' }).click()
  await expect(desk.getByText('Review extended')).toBeVisible()
  await desk.getByRole('link', { name: 'Piet Tester' }).click()
  await desk.getByRole('button', { name: 'Reviewing a payment' }).click()
  await expect(desk.getByText('Under review by a rule')).toBeVisible()
  await expectAccessible(desk)
  await desk
    .getByRole('region', { name: 'Cases' })
    .getByRole('link', { name: /^Payment review/ })
    .click()
  await desk.getByRole('button', { name: 'Release payment' }).click()
  await box.getByLabel('Reason').fill('The bicycle exists')
  await box.getByRole('button', { name: 'Release payment' }).click()
  await expect(desk.getByText('Decided', { exact: true })).toBeVisible()

  await page.goto('/cases')
  await page.getByRole('link', { name: /Released after our check/ }).click()
  await expect(page.getByRole('button', { name: 'Our letter as PDF' })).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('5310.00')
})
