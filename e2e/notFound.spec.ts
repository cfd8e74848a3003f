import { expect, test } from './fixtures'
import { expectAccessible } from './axe'

test('an address that does not exist says so, and leads home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: /home/i })).toHaveAttribute('href', '/')
})
