import { expect, test, type Server } from './fixtures'
import { signIn, type Person } from './people'

/** Rows that the list already has: the search only reads them. */
async function list(
  { sql }: Server,
  person: Person,
  rows: { name: string; reference?: string; amount: string; daysAgo: number }[],
) {
  for (const { name, reference = null, amount, daysAgo } of rows) {
    await sql`
      insert into public.transactions
        (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
      values (gen_random_uuid(), ${person.id}, now() - make_interval(days => ${daysAgo}), ${amount}, '20-00-00', '12345678', ${name}, ${reference})`
  }
}

test('a customer finds transactions by name, reference and amount', async ({ page, people, server }) => {
  const person = await people.customer('Sera')
  const other = await people.customer('Olaf')
  await list(server, person, [
    { name: 'Mill Lane Lettings', reference: 'RENT FLAT 4', amount: '925.00', daysAgo: 1 },
    { name: 'Riverside Trains', reference: 'SEASON 100%', amount: '142.10', daysAgo: 40 },
    { name: 'Saffron Kitchen', amount: '31.75', daysAgo: 80 },
  ])
  await list(server, other, [{ name: 'Mill Lane Secrets', amount: '1.00', daysAgo: 1 }])
  await signIn(page, person, '/transactions')
  // A phone shows the newest ones below the account.
  const newest = await page.getByRole('button', { name: /Mill Lane Lettings/ }).boundingBox()
  expect(newest?.y).toBeLessThan(400)
  await page.getByRole('button', { name: 'Search' }).click()
  const text = page.getByLabel('Name, reference or amount')
  await expect(text).toBeFocused()

  const results = page.getByRole('region', { name: 'Search results' })
  const rows = results.getByRole('button', { name: /£/ })
  await text.fill('mill')
  await expect(results.getByText('1 transaction found')).toBeVisible()
  await expect(rows).toHaveText([/Mill Lane Lettings.*RENT FLAT 4.*-£925\.00/])
  await text.fill('flat 4')
  await expect(rows).toHaveText([/Mill Lane Lettings/])
  // Signs that mean something to a database mean themselves here.
  await text.fill('100%')
  await expect(rows).toHaveText([/Riverside Trains/])
  await text.fill('%')
  await expect(rows).toHaveText([/Riverside Trains/])

  await text.fill('£142')
  await expect(rows).toHaveText([/Riverside Trains/])

  await text.fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByText('Money out').click()
  await filters.getByLabel('Lowest amount (£)').fill('31.75')
  await filters.getByLabel('Highest amount (£)').fill('142.10')
  await filters.getByRole('button', { name: 'Show results' }).click()
  await expect(rows).toHaveText([/Riverside Trains/, /Saffron Kitchen/])
  await page.getByRole('button', { name: 'Remove filter: Money out' }).click()
  await page.getByRole('button', { name: 'Remove filter: £31.75 to £142.10' }).click()

  await text.fill('kitchen')
  await expect(rows).toHaveText([/Saffron Kitchen/])
  await rows.click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details.getByText('-£31.75')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows).toBeFocused()

  // What was typed is personal: it stays out of the address, and out of the history.
  await expect(page).toHaveURL('/transactions')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Latest transactions' })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(text).toHaveValue('kitchen')
})
