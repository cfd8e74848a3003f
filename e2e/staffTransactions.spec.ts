import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, storeSession, type People, type Person } from './people'

const phone = { width: 390, height: 844 }

test.use({ viewport: { width: 1280, height: 900 } })

const table = (page: Page) => page.getByRole('table', { name: 'All User Transactions' })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const exportPanel = (page: Page) => page.getByRole('region', { name: 'Export' })

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
      (user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference, status, reversed_at)
    select ${person.id}, now() - make_interval(days => ${daysAgo}, secs => number), number, '20-00-00', '12345678', ${name},
      ${reference}, ${status}, case when ${isReversed} then now() end
    from generate_series(1, ${count}) number`
}

test('shows the transactions of all users, newest first, each with its status', async ({ page, people, server }) => {
  const payer = await people.customer('Pam')
  const payee = await people.customer('Quinn')
  const admin = await viewer(people, 'Vera')
  await list(server, payee, { name: 'Slow Shop', status: 'pending' })
  await list(server, payee, { name: 'Sent Back Ltd', isReversed: true })
  await people.pay(payer, payee, '12.50', 'PICNIC')
  await open(page, admin)

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

  // Without a press, and a row that was open stays open.
  await picnic.first().getByRole('button').click()
  await people.pay(payer, payee, '1.00', 'AFTERWARDS')
  // Not the first row: a scheduled payment of another test can come in.
  await expect(rows(page).filter({ hasText: 'AFTERWARDS' })).toHaveCount(2)
  await expect(page.getByText(/^\d+ new transactions?$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transaction', exact: true })).toBeVisible()
})

test('finds by id, amount, account number and name, sorts, adds up, and opens the same from a link', async ({
  page,
  people,
  server,
  browser,
}) => {
  // Two windows.
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
  await expect(colleague.getByRole('region', { name: 'Transaction', exact: true })).toContainText('Jori Tester')
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

test('finds by each filter, by keyboard alone, and says in place what is wrong', async ({ page, people, server }) => {
  const person = await people.customer('Rosa')
  const other = await people.customer('Saul')
  await list(server, person, { name: 'Mill Lane Lettings', reference: 'RENT 100%' }, 3)
  await list(server, person, { name: 'Old Mill', daysAgo: 400, isReversed: true })
  await list(server, other, { name: 'Mill Lane Lettings' })
  await open(page, await viewer(people, 'Vito'))

  const box = page.getByLabel('Search transactions')
  await box.focus()
  await page.keyboard.type(person.email.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 transactions')).toBeVisible()
  await expect(rows(page).filter({ hasText: other.email })).toHaveCount(0)
  await expect(box).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('mill lane rosa 100%')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 transactions')).toBeVisible()

  await page.getByLabel('Lowest amount (£)').fill('2')
  await page.getByLabel('Highest amount (£)').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The highest amount is below the lowest.')).toBeVisible()
  await expect(page.getByLabel('Highest amount (£)')).toBeFocused()
  await expect(page.getByLabel('Highest amount (£)')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2.00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 transaction', { exact: true })).toBeVisible()
  await expect(rows(page)).toContainText('-£2.00')

  // Half a date is no date.
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(box).toHaveValue('')
  await page.getByLabel('First day').focus()
  await page.keyboard.type('0101')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a complete date: day, month and year.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await box.fill(person.email)
  await page.getByLabel('Status').selectOption('Reversed')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(rows(page)).toHaveText([/Old Mill/])
  await page.getByLabel('Status').selectOption('Any')
  const lastWeek = new Date(Date.now() - 7 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  await page.getByLabel('Last day').fill(lastWeek)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(rows(page)).toHaveText([/Old Mill/])
  await page.getByLabel('First day').fill(lastWeek)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expectAccessible(page)
})

test('reads on while one scrolls, keeps its header in sight, and does not move the rows that are read', async ({
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
})

test('a search for something rare goes on to the end, and can be stopped and resumed', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Umar')
  await list(server, person, { name: 'Needle Ltd', daysAgo: 3000 })
  await list(server, person, { name: 'Haystack', daysAgo: 1000 }, 20_000)
  await open(page, await viewer(people, 'Vlad'))
  // The second step has no answer until the search is stopped.
  const release = await holdSteps(page)
  const box = page.getByLabel('Search transactions')
  await box.fill('needle')
  await box.press('Enter')
  await expect(page.getByText(/^Searched back to \d\d \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText('No transactions found')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Search further back' })).toBeFocused()
  await expectAccessible(page)
  await release()
  await page.getByRole('button', { name: 'Search further back' }).click()
  await expect(rows(page)).toHaveText([/Needle Ltd/])
  await expect(page.getByText(/Searched back to/)).toHaveCount(0)
})

/** Leaves each request for a later step without an answer. Returns what ends this. */
async function holdSteps(page: Page) {
  await page.route('**/rpc/{list_all,total}_transactions', (route) =>
    route.request().postData()?.includes('p_after') ? undefined : route.fallback(),
  )
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

test.describe('the export', () => {
  test('saves what the filter finds, safe for spreadsheets', async ({ page, people, server }) => {
    const person = await people.customer('Wim')
    await list(server, person, { name: '=HYPERLINK("http://x")', reference: '+1' })
    await list(server, await people.customer('Xena'), { name: 'Not asked for' })
    await open(page, await viewer(people, 'Vic'))
    await page.getByLabel('Search transactions').fill(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 transaction', { exact: true })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^user-transactions-\d{4}-\d\d-\d\d\.csv$/)
    const [header, line, ...rest] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(header).toBe('\uFEFFDate,User Email,From Account,To Account,Sort Code,Recipient,Reference,Amount,Status')
    expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,/)
    expect(line).toContain(`,${person.email},,12345678,20-00-00,"'=HYPERLINK(""http://x"")",'+1,-1.00,completed`)
    expect(rest).toEqual([''])
    await expect(page.getByText('Export complete')).toBeVisible()
    await expect(exportPanel(page)).toContainText('1 row saved as user-transactions-')
    await expectAccessible(page)
    await exportPanel(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused()
  })

  test('that the network cuts off says so, and goes on where it was', async ({ page, people, server }) => {
    const person = await people.customer('Yann')
    await list(server, person, { name: 'Corner Shop' }, 2500)
    await open(page, await viewer(people, 'Viki'))
    await page.getByLabel('Search transactions').fill(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The newest 50 found so far')).toBeVisible()
    await page.route('**/rpc/list_all_transactions', (route) =>
      route.request().postData()?.includes('p_after') ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(exportPanel(page).getByRole('alert')).toContainText('Export stopped')
    await expect(exportPanel(page)).toContainText('1,000 rows so far')
    await expectAccessible(page)
    await page.unrouteAll()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Go on' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    const amounts = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[7])
    expect(amounts).toEqual(Array.from({ length: 2500 }, (_, place) => `-${place + 1}.00`))
    await expect(exportPanel(page)).toContainText('2,500 rows saved as')
  })

  test('can be cancelled on its way', async ({ page, people, server }) => {
    const person = await people.customer('Zora')
    await list(server, person, { name: 'Corner Shop' }, 1500)
    await open(page, await viewer(people, 'Veit'))
    await page.getByLabel('Search transactions').fill(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The newest 50 found so far')).toBeVisible()
    // The second answer never comes.
    await page.route('**/rpc/list_all_transactions', (route) =>
      route.request().postData()?.includes('p_after') ? undefined : route.fallback(),
    )
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(exportPanel(page)).toContainText('1,000 rows so far, back to')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(exportPanel(page)).toContainText('The export was cancelled. Nothing was saved.')
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('on a phone each transaction is a card, and the filter opens with a button', async ({ page, people, server }) => {
  const person = await people.customer('Abel')
  await list(server, person, { name: 'Mill Lane Lettings', reference: 'RENT' }, 3)
  await page.setViewportSize(phone)
  await open(page, await viewer(people, 'Vela'))
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  await expect(page.getByLabel('Status')).toBeHidden()
  await filter.click()
  await page.getByLabel('Search transactions').fill(person.email)
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('3 transactions')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter (1 set)' })).toHaveAttribute('aria-expanded', 'true')
  await expect(rows(page).first()).toContainText('Recipient')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test.describe('turns away', () => {
  test('a customer', async ({ page, people }) => {
    await storeSession(page, await people.customer('Bart'))
    await expectTurnedAway(page)
  })

  test('an admin without view_transactions', async ({ page, people }) => {
    const admin = await people.customer('Cleo')
    await people.makeAdmin(admin, ['manage_chat', 'repair_transactions', 'approve_users', 'financial_support'])
    await storeSession(page, admin)
    await expectTurnedAway(page)
  })

  test('a super admin who is no admin', async ({ page, people, server }) => {
    const person = await people.customer('Dora')
    await people.makeSuperAdmin(person)
    await server.sql`insert into public.admin_permissions (admin_id, permission) values (${person.id}, 'view_transactions')`
    await storeSession(page, person)
    await expectTurnedAway(page)
  })

  async function expectTurnedAway(page: Page) {
    await page.goto('/admin/transactions')
    await expect(page.getByText('Access Denied')).toBeVisible()
    await expect(page).toHaveURL('/')
  }
})
