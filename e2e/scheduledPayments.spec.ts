import { expect, test } from './fixtures'
import { storeSession } from './people'

const inLondon = (date: Date, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...parts }).format(date)
/** 'Saturday 21 November 2026'. */
const day = (date: Date) =>
  `${inLondon(date, { weekday: 'long' })} ${inLondon(date, { day: 'numeric', month: 'long', year: 'numeric' })}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('a day is chosen in the calendar by the keyboard alone, and a past day cannot be', async ({ page, people }) => {
  await storeSession(page, await people.customer('Sven'))
  await page.goto('/scheduled-payments')
  await page.getByRole('button', { name: 'Schedule New Payment' }).click()
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
