// Frame times while scrolling through a long list of transactions, and its response to keys and taps, on a CPU slowed
// four times.
import type { Page } from '@playwright/test'
import { timeInteractions, type Interactions } from './eventTiming'
import { addTransactions, openPhone, startScreenFixture, slowDown } from './screenFixture'

/** `frames` in ms. */
export type Scrolling = { rows: number; frames: number[]; pagesTurned: Interactions; rowsOpened: Interactions }

const pixelsPerFrame = 60
const secondsPerPlace = 2
/** Thirty rows a day. */
const minutesApart = 48
const turns = 16
const betweenTurnsMs = 250
const openings = 6
/** Half of the phone's width. */
const middle = 195
/** The pause between two actions. */
const pauseMs = 700

/** Loads all rows before it measures. */
export async function measureScrolling(rowCounts: number[]): Promise<Scrolling[]> {
  const fixture = await startScreenFixture()
  const results: Scrolling[] = []
  for (const rows of rowCounts) {
    const person = await fixture.people.customer('Scrolling')
    await addTransactions(fixture.sql, person, rows, minutesApart)
    const page = await openPhone(fixture, person)
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
  await fixture.close()
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

/** Scrolls at the top, in the middle and near the end. */
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

/** Opens a row, closes it and scrolls to another. */
async function openRows(page: Page) {
  for (let opening = 0; opening < openings; opening += 1) {
    const row = await placeOfRow(page)
    await page.touchscreen.tap(middle, row)
    // A locator would search all rows, and its time would be measured.
    await page.waitForFunction(() => document.querySelector('[role=dialog]') !== null)
    await page.waitForTimeout(pauseMs)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(pauseMs)
    await page.mouse.move(middle, row)
    await page.mouse.wheel(0, -10 * pixelsPerFrame)
    await page.waitForTimeout(pauseMs)
  }
}

/** How far down the screen a row is. The heading of a day can be between two rows. */
async function placeOfRow(page: Page): Promise<number> {
  const place = await page.evaluate((across) => {
    for (let down = 400; down < 700; down += 10)
      if (document.elementFromPoint(across, down)?.closest('li button') != null) return down
    return null
  }, middle)
  if (place === null) throw new Error('no row is on the screen')
  return place
}
