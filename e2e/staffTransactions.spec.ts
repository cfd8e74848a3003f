import type { Page } from '@playwright/test'
import { expect, test, type Server } from './fixtures'
import { signIn, type People, type Person } from './people'

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

test('staff share a search by a link, and Back returns to it', async ({ page, people, openWindow }) => {
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
  await search(payer.email)
  await expect(rows(page)).toContainText([/SECOND/, /FIRST/])
  await rows(page).last().getByRole('button').click()
  const pane = page.getByRole('region', { name: 'Transaction', exact: true })
  await expect(pane.getByText('Jori Tester').first()).toBeVisible()
  // A text is personal: it is in the fragment alone, which browsers do not send.
  await expect(page).toHaveURL(/^[^?#]*\/admin\/transactions#search=/)

  const colleague = await openWindow(await viewer(people, 'Vero'), page.url())
  const opened = colleague.getByRole('region', { name: 'Transaction', exact: true })
  await opened.getByRole('button', { name: 'Reviewing a payment' }).click()
  await expect(opened).toContainText('Jori Tester')
  await expect(rows(colleague)).toContainText([/SECOND/, /FIRST/])
  await expect(colleague.getByLabel('Search transactions')).toHaveValue(payer.email)

  await page.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await search('nothing of the kind')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue(payer.email)
  await expect(rows(page)).toContainText([/SECOND/, /FIRST/])
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
  // The list before the search has as many rows, and they leave when its answer arrives.
  await expect(rows(page).filter({ hasText: person.email })).toHaveCount(50)
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(350)
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
