import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, type People, type Person } from './people'

test.use({ viewport: { width: 1280, height: 900 } })

const dryRun = (page: Page) => page.getByRole('region', { name: 'Dry run' })
const results = (page: Page) => page.getByRole('region', { name: 'Repair results' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Run the repair?' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function repairer(people: People, firstName: string) {
  const admin = await people.customer(firstName)
  await people.makeAdmin(admin, ['repair_transactions'])
  return admin
}

async function open(page: Page, admin: Person) {
  await signIn(page, admin, '/admin/repair')
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
}

/** Pays, then removes the credit of the payee, as if the payment had stopped halfway. */
async function payInVain({ sql }: Server, people: People, payer: Person, payee: Person, amount: string) {
  const reference = randomUUID().slice(0, 18)
  await people.pay(payer, payee, amount, reference)
  const [payment] = await sql<{ id: string }[]>`
    select id from public.transactions where user_id = ${payer.id} and reference = ${reference}`
  if (payment === undefined) throw new Error('the payment is not in the list')
  await sql.begin(async (db) => {
    await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
    await db`
      with lost as (
        delete from private.ledger_entries
        where movement_id = ${payment.id} and account_id = (select id from public.accounts where user_id = ${payee.id})
        returning account_id, amount
      )
      update public.accounts set balance = balance - lost.amount from lost where id = lost.account_id`
    await db`delete from public.transactions where user_id = ${payee.id} and reference = ${reference}`
    await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
  })
}

test('a dry run changes nothing, a repair credits each payment once, and a second one nothing', async ({
  page,
  people,
  server,
}) => {
  const payer = await people.customer('Petra')
  const payee = await people.customer('Rolf')
  await payInVain(server, people, payer, payee, '25.00')
  await payInVain(server, people, payer, payee, '1234.56')
  await people.pay(payer, payee, '3.00', 'ARRIVED')
  expect(await people.balanceOf(payee)).toBe('5003.00')
  await open(page, await repairer(people, 'Mona'))

  await button(page, 'Dry Run').click()
  await expect(dryRun(page)).toContainText('2 payments to repair, £1,259.56 in total')
  await expect(dryRun(page).getByRole('columnheader')).toHaveText([
    'Paid',
    'Recipient',
    'Amount',
    'Old Balance',
    'New Balance',
  ])
  await expect(dryRun(page).getByRole('row', { name: 'Rolf Tester' })).toContainText(['£1,234.56', '£25.00'])
  await expectAccessible(page)
  expect(await people.balanceOf(payee)).toBe('5003.00')

  await button(page, 'Run Repair').click()
  await expect(dialog(page)).toContainText('2 payments will be credited, £1,259.56 in total.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Run Repair')).toBeFocused()
  expect(await people.balanceOf(payee)).toBe('5003.00')

  await button(page, 'Run Repair').click()
  await dialog(page).getByRole('button', { name: 'Run Repair' }).click()
  await expect(page.getByText('Repair Complete')).toBeVisible()
  await expect(results(page)).toContainText('2 payments repaired, £1,259.56 in total')
  await expect(results(page).getByRole('columnheader')).toHaveText([
    'Recipient',
    'Amount',
    'Old Balance',
    'New Balance',
  ])
  await expect(results(page).getByRole('row', { name: 'Rolf Tester' })).toHaveText([
    /Rolf Tester.*£25\.00.*£5,003\.00.*£5,028\.00/,
    /Rolf Tester.*£1,234\.56.*£5,028\.00.*£6,262\.56/,
  ])
  await expectAccessible(page)
  expect(await people.balanceOf(payee)).toBe('6262.56')

  await button(page, 'Run Repair').click()
  await expect(page.getByText('Nothing to repair')).toBeVisible()
  expect(await people.balanceOf(payee)).toBe('6262.56')
})
