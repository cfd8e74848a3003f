// Time from a tap or key to the next paint, measured by the browser (Event Timing).
import type { Page } from '@playwright/test'

/** The slowest of `count` interactions in ms. The browser reports only those of 16 ms or longer. */
export type Interactions = { count: number; slowest: number }

const shortestReported = 16
/** The browser delivers entries after the frame that they describe. */
const settlingMs = 300

/** Times the interactions that `interact` makes by mouse, touchscreen or keyboard. */
export async function timeInteractions(page: Page, interact: () => Promise<void>): Promise<Interactions> {
  const watch = await page.evaluateHandle((durationThreshold) => {
    let slowest = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Events such as pointermove belong to no interaction and have no id.
        if (entry instanceof PerformanceEventTiming && entry.interactionId > 0)
          slowest = Math.max(slowest, entry.duration)
      }
    })
    // TypeScript's types have no durationThreshold.
    const wanted: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold }
    observer.observe(wanted)
    const before = performance.interactionCount
    return {
      end(this: void) {
        observer.disconnect()
        return { count: performance.interactionCount - before, slowest }
      },
    }
  }, shortestReported)
  await interact()
  await page.waitForTimeout(settlingMs)
  const { count, slowest } = await watch.evaluate(({ end }) => end())
  if (count === 0) throw new Error('no interaction was recorded')
  return { count, slowest: Math.max(slowest, shortestReported) }
}
