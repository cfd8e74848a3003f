import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { signIn } from './people'

// A page of one release meets the server of another: the call that it sends is not there.

const ready = 'A new version of Fernbank is ready. Reload the page.'

/** The server does not know this function of the database. */
const forget = (page: Page, name: string) =>
  page.route(new RegExp(`/rpc/${name}`), (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'PGRST202', message: `Could not find the function public.${name}`, details: null, hint: null },
    }),
  )

/** The host has the page of another build. */
const deploy = (page: Page) =>
  page.route(/\/\?newest$/, (route) =>
    route.fulfill({ body: '<script type="module" src="/assets/next.js"></script>', contentType: 'text/html' }),
  )

test('an old tab says that a new version is ready, and keeps what is typed over the reload', async ({
  page,
  people,
}) => {
  await signIn(page, await people.customer('Olga'), '/complaint')
  await forget(page, 'open_complaint')
  await deploy(page)
  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await page.getByLabel('What happened?').fill('The app was down')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByRole('alert').getByText(ready)).toBeVisible()
  await expect(page.getByLabel('What happened?')).toHaveValue('The app was down')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText(/A new version/)).toHaveCount(0)
  await expect(page.getByLabel('What happened?')).toHaveValue('The app was down')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page).toHaveURL(/\/cases\//)
})

test('a page that is newer than the server says that it is being updated, and recovers without a reload', async ({
  page,
  people,
}) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await forget(page, 'get_current_account')
  await signIn(page, await people.customer('Nina'))
  await expect(page.getByText(/We're updating Fernbank\. Try again in a few minutes\. Reference: /)).toBeVisible()
  await expect(page.getByText(/new version/)).toHaveCount(0)
  await page.unrouteAll()
  await expect(page.getByText('£5,000.00')).toBeVisible()
  expect(loads).toBe(1)
})

test('an answer that an old tab cannot read leaves the rest of its screen, and a new version is offered', async ({
  page,
  people,
}) => {
  await signIn(page, await people.customer('Una'))
  await deploy(page)
  await page.route(/\/rpc\/get_trusted_contacts/, (route) => route.fulfill({ json: { is_on: 'paused' } }))
  await page.goto('/settings#privacy')
  await expect(page.getByText("We couldn't read the server's answer. Please try again.")).toBeVisible()
  await expect(page.getByText('A new version of Fernbank is ready.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByRole('switch', { name: /Hide balance/ })).toBeVisible()
})
