// Time from a tap or key to the next paint, on a CPU slowed four times.
import type { Page } from '@playwright/test'
import { timeInteractions, type Interactions } from './eventTiming'
import { addTransactions, openPhone, startScreenFixture, phone, slowDown, type ScreenFixture } from './screenFixture'

/** `floor` is the same figure for a page with one button, on the same machine. */
export type InteractionFigures = { floor: Interactions; figures: (Interactions & { what: string })[] }

const openings = 6
const minutesApart = 24 * 60
const name = 'Margaret Featherstonehaugh'
const keyEveryMs = 100
const betweenTapsMs = 350

export async function measureInteractions(): Promise<InteractionFigures> {
  const fixture = await startScreenFixture()
  const person = await fixture.people.customer('Interactions')
  await addTransactions(fixture.sql, person, 200, minutesApart)
  const page = await openPhone(fixture, person)
  const mailbox = await openMailbox(page)
  const floor = await tapButton(fixture)
  const typing = await typeName(page)
  await fixture.close()
  return {
    floor,
    figures: [
      { what: 'Opening and closing the mailbox', ...mailbox },
      { what: "Typing the payee's name", ...typing },
    ],
  }
}

/** Waits for the home page first. The first tap also loads the mailbox's code. */
async function openMailbox(page: Page): Promise<Interactions> {
  const button = page.getByRole('button', { name: 'Mailbox', exact: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('the mailbox button is missing')
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  return tapRepeatedly(page, box.x + box.width / 2, box.y + box.height / 2)
}

async function tapButton({ browser }: ScreenFixture): Promise<Interactions> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.setContent('<button style="width: 90vw; height: 90vh" onclick="this.append(1)">1</button>')
  await slowDown(page)
  const floor = await tapRepeatedly(page, 100, 100)
  await context.close()
  return floor
}

/** Taps by position, because a locator's own checks would be measured, too. */
function tapRepeatedly(page: Page, x: number, y: number): Promise<Interactions> {
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
