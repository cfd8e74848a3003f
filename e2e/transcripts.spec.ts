import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('an agent sees the customer, answers with a saved reply, tags and ends the chat, and reads its transcript', async ({
  page: customerPage,
  people,
  server,
  openWindow,
}) => {
  // The test works in two windows and a whole conversation, which takes long.
  test.slow()
  const customer = await people.customer('Tilda')
  const agent = await people.customer('Aldo')
  // All agents share the replies.
  const shortcut = `hello-${customer.id.slice(0, 8)}`
  await people.makeAdmin(agent, ['manage_chat', 'approve_users', 'view_transactions'])
  const agentPage = await openWindow(agent, '/admin/chat')
  await agentPage.getByRole('button', { name: 'Saved replies' }).click()
  const replies = agentPage.getByRole('dialog', { name: 'Saved replies' })
  await replies.getByRole('button', { name: 'New reply' }).click()
  await replies.getByLabel('Shortcut').fill(shortcut)
  await replies.getByLabel('Reply').fill('Hello {first name}, this is {agent}. Tell me more.')
  await replies.getByRole('button', { name: 'Save' }).click()
  await expect(replies.getByRole('button', { name: `Edit ${shortcut}` })).toBeVisible()
  await expectAccessible(agentPage)
  await agentPage.keyboard.press('Escape')

  await signIn(customerPage, customer, '/chat')
  await customerPage.getByRole('textbox', { name: 'Write a message' }).fill('I want to speak to a human')
  await customerPage.getByRole('button', { name: 'Send' }).click()
  await agentPage.getByRole('button', { name: 'Accept Tilda Tester' }).click()

  const panel = agentPage.getByRole('complementary', { name: 'Customer' })
  await expect(panel.getByText(customer.email)).toBeVisible()
  await expect(panel.getByText('£5,000.00').first()).toBeVisible()
  await panel.getByText('Tags, complaint and calls').click()
  await panel.getByLabel('New tag').fill('Lost card')
  await panel.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Remove the tag lost card' })).toBeVisible()
  const composer = agentPage.getByRole('textbox', { name: 'Write a message' })
  await composer.pressSequentially(`/${shortcut}`)
  await expect(agentPage.getByRole('option')).toBeVisible()
  await expectAccessible(agentPage)
  await composer.press('Enter')
  await expect(composer).toHaveValue(/^Hello Tilda, this is \w+\. Tell me more\.$/)
  await composer.press('Enter')
  await expect(customerPage.getByText(/^Hello Tilda, this is \w+\. Tell me more\.$/)).toBeVisible()

  await agentPage.getByRole('button', { name: 'End Chat' }).click()
  const ending = agentPage.getByRole('dialog', { name: 'End the chat with Tilda Tester?' })
  await ending.getByLabel('Reason').selectOption('Passed on to another team')
  await ending.getByRole('button', { name: 'End Chat' }).click()
  await expect(agentPage.getByText('Chat Deleted')).toBeVisible()
  await expect(customerPage.getByRole('button', { name: 'Help getting started' })).toBeVisible()
  await expect(customerPage.getByText(/Tell me more/)).toBeHidden()

  await agentPage.goto('/admin/transcripts')
  await expect(agentPage.getByText('Access Denied')).toBeVisible()
  await expect(agentPage).toHaveURL('/')
  await server.sql`insert into public.admin_permissions (admin_id, permission) values (${agent.id}, 'read_transcripts')`
  await agentPage.goto('/admin/transcripts')
  await agentPage.getByRole('searchbox').fill(customer.email)
  await agentPage.getByRole('searchbox').press('Enter')
  const row = agentPage.getByRole('row', { name: /Tilda Tester/ })
  await expect(row).toContainText('Passed on to another team')
  await expect(row).toContainText('lost card')
  await expectAccessible(agentPage)
  await row.getByRole('link', { name: 'Tilda Tester' }).click()
  await expect(agentPage.getByRole('heading', { level: 1, name: 'Chat with Tilda Tester' })).toBeVisible()
  await expect(agentPage.getByText('I want to speak to a human')).toBeVisible()
  await expect(agentPage.getByText('Sealed: the text has the hash in the audit.')).toBeVisible()
  await expectAccessible(agentPage)
})
