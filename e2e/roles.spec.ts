import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, type People, type Person } from './people'
import { searched } from './staffSearch'

test.use({ viewport: { width: 1280, height: 900 } })

const card = (page: Page, name: 'Super Admins' | 'Admins' | 'Regular Users') =>
  page.getByRole('region', { name, exact: true })
const rowOf = (region: Locator, name: string) => region.getByRole('row').filter({ hasText: name })

/** A name that is unique in this database. */
async function named({ sql }: Server, person: Person): Promise<string> {
  const name = `${person.fullName} ${person.id.slice(0, 8)}`
  await sql`update public.profiles set full_name = ${name} where id = ${person.id}`
  return name
}

async function open(page: Page, people: People, firstName: string) {
  const boss = await people.customer(firstName)
  await people.makeSuperAdmin(boss)
  await signIn(page, boss, '/admin/management')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Management' })).toBeVisible()
  return boss
}

async function find(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Find regular users by name or email' }).fill(text)
  await page.keyboard.press('Enter')
  await searched(page)
}

test('a super admin makes a user an admin, changes the permissions, and makes them a customer again', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Cal')
  const name = await named(server, person)
  await open(page, people, 'Sia')
  await find(page, person.email)
  await rowOf(card(page, 'Regular Users'), name).getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByText('Admin role granted', { exact: true })).toBeVisible()
  await expect(card(page, 'Regular Users')).toContainText('No regular users')

  const row = rowOf(card(page, 'Admins'), name)
  await expect(row.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await row.getByRole('checkbox', { name: 'Repair Transactions' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Permission updated')).toBeVisible()
  await expect(row.getByRole('checkbox', { checked: true })).toHaveCount(3)
  const kept = await server.sql<{ permission: string }[]>`
    select permission from public.admin_permissions where admin_id = ${person.id} order by permission`
  expect(kept.map(({ permission }) => permission)).toEqual(['approve_users', 'manage_chat', 'view_transactions'])

  await row.getByRole('button', { name: 'Revoke Admin' }).click()
  const box = page.getByRole('dialog', { name: 'Revoke admin?' })
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('button', { name: 'Revoke Admin' })).toBeFocused()
  await row.getByRole('button', { name: 'Revoke Admin' }).click()
  await box.getByRole('button', { name: 'Revoke Admin' }).click()
  await expect(page.getByText('Admin role removed')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(rowOf(card(page, 'Regular Users'), name)).toBeVisible()
})
