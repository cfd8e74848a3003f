import { expect, test } from './fixtures'
import { signIn } from './people'
import { savedPdf } from './savedPdf'

const londonToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
const thisMonth = () => londonToday().slice(0, 7)

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
    'Opening balance: £5,000.00',
    'Money in: £7.50',
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
  await page.getByRole('button', { name: 'Proof of account' }).click()
  const letter = await savedPdf(page, 'Download without it')
  expect(letter.name).toBe('proof-of-account.pdf')
  expect(letter.text).toContain('holds a current account with Fernbank. Account holder: Petra Tester')
})

test('on paper there is the statement and nothing else, in dark mode too', async ({ page, people }) => {
  const person = await people.customer('Paula')
  await people.pay(person, await people.customer('Pia'), '20.00', null)
  await signIn(page, person, `/statements/${thisMonth()}`)
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
  await expect(page.getByText('No money came in or went out on these days.')).toBeVisible()
  await people.pay(person, payee, '20.00', null)
  await expect(page.getByRole('row', { name: /Closing balance £4,980\.00/ })).toBeVisible()
})
