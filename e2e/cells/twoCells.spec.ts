import { expect, test as base, type Page } from '@playwright/test'
import postgres from 'postgres'
import { startTemporaryCells, type TemporaryCell } from '../../local/cells/temporaryCells'
import { freePort, retryTakenPort } from '../../local/postgres/ports'
import { expectAccessible } from '../axe'
import { createPeople, signIn, type People } from '../people'
import { serveWeb } from '../serveWeb'
import { builtAddresses } from './globalSetup'

type CellServer = { stack: TemporaryCell; webUrl: string; people: People }

const test = base.extend<object, { cells: [CellServer, CellServer] }>({
  cells: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const { north, south, close } = await retryTakenPort(startCells)
      await use([north, south])
      await close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** The cells know the addresses of their web apps, so those ports are chosen before the cells start. */
async function startCells() {
  const ports = [await freePort(), await freePort()]
  const webUrls = ports.map((port) => `http://127.0.0.1:${port}`)
  const replacements = Object.fromEntries(builtAddresses.map((built, index) => [built, webUrls[index] ?? '']))
  const builtApp = process.env.BUILT_APP ?? ''
  const stacks = await startTemporaryCells({ webUrls })
  const closing = stacks.map((stack) => () => stack.destroy())
  const close = async () => {
    for (const closePart of closing.toReversed()) await closePart()
  }
  async function serve(stack: TemporaryCell, port = 0): Promise<CellServer> {
    const web = await serveWeb(stack, builtApp, { port, replacements })
    const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
    closing.push(
      () => sql.end(),
      () => web.close(),
    )
    return { stack, webUrl: web.webUrl, people: createPeople({ stack, sql, webUrl: web.webUrl, builtApp }) }
  }
  try {
    const [north, south] = stacks
    return { north: await serve(north, ports[0]), south: await serve(south, ports[1]), close }
  } catch (error) {
    await close()
    throw error
  }
}

const runJob = ({ stack: { apiUrl, keys } }: CellServer, name: string) =>
  fetch(`${apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
  })

/** The mails of this cell to this address, as text. */
async function mailsTo({ stack }: CellServer, email: string): Promise<string[]> {
  const list = await (
    await fetch(`${stack.mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
  ).json()
  const { messages } = list as { messages: { ID: string }[] }
  return Promise.all(
    messages.map(async ({ ID }) => {
      const mail = await (await fetch(`${stack.mailboxUrl}/api/v1/message/${ID}`)).json()
      return (mail as { Text: string }).Text
    }),
  )
}

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name, 's') })

test('a customer of one cell pays a customer of the other, and the row settles', async ({
  page,
  cells: [north, south],
}) => {
  const payer = await north.people.customer('Nora')
  const payee = await south.people.customer('Sami')
  await signIn(page, payer, `${north.webUrl}/pay-transfer`)
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill(payee.fullName)
  await page.getByLabel('Sort code').fill(payee.account.sortCode.replaceAll('-', ''))
  await page.getByLabel('Account number').fill(payee.account.accountNumber)
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await page.getByLabel(/^Amount/).fill('10.10')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible()
  await page.goto(`${north.webUrl}/transactions`)
  await runJob(north, 'send-interbank')
  await row(page, `${payee.fullName}.*10.10`).click()
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  await expect(details.getByText('The other bank has accepted it.')).toBeVisible()
  expect(await north.people.balanceOf(payer)).toBe('4989.90')
  expect(await south.people.balanceOf(payee)).toBe('5010.10')

  await south.people.pay(payee, payer, '3.03', 'CHANGE')
  await runJob(south, 'send-interbank')
  await page.goto(`${north.webUrl}/`)
  await expect(page.getByText('£4,992.93')).toBeVisible()
})

test('a visitor on an unknown device finds their bank by a mail', async ({ page, cells: [north, south] }) => {
  const customer = await south.people.customer('Sina')
  await page.goto(`${north.webUrl}/auth`)
  await expect(page.getByRole('heading', { name: 'Where do you bank?' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Security PIN' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: "I'm not sure" }).click()
  await page.getByLabel('Email Address').fill(customer.email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('If we know this address, an email with your sign-in page is on its way.')).toBeVisible()
  await expectAccessible(page)
  await runJob(north, 'send-interbank')
  for (const cell of [north, south]) await runJob(cell, 'send-due-mails')
  expect(await mailsTo(north, customer.email)).toEqual([])
  const [mail = ''] = await mailsTo(south, customer.email)
  const link = `${south.webUrl}/auth#found`
  expect(mail).toContain(link)
  await page.goto(link)
  const pin = page.getByRole('textbox', { name: 'Security PIN' })
  await expect(pin).toBeVisible()
  await expectAccessible(page)
  await pin.pressSequentially(customer.pin)
  await expect(page.getByText('£5,000.00')).toBeVisible()

  // Both cells are on one host, so that the other cell knows the device too.
  await page.goto(`${north.webUrl}/auth`)
  await expect(page.getByRole('heading', { name: 'You bank with Fernbank South' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fernbank South' })).toHaveAttribute('href', `${south.webUrl}/auth`)
})

test('staff switch to the back office of the other cell', async ({ page, cells: [north, south] }) => {
  const agent = await north.people.customer('Nils')
  await north.people.makeAdmin(agent)
  await signIn(page, agent, `${north.webUrl}/admin`)
  const offices = page.getByRole('navigation', { name: 'Back offices' })
  await expect(offices.getByText('Fernbank North')).toBeVisible()
  await expect(offices.getByRole('link', { name: 'Fernbank South' })).toHaveAttribute('href', `${south.webUrl}/admin`)
  await expectAccessible(page)
  await offices.getByRole('link', { name: 'Fernbank South' }).click()
  await expect(page.getByText("You're signing in to Fernbank South.")).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Security PIN' })).toBeVisible()
})
