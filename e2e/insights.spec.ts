import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'
import type { Page } from '@playwright/test'

/** Pays `pounds` to an account at another bank, at noon on the 15th of the month `monthsAgo` months ago (0: now). */
async function hasPaid({ sql }: Server, person: Person, pounds: number, monthsAgo: number) {
  await sql`
    select private.pay(
      ${person.id}, gen_random_uuid(), private.payment_to(('Olive Outside', '20-00-00', '12345678'), ${pounds}, 'Rent'),
      case ${monthsAgo}::int when 0 then now() else
        (date_trunc('month', now() at time zone 'Europe/London') - make_interval(months => ${monthsAgo}) + interval '14 days 12 hours')
          at time zone 'Europe/London' end
    )`
}

async function isPaid({ sql }: Server, person: Person, from: Person, pounds: number) {
  await sql`
    select private.pay(${from.id}, gen_random_uuid(), private.payment_to((a.account_holder_name, a.sort_code, a.account_number), ${pounds}, 'Dinner'), now())
    from public.accounts a where a.user_id = ${person.id}`
}

const figure = (page: Page, card: string, label: string) =>
  page.getByRole('region', { name: card }).getByText(label, { exact: true }).locator('xpath=following-sibling::*')

test('the cards show what was spent and received, compared with last month and the six before', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Vera')
  const friend = await people.customer('Will')
  await hasPaid(server, person, 800, 1)
  await hasPaid(server, person, 400, 2)
  await hasPaid(server, person, 900, 0)
  await isPaid(server, person, friend, 1500.5)
  await signIn(page, person)
  // Home shows the totals of the month below the tiles.
  await expect(figure(page, "This Month's Activity", 'Total Spent')).toHaveText('£900.00')
  await expectAccessible(page)

  await page.goto('/insights')
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()
  await expect(figure(page, "This Month's Activity", 'Total Received')).toHaveText('£1,500.50')
  await expect(figure(page, "This Month's Activity", 'Net Change')).toContainText('Up')
  await expect(figure(page, "This Month's Activity", 'Net Change')).toContainText('+£600.50')
  const comparison = page.getByRole('region', { name: 'Spending Comparison' })
  await expect(comparison).toContainText('12.5%')
  await expect(comparison).toContainText('more than last month')
  await expect(figure(page, 'Monthly Comparison', 'This Month')).toHaveText('£900.00')
  await expect(figure(page, 'Monthly Comparison', 'Last Month')).toHaveText('£800.00')
  await expect(figure(page, 'Monthly Comparison', 'Average (6 months)')).toHaveText('£200.00')
  await expect(page.getByRole('table', { name: /Spent and received/ }).getByRole('row')).toHaveCount(8)
  await expectAccessible(page)

  // Each row of the spending leads to its transactions, and the address keeps the filter.
  const byCategory = page.getByRole('table', { name: /^Spending by category/ })
  await byCategory.getByRole('link', { name: 'Payments' }).click()
  const rows = page.getByRole('region', { name: 'Search results' }).getByRole('button', { name: /£/ })
  await expect(rows).toHaveText([/Olive Outside.*-£900\.00/])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter: Payments' })).toBeVisible()
  await rows.click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await details.getByLabel('Category').selectOption('Rent')
  const always = details.getByRole('button', { name: 'Always for Olive Outside' })
  await always.click()
  await expect(always).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing found')).toBeVisible()
  // The entry of the closed details has left the history.
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBeUndefined()
  await page.goBack()
  await expect(byCategory.getByRole('row', { name: /^Rent/ })).toContainText('£900.00')
})
