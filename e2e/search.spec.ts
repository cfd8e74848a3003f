import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
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
        (user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
      values (${person.id}, now() - make_interval(days => ${daysAgo}), ${amount}, '20-00-00', '12345678', ${name}, ${reference})`
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
  await page.getByRole('button', { name: 'Search' }).click()
  const text = page.getByLabel('Name, reference or amount')
  await expect(text).toBeFocused()
  await expectAccessible(page)

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
  await filters.getByLabel('Highest amount (£)').fill('30')
  await filters.getByRole('button', { name: 'Show results' }).click()
  await expect(filters.getByText('The highest amount is below the lowest.')).toBeVisible()
  await expect(filters.getByLabel('Highest amount (£)')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await filters.getByLabel('Highest amount (£)').fill('142.10')
  await filters.getByRole('button', { name: 'Show results' }).click()
  await expect(rows).toHaveText([/Riverside Trains/, /Saffron Kitchen/])
  await expectAccessible(page)
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
  await text.fill('nobody at all')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expectAccessible(page)
})

test('many hits come page by page, and a new one appears by itself', async ({ page, people, server }) => {
  const person = await people.customer('Mina')
  await server.sql`
    insert into public.transactions (user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name)
    select ${person.id}, now() - n * interval '1 hour', n, '20-00-00', '12345678', 'Payee ' || n from generate_series(1, 120) n`
  await signIn(page, person, '/transactions')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByLabel('Name, reference or amount').fill('payee')
  await expect(page.getByText('The newest 50 found so far')).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 5000)
    await expect(page.getByText('That is everything.')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('120 transactions found')).toHaveCount(1)

  await server.sql`
    insert into public.transactions (user_id, amount, to_sort_code, to_account_number, to_account_holder_name)
    values (${person.id}, 7.77, '20-00-00', '12345678', 'Payee new')`
  await expect(page.getByText('121 transactions found')).toHaveCount(1)
})

test('a search that fails says so and keeps what was typed', async ({ page, people }) => {
  await signIn(page, await people.customer('Finn'), '/transactions')
  await page.route(/rpc\/search_transactions/, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByLabel('Name, reference or amount').fill('mill')
  await expect(page.getByText("We couldn't load the results.")).toBeVisible({ timeout: 20_000 })
  await expect(page.getByLabel('Name, reference or amount')).toHaveValue('mill')
  await page.unroute(/rpc\/search_transactions/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
})
