import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test.use({ viewport: { width: 1280, height: 900 } })

test('a user is found through the palette, and their page takes a note that the next reader sees', async ({
  page,
  people,
}) => {
  const admin = await people.customer('Ana')
  await people.makeAdmin(admin, ['approve_users'])
  const customer = await people.customer('Ulla')
  await people.signUp('Wanda')
  await signIn(page, admin, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'To do now' }).getByRole('link', { name: /Users to approve/ }),
  ).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Screen, name, email, amount or id' })
  await expect(field).toBeFocused()
  await field.fill(customer.email)
  await expect(page.getByRole('option', { name: /^Find users with/ })).toHaveAttribute('aria-selected', 'true')
  // The record itself, after the searches.
  await expect(page.getByRole('option', { name: `Ulla Tester ${customer.email}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users#search=/)

  // A row opens by the keyboard, and by a click beside its name.
  await expect(page.getByRole('link', { name: 'Ulla Tester' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Ulla Tester' })).toBeFocused()
  await page.getByRole('row', { name: /Ulla Tester/ }).click({ position: { x: 3, y: 3 } })
  await expect(page.getByRole('heading', { level: 1, name: 'Ulla Tester' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(customer.email)
  await page.getByRole('textbox', { name: 'New note' }).fill('Called about a lost card')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Called about a lost card')
  await expectAccessible(page)
})
