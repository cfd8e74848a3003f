import { expect, test, type Server } from './fixtures'
import { expectAccessible } from './axe'
import { signIn, type Person } from './people'
import type { Locator, Page } from '@playwright/test'

async function hasPaid({ sql }: Server, person: Person, name: string, accountNumber: string, pounds: number) {
  await sql`
    select private.pay(${person.id}, gen_random_uuid(), private.payment_to((${name}, '20-00-00', ${accountNumber}), ${pounds}), now())`
}

const savedBy = ({ sql }: Server, person: Person) =>
  sql<{ account_holder_name: string }[]>`
    select account_holder_name from public.recipients where user_id = ${person.id} order by account_holder_name`

/** A finger that goes so many px sideways. */
async function swipe(page: Page, target: Locator, way: number) {
  const box = await target.boundingBox()
  if (box === null) throw new Error('there is nothing to swipe')
  const y = box.y + box.height / 2
  const x = box.x + box.width / 2
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
  await touch('touchStart', x)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x + way * part)
  await touch('touchEnd')
}

test('a swipe to the left shows a delete button, one to the right hides it', async ({ page, people, server }) => {
  const person = await people.customer('Rosa')
  await hasPaid(server, person, 'Olive Outside', '87654321', 12.5)
  await signIn(page, person, '/manage-payments')
  const olive = page.getByRole('button', { name: /^Olive Outside/ })
  const revealed = page.getByRole('listitem').getByText('Delete', { exact: true })
  await swipe(page, olive, -40)
  await expect(revealed).toBeHidden()
  await swipe(page, olive, -80)
  await expect(revealed).toBeVisible()
  await expect(page).toHaveURL('/manage-payments')
  await expectAccessible(page)
  await swipe(page, olive, 30)
  await expect(revealed).toBeVisible()
  await swipe(page, olive, 80)
  await expect(revealed).toBeHidden()
  await swipe(page, olive, -80)
  // Not a tap: browsers take one that follows a swipe at once for a stop of its fling.
  await revealed.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Recipient Deleted')).toBeVisible()
  expect(await savedBy(server, person)).toEqual([])
})

test('a payee is deleted by the keyboard alone after a question, and the focus is never lost', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Remy')
  const other = await people.customer('Roza')
  await hasPaid(server, person, 'Mill Lane Lettings', '12345678', 850)
  await hasPaid(server, person, 'Olive Outside', '87654321', 12.5)
  await hasPaid(server, other, 'Olive Outside', '87654321', 12.5)
  await signIn(page, person, '/manage-payments')
  const trigger = page.getByRole('button', { name: 'More for Olive Outside' })
  const menu = page.getByRole('dialog', { name: 'Olive Outside' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this recipient?' })
  await expect(dialog).toContainText('Olive Outside')
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()
  expect(await savedBy(server, person)).toHaveLength(2)

  await page.route(/rest\/v1\/recipients/, (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.continue(),
  )
  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Delete' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('Failed to delete recipient')).toBeVisible()
  await page.unroute(/rest\/v1\/recipients/)
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('Recipient Deleted')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Recent Recipients' })).toBeFocused()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  expect(await savedBy(server, person)).toEqual([{ account_holder_name: 'Mill Lane Lettings' }])
  expect(await savedBy(server, other)).toHaveLength(1)

  await page.getByRole('button', { name: 'More for Mill Lane Lettings' }).press('Enter')
  await page.getByRole('dialog', { name: 'Mill Lane Lettings' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('No saved recipients yet')).toBeVisible()
  await expect(page.getByText('Recipients are automatically saved when you make a payment')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Manage Payments' })).toBeFocused()
  await page.getByRole('link', { name: 'Make a Payment' }).click()
  await expect(page).toHaveURL('/pay-transfer')
})
