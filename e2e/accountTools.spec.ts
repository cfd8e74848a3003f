import { expect, test } from './fixtures'
import { signIn } from './people'

test('a customer adds a transaction and deletes it again, and the balance stays reduced', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Tara')
  await signIn(page, person, '/account-management')
  await page.getByRole('tab', { name: 'Transactions' }).click()
  await page.getByRole('button', { name: 'Add Transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Transaction' })
  await dialog.getByLabel('Recipient').fill('Corner Shop')
  await dialog.getByLabel('Amount').fill('12.34')
  await dialog.getByLabel('Reference').fill('Milk')
  await dialog.getByRole('button', { name: 'Add Transaction' }).dblclick()
  await expect(page.getByText('Transaction added and balance updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'Corner Shop' })
  await expect(row).toContainText('-£12.34')
  expect(await people.balanceOf(person)).toBe('4987.66')
  const stored = () => server.sql`
    select amount::text, incoming, reference, to_account_holder_name as to_name, to_sort_code, to_account_number
    from public.transactions where user_id = ${person.id}`
  expect(await stored()).toEqual([
    {
      amount: '12.34',
      incoming: false,
      reference: 'Milk',
      to_name: 'Corner Shop',
      to_sort_code: '12-34-56',
      to_account_number: '12345678',
    },
  ])

  await row.getByRole('button', { name: /^Delete Corner Shop/ }).click()
  const ask = page.getByRole('dialog', { name: 'Delete this transaction?' })
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Transaction deleted successfully')).toBeVisible()
  await expect(page.getByText('No transactions yet')).toBeVisible()
  expect(await stored()).toEqual([])
  expect(await people.balanceOf(person)).toBe('4987.66')
})

test('an admin with financial_support edits their balance, and the insights show it', async ({ page, people }) => {
  const admin = await people.customer('Theo')
  await people.makeAdmin(admin, ['financial_support'])
  await signIn(page, admin, '/account-management')
  await page.getByRole('button', { name: 'Edit Balance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Current Account Balance' })
  await expect(dialog.getByLabel('New Balance')).toHaveValue('5000.00')
  await dialog.getByLabel('New Balance').fill('4000.50')
  await dialog.getByRole('button', { name: 'Update Balance' }).click()
  await expect(page.getByText('Balance updated and reflected in insights')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('£4,000.50')).toBeVisible()
  await page.goto('/insights')
  await expect(page.getByRole('region', { name: "This Month's Activity" })).toContainText('£999.50')
})
