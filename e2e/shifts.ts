import type { Page } from '@playwright/test'

/** TypeScript does not know this entry. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** What has moved since the page was opened, other than after an input. */
export function readShifts(page: Page) {
  return page.evaluate(async () => {
    const shifts: { value: number; moved: string[] }[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 120),
        )
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    // The browser delivers the entries of a frame after it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return shifts
  })
}
