import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'

/** The balance in the ledger at the start and at the end of a month ('YYYY-MM') in London. */
async function ledgerBalances({ sql }: Server, person: Person, month: string) {
  const [row] = await sql<{ opening: string; closing: string }[]>`
    select
      coalesce(sum(e.amount) filter (where e.created_at < bounds.starts_at), 0)::numeric(14, 2) as opening,
      coalesce(sum(e.amount) filter (where e.created_at < bounds.ends_at), 0)::numeric(14, 2) as closing
    from private.ledger_entries e
    join public.accounts a on a.id = e.account_id
    cross join lateral (
      select ${`${month}-01`}::timestamp at time zone 'Europe/London' as starts_at,
        (${`${month}-01`}::timestamp + interval '1 month') at time zone 'Europe/London' as ends_at
    ) as bounds
    where a.user_id = ${person.id}`
  if (row === undefined) throw new Error('the ledger did not answer')
  return row
}

const londonToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
const thisMonth = () => londonToday().slice(0, 7)
const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-01`))

test('a month is a page that prints and a CSV whose balances are the ledger’s', async ({ page, people, server }) => {
  const person = await people.customer('Stella')
  const payee = await people.customer('Paavo')
  await people.pay(person, payee, '12.50', '=HYPERLINK("x")')
  await people.pay(person, payee, '100.00', '-5')
  await people.pay(payee, person, '0.01', null)
  // A row that is removed from the list stays in the ledger.
  await server.sql`delete from public.transactions where user_id = ${person.id} and amount = 100`
  const month = thisMonth()
  const { opening, closing } = await ledgerBalances(server, person, month)
  expect([opening, closing]).toEqual(['0.00', '4887.51'])

  await signIn(page, person, '/transactions')
  await page.getByRole('link', { name: 'Statements' }).click()
  await expect(page.getByRole('heading', { name: 'Statements' })).toBeVisible()
  await expect(page.getByRole('link', { name: /So far: 4 entries/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: new RegExp(monthName(month)) }).click()
  await expect(page).toHaveURL(`/statements/${month}`)

  const entries = page.getByRole('table')
  await expect(entries.getByRole('row', { name: /Opening deposit.*\+£5,000\.00 £5,000\.00/ })).toBeVisible()
  await expect(entries.getByRole('row', { name: /Paavo Tester.*-£12\.50 £4,987\.50/ })).toBeVisible()
  await expect(entries.getByRole('row', { name: /Removed from your list.*-£100\.00 £4,887\.50/ })).toBeVisible()
  await expect(entries.getByRole('row', { name: /Closing balance £4,887\.51/ })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`statement-${month}.csv`)
  const bytes = await readFile(await file.path())
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
  expect(lines[0]).toBe('Date,Description,Reference,Amount,Balance')
  expect(lines[1]).toBe(`${month}-01,Opening balance,,,${opening}`)
  expect(lines.at(-1)).toMatch(new RegExp(`^${month}-\\d\\d,Closing balance,,,${closing}$`))
  expect(lines.some((line) => line.endsWith(`,Paavo Tester,"'=HYPERLINK(""x"")",-12.50,4987.50`))).toBe(true)
})

test('any days are a PDF that reads back, and a letter proves the account', async ({ page, people, server }) => {
  const person = await people.customer('Petra')
  const payee = await people.customer('Pavel')
  await people.pay(person, payee, '12.50', 'RENT')
  // A name of another bank can be in any script.
  await server.sql`
    select private.receive_from_outside(a.id, ('张伟', '20-00-00', '12345678'), 7.5, null, now())
    from public.accounts a where a.user_id = ${person.id}`
  await signIn(page, person, '/statements')
  await page.getByRole('button', { name: 'Choose dates' }).click()
  const today = londonToday()
  await page.getByLabel('First day').fill(today)
  await page.getByRole('button', { name: 'Show statement' }).click()
  await expect(page).toHaveURL(`/statements/${today}_${today}`)

  const statement = await savedPdf(page, 'Download PDF')
  expect(statement.name).toBe(`statement-${today}-to-${today}.pdf`)
  expect(statement.pages).toHaveLength(1)
  for (const words of [
    'Account holder: Petra Tester',
    'Opening balance: £0.00',
    'Money in: £5,007.50',
    'Money out: £12.50',
    'Closing balance: £4,995.00',
    'Pavel Tester RENT £12.50 £4,987.50',
    'Page 1 of 1',
  ])
    expect(statement.text).toContain(words)
  // The picture of the name that no font of the PDF has.
  expect(statement.bytes.includes(Buffer.from('\uFEFF张伟', 'utf16le').swap16())).toBe(true)
  expect(statement.bytes.includes('/DCTDecode')).toBe(true)

  await page.goto('/statements')
  const letter = await savedPdf(page, 'Proof of account')
  expect(letter.name).toBe('proof-of-account.pdf')
  expect(letter.text).toContain('holds a current account with Fernbank. Account holder: Petra Tester')
})

async function savedPdf(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  const bytes = await readFile(await file.path())
  const { text: pages } = await extractText(new Uint8Array(bytes))
  return { name: file.suggestedFilename(), bytes, pages, text: pages.join(' ').replace(/\s+/g, ' ') }
}

test('on paper there is the statement and nothing else, in dark mode too', async ({ page, people }) => {
  await signIn(page, await people.customer('Paula'), `/statements/${thisMonth()}`)
  const sheet = page.getByRole('article')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('columnheader', { name: 'Date' })).toBeHidden()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('columnheader', { name: 'Date' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back' })).toBeHidden()
  const colours = await sheet.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { backgroundColor, color }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(20, 32, 26)' })
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a payment enters the open statement by itself', async ({ page, people }) => {
  const person = await people.customer('Lena')
  const payee = await people.customer('Lars')
  await signIn(page, person, `/statements/${thisMonth()}`)
  await expect(page.getByRole('row', { name: /Closing balance £5,000\.00/ })).toBeVisible()
  await people.pay(person, payee, '20.00', null)
  await expect(page.getByRole('row', { name: /Closing balance £4,980\.00/ })).toBeVisible()
})
