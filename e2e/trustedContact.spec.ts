import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('a customer names a contact, who accepts and answers about a payment', async ({ page, people, openWindow }) => {
  const owner = await people.customer('Olga')
  const contact = await people.customer('Carl')
  const payee = await people.customer('Pia')
  await signIn(page, owner, '/settings#privacy')
  await page.getByRole('textbox', { name: 'Their sort code' }).fill(contact.account.sortCode)
  await page.getByRole('textbox', { name: 'Their account number' }).fill(contact.account.accountNumber)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask them' }).click()
  await expect(page.getByText(/^You asked the holder of/)).toBeVisible()

  const theirs = await openWindow(contact, '/')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.getByText('You are their trusted contact')).toBeVisible()
  await people.pay(owner, payee, '300.00', 'RENT')
  await signIn(page, owner)
  await page
    .getByRole('button', { name: /Pia Tester/ })
    .first()
    .click()
  await expect(page.getByText(/^Waits for your trusted contact, until/).first()).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Olga Tester wants to make a payment' })).toBeVisible()
  await expect(theirs.getByText(/^£300.00 to Pia Tester\./)).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'It looks right' }).click()
  await theirs.getByRole('button', { name: 'Yes, send it' }).click()
  await expect(theirs.getByText('Answer saved')).toBeVisible()
  await expect.poll(() => people.balanceOf(payee), { timeout: 30_000 }).toBe('5300.00')
})
