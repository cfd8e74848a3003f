import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

// WCAG 2.2: text grows to 200 % (1.4.4), and a column of 320 px is enough without scrolling sideways (1.4.10).

const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()).slice(0, 7)

const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' }).format(new Date(`${month}-01`))

const customerScreens = [
  { path: '/', ready: /^Hello Anastasia/ },
  { path: '/pay-transfer', ready: 'Pay & Transfer' },
  { path: '/transactions', ready: 'Transactions' },
  { path: '/statements', ready: 'Statements' },
  { path: `/statements/${month}`, ready: new RegExp(monthName) },
  { path: '/cards', ready: 'Cards' },
  { path: '/insights', ready: 'Insights' },
]

/** Texts outside the viewport's width, or cut off by a box, and amounts on two lines. */
async function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent?.trim() ?? ''
      if (element === null || words === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const isForScreenReaders = box.width <= 1 || element.closest('.sr-only') !== null
      if (isForScreenReaders) continue
      // Lists cut long names with an ellipsis; the details show them whole.
      if (getComputedStyle(element).textOverflow === 'ellipsis') continue
      if (box.right > width + 1 || box.left < -1) found.push(words)
      if (/^[+-]?£[\d,.]+$/.test(words) && range.getClientRects().length > 1) found.push(`broken: ${words}`)
      for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent)
        const frame = parent.getBoundingClientRect()
        const cutsAcross = overflowX === 'hidden' || overflowX === 'clip'
        const cutsDown = overflowY === 'hidden' || overflowY === 'clip'
        if ((cutsAcross && box.right > frame.right + 1) || (cutsDown && box.bottom > frame.bottom + 1))
          found.push(`cut: ${words}`)
      }
    }
    return found
  })
}

for (const { path, ready } of customerScreens) {
  test(`${path.replace(month, 'this month')} with large text, and on a narrow screen`, async ({ page, people }) => {
    const person = await people.customer('Anastasia')
    await people.pay(person, await people.customer('Bartholomew'), '1234.56', 'RENT AND COUNCIL T')
    await signIn(page, person, path)
    await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible()
    await expectNothingLost(page)
  })
}

test('the sign-in screen with large text, and on a narrow screen', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNothingLost(page)
})

async function expectNothingLost(page: Page) {
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  const largeText = await page.addStyleTag({ content: 'html { font-size: 200% }' })
  expect(await lostWords(page)).toEqual([])
  await expectAccessible(page)
  await largeText.evaluate((style) => style.parentElement?.removeChild(style))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await lostWords(page)).toEqual([])
  await expectAccessible(page)
}
