// How long frames take while a customer scrolls through a long list of transactions, and how soon it answers a key or a
// tap, on a CPU slowed four times.
import type { Page } from '@playwright/test'
import { timeInteractions, type Interactions } from './eventTiming'
import { addTransactions, openPhone, openScreenBank, slowDown } from './screenBank'

/** `frames` in ms. */
export type Scrolling = { rows: number; frames: number[]; pagesTurned: Interactions; rowsOpened: Interactions }

const pixelsPerFrame = 60
const secondsPerPlace = 2
/** Some thirty rows a day. */
const minutesApart = 48
const turns = 16
const betweenTurnsMs = 250
const openings = 6
/** A person has a look before they go on. */
const lookMs = 700

/** The rows are all loaded before. */
export async function measureScrolling(rowCounts: number[]): Promise<Scrolling[]> {
  const bank = await openScreenBank()
  const results: Scrolling[] = []
  for (const rows of rowCounts) {
    const person = await bank.people.customer('Scrolling')
    await addTransactions(bank.sql, person, rows, minutesApart)
    const page = await openPhone(bank, person)
    await page.goto('/transactions')
    await loadAll(page)
    await slowDown(page)
    results.push({
      rows,
      frames: await scrollThrough(page),
      pagesTurned: await timeInteractions(page, () => turnPages(page)),
      rowsOpened: await timeInteractions(page, () => openRows(page)),
    })
    await page.context().close()
  }
  await bank.close()
  return results
}

async function loadAll(page: Page) {
  await page.getByText('Latest transactions').waitFor()
  await page.evaluate(async () => {
    while (!document.body.textContent.includes('That is everything')) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  })
}

/** At the top, in the middle and near the end. */
function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(
    async ([step, seconds]) => {
      const times: number[] = []
      for (const place of [0, 0.5, 0.9]) {
        window.scrollTo(0, document.documentElement.scrollHeight * place)
        let last = await new Promise(requestAnimationFrame)
        const end = last + seconds * 1000
        while (last < end) {
          window.scrollBy(0, step)
          const now = await new Promise(requestAnimationFrame)
          times.push(now - last)
          last = now
        }
      }
      return times
    },
    [pixelsPerFrame, secondsPerPlace] as const,
  )
}

async function turnPages(page: Page) {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.keyboard.press('PageUp')
    await page.waitForTimeout(betweenTurnsMs)
  }
}

/** Looks at a row, closes it and goes on to another. */
async function openRows(page: Page) {
  const [middle, row] = [195, 420]
  for (let opening = 0; opening < openings; opening += 1) {
    await page.touchscreen.tap(middle, row)
    await page.waitForTimeout(lookMs)
    // Not by a locator: it would look at all rows, and be measured.
    if (!(await page.evaluate(() => document.querySelector('[role=dialog]') !== null)))
      throw new Error('nothing opened')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(lookMs)
    await page.mouse.move(middle, row)
    await page.mouse.wheel(0, -10 * pixelsPerFrame)
    await page.waitForTimeout(lookMs)
  }
}
