import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('an agent’s call appears over a half-typed payment, and a code confirms the customer', async ({
  page,
  people,
  openWindow,
}) => {
  const customer = await people.customer('Carla')
  const agent = await people.customer('Aldo')
  await people.makeAdmin(agent, ['manage_chat', 'approve_users'])
  const staff = await openWindow(agent, `/admin/users/${customer.id}`)
  await staff.getByRole('button', { name: 'The customer asked for help' }).click()
  await signIn(page, customer, '/more')
  await expect(page.getByText('We are not calling you now. If somebody says so, hang up.')).toBeVisible()

  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  const name = page.getByRole('textbox', { name: /name/i }).first()
  await name.fill('Mill La')
  await staff.getByRole('button', { name: 'I am calling this customer' }).click()
  const call = page.getByRole('region', { name: 'Call from the bank' })
  await expect(call.getByText(/^\w+ from Fernbank is calling you now$/)).toBeVisible()
  const words = await staff.getByRole('status').locator('span').innerText()
  expect(words).toMatch(/^[a-z]+ [a-z]+$/)
  await expect(call.getByText(words, { exact: true })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Mill La')
  await expectAccessible(page)
  await expectAccessible(staff)
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(call).toBeHidden()
  await expect(staff.getByText(/^The customer says that they are not on the phone/)).toBeVisible()

  await page.goto('/more')
  await page.getByRole('button', { name: "Show us that it's you" }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  const code = (await page.getByText(/^\d{3} \d{3}$/).innerText()).replace(' ', '')
  await expectAccessible(page)
  await staff.getByRole('textbox', { name: "Code from the customer's app" }).fill(code)
  await staff.getByRole('button', { name: 'Check code' }).click()
  await expect(staff.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText(/typed your code and knows that it's you/)).toBeVisible()
})

test('in larger text, the small card of a call leaves the last button of a sheet within reach', async ({
  page,
  people,
  server,
}) => {
  const customer = await people.customer('Cleo')
  const agent = await people.customer('Abe')
  await people.makeAdmin(agent, ['manage_chat'])
  await signIn(page, customer, '/more')
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await page.getByRole('button', { name: "Show us that it's you" }).click()
  await expect(page.getByText('We are not calling you now', { exact: false })).toBeAttached()
  await server.sql`
    insert into private.calls (user_id, agent_id, agent_name, words)
    values (${customer.id}, ${agent.id}, 'Ana', '{caramel,waterfall}')`
  await page.getByRole('button', { name: 'Show less' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  const another = page.getByRole('button', { name: 'Get a new code' })
  await another.focus()
  await page.mouse.move(190, 400)
  await page.mouse.wheel(0, 3000)
  await another.click()
  await expect(another).toBeEnabled()
})
