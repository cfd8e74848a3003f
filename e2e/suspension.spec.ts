import { createAgent } from './agent'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('a suspended customer reads why, writes to a person and reads a statement, until staff restore them', async ({
  page,
  people,
  server,
  openWindow,
}) => {
  // The test works in two windows, and three people write to each other.
  test.slow()
  const customer = await people.customer('Sonja')
  const admin = await people.customer('Ada')
  await people.makeAdmin(admin, ['approve_users', 'manage_cases'])
  const agent = await createAgent(server, people, 'Chad')
  const desk = await openWindow(admin, '/admin/users')
  const box = desk.getByRole('dialog')

  await signIn(page, customer)
  await desk.getByRole('button', { name: 'Suspend Sonja Tester' }).first().click()
  await box.getByLabel('Cause').selectOption('We must confirm who the customer is')
  await expectAccessible(desk)
  await box.getByLabel('Text for the customer').fill('We need to see your passport. Please write to us.')
  await box.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(desk.getByText('They are signed out, and told by email. Nothing is deleted.')).toBeVisible()

  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(customer.pin)
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  await expect(page.getByText('We need to see your passport. Please write to us.')).toBeVisible()
  await expect(page.getByText(/^We'll write to you by \w+day \d+ \w+ \d{4}, in the app and by email/)).toBeVisible()
  await page.goto('/pay-transfer')
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()

  await page.getByRole('link', { name: 'Write to us' }).click()
  await page.getByLabel('Write a message').fill('How do I show it?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for an agent to join...')).toBeVisible()
  await agent.accept(customer)
  await agent.write(customer, 'Please call us')
  await expect(page.getByText('Please call us')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Your statements' }).click()
  await page.getByRole('link', { name: /0 entries/ }).click()
  await expect(page.getByRole('article', { name: /^Statement for/ })).toContainText('£5,000.00')

  await desk.goto('/admin/cases')
  await desk.getByRole('row').filter({ hasText: 'Sonja Tester' }).getByRole('link', { name: 'Suspended' }).click()
  await expect(desk.getByText('We must confirm who the customer is')).toBeVisible()
  await desk.getByRole('button', { name: 'Send an update' }).click()
  await box.getByLabel('Text for the customer').fill('We have seen your passport and compare it.')
  await box.getByRole('button', { name: 'Send an update' }).click()
  await expect(desk.getByText('Update sent')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('We have seen your passport and compare it.')).toBeVisible()

  await desk.goto('/admin/users')
  await desk.getByRole('button', { name: 'Restore Sonja Tester' }).first().click()
  const restoring = desk.getByRole('dialog', { name: 'Restore Sonja Tester?' })
  await expect(restoring.getByText("We've lifted the suspension of your account.")).toBeVisible()
  await restoring.getByRole('button', { name: 'Restore' }).click()
  await expect(desk.getByText('User restored')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
})

test('a customer whose account someone else may have had reads a letter, and chooses a new PIN before it works again', async ({
  page,
  people,
  server,
}) => {
  const customer = await people.customer('Nadia')
  await server.sql`update public.profiles set notification_email = 'thief@people.example' where id = ${customer.id}`
  await people.suspend(customer, 'access')
  await signIn(page, customer, '/')
  await page.getByRole('link', { name: 'Complain' }).click()
  await page.getByLabel('What is it about?').selectOption('The app')
  await page.getByLabel('What happened?').fill('Nobody answers me')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await page.getByRole('link', { name: 'Your letters' }).click()
  await expect(page.getByText("We've got your complaint")).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: "Our letter as PDF: We've got your complaint" }).click()
  expect((await download).suggestedFilename()).toMatch(/^letter-.+\.pdf$/)

  await server.sql`select private.ask_new_pin(${customer.id}, now())`
  const [given] = await server.sql<{ pin: string }[]>`select private.read_pin(${customer.id}) as pin`
  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(given?.pin ?? '')
  await page.getByLabel('Your new PIN', { exact: true }).fill('12345')
  await page.getByLabel('Repeat your new PIN').fill('12345')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the new PIN' }).click()
  await expect(page.getByText('This PIN is easy to guess. Please choose another one.')).toBeVisible()
  await page.getByLabel('Your new PIN', { exact: true }).fill('58206')
  await page.getByLabel('Repeat your new PIN').fill('58206')
  await page.getByRole('button', { name: 'Save the new PIN' }).click()
  // The case, with what someone else may have changed.
  const changes = page.getByRole('region', { name: 'Check these' })
  await expect(changes.getByText('thief@people.example')).toBeVisible()
  await expectAccessible(page)
  await changes.getByRole('link', { name: /^Emails about payments/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
})
