import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, storeSession, type People, type Person } from './people'

test.use({ viewport: { width: 1280, height: 900 } })

const table = (page: Page) => page.getByRole('table', { name: 'All User Transactions' })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

async function viewer(people: People, firstName: string) {
  const admin = await people.customer(firstName)
  await people.makeAdmin(admin, ['view_transactions'])
  return admin
}

async function open(page: Page, admin: Person) {
  await signIn(page, admin, '/admin/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'All User Transactions' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
}

/** Rows that are in the list already: the screen only reads them. */
async function list(
  { sql }: Server,
  person: Person,
  row: { name: string; reference?: string; status?: string; isReversed?: boolean; daysAgo?: number },
  count = 1,
) {
  const { name, reference = null, status = 'completed', isReversed = false, daysAgo = 0 } = row
  await sql`
    insert into public.transactions
      (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, status, reversed_at)
    select gen_random_uuid(), ${person.id}, now() - make_interval(days => ${daysAgo}, secs => number), number, '20-00-00', '12345678', ${name},
      ${reference}, ${status}, case when ${isReversed} then now() end
    from generate_series(1, ${count}) number`
}

test('staff see the transactions of all users, newest first, each with its status', async ({
  page,
  people,
  server,
}) => {
  const payer = await people.customer('Pam')
  const payee = await people.customer('Quinn')
  const admin = await viewer(people, 'Vera')
  await list(server, payee, { name: 'Slow Shop', status: 'pending' })
  await list(server, payee, { name: 'Sent Back Ltd', isReversed: true })
  await people.pay(payer, payee, '12.50', 'PICNIC')
  await open(page, admin)
  await expect(page.getByText(/^(No payments to come|Payments to come \(.*\))$/)).toBeVisible()
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(350)

  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Date',
    'User Email',
    'From Account',
    'To Account',
    'Sort Code',
    'Recipient',
    'Reference',
    'Amount',
    'Status',
  ])
  // A payment appears in two lists.
  const picnic = rows(page).filter({ hasText: 'PICNIC' })
  await expect(picnic).toHaveCount(2)
  const paid = picnic.filter({ hasText: payer.email })
  await expect(paid.getByRole('cell')).toHaveText(
    [
      /\d\d \w+ \d{4}, \d\d:\d\d/,
      payer.email,
      payer.account.accountNumber,
      payee.account.accountNumber,
      payee.account.sortCode,
      'Quinn Tester',
      'PICNIC',
      '-£12.50',
      /^completed$/i,
    ],
    { useInnerText: true },
  )
  await expect(picnic.filter({ hasText: payee.email })).toContainText('+£12.50')
  await expect(rows(page).filter({ hasText: 'Slow Shop' })).toContainText('pending')
  await expect(rows(page).filter({ hasText: 'Sent Back Ltd' })).toContainText('Reversed')
  await expect(rows(page).filter({ hasText: 'Sent Back Ltd' })).not.toContainText('completed')
  const moments = await table(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(moments.every((at, place) => place === 0 || at <= (moments[place - 1] ?? ''))).toBe(true)
  await expectAccessible(page)

  // New rows appear without a press, and a row that was open stays open.
  await picnic.first().getByRole('button').click()
  await people.pay(payer, payee, '1.00', 'AFTERWARDS')
  // The new row may not be the first: a scheduled payment of another test can come in.
  await expect(rows(page).filter({ hasText: 'AFTERWARDS' })).toHaveCount(2)
  await expect(page.getByText(/^\d+ new transactions?$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transaction', exact: true })).toBeVisible()
})

test('staff find transactions by id, amount, account number and name, and share the search by a link', async ({
  page,
  people,
  server,
  browser,
}) => {
  // The test works in two windows, which takes long.
  test.slow()
  const payer = await people.customer('Ines')
  const payee = await people.customer('Jori')
  await people.pay(payer, payee, '43.21', 'FIRST')
  await people.pay(payer, payee, '8.00', 'SECOND')
  const admin = await viewer(people, 'Vlora')
  await open(page, admin)
  const box = page.getByLabel('Search transactions')
  const search = async (text: string) => {
    await box.fill(text)
    await box.press('Enter')
  }
  const totals = page.getByRole('region', { name: 'Totals' })
  const [paid] = await server.sql<{ id: string }[]>`
    select id from public.transactions where user_id = ${payer.id} and reference = 'FIRST'`
  await search(paid?.id ?? '')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page)).toContainText([/FIRST/, /FIRST/])
  await search('£43.21')
  await expect(rows(page)).toContainText([/FIRST/, /FIRST/])
  await expect(totals).toContainText('Money in£43.21Money out£43.21')
  await search(payer.account.accountNumber)
  await expect(rows(page)).toContainText([/SECOND/, /FIRST/])
  await expect(totals).toContainText('In total2Money in£0.00Money out£51.21')
  await search('jori tester second')
  await expect(rows(page)).toHaveCount(2)
  await search(payer.email)
  await page.getByLabel('Sort by').selectOption('Highest amount')
  await expect(rows(page)).toContainText([/43\.21/, /8\.00/])
  await page.getByLabel('Sort by').selectOption('Lowest amount')
  await expect(rows(page)).toContainText([/8\.00/, /43\.21/])
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(rows(page)).toContainText([/FIRST/, /SECOND/])
  await rows(page).first().getByRole('button').click()
  const pane = page.getByRole('region', { name: 'Transaction', exact: true })
  await expect(pane.getByText('Jori Tester').first()).toBeVisible()
  await expectAccessible(page)
  // A text is personal: it is in the fragment alone, which browsers do not send.
  await expect(page).toHaveURL(/^[^?#]*\/admin\/transactions#search=/)

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const colleague = await context.newPage()
  await storeSession(colleague, await viewer(people, 'Vero'))
  await colleague.goto(page.url())
  const opened = colleague.getByRole('region', { name: 'Transaction', exact: true })
  await opened.getByRole('button', { name: 'Checking a payment' }).click()
  await expect(opened).toContainText('Jori Tester')
  await expect(rows(colleague)).toContainText([/FIRST/, /SECOND/])
  await expect(colleague.getByLabel('Search transactions')).toHaveValue(payer.email)
  await expect(colleague.getByLabel('Sort by')).toHaveValue('oldest')
  await context.close()

  await page.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await search('nothing of the kind')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue(payer.email)
  await expect(rows(page)).toContainText([/FIRST/, /SECOND/])
})

test('the list loads more while staff scroll, keeps its header in sight, and does not move the rows', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Tess')
  await list(server, person, { name: 'Corner Shop' }, 130)
  await open(page, await viewer(people, 'Vasu'))
  await page.getByLabel('Search transactions').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The newest 50 found so far')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(100)
  await expect(table(page).getByRole('columnheader', { name: 'Recipient' })).toBeInViewport()
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(130)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(page.getByText('130 transactions')).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: 'Recipient' })).toBeInViewport()
  const last = rows(page).last()
  const before = (await last.boundingBox())?.y ?? 0
  await list(server, person, { name: 'New shop' })
  await expect(rows(page)).toHaveCount(131)
  await expect(rows(page).first()).toContainText('New shop')
  expect(Math.abs(((await last.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)

  // Only a real browser knows that half a date was typed.
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByLabel('First day').focus()
  await page.keyboard.type('0101')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a complete date: day, month and year.')).toBeVisible()
})
