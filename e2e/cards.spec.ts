import { randomUUID } from 'node:crypto'
import { sendCardMessage } from '../local/cardNetwork'
import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'

/** As it is printed: '4659 1234 1234 1234'. */
async function cardNumber({ sql }: Server, person: Person): Promise<string> {
  const [card] = await sql<{ number: string }[]>`
    select private.read_card_number(id) as number from public.cards where user_id = ${person.id}`
  if (card === undefined) throw new Error('there is no card')
  return card.number.replaceAll(/(.{4})(?!$)/g, '$1 ')
}

test('the card shows its number for 30 seconds, and only when asked', async ({ page, people, server }) => {
  const person = await people.customer('Abel')
  const number = await cardNumber(server, person)
  await page.clock.install()
  await signIn(page, person)
  await page.getByRole('link', { name: `Debit | *${number.slice(-4)}` }).click()
  await expect(page).toHaveURL('/cards')
  await expect(page.getByText('ABEL TESTER')).toBeVisible()
  await expect(page.getByText('valid thru')).toBeVisible()
  await expect(page.getByText(/^\d{2}\/\d{2}$/)).toBeVisible()
  await expect(page.getByText(number)).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await expectAccessible(page)
  await page.clock.runFor('00:31')
  await expect(page.getByText(number)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show card number' })).toBeVisible()
})

test('the number is hidden by its button, and after the screen was left', async ({ page, people, server }) => {
  const person = await people.customer('Bela')
  const number = await cardNumber(server, person)
  await signIn(page, person, '/cards')
  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await page.getByRole('button', { name: 'Hide card number' }).click()
  await expect(page.getByText(number)).toBeHidden()

  await page.getByRole('button', { name: 'Show card number' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: /^Debit/ }).click()
  await expect(page.getByRole('button', { name: 'Show card number' })).toBeVisible()
  await expect(page.getByText(number)).toBeHidden()
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(number.replaceAll(' ', ''))
})

test('a purchase appears as pending on the open phone and settles; a frozen card is declined', async ({
  page,
  people,
  server: { stack, sql },
}) => {
  const person = await people.customer('Cleo')
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${person.id}`
  const purchase = (id: string, merchant: string) =>
    sendCardMessage(stack.apiUrl, {
      id,
      type: 'authorise',
      card: card?.id,
      amount: '12.50',
      merchant,
      mcc: '5411',
      country: 'GB',
      entry: 'contactless',
    })
  // What the phone receives on its socket, and when it reads the list.
  const events: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString()
      if (text.includes('Juniper Books')) events.push('pushed')
      else if (text.includes('realtime:transactions:') && text.includes('Subscribed to PostgreSQL')) events.push('live')
    }),
  )
  page.on('request', (request) => {
    if (request.url().includes('/rpc/search_transactions')) events.push('read')
  })
  const sinceLive = () => events.slice(events.includes('live') ? events.indexOf('live') : Infinity)
  await signIn(page, person, '/transactions')
  await expect(page.getByText('No transactions yet')).toBeHidden()
  // Changes may have been missed until the socket is live, so the list is read once more then.
  await expect.poll(sinceLive).toEqual(['live', 'read'])

  const original = randomUUID()
  const row = page.getByRole('button', { name: /Juniper Books/ })
  expect(await purchase(original, 'Juniper Books')).toEqual({ approved: true, responseCode: '00' })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('-£12.50')
  // The push made the phone read the list. There is no read at intervals.
  expect(sinceLive()).toEqual(['live', 'read', 'pushed', 'read'])
  await sendCardMessage(stack.apiUrl, { id: randomUUID(), type: 'clear', original, amount: '11.00' })
  await expect(row).toContainText('-£11.00')
  await expect(row).not.toContainText('Pending')

  await page.goto('/cards')
  await page.getByRole('button', { name: 'Freeze Card' }).click()
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await purchase(randomUUID(), 'Seaside Arcade')).toEqual({ approved: false, responseCode: '62' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Mailbox/ }).click()
  const note = page.getByRole('link', { name: /Seaside Arcade, £12\.50\. Your card is frozen\./ })
  await expect(note).toContainText('Unfreeze')
  await note.click()
  await page.getByRole('button', { name: 'Unfreeze Card' }).click()
  await expect(page.getByText('Frozen', { exact: true })).toBeHidden()
})

test('View PIN refuses a wrong Security PIN, and shows the card PIN for 10 seconds', async ({
  page,
  people,
  server: { sql },
}) => {
  const person = await people.customer('Dara')
  const [card] = await sql<{ pin: string }[]>`
    select private.read_card_pin(id) as pin from public.cards where user_id = ${person.id}`
  const shown = Array.from(card?.pin ?? '').join(' ')
  await page.clock.install()
  await signIn(page, person, '/cards')
  await page.getByRole('button', { name: 'View PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'View PIN' })
  await dialog.getByLabel('Security PIN').fill(person.pin === '11111' ? '22222' : '11111')
  await dialog.getByRole('button', { name: 'View PIN' }).click()
  await expect(dialog.getByText("That Security PIN isn't right.")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Security PIN').fill(person.pin)
  await dialog.getByRole('button', { name: 'View PIN' }).click()
  await expect(dialog.getByText(shown)).toBeVisible()
  await expectAccessible(page)
  await page.clock.runFor('00:11')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'View PIN' })).toBeFocused()

  await page.getByRole('button', { name: 'Card Settings' }).click()
  await expect(page.getByRole('switch', { name: /^Gambling/ })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Lost or stolen' }).click()
  await expectAccessible(page)
})

test('gambling is blocked at once, and allowed 48 hours after it is switched on again', async ({
  page,
  people,
  server: { stack, sql },
}) => {
  const person = await people.customer('Edda')
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${person.id}`
  const bet = () =>
    sendCardMessage(stack.apiUrl, {
      id: randomUUID(),
      type: 'authorise',
      card: card?.id,
      amount: '5.00',
      merchant: 'Long Odds',
      mcc: '7995',
      country: 'GB',
      entry: 'online',
    })
  await signIn(page, person, '/cards')
  await page.getByRole('button', { name: 'Card Settings' }).click()
  const gambling = page.getByRole('switch', { name: /^Gambling/ })
  const saved = () => page.waitForResponse((response) => response.url().includes('/rpc/set_card_controls'))
  await Promise.all([saved(), gambling.click()])
  await expect(gambling).not.toBeChecked()
  expect(await bet()).toMatchObject({ approved: false })

  await Promise.all([saved(), gambling.click()])
  await expect(page.getByText(/^Blocked until .+\. Switch it off to keep it blocked\.$/)).toBeVisible()
  expect(await bet()).toMatchObject({ approved: false })

  // Two days later.
  await sql`update public.cards set gambling_from = gambling_from - interval '48 hours' where user_id = ${person.id}`
  expect(await bet()).toEqual({ approved: true, responseCode: '00' })
  await page.reload()
  await page.getByRole('button', { name: 'Card Settings' }).click()
  await expect(gambling).toBeChecked()
  await expect(page.getByText(/^Blocked until/)).toBeHidden()
})
