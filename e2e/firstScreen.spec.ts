import type { WebSocketRoute } from '@playwright/test'
import { expect, test } from './fixtures'
import { storeSession } from './people'

test('the balance needs eleven requests, all of which the page itself asks for', async ({ page, people }) => {
  await storeSession(page, await people.customer('Fia'))
  const asked: string[] = []
  let most = 11
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
  server,
}) => {
  const person = await people.customer('Flora')
  const payer = await people.customer('Felix')
  await server.sql`select private.notify(${person.id}, 'security', 'Stay safe', 'We never ask for your PIN.')`
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
  await server.sql`insert into public.chat_conversations (user_id) values (${person.id})`
  isDown = false
  await expect(page.getByText('£5,002.00')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: /Felix Tester/ })).toBeVisible()
  await expect(page.getByText('Active Chat Session')).toBeVisible()
  const times = (table: string) => reads.filter((read) => read === table).length
  // A table of which the profile says that it has no row of the customer is read once it has one.
  expect({
    user_notifications: times('user_notifications'),
    external_accounts: times('external_accounts'),
    chat_conversations: times('chat_conversations'),
    scheduled_payments: times('scheduled_payments'),
    chat_messages: times('chat_messages'),
  }).toEqual({
    user_notifications: 1,
    external_accounts: 1,
    chat_conversations: 1,
    scheduled_payments: 0,
    chat_messages: 0,
  })
})

test('what has changed while the live channels were away is read once', async ({ page, people }) => {
  const person = await people.customer('Frieda')
  const payer = await people.customer('Fritz')
  await storeSession(page, person)
  const sockets: WebSocketRoute[] = []
  let isDown = false
  await page.routeWebSocket(/\/realtime\/v1/, (socket) => {
    if (isDown) return void socket.close()
    sockets.push(socket)
    socket.connectToServer()
  })
  const reads: string[] = []
  page.on('request', (request) => reads.push(/\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url())?.[1] ?? ''))
  const times = (table: string) => reads.filter((read) => read === table).length
  await page.goto('/')
  await expect.poll(() => times('get_current_account')).toBe(2)
  await expect(page.getByText(/^We are not calling you now/)).toBeVisible()
  isDown = true
  for (const socket of sockets) await socket.close()
  await expect(page.getByText(/^We can't tell now whether/)).toBeVisible()
  await people.pay(payer, person, '2.00', null)
  reads.length = 0
  isDown = false
  await expect(page.getByText('£5,002.00')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: /Fritz Tester/ })).toBeVisible()
  await expect(page.getByText(/^We are not calling you now/)).toBeVisible()
  const reread = ['get_current_account', 'search_transactions', 'transactions', 'get_insights', 'get_bank_contact']
  expect(reread.map((table) => [table, times(table)])).toEqual(reread.map((table) => [table, 1]))
})

test('the page says that the app is loading until its scripts have arrived', async ({ page, people }) => {
  await storeSession(page, await people.customer('Franz'))
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status')).toHaveText('Loading...')
  arrive()
  await expect(page.getByText('£5,000.00')).toBeVisible()
})

test('Home needs at most forty requests, preflights included, until its live channels have begun', async ({
  browser,
  baseURL,
  people,
}) => {
  // A new window: the browser remembers preflights.
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await storeSession(page, await people.customer('Flo'))
  const asked: string[] = []
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  devTools.on('Network.requestWillBeSent', ({ request }) =>
    asked.push(`${request.method} ${new URL(request.url).pathname}`),
  )
  devTools.on('Network.webSocketCreated', ({ url }) => asked.push(`socket ${new URL(url).pathname}`))
  await page.goto('/')
  const times = (request: string) => asked.filter((each) => each === request).length
  await expect.poll(() => times('POST /rest/v1/rpc/get_current_account')).toBe(2)
  await expect(page.getByText(/^We are not calling you now/)).toBeVisible()
  await expect(page.getByRole('heading', { name: "This Month's Activity" })).toBeVisible()
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(40)
})
