import { expect, test } from './fixtures'
import { storeSession } from './people'

test('the balance needs twelve requests, all of which the page itself asks for', async ({ page, people }) => {
  await storeSession(page, await people.customer('Fia'))
  const asked: string[] = []
  let most = 12
  const later: (() => Promise<void>)[] = []
  // Playwright answers the two preflights by itself.
  await page.route('**', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    if (asked.length <= most) await route.continue()
    else later.push(() => route.continue())
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('£5,000.00')).toBeVisible()
  expect(
    asked
      .filter((path) => path.startsWith('/rest/'))
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['/rest/v1/profiles', '/rest/v1/rpc/get_current_account'])
  most = Infinity
  await Promise.all(later.map((go) => go()))
  await expect(page.getByRole('heading', { name: "This Month's Activity" })).toBeVisible()
})

test('a session that has ended leads from the first screen to the sign-in', async ({ page, people, server }) => {
  const person = await people.customer('Fenn')
  await storeSession(page, person)
  await server.sql`delete from auth.sessions where user_id = ${person.id}`
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
})

test('what has changed before the live channels begin is read then, and nothing else is read twice', async ({
  page,
  people,
}) => {
  const person = await people.customer('Flora')
  const payer = await people.customer('Felix')
  await storeSession(page, person)
  let isDown = true
  await page.routeWebSocket(/\/realtime\/v1/, (socket) => {
    if (isDown) void socket.close()
    else socket.connectToServer()
  })
  const reads: string[] = []
  page.on('request', (request) => {
    const [, table] = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url()) ?? []
    if (table !== undefined) reads.push(table)
  })
  await page.goto('/')
  await expect(page.getByText('£5,000.00')).toBeVisible()
  await expect(page.getByRole('heading', { name: "This Month's Activity" })).toBeVisible()
  await people.pay(payer, person, '2.00', null)
  isDown = false
  await expect(page.getByText('£5,002.00')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: /Felix Tester/ })).toBeVisible()
  const unchanged = [
    'chat_conversations',
    'chat_messages',
    'scheduled_payments',
    'external_accounts',
    'user_notifications',
  ]
  expect(unchanged.map((table) => [table, reads.filter((read) => read === table).length])).toEqual(
    unchanged.map((table) => [table, 1]),
  )
})
