import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type RunOptions = { runOnly?: string[]; rules?: object }

/** WCAG 2.5.8, which axe leaves out by default. */
const rules = { 'target-size': { enabled: true } }

async function expectNoViolation(page: Page, options: RunOptions) {
  // The source is not a script tag: the app's Content Security Policy forbids inline scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  // Only the violations leave the page: the passes of a long list take longer to send than to find.
  const findings = await page.evaluate(async (runOptions) => {
    const { axe } = window as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }
    // A fading element does not have its final colours. One animation may start another.
    for (let isRunning = true; isRunning;) {
      await new Promise(requestAnimationFrame)
      const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      await Promise.allSettled(running.map(({ finished }) => finished))
      isRunning = running.length > 0
    }
    const { violations } = await axe.run({ ...runOptions, resultTypes: ['violations'] })
    type Node = (typeof violations)[number]['nodes'][number]
    // What a bar at the edge of the screen covers in part can be scrolled from behind it.
    const isCovered = ({ any }: Node) =>
      any.some(({ id, data }) => id === 'target-size' && data?.messageKey === 'partiallyObscured')
    // A month in the chart: the arrows above it show the same.
    const isMonth = ({ html }: Node) => /^<a aria-label="\w+ \d{4}: spent /.test(html)
    const isFault = (node: Node, rule: string) => rule !== 'target-size' || !(isCovered(node) || isMonth(node))
    return violations
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => isFault(node, id)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, options)
  expect(findings).toEqual([])
}

const useTheme = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Expects no violation of WCAG 2.2 AA or of axe's best practices on the current screen, in the light and dark theme. */
export async function expectAccessible(page: Page, { isDarkToo = true } = {}) {
  // A list that waits for other rows is paler than its final colours.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await useTheme(page, 'light')
  await expectNoViolation(page, { rules })
  if (!isDarkToo) return
  // The dark theme changes only colours.
  await useTheme(page, 'dark')
  await expectNoViolation(page, { runOnly: ['color-contrast'] })
}

/** For a screen that another size has shown accessible: expects no violation of the rules that depend on the size. */
export async function expectAccessibleSize(page: Page) {
  await expectNoViolation(page, { runOnly: ['scrollable-region-focusable', 'target-size'] })
}
