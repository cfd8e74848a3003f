import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { mailTo } from './mails'
import { signIn } from './people'

test('a customer downloads the statements, closes the account, and staff make them again later', async ({
  page,
  people,
  server,
  openWindow,
}) => {
  const customer = await people.customer('Clea')
  const friend = await people.customer('Fred')
  await people.pay(customer, friend, '10', null)
  await signIn(page, customer, '/settings#close')
  await expect(page.getByText('You have £4,990.00. Send it to another account')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send my money to...' }).click()
  await page
    .getByRole('button', { name: /Fred Tester/ })
    .first()
    .click()
  await expect(page.getByLabel(/^Amount/)).toHaveValue('4990.00')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('checkbox', { name: 'I have read this' }).check()
  await page.getByRole('button', { name: 'Pay £4,990.00' }).click()
  await expect.poll(() => people.balanceOf(customer)).toBe('0.00')
  await page.goto('/settings#close')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all as one PDF' }).click()
  expect((await download).suggestedFilename()).toBe('statements-and-letters.pdf')
  await page.getByLabel('Current PIN').fill(customer.pin)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByRole('button', { name: 'Close for good' }).click()
  await expect(page.getByText("We've emailed you how to ask for your statements later.")).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)

  expect(await mailTo(server, customer, 'Your account is closed')).toContain('write to support@fernbank.example')
  const agent = await people.customer('Sue')
  await people.makeAdmin(agent, ['approve_users', 'view_transactions', 'manage_cases'])
  const desk = await openWindow(agent, `/admin/users/${customer.id}`)
  await desk.getByRole('button', { name: 'The customer asked for help' }).click()
  await expect(desk.getByText(/^Closed by the owner on/)).toBeVisible()
  await expectAccessible(desk)
  const later = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download all as one PDF' }).click()
  expect((await later).suggestedFilename()).toBe('statements-and-letters.pdf')

  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(customer.pin)
  await expect(page.locator('#pin-problem')).toHaveText(/If it's closed, email us for your statements/)
})

test('the bank closes an account: the notice, the reminders, the day, and the money that waits', async ({
  page,
  people,
  server,
  openWindow,
}) => {
  // The test works in three windows, which takes long.
  test.slow()
  const [customer, friend] = [await people.customer('Nora'), await people.customer('Finn')]
  const agent = await people.customer('Agnes')
  await people.makeAdmin(agent, ['manage_cases', 'approve_users', 'financial_support'])
  const reasons = 'You used the account for a business, which our terms for personal accounts exclude.'
  const desk = await openWindow(agent, `/admin/users/${customer.id}`)
  await desk.getByRole('button', { name: "Protecting the customer's account" }).click()
  await desk.getByRole('button', { name: 'Close account' }).click()
  await desk.getByLabel('Why, for the customer').fill(reasons)
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(desk.getByText('Waiting for approval', { exact: true })).toBeVisible()
  const second = await people.customer('Basil')
  await people.makeAdmin(second, ['manage_cases', 'approve_users', 'financial_support'])
  const other = await openWindow(second, '/admin/approvals')
  await other.getByRole('button', { name: 'Approve: Close account of Nora Tester' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('The change has been made.')).toBeVisible()

  await signIn(page, customer, '/cases')
  await page.getByRole('link', { name: /We are closing your account/ }).click()
  await expect(page.getByText(reasons).first()).toBeVisible()
  const letter = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Our letter as PDF' }).click()
  expect((await letter).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await mailTo(server, customer, "We're closing your account")).toContain(reasons)

  const [closing] = await server.sql<{ id: string; due_at: string }[]>`
    select id, due_at::text from private.cases where user_id = ${customer.id}`
  const { id = '', due_at: end = '' } = closing ?? {}
  for (const days of [30, 7]) {
    await server.sql`select private.remind_of_closing(${id}, ${end}::timestamptz - interval '1 day' * (${days} + 0.5))`
    expect(await mailTo(server, customer, `Your account closes in ${days} days`)).toContain('Move your money')
  }
  await people.pay(customer, friend, '10', null)
  await server.sql`select private.expire_case(${id}, ${end})`
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth/)
  await desk.goto(`/admin/cases/${id}`)
  await expect(desk.getByText(/Closed, by the clock/)).toBeVisible()
  await expectAccessible(desk)

  expect(await mailTo(server, customer, 'Your account is closed')).toContain('We keep £4,990.00 for you')
  await desk.goto(`/admin/users/${customer.id}`)
  await desk.getByRole('button', { name: 'Pay out the money' }).click()
  await desk.getByLabel('Name on the account').fill(friend.fullName)
  await desk.getByLabel('Sort code').fill(friend.account.sortCode)
  await desk.getByLabel('Account number').fill(friend.account.accountNumber)
  await desk.getByLabel('Reason').fill('Wrote from the sign-in address')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(desk.getByText('Waiting for approval', { exact: true })).toBeVisible()
  await other.reload()
  await other.getByRole('button', { name: 'Approve: Pay out after a closing of Nora Tester' }).click()
  const question = other.getByRole('dialog')
  await expect(question.getByText(/£4,990\.00 .+ goes to Finn Tester.+The name matches the account\./)).toBeVisible()
  await expectAccessible(other)
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('The change has been made.')).toBeVisible()
  expect(await people.balanceOf(friend)).toBe('10000.00')
  expect(await mailTo(server, customer, 'Your money is on its way')).toContain('£4,990.00 was sent to Finn Tester')
})
