import { signInAs } from './agent'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('what a customer asks for changes the app after a reload, and tells the agent what to do', async ({
  page,
  people,
  server,
  openWindow,
}) => {
  const customer = await people.customer('Carla')
  const agent = await people.customer('Aldo')
  await people.makeAdmin(agent, ['manage_chat'])
  await signIn(page, customer, '/settings#needs')
  const sheet = page.getByRole('dialog', { name: 'How we can help you' })
  await sheet.getByRole('switch', { name: 'No phone calls' }).click()
  await sheet.getByRole('switch', { name: 'Money worries' }).click()
  await sheet.getByLabel('What should we know?').fill('I lip-read. Please write short sentences.')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByRole('switch', { name: 'Larger text and a simple Home' }).click()
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe('20px')
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByRole('link', { name: 'See payments' })).toBeVisible()
  expect(await size()).toBe('20px')
  await expectAccessible(page)
  // A phone at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  for (const path of ['/', '/settings', '/pay-transfer', '/transactions', '/cards']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(195)
  }

  const client = await signInAs(server, customer)
  const { data: chat } = await client
    .from('chat_conversations')
    .insert({ user_id: customer.id })
    .select('id')
    .single()
    .throwOnError()
  await server.sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Aldo'
    where id = ${chat.id}`
  const agentPage = await openWindow(agent, `/admin/chat?chat=${chat.id}`)
  const help = agentPage.getByRole('region', { name: 'How we can help you' })
  await expect(help.getByRole('listitem')).toHaveText([
    'Write, do not call',
    'Use plain words',
    'Suggest nothing that costs money',
  ])
  await expect(help).toContainText('I lip-read. Please write short sentences.')
  await expectAccessible(agentPage)

  await page.goto('/settings#privacy')
  await expect(page.getByText('Aldo, support, read how we can help you')).toBeVisible()
})
