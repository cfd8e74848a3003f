import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, storeSession, type Person } from './people'
import type { Page } from '@playwright/test'

async function becomesStaff({ sql }: Server, person: Person, roles: string[], permissions: string[]) {
  await sql`insert into public.user_roles (user_id, role) select ${person.id}, unnest(${roles}::text[])`
  await sql`insert into public.admin_permissions (admin_id, permission) select ${person.id}, unnest(${permissions}::text[])`
}

const listOf = ({ sql }: Server, person: Person) => sql`
  select amount::text, incoming, reference, to_account_holder_name as to_name, to_sort_code, to_account_number
  from public.transactions where user_id = ${person.id} order by created_at`

async function openTransactions(page: Page) {
  await page.goto('/account-management')
  await page.getByRole('tab', { name: 'Transactions' }).click()
}

async function fillTransaction(page: Page, recipient: string, amount: string, reference = '') {
  await page.getByRole('button', { name: 'Add Transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Transaction' })
  await dialog.getByLabel('Recipient').fill(recipient)
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Reference').fill(reference)
  return { dialog, submit: dialog.getByRole('button', { name: 'Add Transaction' }) }
}

test('a customer adds a transaction and deletes it again; the balance stays reduced', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Tara')
  await signIn(page, person, '/account-management')
  const accounts = page.getByRole('tab', { name: 'Accounts' })
  const transactions = page.getByRole('tab', { name: 'Transactions' })
  await expect(accounts).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel', { name: 'Accounts' })
  await expect(panel.getByText('£5,000.00')).toBeVisible()
  await expect(panel.getByText(person.account.accountNumber)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Balance' })).toBeHidden()
  await expectAccessible(page)

  await accounts.focus()
  await page.keyboard.press('ArrowRight')
  await expect(transactions).toBeFocused()
  await expect(transactions).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('No transactions yet')).toBeVisible()

  const { dialog, submit } = await fillTransaction(page, '', '')
  await submit.click()
  await expect(dialog.getByLabel('Recipient')).toBeFocused()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('Enter an amount.')
  await expectAccessible(page)
  await dialog.getByLabel('Recipient').fill('Corner Shop')
  await dialog.getByLabel('Amount').fill('5000.01')
  await dialog.getByLabel('Reference').fill('Milk')
  await submit.click()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(/Insufficient funds/)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Insufficient funds')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await dialog.getByLabel('Amount').fill('12.34')
  await submit.dblclick()
  await expect(page.getByText('Transaction added and balance updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'Corner Shop' })
  await expect(row).toContainText('-£12.34')
  await expect(row).toContainText('Milk')
  await expectAccessible(page)
  expect(await people.balanceOf(person)).toBe('4987.66')
  expect([...(await listOf(server, person))]).toEqual([
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
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('button', { name: /^Delete Corner Shop/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.route(/rest\/v1\/transactions/, (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.continue(),
  )
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(ask.getByText('Failed to delete transaction')).toBeVisible()
  await page.unroute(/rest\/v1\/transactions/)
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Transaction deleted successfully')).toBeVisible()
  await expect(page.getByText('No transactions yet')).toBeVisible()
  expect([...(await listOf(server, person))]).toEqual([])
  expect(await people.balanceOf(person)).toBe('4987.66')
})

test('an admin with financial_support edits the balance, and the insights show it', async ({
  page,
  people,
  server,
}) => {
  const admin = await people.customer('Theo')
  await becomesStaff(server, admin, ['admin'], ['financial_support'])
  await signIn(page, admin, '/account-management')
  await page.getByRole('button', { name: 'Edit Balance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Current Account Balance' })
  await expect(dialog.getByLabel('New Balance')).toHaveValue('5000.00')
  await expectAccessible(page)
  await dialog.getByLabel('New Balance').fill('')
  await dialog.getByLabel('New Balance').press('Enter')
  await expect(dialog.getByLabel('New Balance')).toHaveAccessibleDescription('Please enter a valid balance.')
  await expect(dialog.getByLabel('New Balance')).toBeFocused()
  await dialog.getByLabel('New Balance').fill('4000.50')
  await page.route(/rpc\/edit_current_account_balance/, (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'Update Balance' }).click()
  await expect(dialog.getByText('Failed to update balance')).toBeVisible()
  await expect(dialog.getByLabel('New Balance')).toHaveValue('4000.50')
  await page.unroute(/rpc\/edit_current_account_balance/)
  await dialog.getByRole('button', { name: 'Update Balance' }).click()
  await expect(page.getByText('Balance updated and reflected in insights')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Balance' })).toBeFocused()
  await expect(page.getByRole('tabpanel').getByText('£4,000.50')).toBeVisible()
  await page.getByRole('tab', { name: 'Transactions' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Manual Adjustment' })
  await expect(row).toContainText('-£999.50')
  await expect(row).toContainText('Manual balance adjustment')
  expect([...(await listOf(server, admin))]).toMatchObject([
    { to_sort_code: '00-00-00', to_account_number: '00000000' },
  ])
  await page.goto('/insights')
  await expect(page.getByRole('region', { name: "This Month's Activity" })).toContainText('£999.50')
})

for (const { who, roles, permissions } of [
  { who: 'an admin without financial_support', roles: ['admin'], permissions: ['manage_chat', 'approve_users'] },
  { who: 'a super admin without the role admin', roles: ['super_admin'], permissions: ['financial_support'] },
  { who: 'a customer with the permission alone', roles: [], permissions: ['financial_support'] },
]) {
  test(`${who} sees no 'Edit Balance', and the server refuses the change`, async ({ page, people, server }) => {
    const person = await people.customer('Tess')
    await becomesStaff(server, person, roles, permissions)
    await storeSession(page, person)
    const asked = page.waitForResponse(/rest\/v1\/admin_permissions/)
    await page.goto('/account-management')
    await asked
    await expect(page.getByRole('tabpanel').getByText('£5,000.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Balance' })).toBeHidden()
    const status = await page.evaluate(
      async ([url, key]) => {
        const name = Object.keys(localStorage).find((known) => known.endsWith('-auth-token')) ?? ''
        const { access_token: token } = JSON.parse(localStorage.getItem(name) ?? '{}') as { access_token: string }
        const answer = await fetch(`${url}/rest/v1/rpc/edit_current_account_balance`, {
          method: 'POST',
          headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{"p_new_balance": 1}',
        })
        return answer.status
      },
      [server.stack.apiUrl, server.stack.keys.publishable] as const,
    )
    expect(status).toBe(403)
    expect(await people.balanceOf(person)).toBe('5000.00')
  })
}

test('a lost answer: the transaction is not sent again by itself, and a retry does not add it twice', async ({
  page,
  people,
}) => {
  const person = await people.customer('Tony')
  await storeSession(page, person)
  await openTransactions(page)
  const requests: string[] = []
  await page.route(/rpc\/add_manual_transaction/, async (route) => {
    requests.push(route.request().url())
    await route.fetch()
    await route.abort('connectionreset')
  })
  const { dialog, submit } = await fillTransaction(page, 'Corner Shop', '12.34')
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to add transaction')
  await expect(dialog.getByRole('alert')).toContainText('We lost connection before we could confirm')
  await expect(dialog.getByLabel('Recipient')).toHaveValue('Corner Shop')
  expect(requests).toHaveLength(1)
  await page.unroute(/rpc\/add_manual_transaction/)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Corner Shop' })).toHaveCount(1)
  expect(await people.balanceOf(person)).toBe('4987.66')
})

test('a long list reads on, and goes on after a row was deleted', async ({ page, people, server }) => {
  const person = await people.customer('Tilo')
  await server.sql`
    insert into public.transactions (user_id, amount, to_account_holder_name, to_sort_code, to_account_number, created_at)
    select ${person.id}, 1 + n, 'Payee ' || n, '20-00-00', '12345678', now() - n * interval '1 hour'
    from generate_series(1, 120) as n`
  await storeSession(page, person)
  await page.setViewportSize({ width: 320, height: 700 })
  await openTransactions(page)
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(50)
  await page.getByRole('button', { name: /^Delete Payee 3,/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Transaction deleted successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete Payee 3,/ })).toHaveCount(0)
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    await expect(page.getByText('That is everything.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(rows).toHaveCount(119)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
