import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, storeSession, type Person } from './people'
import type { Page } from '@playwright/test'
import { runDueJob } from '../supabase/tests/fixtures/scheduledPayments'

const inLondon = (date: Date, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...parts }).format(date)
/** 'Saturday 21 November 2026'. */
const day = (date: Date) =>
  `${inLondon(date, { weekday: 'long' })} ${inLondon(date, { day: 'numeric', month: 'long', year: 'numeric' })}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function openForm(page: Page) {
  await page.goto('/scheduled-payments')
  await page.getByRole('button', { name: 'Schedule New Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule Incoming Payment' })).toBeVisible()
}

async function chooseDay(page: Page, date: Date) {
  await page.getByRole('button', { name: /^Scheduled Date/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Scheduled Date' })
  const button = calendar.getByRole('button', { name: new RegExp(`${day(date)}$`) })
  await calendar.getByRole('grid').waitFor()
  if (!(await button.isVisible())) await calendar.getByRole('button', { name: /next month/i }).click()
  await button.click()
  await expect(calendar).toBeHidden()
}

type Cheque = { from: string; amount: string; reference?: string }

async function fillIn(page: Page, { from, amount, reference = '' }: Cheque) {
  await page.getByLabel('Payment From').fill(from)
  await page.getByLabel(/^Amount/).fill(amount)
  await page.getByLabel('Reference (Optional)').fill(reference)
  await chooseDay(page, inDays(1))
  await page.getByRole('button', { name: 'Schedule Payment' }).click()
}

async function schedules(page: Page, cheque: Cheque) {
  await openForm(page)
  await fillIn(page, cheque)
}

/** Makes the row due, and runs the scheduled job. */
async function becomeDue({ sql }: Server, person: Person) {
  await sql`
    update public.scheduled_payments set created_at = now() - interval '2 hours', scheduled_for = now() - interval '1 hour'
    where user_id = ${person.id}`
  await runDueJob(sql)
}

const storedFor = ({ sql }: Server, person: Person) => sql`
  select from_name, amount::text, reference, processed,
    to_char(scheduled_for at time zone 'Europe/London', 'HH24:MI') as time
  from public.scheduled_payments where user_id = ${person.id} order by created_at`

test('a cheque is scheduled, credited when its moment comes, and the list says so by itself', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Sara')
  await signIn(page, person, '/pay-transfer')
  await page.getByRole('link', { name: /^Pay in cheque/ }).click()
  await expect(page).toHaveURL('/scheduled-payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled Payments' })).toBeVisible()
  await expect(page.getByText('Manage your scheduled incoming payments')).toBeVisible()
  await expect(page.getByText('No scheduled payments yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Schedule New Payment' }).click()
  await expect(page.getByLabel('Time')).toHaveValue('12:00')
  await expectAccessible(page)
  await fillIn(page, { from: 'Grandma', amount: '100.50', reference: 'BIRTHDAY' })
  await expect(page.getByText('Scheduled payment created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Scheduled Payments' })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Grandma' })
  await expect(row).toContainText('+£100.50')
  await expect(row).toContainText('BIRTHDAY')
  await expect(row).toContainText(', 12:00')
  await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible()
  await expectAccessible(page)
  expect([...(await storedFor(server, person))]).toEqual([
    { from_name: 'Grandma', amount: '100.50', reference: 'BIRTHDAY', processed: false, time: '12:00' },
  ])

  await schedules(page, { from: 'Uncle Ben', amount: '7' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Uncle Ben' })).toContainText('No reference')
  expect(await people.balanceOf(person)).toBe('5000.00')
  await becomeDue(server, person)
  await expect(row.getByText('✓ Processed')).toBeVisible()
  await expect(page.getByText('✓ Processed')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expectAccessible(page)
  expect(await people.balanceOf(person)).toBe('5107.50')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/pay-transfer')
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: /Grandma/ })).toContainText('+£100.50')
})

test('what is missing or wrong is said as a toast and in place, and what was typed stays', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Saul')
  await storeSession(page, person)
  await openForm(page)
  const submit = page.getByRole('button', { name: 'Schedule Payment' })
  await submit.click()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Please fill in all required fields')
  await expect(page.getByLabel('Payment From')).toBeFocused()
  await expect(page.getByLabel('Payment From')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: /^Scheduled Date/ })).toHaveAccessibleDescription('Choose a date.')
  await expectAccessible(page)

  await page.getByLabel('Payment From').fill('Grandma')
  await page.getByLabel(/^Amount/).fill('5000.01')
  await chooseDay(page, new Date())
  await page.getByLabel('Time').fill('00:00')
  await submit.click()
  await expect(page.getByLabel('Time')).toHaveAccessibleDescription(/Please choose a date and time in the future\./)
  await expect(page.getByLabel('Time')).toBeFocused()

  await chooseDay(page, inDays(1))
  await page.getByLabel('Time').fill('09:30')
  await submit.click()
  const limit = 'You can pay in up to £5,000 per day. Please choose a smaller amount or another day.'
  await expect(page.getByLabel(/^Amount/)).toHaveAccessibleDescription(new RegExp(limit))
  await expect(page.getByLabel(/^Amount/)).toBeFocused()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(limit)
  await expectAccessible(page)
  await expect(page.getByLabel('Payment From')).toHaveValue('Grandma')
  expect([...(await storedFor(server, person))]).toEqual([])

  await page.getByLabel(/^Amount/).fill('5000')
  await submit.click()
  await expect(page.getByText('Scheduled payment created successfully')).toBeVisible()
  expect([...(await storedFor(server, person))]).toMatchObject([{ amount: '5000.00', time: '09:30' }])
})

test('the calendar by keyboard alone; past days cannot be chosen', async ({ page, people }) => {
  await storeSession(page, await people.customer('Sven'))
  await openForm(page)
  const field = page.getByRole('button', { name: /^Scheduled Date/ })
  await field.focus()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Scheduled Date' })
  const today = calendar.getByRole('button', { name: new RegExp(`^Today, ${day(new Date())}$`) })
  await expect(today).toBeEnabled()
  await expect(calendar.getByRole('button', { name: /previous month/i })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  while (!(await today.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(today).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveText(day(inDays(7)))

  const yesterday = inDays(-1)
  await field.click()
  const past = calendar.getByRole('button', { name: day(yesterday) })
  if ((await past.count()) > 0) await expect(past).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveText(day(inDays(7)))
})

test('deleting asks first, and is refused once the payment was processed', async ({ page, people, server }) => {
  const person = await people.customer('Suri')
  await storeSession(page, person)
  await schedules(page, { from: 'Grandma', amount: '10' })
  const trigger = page.getByRole('button', { name: /^Delete Grandma/ })
  await trigger.click()
  const dialog = page.getByRole('dialog', { name: 'Delete this scheduled payment?' })
  await expect(dialog).toContainText('£10.00 from Grandma')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(trigger).toBeFocused()
  await trigger.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Scheduled payment deleted')).toBeVisible()
  await expect(page.getByText('No scheduled payments yet')).toBeVisible()
  expect([...(await storedFor(server, person))]).toEqual([])

  await schedules(page, { from: 'Uncle Ben', amount: '10' })
  await page.getByRole('button', { name: /^Delete Uncle Ben/ }).click()
  await becomeDue(server, person)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Failed to delete scheduled payment')).toBeVisible()
  await expect(dialog.getByText('It has already been processed or deleted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('✓ Processed')).toBeVisible()
  expect(await people.balanceOf(person)).toBe('5010.00')
})

test('a lost answer: nothing is sent again by itself, and a retry does not save it twice', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Skye')
  await storeSession(page, person)
  await page.route(/rpc\/schedule_payment/, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await schedules(page, { from: 'Grandma', amount: '10' })
  await expect(page.getByRole('alert')).toContainText('We lost connection before we could confirm')
  await expect(page.getByLabel('Payment From')).toHaveValue('Grandma')
  await page.unroute(/rpc\/schedule_payment/)
  await page.getByRole('button', { name: 'Schedule Payment' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Grandma' })).toHaveCount(1)
  expect([...(await storedFor(server, person))]).toHaveLength(1)
})

test('at 320 px, and never another person’s', async ({ page, people, browser, server }) => {
  const person = await people.customer('Siri')
  await storeSession(page, person)
  await page.setViewportSize({ width: 320, height: 700 })
  await schedules(page, { from: 'Bartholomew Featherstonehaugh-Cholmondeley', amount: '4999.99' })
  await expect(page.getByText('+£4,999.99')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const other = await (await browser.newContext({ baseURL: server.webUrl })).newPage()
  await signIn(other, await people.customer('Sona'), '/scheduled-payments')
  await expect(other.getByText('No scheduled payments yet')).toBeVisible()
  await other.context().close()
})
