import { expect, test } from './fixtures'
import { follow, tabTo } from './keys'
import { signIn } from './people'

// The keyboard tests of paying, the mailbox and the help centre are beside their other tests.

test('a customer signs in, sees the card and its number, and signs out by the keyboard alone', async ({
  page,
  people,
}) => {
  const person = await people.customer('Keira')
  await page.goto('/auth')
  await expect(page.getByRole('textbox', { name: /PIN/ })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: /PIN/ }))
  await page.keyboard.type(person.pin)
  await expect(page.getByRole('heading', { name: 'Hello Keira' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('£5,000.00')).toBeVisible()
  await expect(page.getByText(person.account.sortCode)).toBeVisible()
  await expect(page.getByText(person.account.accountNumber)).toBeVisible()
  // A screen reader reads the digits in groups. They are generated content, which only a browser adds.
  const [first, second] = [person.account.accountNumber.slice(0, 4), person.account.accountNumber.slice(4)]
  expect(await page.getByRole('main').ariaSnapshot()).toContain(
    `${first.split('').join(' ')}, ${second.split('').join(' ')}`,
  )

  await follow(page, page.getByRole('link', { name: /^Debit \|/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeFocused()
  await follow(page, page.getByRole('button', { name: 'Show card number' }))
  const number = await page.getByText(/^4659 \d{4} \d{4} \d{4}$/).innerText()
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(number.replaceAll(' ', ''))
  await follow(page, page.getByRole('button', { name: 'View PIN' }))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View PIN' })).toBeFocused()

  await follow(page, page.getByRole('link', { name: 'Back' }))
  await follow(page, page.getByRole('button', { name: 'More options' }))
  await follow(page, page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }))
  await expect(page).toHaveURL('/auth')
})

test('a customer searches a payment and reads its details by the keyboard alone', async ({ page, people }) => {
  const person = await people.customer('Karim')
  await people.pay(person, await people.customer('Luisa'), '21.50', 'PIANO')
  await people.pay(person, await people.customer('Milan'), '8.00', 'LUNCH')
  await signIn(page, person, '/transactions')
  await follow(page, page.getByRole('button', { name: 'Search' }))
  await tabTo(page, page.getByLabel('Name, reference or amount'))
  await page.keyboard.type('piano')
  const row = page.getByRole('button', { name: /Luisa Tester/ })
  await expect(page.getByRole('button', { name: /Milan Tester/ })).toBeHidden()
  await follow(page, row)
  await expect(page.getByRole('dialog', { name: /details/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})

test('a customer opens a statement and its file by the keyboard alone', async ({ page, people }) => {
  const person = await people.customer('Kemal')
  await signIn(page, person, '/transactions')
  await follow(page, page.getByRole('link', { name: 'Statements' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeFocused()
  await follow(page, page.getByRole('link', { name: /So far/ }))
  const download = page.waitForEvent('download')
  await follow(page, page.getByRole('button', { name: 'Download CSV' }))
  expect((await download).suggestedFilename()).toMatch(/^statement-/)
})
