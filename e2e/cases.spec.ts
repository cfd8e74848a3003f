import { readFile } from 'node:fs/promises'
import { extractText } from 'unpdf'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

/** The text of the letter that the action saves. */
async function letterOf(page: Page, save: () => Promise<void>) {
  const saved = page.waitForEvent('download')
  await save()
  const pdf = new Uint8Array(await readFile(await (await saved).path()))
  const { text } = await extractText(pdf, { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

test('a customer claims for a payment, answers a question, and two agents decide it with a letter', async ({
  page,
  people,
  openWindow,
}) => {
  // The test works in three windows, which takes long.
  test.slow()
  const payee = await people.customer('Petra')
  const customer = await people.customer('Clara')
  const [agent, second] = [await people.customer('Aida'), await people.customer('Sven')]
  for (const admin of [agent, second]) await people.makeAdmin(admin, ['manage_cases'])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await people.pay(customer, payee, '250', null)
  await signIn(page, customer, '/transactions')
  await page.getByRole('button', { name: /Petra Tester/ }).click()
  await page.getByRole('button', { name: 'Something wrong?' }).click()
  await press('I was tricked into paying')
  await expect(page.getByRole('heading', { name: 'How did they reach you?' })).toBeVisible()
  await expectAccessible(page)
  await press('They phoned me')
  await page.getByLabel('A name, a company or a friend').fill('The fraud team of my bank')
  await press('Continue')
  await expect(page.getByRole('heading', { name: 'What did they tell you?' })).toBeVisible()
  // Left and finished later: the answers are saved.
  await page.reload()
  await page.getByLabel('In your own words').fill('That my money was not safe')
  await press('Continue')
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
  await expectAccessible(page)
  await press('Send claim')
  await expect(page.getByText(/^We'll decide by \w+day \d+ \w+ \d{4}$/)).toBeVisible()
  await expectAccessible(page)

  const desk = await openWindow(agent, '/admin/cases')
  await expect(desk.getByRole('row').filter({ hasText: 'Clara Tester' })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('row').filter({ hasText: 'Clara Tester' }).getByRole('link', { name: 'Scam' }).click()
  await expect(desk.getByText('The fraud team of my bank')).toBeVisible()
  await expect(desk.getByText(customer.email)).toBeVisible()
  await desk.getByRole('button', { name: 'Take the case' }).click()
  await expect(desk.getByText('You have the case')).toBeVisible()
  await expectAccessible(desk)
  // The account that received the money has a case, which leads back to the claim.
  await desk.getByRole('link', { name: 'The account that received it' }).click()
  await expect(desk.getByRole('heading', { name: 'Received claimed money' })).toBeVisible()
  await expect(desk.getByText('1 claim by 1 customer')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('link', { name: 'Scam', exact: true }).click()
  await desk.getByRole('button', { name: 'Ask the customer' }).click()
  const box = desk.getByRole('dialog')
  await box.getByLabel('Question').fill('Which number called you?')
  await box.getByRole('checkbox').check()
  await box.getByRole('button', { name: 'Ask the customer' }).click()
  await expect(desk.getByText('Clock stopped')).toBeVisible()

  await page.goto('/cases')
  await page.getByRole('link', { name: /We have a question for you/ }).click()
  await page.getByLabel('Your answer').fill('A hidden one')
  await press('Send')
  await expect(page.getByRole('list').getByText('A hidden one')).toBeVisible()

  await desk.reload()
  await desk.getByRole('button', { name: 'Refuse' }).click()
  await box.getByLabel('Standard').selectOption("The customer's own fraud")
  await box.getByLabel('Reason').fill('The payee is a friend')
  // The letter, as the customer will get it.
  const preview = box.getByRole('article', { name: 'Letter: Our decision about your claim' })
  await expect(preview.getByText(/The payee is a friend$/)).toBeVisible()
  await expectAccessible(desk)
  await box.getByRole('button', { name: 'Refuse' }).click()
  await expect(desk.getByText('Waiting for approval', { exact: true })).toBeVisible()
  // The next case opens.
  await expect(desk.getByRole('heading', { name: 'Received claimed money' })).toBeVisible()
  const approver = await openWindow(second, '/admin/approvals')
  const waiting = approver.getByRole('region', { name: 'Waiting' })
  await waiting.getByRole('button', { name: /^Approve/ }).click()
  const question = approver.getByRole('dialog')
  await expect(
    question.getByText("We've decided not to refund your payment to Petra Tester.", { exact: false }),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.getByText('The change has been made.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Not refunded', { exact: true })).toBeVisible()
  const letter = await letterOf(page, () => press('Our letter as PDF'))
  for (const words of [
    'The payee is a friend',
    'grounds to believe',
    'six months from this letter',
    'Fernbank is a demonstration',
  ])
    expect(letter).toContain(words)
  expect(await people.balanceOf(customer)).toBe('4750.00')
})

test('a customer complains, an agent sends news and a final response with redress, and the customer reopens it', async ({
  page,
  people,
  openWindow,
}) => {
  // The test works in two windows, which takes long.
  test.slow()
  const customer = await people.customer('Cleo')
  const agent = await people.customer('Aida')
  await people.makeAdmin(agent, ['manage_cases'])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await signIn(page, customer, '/more')
  await page.getByRole('link', { name: "I'm unhappy about something" }).click()
  await page.getByLabel('What is it about?').selectOption('The app')
  await page.getByLabel('What happened?').fill('The app was down on Saturday')
  await page.getByLabel('What would put it right? (optional)').fill('An apology')
  await press('Send complaint')
  await expect(page.getByText(/^We'll answer by \w+day \d+ \w+ \d{4}$/)).toBeVisible()
  const acknowledgement = await letterOf(page, () => press("Our letter as PDF: We've got your complaint"))
  for (const words of ['We will send our final response by', 'The app was down on Saturday', 'Ombudsman'])
    expect(acknowledgement).toContain(words)

  const desk = await openWindow(agent, '/admin/cases')
  await desk.getByRole('row').filter({ hasText: 'Cleo Tester' }).getByRole('link', { name: 'Complaint' }).click()
  await expect(desk.getByText('An apology')).toBeVisible()
  const box = desk.getByRole('dialog')
  await desk.getByRole('button', { name: 'Send an update' }).click()
  await box.getByLabel('Start from').selectOption('Still looking into it')
  await expect(box.getByRole('region', { name: 'What the customer gets' }).getByText(/^Hello Cleo/)).toBeVisible()
  await expectAccessible(desk)
  await box.getByRole('button', { name: 'Send' }).click()
  await expect(box).toBeHidden()
  await expect(desk.getByText(/^Hello Cleo, we're still looking/)).toBeVisible()
  const complaint = desk.url()
  await desk.getByRole('button', { name: 'Final response', exact: true }).click()
  await box.getByLabel('Outcome').selectOption('Upheld')
  await box.getByLabel('Text, in the letter').fill('A server had failed. We are sorry.')
  await box.getByLabel('Redress (£), from the bank').fill('15')
  await expectAccessible(desk)
  await box.getByRole('button', { name: 'Final response' }).click()
  await expect(desk.getByText('Decided', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('We agreed with your complaint')).toBeVisible()
  await expectAccessible(page)
  const final = await letterOf(page, () => press('Our letter as PDF'))
  for (const words of ['A server had failed. We are sorry.', '£15.00', 'six months from this letter', 'demonstration'])
    expect(final).toContain(words)
  expect(await people.balanceOf(customer)).toBe('5015.00')
  await page.getByLabel("What's new, or wrong?").fill('It was down on Sunday too')
  await press('Reopen complaint')
  await expect(page.getByText(/^We'll answer by/)).toBeVisible()
  await desk.goto(complaint)
  await expect(desk.getByText('It was down on Sunday too')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Final response', exact: true })).toBeVisible()
})
