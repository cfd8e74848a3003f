import { signInAs } from './agent'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, type Person } from './people'
import { savedPdf } from './savedPdf'

test.use({ viewport: { width: 390, height: 844 } })

/** A savings account with £500.00. */
async function openSavings(server: Server, person: Person): Promise<string> {
  const client = await signInAs(server, person)
  const { data: id } = await client.rpc('open_savings_account', { p_name: 'Holiday', p_colour: 'green' }).throwOnError()
  const [current] = (await client.rpc('list_my_accounts').throwOnError()).data
  await client
    .rpc('move_own_money', {
      p_request_id: crypto.randomUUID(),
      p_from_id: current?.id ?? '',
      p_to_id: id,
      p_amount: '500.00',
    })
    .throwOnError()
  return id
}

test('what leaves protected savings waits, can be taken back, and is on the page of the account alone', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Priya')
  const id = await openSavings(server, person)
  await signIn(page, person, `/savings/${id}`)
  await page.getByRole('button', { name: /^Protected savings/ }).click()
  await page.getByLabel('Money leaves this account').selectOption('After 24 hours')
  await expect(page.getByText('Protection saved')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Move money out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount (£)').fill('120')
  await dialog.getByRole('button', { name: 'Move money' }).click()
  await expect(page.getByRole('dialog', { name: 'Not moved yet' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const waiting = page.getByRole('list', { name: 'Money that waits' })
  await expect(waiting).toContainText('£120.00 to Current account')
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await expect(page.getByText('£120.00')).toHaveCount(0)
  await page.goto(`/savings/${id}`)
  await waiting.getByRole('button', { name: 'Take back £120.00 to Current account' }).click()
  await expect(page.getByText('£120.00 stays in the account')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  const [move] = await server.sql`select state from private.waiting_moves where from_account_id = ${id}`
  expect(move).toEqual({ state: 'cancelled' })

  await page.getByRole('button', { name: /^Protected savings/ }).click()
  await page.getByLabel('Money leaves this account').selectOption('At once')
  await page
    .getByRole('dialog', { name: 'Protect this account less?' })
    .getByRole('button', { name: 'Protect less' })
    .click()
  await expect(page.getByText(/^Until .+ money still waits 24 hours\. From then on it leaves at once\.$/)).toBeVisible()
  await expectAccessible(page)
})

test('the interest of a tax year is a certificate that reads back', async ({ page, people, server }) => {
  const person = await people.customer('Petra')
  const id = await openSavings(server, person)
  await server.sql`
    insert into private.interest_days (account_id, day, balance, rate, interest)
    values (${id}, current_date - 40, 500, 4.25, 1.234567)`
  await server.sql`select private.pay_interest(${id}, current_date, now())`
  await signIn(page, person, `/savings/${id}`)
  await page.getByRole('button', { name: /^Interest/ }).click()
  const interest = page.getByRole('dialog', { name: 'Interest' })
  await expect(interest).toContainText('£1.23')
  await expectAccessible(page)
  const certificate = await savedPdf(page, 'Download certificate')
  expect(certificate.name).toMatch(/^interest-\d{4}-\d{2}\.pdf$/)
  for (const words of [
    'Certificate of interest',
    'Account holder: Petra Tester',
    '£1.23 to Holiday',
    'Total: £1.23',
    'Tax taken off: £0.00',
  ])
    expect(certificate.text).toContain(words)
})
