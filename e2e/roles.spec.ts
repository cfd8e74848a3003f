import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, storeSession, type People, type Person } from './people'
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

test('three cards, each with what can be done, and ways back and to the audit', async ({ page, people, server }) => {
  const admin = await people.customer('Amy')
  await people.makeAdmin(admin, ['manage_chat', 'approve_users'])
  const adminName = await named(server, admin)
  const customerName = await named(server, await people.customer('Ben'))
  const boss = await open(page, people, 'Sam')
  const bossName = await named(server, boss)
  await page.reload()
  await expect(page.getByText('Manage admin roles and permissions')).toBeVisible()

  const permanent = rowOf(card(page, 'Super Admins'), bossName)
  await expect(permanent).toContainText('Permanent')
  await expect(permanent.getByRole('button')).toHaveCount(0)

  const row = rowOf(card(page, 'Admins'), adminName)
  await expect(row.getByRole('checkbox')).toHaveCount(4)
  await expect(row.getByRole('checkbox', { name: 'Manage Live Chat' })).toBeChecked()
  await expect(row.getByRole('checkbox', { name: 'View All Transactions' })).not.toBeChecked()
  await expect(row.getByRole('checkbox', { name: 'Repair Transactions' })).not.toBeChecked()
  await expect(row.getByRole('checkbox', { name: 'Approve Users' })).toBeChecked()
  await expect(row.getByRole('button', { name: 'Make Super Admin' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Revoke Admin' })).toBeVisible()

  await find(page, customerName)
  const regular = rowOf(card(page, 'Regular Users'), customerName)
  await expect(regular.getByRole('button', { name: 'Make Admin' })).toBeVisible()
  await expect(regular.getByRole('button', { name: 'Make Super Admin' })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByRole('button', { name: 'Revoke Admin' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  await find(page, 'nobody at all')
  await expect(card(page, 'Regular Users')).toContainText('No regular users')
  await page.getByRole('link', { name: 'View audit' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await page.getByRole('link', { name: 'Admin Management' }).click()
  await expect(page).toHaveURL('/admin/management')
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL('/more')
})

test('makes a user an admin, changes the permissions, and makes them a customer again', async ({
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

test('makes a user a super admin permanently', async ({ page, people, server }) => {
  const person = await people.customer('Cyn')
  const name = await named(server, person)
  await open(page, people, 'Sol')
  await find(page, person.email)
  await rowOf(card(page, 'Regular Users'), name).getByRole('button', { name: 'Make Super Admin' }).click()
  const box = page.getByRole('dialog', { name: 'Make super admin?' })
  expect(await server.sql`select from public.user_roles where user_id = ${person.id}`).toHaveLength(0)
  await box.getByRole('button', { name: 'Make Super Admin' }).click()
  await expect(page.getByText('Super Admin role granted')).toBeVisible()
  await expect(rowOf(card(page, 'Super Admins'), name)).toContainText('Permanent')
})

test('cannot revoke an admin who has become a super admin', async ({ page, people, server }) => {
  const person = await people.customer('Cleo')
  await people.makeAdmin(person, ['manage_chat'])
  const name = await named(server, person)
  await open(page, people, 'Sky')
  await rowOf(card(page, 'Admins'), name).getByRole('button', { name: 'Revoke Admin' }).click()
  await people.makeSuperAdmin(person)
  const box = page.getByRole('dialog', { name: 'Revoke admin?' })
  await box.getByRole('button', { name: 'Revoke Admin' }).click()
  await expect(box.getByRole('alert')).toContainText('Action Not Allowed')
  const toast = page.getByRole('listitem').filter({ hasText: 'Action Not Allowed' })
  await expect(toast).toContainText('Super admin roles cannot be revoked for security reasons')
  expect(await server.sql`select from public.user_roles where user_id = ${person.id}`).toHaveLength(2)
  await box.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(card(page, 'Super Admins'), name)).toBeVisible()
})

test.describe('sends users without the right home', () => {
  const cases: [string, (people: People, person: Person) => Promise<void>][] = [
    ['a customer', async () => {}],
    [
      'an admin with every permission',
      (people, person) =>
        people.makeAdmin(person, ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users']),
    ],
  ]
  for (const [who, make] of cases) {
    test(who, async ({ page, people }) => {
      const person = await people.customer('Dirk')
      await make(people, person)
      await storeSession(page, person)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto('/admin/management')
      const toast = page.getByRole('listitem').filter({ hasText: 'Access Denied' })
      await expect(toast).toContainText('Only super admins can access this page')
      await expect(page).toHaveURL('/')
      expect(asked.filter((path) => path.includes('list_people'))).toEqual([])
    })
  }

  test('sends a visitor to the sign-in screen', async ({ page }) => {
    await page.goto('/admin/management')
    await expect(page).toHaveURL('/auth')
  })
})
