// How long taps and keys take until the screen answers, as the browser itself measures it (Event Timing).
import type { Page } from '@playwright/test'

/** ms to the next paint, of the slowest of so many taps and keys. The browser tells of what takes 16 ms or longer. */
export type Interactions = { count: number; slowest: number }

const shortestTold = 16
/** Entries come after the frame that they tell of. */
const settlingMs = 300

/** Does something with the page by its mouse, touchscreen or keyboard, and says how long the page took to answer. */
export async function timeInteractions(page: Page, interact: () => Promise<void>): Promise<Interactions> {
  const watch = await page.evaluateHandle((durationThreshold) => {
    let slowest = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Of a tap, only what belongs to an interaction: pointermove and the like have no id.
        if (entry instanceof PerformanceEventTiming && entry.interactionId > 0)
          slowest = Math.max(slowest, entry.duration)
      }
    })
    // TypeScript does not know the threshold yet.
    const wanted: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold }
    observer.observe(wanted)
    const before = performance.interactionCount
    return {
      end(this: void) {
        observer.disconnect()
        return { count: performance.interactionCount - before, slowest }
      },
    }
  }, shortestTold)
  await interact()
  await page.waitForTimeout(settlingMs)
  const { count, slowest } = await watch.evaluate(({ end }) => end())
  if (count === 0) throw new Error('nothing was tapped')
  return { count, slowest: Math.max(slowest, shortestTold) }
}
