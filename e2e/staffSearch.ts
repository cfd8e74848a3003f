import { expect, type Page } from '@playwright/test'

/** Waits for the rows of a staff search that was just sent. Until then the rows before it are shown, and would move under a click. */
export async function searched(page: Page) {
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
