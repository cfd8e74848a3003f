import { expectAccessible } from './axe'
import { expect, test, type Server } from './fixtures'
import { signIn, type Person } from './people'

/** Has the mails sent, and returns the text of the one with this subject. */
async function mailTo({ stack }: Server, { email }: Person, subject: string): Promise<string> {
  await fetch(`${stack.apiUrl}/functions/v1/send-due-mails`, {
    method: 'POST',
    headers: { apikey: stack.keys.secret, authorization: `Bearer ${stack.keys.secret}` },
  })
  const query = encodeURIComponent(`to:${email} subject:"${subject}"`)
  const find = async () =>
    ((await (await fetch(`${stack.mailboxUrl}/api/v1/search?query=${query}`)).json()) as { messages: { ID: string }[] })
      .messages
  await expect.poll(async () => (await find()).length).toBe(1)
  const mail = await fetch(`${stack.mailboxUrl}/api/v1/message/${(await find())[0]?.ID}`)
  return ((await mail.json()) as { Text: string }).Text
}

test('a customer closes the account, and reads the statements with the link and a code', async ({
  page,
  people,
  server,
}) => {
  const customer = await people.customer('Clea')
  const friend = await people.customer('Fred')
  await signIn(page, customer, '/settings#close')
  await expect(page.getByText('You have £5,000.00. Send it to another account')).toBeVisible()
  await expectAccessible(page)
  await people.pay(customer, friend, '5000', null)
  await page.reload()
  await page.getByLabel('Current PIN').fill(customer.pin)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByRole('button', { name: 'Close for good' }).click()
  await expect(page.getByText("We've emailed you the link to your statements.")).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)
  await expectAccessible(page)

  const token = /\/closed#([0-9a-f]{64})/.exec(await mailTo(server, customer, 'Your account is closed'))?.[1] ?? ''
  await page.goto(`/closed#${token}`)
  await page.reload()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  const code = /^\d{6}$/m.exec(await mailTo(server, customer, 'Your code for your statements'))?.[0] ?? ''
  await page.getByLabel('Code from the email').fill(code)
  await expect(page.getByRole('heading', { name: 'Statements of Clea Tester' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /2 entries/ }).click()
  await expect(page.getByText('Fred Tester')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.pdf$/)

  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(customer.pin)
  await expect(page.locator('#pin-problem')).toHaveText(/If it's closed, use the link in our email/)
})
