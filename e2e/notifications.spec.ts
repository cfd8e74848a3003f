import { expect, test, type Server } from './fixtures'
import { signIn, type Person } from './people'
import type { Page } from '@playwright/test'

/** Pays `pounds` to an account at another bank, some minutes ago. */
async function hasPaid({ sql }: Server, person: Person, pounds: number, minutesAgo = 0) {
  await sql`
    select private.pay(
      ${person.id}, gen_random_uuid(), private.payment_to(('Olive Outside', '20-00-00', '12345678'), ${pounds}, 'Lunch'),
      now() - make_interval(mins => ${minutesAgo})
    )`
}

async function openChat({ sql }: Server, person: Person): Promise<string> {
  const [chat] = await sql<{ id: string }[]>`
    insert into public.chat_conversations (user_id) values (${person.id}) returning id`
  if (chat === undefined) throw new Error('no chat was opened')
  return chat.id
}

async function isAnswered({ sql }: Server, chat: string, message: string, minutesAgo = 0) {
  await sql`
    insert into public.chat_messages (conversation_id, sender_type, message, created_at)
    values (${chat}, 'assistant', ${message}, now() - make_interval(mins => ${minutesAgo}))`
}

async function isNotified({ sql }: Server, person: Person, title: string, message: string) {
  await sql`select private.notify(${person.id}, 'security', ${title}, ${message})`
}

const button = (page: Page) => page.getByRole('button', { name: 'Mailbox', exact: true })
const mailbox = (page: Page) => page.getByRole('dialog', { name: 'Mailbox' })

async function expectUnread(page: Page, count: number, timeout?: number) {
  await expect(button(page)).toHaveAccessibleDescription(count === 0 ? '' : `${count} unread`, { timeout })
  await expect(button(page)).toHaveText(count === 0 ? 'Mailbox' : new RegExp(`Mailbox.*${count > 9 ? '9\\+' : count}$`))
}

test('the mailbox lists the ten newest payments and messages in 400 px, and each leads to where it belongs', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Mila')
  for (const number of [1, 2, 3, 4, 5, 6]) await hasPaid(server, person, number, 10 - number)
  const chat = await openChat(server, person)
  for (const number of [1, 2, 3, 4, 5, 6]) await isAnswered(server, chat, `Answer ${number}`, 20 - number)
  await signIn(page, person)
  await expectUnread(page, 10)
  await button(page).click()
  await expect(mailbox(page).getByRole('listitem')).toHaveCount(10)
  const list = await mailbox(page).getByRole('list').locator('..').boundingBox()
  expect(list?.height).toBe(400)
  await mailbox(page)
    .getByRole('link', { name: /Answer 6/ })
    .click()
  await expect(page).toHaveURL('/chat')
  await page.goBack()
  await expectUnread(page, 9)
  await button(page).click()
  await mailbox(page)
    .getByRole('link', { name: /You sent £6.00/ })
    .click()
  await expect(page).toHaveURL('/transactions')
})

test('payments, messages and notes arrive in the open mailbox', async ({ page, people, server }) => {
  const person = await people.customer('Nils')
  const chat = await openChat(server, person)
  await signIn(page, person)
  await expect(page.getByText('£5,000.00')).toBeVisible()
  await expectUnread(page, 0)

  const payer = await people.customer('Otto')
  await people.pay(payer, person, '12.50', null)
  await expectUnread(page, 1)
  await expect(page.getByText('£5,012.50')).toBeVisible()

  await button(page).click()
  await expect(mailbox(page).getByText('You received £12.50 from Otto Tester')).toBeVisible()
  await isAnswered(server, chat, 'We are looking into it.')
  await expect(mailbox(page).getByText('We are looking into it.')).toBeVisible()
  await isNotified(server, person, 'Stay safe', 'We never ask for your PIN.')
  await expect(mailbox(page).getByText('We never ask for your PIN.')).toBeVisible()
})

test('the mailbox is opened, read and closed by the keyboard alone, and the focus returns', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Sana')
  await isNotified(server, person, 'Stay safe', 'We never ask for your PIN.')
  await signIn(page, person)
  await expectUnread(page, 1)
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(mailbox(page)).toBeVisible()
  const note = mailbox(page).getByRole('button', { name: /Stay safe/ })
  for (let presses = 0; presses < 6 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  await expect(note).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(mailbox(page)).toBeHidden()
  await expectUnread(page, 0)
  await expect(button(page)).toBeFocused()

  function isFocused() {
    return note.evaluate((element) => element === document.activeElement)
  }
})
