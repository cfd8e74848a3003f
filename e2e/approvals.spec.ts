import type { Page } from '@playwright/test'
import { signInAs } from './agent'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn, type People } from './people'

// The setting is off in a new project.
test.beforeAll(({ server }) => server.sql`update private.settings set four_eyes_above = 1000 where only_row`)
test.afterAll(({ server }) => server.sql`update private.settings set four_eyes_above = null where only_row`)

async function userAdmin(people: People, firstName: string) {
  const admin = await people.customer(firstName)
  await people.makeAdmin(admin, ['approve_users', 'financial_support'])
  return admin
}

test('a large balance edit and a deletion wait for a second administrator', async ({ people, openWindow }) => {
  // The test works in two windows, which takes long.
  test.slow()
  const customer = await people.customer('Cora')
  const page = await openWindow(await userAdmin(people, 'Ana'), `/admin/users#search=${customer.email}`)
  const second = await openWindow(await userAdmin(people, 'Bea'), '/admin')
  await expect(second.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const row = page.getByRole('region', { name: 'Approved Users' }).getByRole('row').filter({ hasText: customer.email })

  await row.getByRole('button', { name: 'Edit' }).click()
  const box = page.getByRole('dialog')
  await box.getByLabel('Account Balance (£)').fill('9000')
  await box.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'A second administrator must approve this' })).toBeVisible()
  await expectAccessible(page)
  await box.getByLabel('Reason').fill('Compensation of the branch')
  await box.getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()
  expect(await people.balanceOf(customer)).toBe('5000.00')

  // The open window of a colleague is told.
  const link = second.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'To do' })
  await expect(link).toHaveAccessibleDescription('1 waiting')
  await link.click()
  const waiting = second.getByRole('region', { name: 'Waiting' })
  await expect(waiting).toContainText('Compensation of the branch')
  await expectAccessible(second)
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByText('The change has been made.')).toBeVisible()
  await expect(waiting).toContainText('Nothing is waiting')
  expect(await people.balanceOf(customer)).toBe('9000.00')

  await page.reload()
  await row.getByRole('button', { name: 'Revoke Access' }).click()
  await box.getByLabel(`Type ${customer.email} to confirm`).fill(customer.email)
  await box.getByLabel('Reason').fill('Asked to leave')
  await box.getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(box).toHaveCount(0)
  await waiting.getByRole('button', { name: /^Refuse/ }).click()
  await second.getByRole('dialog').getByLabel('Reason').fill('The customer has money')
  await second.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(second.getByText('Request refused')).toBeVisible()

  await page.getByRole('link', { name: 'To do' }).click()
  const decided = page.getByRole('region', { name: 'Decided' })
  await expect(decided).toContainText('The customer has money')
  await expect(decided.getByRole('row').filter({ hasText: customer.email })).toHaveCount(2)
  expect(await people.balanceOf(customer)).toBe('9000.00')
})

test.describe('the payment rules', () => {
  test.afterEach(
    ({ server }) =>
      server.sql`update private.payment_rules set threshold = 250 where name = 'first_payment' and action = 'warn'`,
  )

  test('a change is tried on past payments, and acts when a second super admin has approved it', async ({
    people,
    openWindow,
  }) => {
    test.slow()
    const [ana, bea] = [await people.customer('Ana'), await people.customer('Bea')]
    for (const each of [ana, bea]) await people.makeSuperAdmin(each)
    await people.pay(ana, bea, '300', null)
    const page = await openWindow(ana, '/admin/approvals')
    await page.getByRole('link', { name: 'Control' }).click()
    await page.getByRole('link', { name: 'Payment Rules' }).click()
    const inForce = (where: Page) =>
      where.getByRole('region', { name: 'Rules in force' }).getByRole('row', { name: /^First payment/ })
    await expect(inForce(page)).toContainText('above £250.00')
    await page.getByLabel('Warn: above (£)').first().fill('2,000')
    await page.getByRole('button', { name: 'Try on the Last 90 Days' }).click()
    const result = page.getByRole('region', { name: 'What it would have done' })
    await expect(result.getByRole('row', { name: /^Payments warned/ })).toContainText(/−[1-9]/)
    await expectAccessible(page)
    await result.getByRole('button', { name: 'Ask a Second Super Admin' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Too many warnings')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask a Second Super Admin' }).click()
    await expect(page.getByRole('region', { name: 'Waiting for a second super admin' })).toContainText(
      'above £2,000.00',
    )
    await expect(inForce(page)).toContainText('above £250.00')

    const second = await openWindow(bea, '/admin/rules')
    const waiting = second.getByRole('region', { name: 'Waiting for a second super admin' })
    await expect(waiting.getByRole('row', { name: /^Payments warned/ })).toContainText(/−[1-9]/)
    await expectAccessible(second)
    await waiting.getByRole('link').click()
    await second.getByRole('button', { name: 'Approve: Payment rules' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(second.getByText('The change has been made.')).toBeVisible()
    // The open window of the asker is told.
    await expect(inForce(page)).toContainText('above £2,000.00')
  })
})

test.describe('the interest on savings', () => {
  // The tests of a worker share a database, and another one has set a rate.
  test.beforeEach(({ server }) => server.sql`delete from private.interest_rates`)
  test.afterEach(({ server }) => server.sql`delete from private.interest_rates`)

  test('another rate is asked for by one super admin, and holds from its day on when a second has approved it', async ({
    people,
    openWindow,
    server,
  }) => {
    test.slow()
    await server.sql`insert into private.interest_rates (starts_on, rate) values ('2026-01-01', 4.25)`
    const [ana, bea] = [await people.customer('Ana'), await people.customer('Bea')]
    for (const each of [ana, bea]) await people.makeSuperAdmin(each)
    const page = await openWindow(ana, '/admin/approvals')
    await page.getByRole('link', { name: 'Control' }).click()
    await page.getByRole('link', { name: 'Interest Rates' }).click()
    const rates = page.getByRole('table', { name: 'Rates' })
    await expect(rates.getByRole('row', { name: /1 Jan 2026/ })).toContainText(/4\.25%.*4\.33%/)
    await page.getByLabel('Rate (% a year)').fill('4.5')
    await page.getByRole('button', { name: /^First day/ }).click()
    await page
      .getByRole('dialog', { name: 'First day' })
      .locator('button:enabled', { hasText: /^\d+$/ })
      .first()
      .click()
    await page.getByLabel('Reason').fill('The base rate rose')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask a Second Super Admin' }).click()
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()
    await expect(rates.getByRole('row')).toHaveCount(2)

    const second = await openWindow(bea, '/admin/approvals')
    await second.getByRole('button', { name: 'Approve: Interest on savings' }).click()
    const question = second.getByRole('dialog')
    await expect(question).toContainText('savings earn 4.50% a year')
    await question.getByRole('button', { name: 'Approve' }).click()
    await expect(second.getByText('The change has been made.')).toBeVisible()
    // The open window of the asker is told.
    await expect(rates.getByRole('row', { name: /Later/ })).toContainText(/4\.50%/)
  })

  test('an admin who is no super admin has no screen for it, and the database refuses', async ({
    page,
    people,
    server,
  }) => {
    const admin = await people.customer('Ana')
    await people.makeAdmin(admin)
    await signIn(page, admin, '/admin/interest')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByLabel('Rate (% a year)')).toHaveCount(0)
    const client = await signInAs(server, admin)
    const asked = await client.rpc('request_interest_rate', {
      p_rate: '4.50',
      p_starts_on: '2098-01-01',
      p_reason: 'The base rate rose',
    })
    expect(asked.error).toMatchObject({ code: 'PT403' })
    expect((await client.rpc('list_interest_rates')).error).toMatchObject({ code: 'PT403' })
  })
})
