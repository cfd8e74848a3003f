import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'

// The keyboard tests of paying, the mailbox and the help centre are beside their other tests.

/** Presses Tab until `target` has the focus, and expects it in the viewport. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
}

async function follow(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a customer signs in, sees the card and its number, and signs out by the keyboard alone', async ({
  page,
  people,
}) => {
  const person = await people.customer('Keira')
  await page.goto('/auth')
  await expect(page.getByRole('textbox', { name: /PIN/ })).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: /PIN/ }))
  await page.keyboard.type(person.pin)
  await expect(page.getByRole('heading', { name: 'Hello Keira' })).toBeVisible()

  await follow(page, page.getByRole('link', { name: /^Debit \|/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeFocused()
  await follow(page, page.getByRole('button', { name: 'Show card number' }))
  await expect(page.getByText(/^4659 \d{4} \d{4} \d{4}$/)).toBeVisible()
  await follow(page, page.getByRole('button', { name: 'View PIN' }))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View PIN' })).toBeFocused()

  await follow(page, page.getByRole('link', { name: 'Back' }))
  await follow(page, page.getByRole('button', { name: 'More options' }))
  await follow(page, page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }))
  await expect(page).toHaveURL('/auth')
})

test('a customer searches a payment and reads its details by the keyboard alone', async ({ page, people }) => {
  const person = await people.customer('Karim')
  await people.pay(person, await people.customer('Luisa'), '21.50', 'PIANO')
  await people.pay(person, await people.customer('Milan'), '8.00', 'LUNCH')
  await signInByKeyboard(page, person.pin)
  await page.goto('/transactions')
  await follow(page, page.getByRole('button', { name: 'Search' }))
  await tabTo(page, page.getByLabel('Name, reference or amount'))
  await page.keyboard.type('piano')
  const row = page.getByRole('button', { name: /Luisa Tester/ })
  await expect(page.getByRole('button', { name: /Milan Tester/ })).toBeHidden()
  await follow(page, row)
  await expect(page.getByRole('dialog', { name: /details/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})

test('a customer opens a statement and its file by the keyboard alone', async ({ page, people }) => {
  const person = await people.customer('Kemal')
  await signInByKeyboard(page, person.pin)
  await page.goto('/transactions')
  await follow(page, page.getByRole('link', { name: 'Statements' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeFocused()
  await follow(page, page.getByRole('link', { name: /So far/ }))
  const download = page.waitForEvent('download')
  await follow(page, page.getByRole('button', { name: 'Download CSV' }))
  expect((await download).suggestedFilename()).toMatch(/^statement-/)
})

test('a person signs up by the keyboard alone', async ({ page }) => {
  await page.goto('/auth')
  await follow(page, page.getByRole('button', { name: /Sign up/ }))
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.type('Kirsty Keys')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(`kirsty-${crypto.randomUUID()}@people.example`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pending-approval')
  await follow(page, page.getByRole('button', { name: 'Sign Out' }))
  await follow(
    page,
    page.getByRole('dialog', { name: 'Have you saved your PIN?' }).getByRole('button', { name: 'Sign out' }),
  )
  await expect(page).toHaveURL('/auth')
})

async function signInByKeyboard(page: Page, pin: string) {
  await page.goto('/auth')
  await tabTo(page, page.getByRole('textbox', { name: /PIN/ }))
  await page.keyboard.type(pin)
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
}
