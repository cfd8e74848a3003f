import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus, and expects it in the viewport. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
}

export async function follow(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
