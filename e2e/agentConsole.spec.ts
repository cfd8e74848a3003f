import type { Locator, Page } from '@playwright/test'
import { signInAs } from './agent'
import { expect, test, type OpenWindow, type Server } from './fixtures'
import { signIn, type People, type Person } from './people'

const requests = (page: Page) => page.getByRole('region', { name: 'Pending requests' })
const chats = (page: Page) => page.getByRole('region', { name: 'Active conversations' })
const pane = (page: Page) => page.getByRole('region', { name: /^Conversation/ })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

async function agentOf(people: People, firstName: string) {
  const agent = await people.customer(firstName)
  await people.makeAdmin(agent, ['manage_chat'])
  return agent
}

/** A window with the agent console open. */
async function openConsole(openWindow: OpenWindow, agent: Person): Promise<Page> {
  const page = await openWindow(agent, '/admin/chat')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Chat' })).toBeVisible()
  return page
}

/** A customer who has asked for an agent, by the same calls that the chat screen makes. */
async function asksForAgent(server: Server, customer: Person, words: string) {
  const client = await signInAs(server, customer)
  const { data: chat } = await client
    .from('chat_conversations')
    .insert({ user_id: customer.id })
    .select('id')
    .single()
    .throwOnError()
  await client
    .from('chat_messages')
    .insert({ conversation_id: chat.id, sender_id: customer.id, sender_type: 'user', message: words })
    .throwOnError()
  await client.rpc('request_agent', { p_conversation_id: chat.id }).throwOnError()
  return chat.id
}

test('a customer and an agent are connected until the chat ends', async ({
  page: customerPage,
  people,
  server,
  openWindow,
}) => {
  // The test works in three windows and a whole conversation, which takes long.
  test.slow()
  const customer = await people.customer('Carla')
  const agent = await agentOf(people, 'Aldo')
  const agentPage = await openConsole(openWindow, agent)

  await signIn(customerPage, customer, '/chat')
  await field(customerPage).fill('I want to speak to a human')
  await customerPage.getByRole('button', { name: 'Send' }).click()
  await expect(customerPage.getByText('Agent Requested')).toBeVisible()
  await expect(customerPage.getByText('Waiting for an agent to join...')).toBeVisible()

  // Chats of other tests can wait too.
  const request = requests(agentPage).getByRole('listitem').filter({ hasText: 'Carla Tester' })
  await expect(request.getByText('Waiting less than a minute')).toBeVisible()
  await requests(agentPage).getByRole('button', { name: 'Accept Carla Tester' }).click()
  await expect(agentPage.getByText('Request Accepted')).toBeVisible()
  await expect(requests(agentPage).getByText('Carla Tester')).toBeHidden()
  await expect(log(agentPage).getByText('I want to speak to a human')).toBeVisible()
  await expect(customerPage.getByText('Agent Connected')).toBeVisible()
  const welcome = /^Hello, you're now chatting with \w+\. How can I help you today\?$/
  await expect(log(agentPage).getByText(welcome)).toHaveCount(1)
  await expect(log(customerPage).getByText(welcome)).toHaveCount(1)

  await field(agentPage).pressSequentially('Good afternoon')
  await expect(log(customerPage).getByText(/is typing$/)).toBeAttached()
  await field(agentPage).press('Enter')
  await expect(log(customerPage).getByText('Good afternoon')).toBeVisible()
  await field(customerPage).pressSequentially('My card is gone')
  await expect(log(agentPage).getByText('Carla Tester is typing')).toBeAttached()
  await field(customerPage).press('Enter')
  await expect(log(agentPage).getByText('My card is gone')).toBeVisible()

  const own = log(agentPage).getByRole('listitem').filter({ hasText: 'Good afternoon' })
  await own.getByRole('button', { name: 'Edit message' }).click()
  const editor = agentPage.getByRole('dialog', { name: 'Edit message' })
  await editor.getByLabel('Message').fill('Good evening')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(log(customerPage).getByText('Good evening')).toBeVisible()
  await expect(log(customerPage).getByText('Good afternoon')).toBeHidden()

  const theirs = log(agentPage).getByRole('listitem').filter({ hasText: 'My card is gone' })
  await expect(theirs.getByRole('button', { name: 'Edit message' })).toBeHidden()
  await theirs.getByRole('button', { name: 'Delete message' }).click()
  await agentPage.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(agentPage.getByText('Message Deleted')).toBeVisible()
  await expect(log(customerPage).getByText('My card is gone')).toBeHidden()

  await pane(agentPage).getByRole('button', { name: 'End Chat' }).click()
  await agentPage.getByRole('dialog').getByRole('button', { name: 'End Chat' }).click()
  await expect(agentPage.getByText('Chat Deleted')).toBeVisible()
  await expect(chats(agentPage).getByText('Carla Tester')).toBeHidden()
  await expect(log(customerPage).getByText('Good evening')).toBeHidden()
  await expect(customerPage.getByRole('button', { name: 'Help getting started' })).toBeVisible()
  const left = await server.sql`select id from public.chat_conversations where user_id = ${customer.id}`
  expect(left).toHaveLength(0)
})

test('one of two agents gets the chat, and the other reads why not', async ({ people, server, openWindow }) => {
  const customer = await people.customer('Cosmo')
  const first = await openConsole(openWindow, await agentOf(people, 'Ada'))
  const second = await openConsole(openWindow, await agentOf(people, 'Ben'))
  await asksForAgent(server, customer, 'Is anybody there? A human?')
  const accept = { name: 'Accept Cosmo Tester' }
  await expect(requests(first).getByRole('button', accept)).toBeVisible()
  await expect(requests(second).getByRole('button', accept)).toBeVisible()
  // The second looks at a list that has not heard of it yet.
  await second.context().setOffline(true)
  await requests(first).getByRole('button', accept).click()
  await expect(first.getByText('Request Accepted')).toBeVisible()
  const button = requests(second).getByRole('button', accept)
  await second.route('**/rpc/list_pending_agent_requests', (route) => route.abort())
  await second.context().setOffline(false)
  await button.click()
  await expect(second.getByText('Another agent has already taken this request.')).toBeVisible()
  await second.unroute('**/rpc/list_pending_agent_requests')
  await expect(button).toBeHidden()
  await expect(chats(second).getByRole('button', { name: /^Cosmo Tester/ })).toContainText('Ada Tester')
})

/** Moves the focus with this key until the element has it. */
async function tabTo(page: Page, element: Locator, key = 'Tab') {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    if (await element.evaluate((each) => each === document.activeElement)) return
  }
  await expect(element).toBeFocused()
}

test('two chats are answered, noted, ended and transferred by the keyboard alone', async ({
  people,
  server,
  openWindow,
}) => {
  // The test works in two windows and two conversations, which takes long.
  test.slow()
  // Customers of other tests who still wait would be accepted first.
  await server.sql`delete from public.agent_requests where status = 'pending'`
  const page = await openConsole(openWindow, await agentOf(people, 'Abel'))
  const agent = await agentOf(people, 'Beth')
  await openConsole(openWindow, agent)
  const client = await signInAs(server, agent)
  await client
    .rpc('save_reply', { p_id: crypto.randomUUID(), p_shortcut: 'keys', p_reply: 'How can I help, {first name}?' })
    .throwOnError()
  await asksForAgent(server, await people.customer('Cilla'), 'A human, please')
  await asksForAgent(server, await people.customer('Colin'), 'A human for me too')
  await expect(requests(page).getByRole('button', { name: 'Accept Colin Tester' })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await page.keyboard.press('Alt+a')
  await expect(pane(page).getByRole('heading', { name: 'Cilla Tester' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Good morning')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Good morning')).toBeVisible()
  await page.keyboard.type('/keys')
  await expect(page.getByRole('option', { name: /keys/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('How can I help, Cilla?')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('How can I help, Cilla?')).toBeVisible()

  const note = page.getByRole('textbox', { name: 'Write an internal note' })
  await page.keyboard.press('Alt+n')
  await expect(note).toBeFocused()
  await page.keyboard.type('Has a new phone')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Has a new phone')).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(field(page)).toBeFocused()

  await page.keyboard.type('Goodbye')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(log(page).getByText('Goodbye')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'End Chat' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Chat Deleted')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(pane(page)).toContainText('Choose a conversation')
  // The heading or the empty pane, whichever asked last: the focus is not lost.
  const focused = () => page.evaluate(() => document.activeElement?.matches('h1, section') ?? false)
  await expect.poll(focused).toBe(true)

  await page.keyboard.press('Alt+a')
  await expect(pane(page).getByRole('heading', { name: 'Colin Tester' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  const transfer = pane(page).getByRole('button', { name: 'Transfer' })
  await tabTo(page, transfer, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^Beth Tester/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(transfer).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: /^Beth Tester/ }))
  await page.keyboard.press('Enter')
  await expect(pane(page).getByText(/^Beth Tester is in this chat as \w+$/)).toBeVisible()
  await expect(pane(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pane(page)).toContainText('Choose a conversation')
})
