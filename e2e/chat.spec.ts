import { expect, test, type Server } from './fixtures'
import { createAgent, signInAs } from './agent'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'
import type { Page } from '@playwright/test'

const input = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const said = (page: Page, text: string | RegExp) => log(page).getByText(text, { exact: typeof text === 'string' })
const quickReplies = [
  'Help getting started',
  "My card isn't working",
  'Security concern',
  'Activate my card',
  'Show my last transaction',
]

async function openChat(page: Page, person: Person) {
  await signIn(page, person, '/chat')
  await expect(input(page)).toBeVisible()
}

async function say(page: Page, text: string) {
  await input(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Skips the three seconds after which the assistant answers. The page must have `page.clock` installed. */
async function skipReplyDelay(page: Page) {
  await expect(said(page, 'Fern is typing')).toBeAttached()
  await page.clock.fastForward(3000)
}

/** The stored chat. */
async function storedChat({ sql }: Server, person: Person) {
  const [chat] = await sql<{ id: string; status: string }[]>`
    select id, status from public.chat_conversations where user_id = ${person.id}`
  return chat
}

async function storedTexts({ sql }: Server, person: Person) {
  const rows = await sql<{ message: string }[]>`
    select m.message from public.chat_messages m join public.chat_conversations c on c.id = m.conversation_id
    where c.user_id = ${person.id} and m.sender_type = 'user' order by m.created_at, m.id`
  return rows.map(({ message }) => message)
}

/** A chat of `count` messages, one per minute, the last one now. */
async function hasChatted({ sql }: Server, person: Person, count: number): Promise<string> {
  const [chat] = await sql<{ id: string }[]>`
    insert into public.chat_conversations (user_id, status) values (${person.id}, 'agent_assigned') returning id`
  if (chat === undefined) throw new Error('no chat was opened')
  await sql`
    insert into public.chat_messages (conversation_id, sender_type, sender_id, message, created_at)
    select ${chat.id}, case when n % 2 = 0 then 'agent' else 'user' end, null, 'Line ' || n,
      now() - make_interval(mins => ${count}::int - n)
    from generate_series(1, ${count}::int) n`
  return chat.id
}

async function hasAskedForAgent({ sql }: Server, person: Person) {
  const [chat] = await sql<{ id: string }[]>`
    insert into public.chat_conversations (user_id, status) values (${person.id}, 'waiting_for_agent') returning id`
  await sql`insert into public.agent_requests (conversation_id, user_id) values (${chat?.id ?? null}, ${person.id})`
}

test('answers a quick reply after three seconds, and disables the field until then', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Ana')
  await page.clock.install()
  await openChat(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Fern' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'End Chat' })).toBeVisible()
  for (const text of quickReplies) await expect(page.getByRole('button', { name: text })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show my last transaction' }).click()
  await expect(said(page, 'Show my last transaction')).toBeVisible()
  for (const text of quickReplies) await expect(page.getByRole('button', { name: text })).toBeHidden()
  await expect(said(page, 'Fern is typing')).toBeAttached()
  await expect(input(page)).toBeDisabled()
  await expect(log(page)).toBeFocused()

  await skipReplyDelay(page)
  await expect(said(page, 'Fern is typing')).toBeHidden()
  await expect(log(page).getByRole('listitem')).toHaveCount(2)
  await expect(log(page).getByRole('listitem').last()).toContainText('Fern')
  await expect(input(page)).toBeEnabled()
  expect((await storedChat(server, person))?.status).toBe('active')
  await expectAccessible(page)

  await page.goto('/more')
  await expect(page.getByText('Active Chat Session')).toBeVisible()
})

test('the same text is not sent twice in a row, nor an empty one', async ({ page, people, server }) => {
  const person = await people.customer('Bea')
  await page.clock.install()
  await openChat(page, person)
  await input(page).fill('   ')
  await input(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await say(page, 'Hello')
  await expect(input(page)).toHaveValue('')
  await skipReplyDelay(page)
  await expect(input(page)).toBeEnabled()
  await expect(log(page).getByRole('listitem')).toHaveCount(2)

  await say(page, 'Hello')
  await expect(page.getByText('Duplicate Message')).toBeVisible()
  await expect(page.getByText('You cannot send the same message twice in a row.')).toBeVisible()
  await expect(input(page)).toHaveValue('Hello')
  expect(await storedTexts(server, person)).toEqual(['Hello'])
})

test('shows the duplicate message error when another tab has sent the same text', async ({ page, people, server }) => {
  const person = await people.customer('Cleo')
  await hasChatted(server, person, 1)
  await openChat(page, person)
  await expect(said(page, 'Line 1')).toBeVisible()
  // Another tab sends it while this page receives no updates.
  await page.route('**/rest/v1/chat_messages?select*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  const other = await signInAs(server, person)
  const chat = await storedChat(server, person)
  await other
    .from('chat_messages')
    .insert({ conversation_id: chat?.id ?? '', sender_id: person.id, sender_type: 'user', message: 'Twice' })
    .throwOnError()
  await say(page, 'Twice')
  await expect(page.getByText('You cannot send the same message twice in a row.')).toBeVisible()
  expect(await storedTexts(server, person)).toEqual(['Line 1', 'Twice'])
})

test('hands over from the assistant to an agent, with the place in the queue', async ({ page, people, server }) => {
  const [person, first] = await Promise.all([people.customer('Dora'), people.customer('Emil')])
  const agent = await createAgent(server, people, 'Gail')
  await hasAskedForAgent(server, first)
  const [queue] = await server.sql<{ length: number }[]>`
    select count(*)::int as length from public.agent_requests where status = 'pending'`

  await openChat(page, person)
  await say(page, 'I want to talk to a real person')
  await expect(page.getByText('Agent Requested')).toBeVisible()
  await expect(page.getByText('A real agent will join the conversation soon.')).toBeVisible()
  await expect(page.getByText('Waiting for an agent to join...')).toBeVisible()
  await expect(page.getByText(`You are number ${(queue?.length ?? 0) + 1} in the queue.`)).toBeVisible()
  expect((await storedChat(server, person))?.status).toBe('waiting_for_agent')
  await expect(page.getByText('Agent Requested')).toBeHidden()
  await expectAccessible(page)

  await say(page, 'Is an agent there?')
  await expect(page.getByText('Request Pending')).toBeVisible()
  await expect(page.getByText('Your request for an agent is already in queue.')).toBeVisible()

  await agent.accept(person)
  await expect(page.getByText('Agent Connected')).toBeVisible()
  await expect(page.getByText('Waiting for an agent to join...')).toBeHidden()
  // The assistant no longer answers, so the field stays enabled.
  await say(page, 'I lost my card')
  await expect(said(page, 'I lost my card')).toBeVisible()
  await expect(input(page)).toBeEnabled()
})

test('shows new, edited and deleted agent messages at once, and both typing indicators', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Dina')
  const agent = await createAgent(server, people, 'Gus')
  await hasChatted(server, person, 1)
  await openChat(page, person)
  await expect(said(page, 'Line 1')).toBeVisible()

  const id = await agent.write(person, 'Good mornig')
  await expect(said(page, 'Good mornig')).toBeVisible()
  await agent.edit(id, 'Good morning')
  await expect(said(page, 'Good morning')).toBeVisible()
  await expect(said(page, 'Good mornig')).toBeHidden()
  const mistake = await agent.write(person, 'Meant for somebody else')
  await expect(said(page, 'Meant for somebody else')).toBeVisible()
  await agent.remove(mistake)
  await expect(said(page, 'Meant for somebody else')).toBeHidden()

  const typing = await agent.joinTyping(person)
  // The client sends a typing event every two seconds at most.
  await expect(async () => {
    await input(page).pressSequentially('.')
    expect(typing.heard).toContainEqual({ sender_type: 'user' })
  }).toPass()
  await typing.type()
  await expect(said(page, /is typing/)).toBeAttached()
  await expect(said(page, /is typing/)).toBeHidden({ timeout: 5000 })
  await typing.type()
  await expect(said(page, /is typing/)).toBeAttached()
  await agent.write(person, 'Which one?')
  await expect(said(page, 'Which one?')).toBeVisible()
  await expect(said(page, /is typing/)).toBeHidden({ timeout: 1500 })
  await expectAccessible(page)
  await agent.leave()
})

test('hides a chat from other customers, and refuses them its channel', async ({ page, people, server }) => {
  const [person, stranger] = await Promise.all([people.customer('Fay'), people.customer('Finn')])
  const chat = await hasChatted(server, person, 3)
  await openChat(page, stranger)
  for (const text of quickReplies) await expect(page.getByRole('button', { name: text })).toBeVisible()
  await expect(page.getByText(/^Line/)).toHaveCount(0)

  const snoop = await signInAs(server, stranger)
  expect((await snoop.from('chat_messages').select('id').throwOnError()).data).toEqual([])
  await snoop.realtime.setAuth()
  const refused = snoop.channel(`typing:${chat}`, { config: { private: true } })
  const answer = await new Promise((resolve) => refused.subscribe((status) => resolve(status)))
  expect(answer).toBe('CHANNEL_ERROR')
  await snoop.removeAllChannels()
})

test('hands over when the assistant announces it', async ({ page, people }) => {
  await page.route('**/functions/v1/ai-chat', (route) =>
    route.fulfill({
      json: { choices: [{ message: { role: 'assistant', content: 'Let me connect you with somebody.' } }] },
    }),
  )
  await page.clock.install()
  await openChat(page, await people.customer('Hedy'))
  await say(page, 'I am not happy')
  await skipReplyDelay(page)
  await expect(page.getByText('Agent Requested')).toBeVisible()
  await expect(page.getByText('You are number')).toBeVisible()
})

test('asks before it ends a chat, deletes it, and lets a new one begin', async ({ page, people, server }) => {
  const person = await people.customer('Ines')
  await hasChatted(server, person, 3)
  await openChat(page, person)
  await expect(said(page, 'Line 3')).toBeVisible()
  await page.getByRole('button', { name: 'End Chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'End this chat?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(said(page, 'Line 3')).toBeVisible()

  await page.getByRole('button', { name: 'End Chat' }).click()
  await dialog.getByRole('button', { name: 'End Chat' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Chat Deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Security concern' })).toBeVisible()
  expect(await storedChat(server, person)).toBeUndefined()
  await say(page, 'Hello again')
  await expect(said(page, 'Hello again')).toBeVisible()
  await expect.poll(() => storedTexts(server, person)).toEqual(['Hello again'])
})

test('removes a chat that the agent ends at once, and opens a new one with the next message', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Jana')
  const agent = await createAgent(server, people, 'Karl')
  await hasChatted(server, person, 2)
  await openChat(page, person)
  await expect(said(page, 'Line 2')).toBeVisible()
  await input(page).fill('Thank you')
  await agent.end(person)
  await expect(page.getByText('Chat Deleted')).toBeVisible()
  await expect(said(page, 'Line 2')).toBeHidden()
  await expect(input(page)).toHaveValue('Thank you')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => storedTexts(server, person)).toEqual(['Thank you'])
})

test('keeps an unsent message through a reload, and sends it once', async ({ page, context, people, server }) => {
  const person = await people.customer('Lena')
  await hasChatted(server, person, 2)
  await openChat(page, person)
  await expect(said(page, 'Line 2')).toBeVisible()
  await page.route('**/rest/v1/chat_messages**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await say(page, 'From the tunnel')
  await expect(said(page, 'Not sent')).toBeVisible()
  await expect(said(page, 'From the tunnel')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(said(page, 'From the tunnel')).toBeVisible()
  await expect(said(page, 'Not sent')).toBeVisible()
  expect(await storedTexts(server, person)).toEqual(['Line 1'])

  // The message arrives, its answer does not.
  await page.unroute('**/rest/v1/chat_messages**')
  let isCut = true
  await page.route('**/rest/v1/chat_messages**', async (route) => {
    if (route.request().method() !== 'POST' || !isCut) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await log(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => storedTexts(server, person)).toEqual(['Line 1', 'From the tunnel'])
  await expect(page.getByText('You appear to be offline. Check your connection and try again.')).toBeVisible()
  await expect(said(page, 'Not sent')).toBeHidden()
  isCut = false
  await page.reload()
  await expect(said(page, 'From the tunnel')).toBeVisible()
  await expect(said(page, 'Not sent')).toBeHidden()
  expect(await storedTexts(server, person)).toEqual(['Line 1', 'From the tunnel'])

  await context.setOffline(true)
  await say(page, 'Offline')
  await expect(said(page, 'Not sent')).toBeVisible()
  await context.setOffline(false)
  // It is sent again by itself.
  await expect(said(page, 'Not sent')).toBeHidden()
  await expect.poll(() => storedTexts(server, person)).toEqual(['Line 1', 'From the tunnel', 'Offline'])
})

test('when the assistant does not answer, it can be asked again without saying it again', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Mona')
  await page.clock.install()
  await openChat(page, person)
  await page.route('**/functions/v1/ai-chat', (route) => route.fulfill({ status: 502, json: { error: 'No' } }))
  await say(page, 'Hello')
  await skipReplyDelay(page)
  await expect(page.getByText('Failed to get AI response')).toBeVisible()
  await expect(said(page, 'Fern has not answered yet.')).toBeVisible()
  await expect(input(page)).toBeEnabled()
  // Also when the customer leaves within the three seconds.
  await page.reload()
  await expect(said(page, 'Fern has not answered yet.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/functions/v1/ai-chat')
  await log(page).getByRole('button', { name: 'Try again' }).click()
  await skipReplyDelay(page)
  await expect(log(page).getByRole('listitem')).toHaveCount(2)
  await expect(said(page, 'Fern has not answered yet.')).toBeHidden()
  expect(await storedTexts(server, person)).toEqual(['Hello'])
})

test('what was typed survives a reload, for this person alone', async ({ page, people }) => {
  const [person, other] = await Promise.all([people.customer('Nora'), people.customer('Omar')])
  await openChat(page, person)
  await input(page).fill('I would like to')
  await page.reload()
  await expect(input(page)).toHaveValue('I would like to')
  await page.goto('/more')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await openChat(page, other)
  await expect(input(page)).toHaveValue('')
})

test('opens a long chat at its end, loads older messages, and keeps the reading position', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Petra')
  const agent = await createAgent(server, people, 'Quinn')
  await hasChatted(server, person, 130)
  await openChat(page, person)
  await expect(said(page, 'Line 130')).toBeInViewport()
  await expect(said(page, 'Line 81')).toBeAttached()

  await said(page, 'Line 85').scrollIntoViewIfNeeded()
  const before = await topOf('Line 85')
  // Older messages load before the reader reaches the top.
  await expect(said(page, 'Line 31')).toBeAttached()
  await expect.poll(() => topOf('Line 85')).toBe(before)

  await agent.write(person, 'Are you still there?')
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
  expect(await topOf('Line 85')).toBe(before)
  await expect(said(page, 'Are you still there?')).not.toBeInViewport()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect(said(page, 'Are you still there?')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'New messages' })).toBeHidden()
  await expect(log(page).getByRole('listitem').last().getByText('New messages')).toBeVisible()

  await agent.write(person, 'I can wait.')
  await expect(said(page, 'I can wait.')).toBeInViewport()

  async function topOf(text: string) {
    return Math.round((await said(page, text).boundingBox())?.y ?? 0)
  }
})

test('marks where the new messages begin when the customer returns', async ({ page, people, server }) => {
  const person = await people.customer('Rita')
  const agent = await createAgent(server, people, 'Sven')
  await hasChatted(server, person, 2)
  await openChat(page, person)
  await expect(said(page, 'Line 2')).toBeVisible()
  await page.goto('/more')
  await expect(page.getByText('Active Chat Session')).toBeVisible()
  await agent.write(person, 'While you were away')
  await agent.write(person, 'And one more')
  await page.getByRole('link', { name: 'Return to Chat' }).click()
  await expect(said(page, 'And one more')).toBeVisible()
  await expect(log(page).getByRole('listitem').nth(2)).toContainText('New messages')
  await say(page, 'I am back')
  await expect(said(page, 'I am back')).toBeVisible()
  await expect(said(page, 'New messages')).toBeHidden()
})

test('by keyboard alone: write, read, end', async ({ page, people, server }) => {
  const person = await people.customer('Tess')
  await openChat(page, person)
  await tabTo(input(page))
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toBeDisabled()
  await expect(input(page)).toBeEnabled()
  await expect(input(page)).toBeFocused()
  expect(await storedTexts(server, person)).toEqual(['First line\nsecond line'])
  await page.keyboard.press('Shift+Tab')
  await expect(log(page)).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'End Chat' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End this chat?' })
  await tabTo(dialog.getByRole('button', { name: 'End Chat' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'End Chat' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Help getting started' })).toBeVisible()

  async function tabTo(goal: ReturnType<Page['getByRole']>, key = 'Tab') {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(goal).toBeFocused()
  }
})

test('on a narrow phone with a long word nothing is cut off', async ({ page, people, server }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const person = await people.customer('Ugo')
  const chat = await hasChatted(server, person, 6)
  await server.sql`
    insert into public.chat_messages (conversation_id, sender_type, message)
    values (${chat}, 'agent', ${`See ${'x'.repeat(300)} and ${'many words '.repeat(60)}`})`
  await openChat(page, person)
  await expect(said(page, /many words/)).toBeVisible()
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)
})
