import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendCardMessage } from '../local/cardNetwork'
import { dayFromToday, sendDue } from '../supabase/tests/fixtures/outgoingPayments'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn, storeSession, type Person } from './people'

/** 'Saturday 21 November 2026'. */
function longDay(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  const part = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...parts }).format(date)
  return `${part({ weekday: 'long' })} ${part({ day: 'numeric', month: 'long', year: 'numeric' })}`
}

async function openDetails(page: Page, payee: Person) {
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill(payee.fullName)
  await page.getByLabel('Sort code').fill(payee.account?.sortCode ?? '')
  await page.getByLabel('Account number').fill(payee.account?.accountNumber ?? '')
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await expect(page.getByRole('heading', { name: 'Pay details' })).toBeVisible()
}

async function chooseTomorrow(page: Page) {
  await page.getByRole('button', { name: 'Choose another day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose another day' })
  await calendar.getByRole('button', { name: longDay(dayFromToday(1)) }).click()
  await expect(calendar).toBeHidden()
}

/** The same day of a later month, or its last day. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day, or the next working day. */
function workingDay(day: string, holidays: string[]): string {
  const date = new Date(day)
  while ([0, 6].includes(date.getUTCDay()) || holidays.includes(date.toISOString().slice(0, 10)))
    date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

test('a payment is undone in its window, and the next one reaches the payee at the end', async ({
  page,
  people,
  server,
}) => {
  const payer = await people.customer('Una')
  const payee = await people.customer('Vic')
  await signIn(page, payer, '/settings#payments')
  await page.getByLabel('Undo a payment for').selectOption('60 seconds')
  await expect(page.getByText('Undo window saved')).toBeVisible()

  await openDetails(page, payee)
  await page.getByLabel(/^Amount/).fill('25')
  await proceed(page)
  await expect(page.getByText("We're sending £25.00 to Vic Tester")).toBeVisible()
  await expect(page.getByRole('timer')).toContainText(/You can undo it for \d+ seconds\./)
  await expectAccessible(page)
  expect(await people.balanceOf(payee)).toBe('5000.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Payment undone' })).toBeVisible()
  await expectAccessible(page)
  expect(await people.balanceOf(payer)).toBe('5000.00')

  await openDetails(page, payee)
  await page.getByLabel(/^Amount/).fill('30')
  await proceed(page)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  // The job's clock is moved instead of waiting.
  await sendDue(server.sql, new Date(Date.now() + 61_000).toISOString())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Too late to undo')).toBeVisible()
  await expect(page.getByText("You've just paid £30.00 to Vic Tester")).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('5030.00')
})

test('what can be spent is one figure, and a state has one name, on every screen', async ({ page, people, server }) => {
  const { sql, stack } = server
  const [payer, payee] = [await people.customer('Yara'), await people.customer('Zeno')]
  // A saved payee, a payment in its undo window, and a card payment.
  await people.pay(payer, payee, '10', null)
  await sql`update public.profiles set undo_seconds = 60 where id = ${payer.id}`
  await people.pay(payer, payee, '30', null)
  await sql`update public.outgoing_payments set send_at = now() + interval '1 hour' where user_id = ${payer.id}`
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${payer.id}`
  const purchase = { id: randomUUID(), merchant: 'Juniper Books', mcc: '5411', country: 'GB', entry: 'contactless' }
  await sendCardMessage(stack.apiUrl, { ...purchase, type: 'authorise', card: card?.id, amount: '12.50' })
  const account = page.getByRole('region', { name: 'From your current account' })
  const row = (name: RegExp) => page.getByRole('button', { name }).first()

  await signIn(page, payer)
  await expect(page.getByText('£4,947.50')).toBeVisible()
  await expect(page.getByText('Pending £42.50')).toBeVisible()
  await expect(row(/Juniper Books/)).toContainText('Pending')
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Transfer\b/ }).click()
  await page.getByLabel('Saved payee').selectOption({ index: 1 })
  await page.getByLabel(/^Amount/).fill('5')
  await proceed(page)
  await expect(account).toContainText('Balance including pending£4,947.50')
  await expect(account).toContainText('Pending£42.50')

  await page.goto('/more')
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /Zeno Tester.*Last payment/ }).click()
  const amount = page.getByLabel(/^Amount/)
  await expect(amount).toHaveAccessibleDescription('Balance £4,947.50 £42.50 is in pending payments.')
  await expect(account).toContainText('Balance including pending£4,947.50')
  await amount.fill('4947.51')
  await proceed(page)
  await expect(amount).toHaveAccessibleDescription(
    "You don't have enough balance for this transaction. Balance £4,947.50 £42.50 is in pending payments.",
  )
  await page.goto('/chat')
  await page.getByLabel('Write a message').fill('What is my balance?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your balance is £4,947.50. £42.50 is in pending payments.')).toBeVisible()

  // Undone and released: the money is back, and the row, its details and the note say the same.
  await page.goto('/')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row(/Zeno Tester.*£30\.00/)).toContainText('Not sent')
  await sendCardMessage(stack.apiUrl, { id: randomUUID(), type: 'reverse', original: purchase.id })
  await page.reload()
  await expect(page.getByText('£4,990.00')).toBeVisible()
  await expect(page.getByText(/^Pending £/)).toBeHidden()
  for (const [name, state] of [
    [/Zeno Tester.*£30\.00/, 'Not sent'],
    [/Juniper Books/, 'Not charged'],
  ] as const) {
    await expect(row(name)).toContainText(state)
    await row(name).click()
    await expect(page.getByRole('dialog').getByText(state)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  await page.getByRole('button', { name: 'Mailbox', exact: true }).click()
  for (const note of [
    "Your payment of £30.00 to Zeno Tester wasn't sent",
    "You weren't charged £12.50 at Juniper Books",
  ])
    await expect(page.getByText(note)).toBeVisible()

  // From a saved payee: two presses and the amount.
  await sql`update public.profiles set undo_seconds = 0 where id = ${payer.id}`
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /Zeno Tester.*Last payment/ }).click()
  await amount.fill('5')
  await proceed(page)
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
})

test('payments for another day and regular ones are made, shown, sent, tried again and changed', async ({
  page,
  people,
  server,
}) => {
  const payer = await people.customer('Wyn')
  const payee = await people.customer('Xia')
  const tomorrow = dayFromToday(1)
  await storeSession(page, payer)
  await openDetails(page, payee)
  await page.getByLabel(/^Amount/).fill('6000')
  await chooseTomorrow(page)
  await expectAccessible(page)
  await proceed(page)
  const warning = page.getByRole('dialog', { name: 'Has somebody told you to make this payment?' })
  await warning.getByRole('checkbox', { name: 'I have read this' }).check()
  await warning.getByRole('button', { name: 'Pay £6,000.00' }).click()
  await expect(page.getByText(/^We'll send £6,000\.00 to Xia Tester on /)).toBeVisible()
  await expectAccessible(page)

  await openDetails(page, payee)
  await page.getByLabel(/^Amount/).fill('10')
  await page.getByText('Create regular payment?').click()
  const panel = page.getByRole('group', { name: 'Regular payment' })
  const today = dayFromToday(0)
  const holidays = (await server.sql<{ day: string }[]>`select day::text from private.bank_holidays`).map(
    ({ day }) => day,
  )
  for (const [frequency, due] of [
    ['Every 2 weeks', dayFromToday(14)],
    ['Every 4 weeks', dayFromToday(28)],
    ['Every month', monthsAfter(today, 1)],
    ['Every year', monthsAfter(today, 12)],
    ['Every week', dayFromToday(7)],
  ] as const) {
    await page.getByLabel('How often').selectOption(frequency)
    await expect(panel.getByRole('listitem').first()).toHaveText(longDay(workingDay(due, holidays)))
  }
  await page.getByLabel('Until').selectOption('A number of payments')
  await page.getByLabel('Number of payments').fill('3')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await proceed(page)
  await expect(page.getByText("You've just paid £10.00 to Xia Tester")).toBeVisible()
  await expect(page.getByText('Regular payment set up')).toBeVisible()

  // Not enough money at 06:00: tried again at 14:00.
  await sendDue(server.sql, `${tomorrow} 06:00 Europe/London`)
  await page.goto('/regular-payments')
  await expect(page.getByText('After these: -£1,040.00')).toBeVisible()
  await page.getByRole('button', { name: /Xia Tester.*£6,000\.00/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Xia Tester' })
  await expect(sheet).toContainText(payee.account.accountNumber)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('heading', { name: 'Change payment' })).toBeVisible()
  await expect(page.getByLabel(/^Amount/)).toHaveValue('6000.00')
  await expect(page.getByLabel('Date')).toHaveValue(longDay(tomorrow))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('After these: -£1,040.00')).toBeVisible()
  await sendDue(server.sql, `${tomorrow} 14:00 Europe/London`)
  await page.reload()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText("There wasn't enough money in your account.")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next 30 days' }).getByText('Xia Tester')).toHaveCount(3)
  await expect(page.getByText('After these: £4,960.00')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /Xia Tester.*Every week/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Xia Tester' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Skip the next one' }).click()
  await expect(page.getByText('Next payment skipped')).toBeVisible()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByRole('button', { name: 'Resume' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel(/^Amount/).fill('12')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Regular payment resumed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Skip the next one' })).toBeVisible()

  await page.goto('/')
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  // A payment in four weeks can move beyond what is shown: the day can be a holiday.
  const weekly = [14, 21, 28].map((days) => workingDay(dayFromToday(days), holidays))
  const inMonth = workingDay(monthsAfter(today, 1), holidays)
  const shown = weekly.filter((day) => day <= dayFromToday(30) || day <= inMonth)
  await expect(upcoming.getByRole('listitem')).toHaveCount(shown.length)
  await expect(upcoming.getByText(/^After these:/)).toBeVisible()
  await expectAccessible(page)
})
