import { expect, test, type Server } from './fixtures'
import { createAgent } from './agent'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'
import type { Page } from '@playwright/test'

const input = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const said = (page: Page, text: string | RegExp) => log(page).getByText(text, { exact: typeof text === 'string' })
async function openChat(page: Page, person: Person) {
  await signIn(page, person, '/chat')
  await expect(input(page)).toBeVisible()
}

async function say(page: Page, text: string) {
  await input(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
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

test('an unsent message is kept through a reload, and sent once', async ({ page, context, people, server }) => {
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
  // The page sends the message again by itself.
  await expect(said(page, 'Not sent')).toBeHidden()
  await expect.poll(() => storedTexts(server, person)).toEqual(['Line 1', 'From the tunnel', 'Offline'])
})

test('a long chat opens at its end, loads older messages, and keeps the reading position', async ({
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

test('a line marks where the new messages begin when the customer returns', async ({ page, people, server }) => {
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

test('a customer writes, reads and ends a chat by the keyboard alone', async ({ page, people, server }) => {
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
  // The buttons of the answer are between the field and the list.
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Talk to a person' })).toBeFocused()
  await tabTo(log(page), 'Shift+Tab')
  await tabTo(page.getByRole('button', { name: 'End Chat' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End this chat?' })
  await tabTo(dialog.getByRole('button', { name: 'End Chat' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  // There is no chat to end any more.
  await expect(page.getByRole('button', { name: 'End Chat' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Help getting started' })).toBeVisible()

  async function tabTo(goal: ReturnType<Page['getByRole']>, key = 'Tab') {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(goal).toBeFocused()
  }
})
