import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn } from './people'

test('a customer downloads a copy of their data with the PIN, on a narrow phone', async ({ page, people }) => {
  const customer = await people.customer('Dina')
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, customer, '/settings#privacy')
  const section = page.getByRole('region', { name: 'A copy of my data' })
  await section.getByRole('textbox', { name: 'Current PIN' }).fill(customer.pin)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^fernbank-data-.+\.json$/)
  const copy: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(copy).toMatchObject({ person: { profile: { full_name: 'Dina Tester' } } })
})
