import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, storeSession, type Person } from './people'
import type { Page } from '@playwright/test'
import { runJob } from '../supabase/tests/fixtures/jobs'

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
  await runJob(sql, 'process-due-scheduled-payments')
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

test('a day is chosen in the calendar by the keyboard alone, and a past day cannot be', async ({ page, people }) => {
  await storeSession(page, await people.customer('Sven'))
  await openForm(page)
  const field = page.getByRole('button', { name: /^Scheduled Date/ })
  await field.focus()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Scheduled Date' })
  const today = calendar.getByRole('button', { name: new RegExp(`^Today, ${day(new Date())}$`) })
  await expect(today).toBeEnabled()
  await expect(calendar.getByRole('button', { name: /previous month/i })).toHaveAttribute('aria-disabled', 'true')
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
