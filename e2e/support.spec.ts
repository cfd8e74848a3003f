import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, storeSession, type Person } from './people'
import type { Page } from '@playwright/test'

async function hasRole({ sql }: Server, person: Person, role: 'admin' | 'super_admin') {
  await sql`insert into public.user_roles (user_id, role) values (${person.id}, ${role})`
}

async function openChat({ sql }: Server, person: Person) {
  await sql`insert into public.chat_conversations (user_id) values (${person.id})`
}

async function endChat({ sql }: Server, person: Person) {
  await sql`delete from public.chat_conversations where user_id = ${person.id}`
}

const tools = (page: Page) => page.getByRole('region', { name: 'Tools', exact: true })
const adminTools = (page: Page) => page.getByRole('region', { name: 'Admin Tools' })
const account = (page: Page) => page.getByRole('region', { name: 'Account', exact: true })
const returnToChat = (page: Page) => page.getByRole('link', { name: 'Return to Chat' })

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

test('the hub greets, and leads to every tool', async ({ page, people }) => {
  await signIn(page, await people.customer('Hugo'))
  await page.getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL('/more')
  await expect(page.getByText('Hello Hugo,')).toBeVisible()
  await expect(page.getByText('How can we help you today?')).toBeVisible()
  await expect(tools(page).getByRole('listitem')).toHaveText([
    'Chat with us',
    'Manage Payments',
    'Regular and future payments',
    'Help with your transactions',
    'More support',
    'Financial support',
    'Branch support',
  ])
  await expect(page.getByText('Active Chat Session')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  for (const [name, address] of [
    ['Chat with us', '/chat'],
    ['Manage Payments', '/manage-payments'],
    ['Regular and future payments', '/regular-payments'],
    ['Help with your transactions', '/transactions'],
    ['Financial support', '/account-management'],
    ['Branch support', '/branch-support'],
    ['Profile', '/profile'],
    ['Settings', '/settings'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/more')
  }
})

test('More support says that there is nothing yet, by keyboard alone', async ({ page, people }) => {
  await signIn(page, await people.customer('Iris'), '/more')
  const more = page.getByRole('button', { name: 'More support' })
  await page.getByRole('link', { name: 'Chat with us' }).focus()
  for (const name of ['Manage Payments', 'Regular and future payments', 'Help with your transactions']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'More support' })
  await expect(dialog).toContainText(/ yet\b/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
  for (const name of ['Financial support', 'Branch support', 'Profile', 'Settings']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(account(page).getByRole('button', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth')
})

test('an open chat shows a banner on the hub and on home, as soon as it is opened and until it is ended', async ({
  page,
  context,
  people,
  server,
}) => {
  const person = await people.customer('Jude')
  await storeSession(page, person)
  const home = await context.newPage()
  await home.goto('/')
  await expect(home.getByText('How can we help you today?')).toBeVisible()
  await page.goto('/more')
  await expect(tools(page)).toBeVisible()
  await expect(returnToChat(page)).toHaveCount(0)

  await openChat(server, person)
  await expect(page.getByText('Active Chat Session')).toBeVisible()
  await expect(returnToChat(home)).toBeVisible()
  await expectAccessible(page)
  await expectAccessible(home)
  for (const status of ['waiting_for_agent', 'agent_assigned']) {
    await server.sql`update public.chat_conversations set status = ${status} where user_id = ${person.id}`
    await page.reload()
    await expect(returnToChat(page)).toBeVisible()
  }
  await endChat(server, person)
  await expect(returnToChat(page)).toHaveCount(0)
  await expect(returnToChat(home)).toHaveCount(0)

  await openChat(server, person)
  await returnToChat(page).click()
  await expect(page).toHaveURL('/chat')
})

test("another customer's chat shows no banner", async ({ page, people, server }) => {
  await openChat(server, await people.customer('Kit'))
  await storeSession(page, await people.customer('Lena'))
  const read = page.waitForResponse(/\/rest\/v1\/chat_conversations/)
  await page.goto('/more')
  await read
  await expect(tools(page)).toBeVisible()
  await expect(returnToChat(page)).toHaveCount(0)
})

test.describe('Admin Tools', () => {
  test('a customer has none, on the hub or on home', async ({ page, people }) => {
    await storeSession(page, await people.customer('Mona'))
    for (const path of ['/more', '/']) {
      const read = page.waitForResponse(/\/rest\/v1\/user_roles/)
      await page.goto(path)
      await read
      await expect(account(page)).toBeVisible()
      await expect(page.getByText('Loading all of your tools')).toHaveCount(0)
      await expect(adminTools(page)).toHaveCount(0)
    }
  })

  test('an admin with all permissions has four, also on home', async ({ page, people }) => {
    const person = await people.customer('Nils')
    await people.makeAdmin(person, ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'])
    await signIn(page, person)
    const four = ['Admin Chat', 'All Transactions', 'Repair Transactions', 'User Management']
    await expect(adminTools(page).getByRole('listitem')).toHaveText(four)
    await page.goto('/more')
    await expect(adminTools(page).getByRole('listitem')).toHaveText(four)
    await expectAccessible(page)
    for (const [name, address] of [
      ['Admin Chat', '/admin/chat'],
      ['All Transactions', '/admin/transactions'],
      ['Repair Transactions', '/admin/repair'],
      ['User Management', '/admin/users'],
    ] as const) {
      await expect(adminTools(page).getByRole('link', { name })).toHaveAttribute('href', address)
    }
    // The staff screens show all of them at once on a desktop, and the open one on a phone.
    await page.goto('/admin/users')
    const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
    await expect(links.filter({ hasText: 'User Management' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(links).toHaveText(['Overview', ...four, 'Approvals'])
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
  })

  test('a super admin has Admin Management', async ({ page, people, server }) => {
    const person = await people.customer('Olga')
    await people.makeAdmin(person, ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'])
    await hasRole(server, person, 'super_admin')
    await signIn(page, person, '/more')
    await expect(adminTools(page).getByRole('listitem')).toHaveCount(5)
    await expect(adminTools(page).getByRole('link', { name: 'Admin Management' })).toHaveAttribute(
      'href',
      '/admin/management',
    )
  })
})

test('hides the hub from visitors and from users who wait for approval', async ({ page, people }) => {
  await page.goto('/more')
  await expect(page).toHaveURL('/auth')
  await storeSession(page, await people.signUp('Pia'))
  await page.goto('/more')
  await expect(page).toHaveURL('/pending-approval')
  await expect(page.getByText('How can we help you today?')).toHaveCount(0)
})

test('keeps its links while the server is down, shows the error, and recovers', async ({ page, people }) => {
  const apiDown = /\/rest\/v1\/(user_roles|chat_conversations)/
  await storeSession(page, await people.customer('Quinn'))
  await page.route(apiDown, (route) => route.abort('connectionrefused'))
  await page.goto('/more')
  await expect(page.getByText("We couldn't load all of your tools.")).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Chat with us' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(apiDown)
  await expect(page.getByText(/We couldn't load/)).toHaveCount(0, { timeout: 20_000 })
})
