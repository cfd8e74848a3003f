// Time from a payment's commit to its paint on the payee's home page.
import type { Page } from '@playwright/test'
import { accountCopy } from '../src/features/money/accounts/copy'
import { formatPence } from '../src/lib/money'
import { pay, pickOne, savePayees, type Customer } from './customers'
import { openPhone, type ScreenFixture } from './screenFixture'

const payments = 60
const warmUps = 5
const pounds = 20
const openingPence = 500_000
const timeoutMs = 30_000

/** ms of each payment. Server and browser share the machine's clock. */
export async function measurePainted(fixture: ScreenFixture, payers: Customer[]): Promise<number[]> {
  const payee = await fixture.people.customer('Painted')
  // The name that all payments here are to.
  await fixture.sql`update public.accounts set account_holder_name = 'Bench Customer' where user_id = ${payee.id}`
  await savePayees(
    fixture.sql,
    payers.map((payer) => [payer, payee.account]),
  )
  const page = await openPhone(fixture, payee)
  const nextPaint = await watchBalance(page)
  const delays: number[] = []
  let balance = openingPence
  for (let paid = -warmUps; paid < payments; paid += 1) {
    const painted = nextPaint()
    // The shown balance counts up to the new one: after a penny, its text would not change in the first frames.
    await pay(fixture.sql, [pickOne(payers), payee.account], { amount: String(pounds) })
    const committed = Date.now()
    const delay = Math.max(0, (await painted) - committed)
    if (paid >= 0) delays.push(delay)
    balance += pounds * 100
    // Until the end of the counting, every frame has another balance.
    await page.getByText(formatPence(balance), { exact: true }).waitFor()
  }
  await page.context().close()
  return delays
}

/** Each call returns a promise of the time at which the next balance is painted. */
async function watchBalance(page: Page): Promise<() => Promise<number>> {
  let report: (at: number) => void = () => undefined
  await page.exposeFunction('reportPainted', (at: number) => report(at))
  await page.getByRole('region', { name: accountCopy.accountName }).evaluate((card) => {
    const reportTime = Reflect.get(globalThis, 'reportPainted') as (at: number) => void
    let last = card.textContent
    new MutationObserver(() => {
      if (card.textContent === last) return
      last = card.textContent
      // Animation callbacks run before the paint. A message sent from one arrives after the paint.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => reportTime(Date.now()))
      port1.start()
      requestAnimationFrame(() => port2.postMessage(null))
    }).observe(card, { subtree: true, childList: true, characterData: true })
  })
  return () =>
    new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`nothing painted in ${timeoutMs / 1000} s`)), timeoutMs)
      report = (at) => {
        clearTimeout(timeout)
        resolve(at)
      }
    })
}
