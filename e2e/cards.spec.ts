import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'

/** As it is printed: '4659 1234 1234 1234'. */
async function cardNumber({ sql }: Server, person: Person): Promise<string> {
  const [account] = await sql<{ card_number: string }[]>`
    select card_number from public.accounts where user_id = ${person.id}`
  if (account === undefined) throw new Error('there is no card')
  return account.card_number.replaceAll(/(.{4})(?!$)/g, '$1 ')
}

test('the card shows its number for 30 seconds, and only when asked', async ({ page, people, server }) => {
  const person = await people.customer('Abel')
  const number = await cardNumber(server, person)
  await page.clock.install()
  await signIn(page, person)
  await page.getByRole('link', { name: `Debit | *${number.slice(-4)}` }).click()
  await expect(page).toHaveURL('/cards')
  await expect(page.getByText('ABEL TESTER')).toBeVisible()
  await expect(page.getByText('valid thru')).toBeVisible()
  await expect(page.getByText('12/26')).toBeVisible()
  await expect(page.getByText(number)).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await expectAccessible(page)
  await page.clock.runFor('00:31')
  await expect(page.getByText(number)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show card number' })).toBeVisible()
})

test('the number is hidden by its button, and after the screen was left', async ({ page, people, server }) => {
  const person = await people.customer('Bela')
  const number = await cardNumber(server, person)
  await signIn(page, person, '/cards')
  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await page.getByRole('button', { name: 'Hide card number' }).click()
  await expect(page.getByText(number)).toBeHidden()

  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Show card number' })).toBeVisible()
  await expect(page.getByText(number)).toBeHidden()
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(number.replaceAll(' ', ''))
})

test('what a card cannot do yet is said, and the sample transactions are listed', async ({ page, people }) => {
  await signIn(page, await people.customer('Cleo'), '/cards')
  for (const name of ['Freeze Card', 'View PIN', 'Card Settings']) {
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toContainText(/ yet\b/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  const rows = page.getByRole('region', { name: 'Recent card transactions' }).getByRole('listitem')
  await expect(rows).toHaveCount(25)
  await expect(rows.nth(1)).toContainText('+£2,500.00')
})
