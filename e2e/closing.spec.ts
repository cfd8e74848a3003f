import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, type Person } from './people'

/** Has the mails sent, and returns the text of the one with this subject. */
async function mailTo({ stack }: Server, { email }: Person, subject: string): Promise<string> {
  await fetch(`${stack.apiUrl}/functions/v1/send-due-mails`, {
    method: 'POST',
    headers: { apikey: stack.keys.secret, authorization: `Bearer ${stack.keys.secret}` },
  })
  const query = encodeURIComponent(`to:${email} subject:"${subject}"`)
  const find = async () =>
    ((await (await fetch(`${stack.mailboxUrl}/api/v1/search?query=${query}`)).json()) as { messages: { ID: string }[] })
      .messages
  await expect.poll(async () => (await find()).length).toBe(1)
  const mail = await fetch(`${stack.mailboxUrl}/api/v1/message/${(await find())[0]?.ID}`)
  return ((await mail.json()) as { Text: string }).Text
}

/** Opens the closed account with the link in the mail, and with the code that is mailed then. */
async function openClosed(page: Page, server: Server, customer: Person) {
  const token = /\/closed#([0-9a-f]{64})/.exec(await mailTo(server, customer, 'Your account is closed'))?.[1] ?? ''
  await page.goto(`/closed#${token}`)
  await page.reload()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  const code = /^\d{6}$/m.exec(await mailTo(server, customer, 'Your code for your statements'))?.[0] ?? ''
  await page.getByLabel('Code from the email').fill(code)
}

test('a customer closes the account, and reads the statements with the link and a code', async ({
  page,
  people,
  server,
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
  await page.getByLabel('Current PIN').fill(customer.pin)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByRole('button', { name: 'Close for good' }).click()
  await expect(page.getByText("We've emailed you the link to your statements.")).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)

  await openClosed(page, server, customer)
  await expect(page.getByRole('heading', { name: 'Statements of Clea Tester' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send them on' }).click()
  await page.getByLabel('Name on the account').fill('Fred Tester')
  await page.getByLabel('Sort code').fill(friend.account.sortCode)
  await page.getByLabel('Account number').fill(friend.account.accountNumber)
  await page.getByRole('button', { name: 'Check the details' }).click()
  await page.getByRole('button', { name: 'Send payments on' }).click()
  await expect(page.getByText(/we send them on to Fred Tester/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /3 entries/ }).click()
  await expect(page.getByText('Fred Tester').first()).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.pdf$/)

  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(customer.pin)
  await expect(page.locator('#pin-problem')).toHaveText(/If it's closed, use the link in our email/)
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
  await people.makeAdmin(agent, ['manage_cases', 'approve_users'])
  const reasons = 'You used the account for a business, which our terms for personal accounts exclude.'
  const desk = await openWindow(agent, `/admin/users/${customer.id}`)
  await desk.getByRole('button', { name: "Protecting the customer's account" }).click()
  await desk.getByRole('button', { name: 'Close account' }).click()
  await desk.getByLabel('Why, for the customer').fill(reasons)
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(desk.getByText('Waiting for approval', { exact: true })).toBeVisible()
  const second = await people.customer('Basil')
  await people.makeAdmin(second, ['manage_cases'])
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
  await server.sql`select private.end_case(${id}, ${end})`
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth/)
  await desk.goto(`/admin/cases/${id}`)
  await expect(desk.getByText(/Closed, by the clock/)).toBeVisible()
  await expectAccessible(desk)

  await openClosed(page, server, customer)
  await expect(page.getByRole('heading', { name: '£4,990.00 is waiting for you' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name on the account').fill(friend.fullName)
  await page.getByLabel('Sort code').fill(friend.account.sortCode)
  await page.getByLabel('Account number').fill(friend.account.accountNumber)
  await page.getByRole('button', { name: 'Check the details' }).click()
  await expect(page.getByText('The name matches the account.')).toBeVisible()
  await page.getByRole('button', { name: 'Send £4,990.00' }).click()
  await expect(page.getByText('£4,990.00 is on its way.')).toBeVisible()
  expect(await people.balanceOf(friend)).toBe('10000.00')
  expect(await mailTo(server, customer, 'Your money is on its way')).toContain('£4,990.00 was sent to Finn Tester')
})
