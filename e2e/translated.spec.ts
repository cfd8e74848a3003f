import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendCardMessage } from '../local/cardNetwork'
import { adminUserPath, paths } from '../src/lib/paths'
import { expect, test } from './fixtures'
import { signIn } from './people'
import { translatePage } from './translatePage'

// In a translated page the texts that React holds are replaced. It throws when it changes one that is gone.

/** As a link does, without a new page: the screen before is taken down in its translated form. */
async function openScreen(page: Page, path: string) {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

function collectErrors(page: Page) {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /NotFoundError|insertBefore|removeChild/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}

const isWhole = async (page: Page) => {
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
}

const customerScreens = [
  paths.payTransfer,
  paths.cards,
  paths.insights,
  paths.statements,
  paths.managePayments,
  paths.scheduledPayments,
  paths.regularPayments,
  paths.accountManagement,
  paths.settings,
  paths.profile,
  paths.branchSupport,
  paths.cases,
  paths.complaint,
  paths.chat,
  paths.more,
  paths.home,
  paths.transactions,
]

test('each screen of a customer keeps working in a translated page, while a card payment clears', async ({
  page,
  people,
  server: { stack, sql },
}) => {
  test.slow()
  const person = await people.customer('Tilda')
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${person.id}`
  const errors = collectErrors(page)
  const authorise = (id: string, merchant: string) =>
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
  const first = randomUUID()
  await authorise(first, 'Juniper Books')
  await signIn(page, person, paths.transactions)
  const row = page.getByRole('button', { name: /Juniper Books/ })
  await expect(row).toContainText('Pending')
  await page.evaluate(translatePage)
  await sendCardMessage(stack.apiUrl, { id: randomUUID(), type: 'clear', original: first, amount: '11.00' })
  await expect(row).toContainText('-£11.00')
  await expect(row).not.toContainText('Pending')
  // The dialog and its texts come into the translated page, and go.
  await row.click()
  await expect(page.getByRole('dialog').getByText('-£11.00')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  for (const [index, path] of customerScreens.entries()) {
    await openScreen(page, path)
    // A text of each screen changes while it is shown: the balance, the list, the unread mark.
    const id = randomUUID()
    await authorise(id, `Shop ${index}`)
    await sendCardMessage(stack.apiUrl, { id: randomUUID(), type: 'clear', original: id, amount: '1.00' })
    await isWhole(page)
  }
  const last = page.getByRole('button', { name: new RegExp(`Shop ${customerScreens.length - 1}\\b`) })
  await expect(last).toContainText('-£1.00')
  await expect(last).not.toContainText('Pending')
  expect(errors).toEqual([])
})

test('a payment and a chat work in a translated page', async ({ page, people }) => {
  test.slow()
  const person = await people.customer('Timo')
  const payee = await people.customer('Paula')
  const errors = collectErrors(page)
  await signIn(page, person, paths.payTransfer)
  await page.evaluate(translatePage)
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill(payee.fullName)
  await page.getByLabel('Sort code').fill('99-99-99')
  await page.getByLabel('Account number').fill(payee.account.accountNumber)
  await page.getByLabel('Sort code').fill(payee.account.sortCode)
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await page.getByLabel('Amount (£)').fill('1,0000')
  await page.getByLabel('Amount (£)').press('Tab')
  await expect(page.getByText('Is the comma a decimal point? Write 12.50 or 1,250.')).toBeVisible()
  await page.getByLabel('Amount (£)').fill('12,50')
  await expect(page.getByText(`£12.50 to ${payee.fullName}`)).toBeVisible()

  await openScreen(page, paths.chat)
  await page.getByLabel('Write a message').fill('What is my balance?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('What is my balance?')).toBeVisible()
  await openScreen(page, paths.home)
  await isWhole(page)
  expect(errors).toEqual([])
})

test('each screen of staff keeps working in a translated page', async ({ people, openWindow }) => {
  test.slow()
  const agent = await people.customer('Tor')
  await people.makeAdmin(agent)
  await people.makeSuperAdmin(agent)
  const customer = await people.customer('Tove')
  const page = await openWindow(agent, paths.admin)
  const errors = collectErrors(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(translatePage)
  const staffScreens = [
    paths.adminChat,
    paths.adminTransactions,
    paths.adminRepair,
    paths.adminBetweenBanks,
    paths.adminUsers,
    adminUserPath(customer.id),
    paths.adminTranscripts,
    paths.adminCases,
    paths.adminApprovals,
    paths.adminManagement,
    paths.adminAudit,
    paths.adminJobs,
    paths.adminRules,
    paths.admin,
  ]
  for (const path of staffScreens) {
    await openScreen(page, path)
    await isWhole(page)
  }
  expect(errors).toEqual([])
})
