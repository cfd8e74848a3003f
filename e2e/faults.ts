import { expect, type Locator, type Page } from '@playwright/test'
import type { Server } from './fixtures'
import type { Person } from './people'

export const amountField = (page: Page) => page.getByLabel(/^Amount/)

async function fillPayee(page: Page) {
  await page.getByLabel(/^(Name on account|Recipient)/).fill('Olive Outside')
  await page.getByLabel('Sort code').fill('200000')
  await page.getByLabel('Account number').fill('12345678')
}

/** Both ways to pay Olive Outside, up to the last button, which the test presses. */
export const waysToPay = [
  {
    way: "the payee form's 'Continue'",
    prepare: async (page: Page, pounds: string): Promise<Locator> => {
      await page.goto('/pay-transfer')
      await page.getByRole('button', { name: /^Pay\b/ }).click()
      await fillPayee(page)
      await page.getByRole('button', { name: 'Check payee details' }).click()
      await amountField(page).fill(pounds)
      return page.getByRole('button', { name: 'Continue' })
    },
  },
  {
    way: "the transfer's 'Confirm'",
    prepare: async (page: Page, pounds: string): Promise<Locator> => {
      await page.goto('/pay-transfer')
      await page.getByRole('button', { name: /^Transfer\b/ }).click()
      await fillPayee(page)
      await amountField(page).fill(pounds)
      await page.getByRole('button', { name: 'Continue' }).click()
      return page.getByRole('button', { name: /^Confirm and send/ })
    },
  },
] as const

/** The stored number of payments and the balance of this person. */
export async function paidBy({ sql }: Server, person: Person) {
  const [row] = await sql<{ payments: number; balance: string }[]>`
    select a.balance, (select count(*)::int from public.transactions t where t.user_id = a.user_id and not t.incoming)
      as payments
    from public.accounts a where a.user_id = ${person.id}`
  return row
}

/** The idempotency keys of the payment requests that this page sends. */
export function paymentKeys(page: Page) {
  const keys: unknown[] = []
  page.on('request', (request) => {
    if (/rpc\/make_payment/.test(request.url()) && request.method() === 'POST') {
      keys.push((request.postDataJSON() as { p_request_id: unknown }).p_request_id)
    }
  })
  return keys
}

/** Advances the page's clock until `target` is visible. The page must have `page.clock` installed. */
export async function hurryUntilVisible(page: Page, target: Locator) {
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(target).toBeVisible({ timeout: 400 })
  }).toPass({ intervals: [0], timeout: 20_000 })
}

/**
 * Marks the stored access token as expired. The server still accepts it, so nothing else changes.
 * `andFillStorage`: every later write to storage fails.
 */
export async function letTokenRunOut(page: Page, { andFillStorage = false } = {}) {
  await page.evaluate((isFull) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))
    const text = key === undefined ? null : localStorage.getItem(key)
    if (key === undefined || text === null) throw new Error('no session is stored')
    const session = JSON.parse(text) as { expires_at: number }
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }))
    if (!isFull) return
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  }, andFillStorage)
}
