// How soon the app answers a tap or a key, on a CPU slowed four times.
import type { Page } from '@playwright/test'
import { timeInteractions, type Interactions } from './eventTiming'
import { addTransactions, openPhone, openScreenBank, phone, slowDown, type ScreenBank } from './screenBank'

/** `floor`: the same of a page with nothing but a button, at the same time on the same machine. */
export type InteractionFigures = { floor: Interactions; figures: (Interactions & { what: string })[] }

const openings = 6
const minutesApart = 24 * 60
const name = 'Margaret Featherstonehaugh'
const keyEveryMs = 100
const betweenTapsMs = 350

export async function measureInteractions(): Promise<InteractionFigures> {
  const bank = await openScreenBank()
  const person = await bank.people.customer('Interactions')
  await addTransactions(bank.sql, person, 200, minutesApart)
  const page = await openPhone(bank, person)
  const mailbox = await openMailbox(page)
  const floor = await tapButton(bank)
  const typing = await typeName(page)
  await bank.close()
  return {
    floor,
    figures: [
      { what: 'Opening and closing the mailbox', ...mailbox },
      { what: "Typing the payee's name", ...typing },
    ],
  }
}

/** On a home page that is all there; the first time the mailbox's own code has to come, too. */
async function openMailbox(page: Page): Promise<Interactions> {
  const button = page.getByRole('button', { name: 'Mailbox', exact: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('there is no mailbox')
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  return tapAgainAndAgain(page, box.x + box.width / 2, box.y + box.height / 2)
}

async function tapButton({ browser }: ScreenBank): Promise<Interactions> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.setContent('<button style="width: 90vw; height: 90vh" onclick="this.append(1)">1</button>')
  await slowDown(page)
  const floor = await tapAgainAndAgain(page, 100, 100)
  await context.close()
  return floor
}

/** Not by locators: what they look at first would be measured with it. */
function tapAgainAndAgain(page: Page, x: number, y: number): Promise<Interactions> {
  return timeInteractions(page, async () => {
    for (let tap = 0; tap < 2 * openings; tap += 1) {
      await page.touchscreen.tap(x, y)
      await page.waitForTimeout(betweenTapsMs)
    }
  })
}

async function typeName(page: Page): Promise<Interactions> {
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  const field = page.getByLabel('Name on account')
  await field.focus()
  const typing = await timeInteractions(page, () => page.keyboard.type(name, { delay: keyEveryMs }))
  if ((await field.inputValue()) !== name) throw new Error('the name was not typed')
  return typing
}
