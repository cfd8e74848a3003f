import { randomUUID } from 'node:crypto'
import { sendCardMessage } from '../local/cardNetwork'
import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'

test('a purchase appears as pending on the open phone and settles, and reporting it freezes the card', async ({
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
  await expect(page.getByText('No transactions yet')).toBeVisible()
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

  await row.click()
  await page.getByRole('button', { name: 'Something wrong?' }).click()
  await page.getByRole('button', { name: "I didn't make this payment" }).click()
  const dialog = page.getByRole('dialog', { name: "I didn't make this payment" })
  await expect(dialog.getByRole('checkbox', { name: /Juniper Books/ })).toBeChecked()
  await expect(dialog.getByText('You have no other card payments.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Freeze card and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Where were your card and phone?' })).toBeVisible()
  await page.getByRole('link', { name: 'Talk to a person' }).click()
  await expect(page.getByLabel('Write a message')).toHaveValue(
    new RegExp(`^I didn't make this payment: £11\\.00 to Juniper Books on .* Payment ID: `),
  )

  await page.goto('/cards')
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
