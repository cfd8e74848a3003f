// How long after its commit a payment is painted on the payee's open home page.
import type { Page } from '@playwright/test'
import { accountCopy } from '../src/features/accounts/copy'
import { pay, pickOne, type Customer } from './customers'
import { openPhone, type ScreenBank } from './screenBank'

const payments = 100
const warmUps = 5
const patienceMs = 30_000

/** ms of each payment, by the clock of the machine, which the browser shares. */
export async function measurePainted(bank: ScreenBank, payers: Customer[]): Promise<number[]> {
  const payee = await bank.people.customer('Painted')
  const page = await openPhone(bank, payee)
  const nextPaint = await watchBalance(page)
  const delays: number[] = []
  for (let paid = -warmUps; paid < payments; paid += 1) {
    const painted = nextPaint()
    await pay(bank.sql, [pickOne(payers), payee.account])
    const committed = Date.now()
    const delay = Math.max(0, (await painted) - committed)
    if (paid >= 0) delays.push(delay)
  }
  await page.context().close()
  return delays
}

/** Each call's promise is for the moment at which another balance is on the screen. */
async function watchBalance(page: Page): Promise<() => Promise<number>> {
  let tell: (at: number) => void = () => undefined
  await page.exposeFunction('tellPainted', (at: number) => tell(at))
  await page.getByRole('region', { name: accountCopy.accountName }).evaluate((card) => {
    const told = Reflect.get(globalThis, 'tellPainted') as (at: number) => void
    let last = card.textContent
    new MutationObserver(() => {
      if (card.textContent === last) return
      last = card.textContent
      // A frame's callbacks run before it is painted, and a message that they send arrives after that.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => told(Date.now()))
      port1.start()
      requestAnimationFrame(() => port2.postMessage(null))
    }).observe(card, { subtree: true, childList: true, characterData: true })
  })
  return () =>
    new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`nothing painted in ${patienceMs / 1000} s`)), patienceMs)
      tell = (at) => {
        clearTimeout(timeout)
        resolve(at)
      }
    })
}
