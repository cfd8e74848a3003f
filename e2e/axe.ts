import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What fades in or out, or changes with the theme, has no colours of its own yet. One change may start another. */
async function settled(page: Page) {
  await page.waitForFunction(async () => {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(running.map(({ finished }) => finished))
    return running.length === 0
  })
}

/** No finding of WCAG 2.2 AA or of the best practices, on the screen as it stands, in light and in dark. */
export async function expectAccessible(page: Page) {
  // Not as a script tag: the app's own policy lets no inline script run.
  await page.evaluate(await source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const results = await page.evaluate(async () =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    )
    const findings = results.violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((n) => n.html).join(' | ')}`,
    )
    expect(findings).toEqual([])
  }
}
