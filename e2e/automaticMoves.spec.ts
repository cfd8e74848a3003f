import { randomUUID } from 'node:crypto'
import { sendCardMessage } from '../local/cardNetwork'
import { runJob } from '../supabase/tests/fixtures/jobs'
import { dayFromToday, sendDue } from '../supabase/tests/fixtures/outgoingPayments'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('a customer saves on payday and by round-ups, and ends both', async ({ page, people, server: { stack, sql } }) => {
  const person = await people.customer('Sal')
  for (const days of [0, 30])
    await sql`
      insert into public.transactions (
        id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name,
        from_account_holder_name, reference
      )
      values (
        gen_random_uuid(), gen_random_uuid(), ${person.id}, now() - ${days} * interval '1 day', 2340, true,
        ${person.account.sortCode}, ${person.account.accountNumber}, ${person.fullName}, 'Northwold Design Ltd', 'Salary'
      )`
  await signIn(page, person, '/savings/open')
  await page.getByLabel('Name').fill('Holiday')
  await page.getByRole('button', { name: 'Open account' }).click()
  await page.getByRole('button', { name: 'New regular move' }).click()
  const form = page.getByRole('dialog', { name: 'New regular move' })
  await form.getByLabel('How often').selectOption('On payday')
  await expect(form.getByText(/^Northwold Design Ltd last paid you on/)).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Set up' }).click()
  await expect(form.getByLabel('Amount (£)')).toBeFocused()
  await form.getByLabel('Amount (£)').fill('25')
  await form.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Regular move set up')).toBeVisible()
  const regular = page.getByRole('button', { name: /^Current account On payday, until you cancel/ })
  await expect(regular).toContainText('Next: ')
  expect(await sendDue(sql, `${dayFromToday(1)} 06:00 Europe/London`)).toEqual(['sent'])
  await page.reload()
  await expect(page.getByText('£25.00').first()).toBeVisible()
  await expect(regular).toContainText('Next: the day after you are paid')

  const roundUps = page.getByRole('switch', { name: 'Round up card payments' })
  await roundUps.click()
  await expect.poll(() => sql`select from private.round_ups`.then(({ length }) => length)).toBe(1)
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${person.id}`
  const original = randomUUID()
  const purchase = { merchant: 'Juniper Books', mcc: '5411', country: 'GB', entry: 'contactless' }
  await sendCardMessage(stack.apiUrl, { id: original, type: 'authorise', card: card?.id, amount: '12.60', ...purchase })
  await sendCardMessage(stack.apiUrl, { id: randomUUID(), type: 'clear', original, amount: '12.60' })
  await runJob(sql, 'make-round-ups')
  await expect(page.getByText('£25.40').first()).toBeVisible()
  await expectAccessible(page)

  await regular.click()
  const details = page.getByRole('dialog', { name: 'Holiday' })
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Cancel regular payment' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Cancel regular payment' })
    .click()
  await expect(regular).toBeHidden()
  await roundUps.click()
  await expect(roundUps).not.toBeChecked()
  await expect.poll(() => sql`select from private.round_ups`.then(({ length }) => length)).toBe(0)
})
