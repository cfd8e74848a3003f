import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'

const day = (place: number) => new Date(Date.UTC(2026, 0, 1 + (place % 300))).toISOString().slice(0, 10)
const header = 'Date,Description,Type,Money In,Money Out,Balance\n'
const coOpFile = (rows: number) =>
  header + Array.from({ length: rows }, (_, place) => `${day(place)},Shop ${place},CARD,,1.50,0\n`).join('')
const fileOf = (text: string) => ({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a statement of another bank is looked at, kept over a lost connection, added to and removed', async ({
  page,
  people,
}) => {
  await signIn(page, await people.customer('Iris'), '/')
  await page.getByRole('button', { name: 'Add another bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add another bank' })
  const file = dialog.getByLabel('Statement file')

  await file.setInputFiles(fileOf('Colour,Size\nred,5\n'))
  await expect(dialog.getByRole('alert')).toContainText("We don't know the columns of this file.")

  await file.setInputFiles(fileOf(`${coOpFile(2500)}soon,No day,CARD,,1,0\n`))
  await expect(dialog.getByText('2,500 transactions')).toBeVisible()
  await dialog.getByText("1 row can't be read").click()
  await expect(dialog.getByText("Line 2502: 'soon' isn't a date.")).toBeVisible()
  await expect(dialog.getByLabel('Account name')).toHaveValue('Co-operative Bank')
  await expectAccessible(page)

  // The second request gets lost.
  let requests = 0
  await page.route('**/rpc/import_external_transactions', (route) => {
    requests += 1
    return requests === 2 ? route.abort() : route.continue()
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('The import stopped')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Co-operative Bank' })).toBeVisible()
  await expect(page.getByText('2,500 imported transactions')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Imported transactions' }).getByRole('listitem').first()).toContainText(
    '-£1.50',
  )
  await expectAccessible(page)

  await page.goto('/')
  await expect(page.getByRole('link', { name: /Co-operative Bank 2,500 transactions up to/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add another bank' }).click()
  await file.setInputFiles(fileOf(`${coOpFile(3)}2026-12-01,New shop,CARD,,9.99,0\n`))
  await expect(dialog.getByLabel('Add to')).toContainText('Co-operative Bank')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('1 transaction added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Imported transactions' })).toContainText('New shop')

  await page.getByRole('button', { name: 'Remove account' }).click()
  await page.getByRole('dialog', { name: 'Remove Co-operative Bank?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Hello/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Co-operative Bank/ })).toBeHidden()
})
