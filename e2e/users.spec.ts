import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn, signInWithPin, storeSession, type People, type Person } from './people'
import { searched } from './staffSearch'

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

test.use({ viewport: desktop })

const card = (page: Page, name: 'Pending Approval' | 'Approved Users' | 'PIN Requests') =>
  page.getByRole('region', { name, exact: true })
const pending = (page: Page) => card(page, 'Pending Approval')
const approved = (page: Page) => card(page, 'Approved Users')
const rowOf = (region: Locator, person: Person) => region.getByRole('row').filter({ hasText: person.email })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function userAdmin(people: People, firstName: string, ...more: string[]) {
  const admin = await people.customer(firstName)
  await people.makeAdmin(admin, ['approve_users', ...more])
  return admin
}

async function open(page: Page, admin: Person) {
  await signIn(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
}

/** Other tests create users in the same database. */
async function find(page: Page, person: Person) {
  await page.getByRole('searchbox', { name: 'Find users by name, email or account number' }).fill(person.email)
  await page.keyboard.press('Enter')
  await searched(page)
}

test('lists who waits and who is approved, with counts, everything about each, and a way back', async ({
  page,
  people,
  server,
}) => {
  const admin = await userAdmin(people, 'Ada')
  const waiting = await people.signUp('Wanda')
  const customer = await people.customer('Carl')
  await people.wantMails(customer)
  await server.sql`update public.profiles set full_name = null where id = ${waiting.id}`
  await open(page, admin)
  await expect(page.getByText('Approve or manage user access')).toBeVisible()
  await expect(pending(page).getByRole('heading', { level: 2 })).toHaveText(/^Pending Approval\d+$/)
  await expect(approved(page).getByRole('heading', { level: 2 })).toHaveText(/^Approved Users\d+$/)

  const first = rowOf(pending(page), waiting)
  await expect(first).toContainText('No name')
  await expect(first).toContainText('•••••')
  await expect(first.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(first.getByText('Revoke Access')).toHaveCount(0)
  const second = rowOf(approved(page), customer)
  await expect(second).toContainText('Carl Tester')
  await expect(second.getByText('Approved', { exact: true })).toBeVisible()
  await expect(second).not.toContainText(customer.pin)
  await second.getByRole('button', { name: 'Show PIN' }).click()
  await expect(second).toContainText(customer.pin)
  await expect(second).toContainText('£5,000.00')
  await expect(second.getByRole('cell').first()).toHaveText(/@people\.example$/)
  await expect(second.getByRole('switch', { name: 'Financial Support Access' })).not.toBeChecked()
  await expectAccessible(page)

  // The table is no wider than the screen.
  const lastButton = second.getByRole('button', { name: 'Revoke Access' })
  await lastButton.scrollIntoViewIfNeeded()
  await expect(lastButton).toBeInViewport({ ratio: 1 })

  // The head of the table stays in sight.
  await page.mouse.wheel(0, 5000)
  await expect(approved(page).getByRole('columnheader', { name: 'Financial Support Access' })).toBeInViewport()

  await page.setViewportSize(phone)
  await expect(second.getByRole('button', { name: 'Revoke Access' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  await find(page, { ...customer, email: 'nobody at all' })
  await expect(pending(page)).toContainText('No pending users')
  await expect(approved(page)).toContainText('No approved users')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(second).toBeVisible()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL('/more')
})

test('the PIN of a user leaves nothing behind in addresses or in the browser', async ({ page, people }) => {
  const customer = await people.customer('Cleo')
  const admin = await userAdmin(people, 'Aron')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, admin)
  await find(page, customer)
  const row = rowOf(approved(page), customer)
  await row.getByRole('button', { name: 'Show PIN' }).click()
  await expect(row).toContainText(customer.pin)
  // The search is in the fragment, which the browser does not send.
  await page.reload()
  await expect(row).toBeVisible()
  await expect(approved(page).getByRole('row')).toHaveCount(2)
  expect(asked.filter((url) => url.includes(customer.pin) || url.includes(customer.email))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain(customer.pin)
})

test('approving lets the person in', async ({ page, people, browser, server }) => {
  const waiting = await people.signUp('Will')
  await open(page, await userAdmin(people, 'Abby'))
  await rowOf(pending(page), waiting).getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('User approved successfully')).toBeVisible()
  await expect(rowOf(pending(page), waiting)).toHaveCount(0)
  await expect(rowOf(approved(page), waiting)).toBeVisible()
  // The button has gone; the keyboard is still in the card.
  await expect(pending(page).getByRole('heading', { level: 2 })).toBeFocused()

  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await signInWithPin(theirs, waiting)
  await theirs.close()
})

test('copies a PIN, and sends it to the inbox of its user', async ({ page, context, people, browser, server }) => {
  const customer = await people.customer('Cora')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, await userAdmin(people, 'Amos'))
  await find(page, customer)
  const row = rowOf(approved(page), customer)
  await row.getByRole('button', { name: 'Copy PIN' }).click()
  await expect(page.getByText('PIN Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(customer.pin)
  await row.getByRole('button', { name: 'Send PIN to inbox' }).click()
  await expect(page.getByText('PIN Sent!')).toBeVisible()
  await expect(page.getByText("Security PIN sent to Cora Tester's in-app notifications")).toBeVisible()
  const actions = await server.sql<{ action: string }[]>`
    select action from private.audit_log where subject_id = ${customer.id} order by id`
  expect(actions.map(({ action }) => action)).toEqual(['copy_pin', 'send_pin'])

  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await signIn(theirs, customer)
  await theirs.getByRole('button', { name: 'Mailbox', exact: true }).click()
  await expect(theirs.getByText('Your Security PIN')).toBeVisible()
  await theirs.close()
})

test.describe('Edit User Information', () => {
  test('changes name, address and PIN; the new PIN signs in', async ({ page, people, browser, server }) => {
    const customer = await people.customer('Cato')
    const free = await server.sql<{ pin: string }[]>`
      select candidate::text as pin from generate_series(10000, 99999) as candidate
      where not private.is_withheld_pin(candidate::text)
        and not exists (select from private.pins p where p.pin_hmac = private.pin_hmac(candidate::text))
      order by random() limit 1`
    const newPin = free[0]?.pin ?? ''
    await open(page, await userAdmin(people, 'Axel'))
    await find(page, customer)
    const edit = rowOf(approved(page), customer).getByRole('button', { name: 'Edit' })
    await edit.click()
    const box = dialog(page, 'Edit User Information')
    await expect(box.getByLabel('Full Name')).toHaveValue('Cato Tester')
    await expect(box.getByLabel('5-Digit Login PIN')).toHaveValue('•••••')
    await box.getByRole('button', { name: 'Show PIN' }).click()
    await expect(box.getByLabel('5-Digit Login PIN')).toHaveValue(customer.pin)
    // Not a holder of financial_support.
    await expect(box.getByLabel('Account Balance (£)')).toHaveAttribute('readonly')
    await expectAccessible(page)

    await box.getByLabel('5-Digit Login PIN').fill('12')
    await box.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Invalid PIN' })).toBeVisible()
    await expect(box.getByLabel('5-Digit Login PIN')).toHaveAccessibleDescription(/^PIN must be exactly 5 digits/)
    await expect(box.getByLabel('5-Digit Login PIN')).toBeFocused()
    await expectAccessible(page)

    await box.getByLabel('5-Digit Login PIN').fill('')
    await page.keyboard.type(`a${newPin}9`)
    await expect(box.getByLabel('5-Digit Login PIN')).toHaveValue(newPin)
    await box.getByLabel('Full Name').fill('Cato Newname')
    await box.getByLabel('Notification Email').fill('cato@people.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText('User information updated successfully')).toBeVisible()
    await expect(box).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(rowOf(approved(page), customer)).toContainText('cato@people.example')

    const theirs = await browser.newPage({ baseURL: server.webUrl })
    await signInWithPin(theirs, { ...customer, pin: newPin })
    await theirs.close()
  })

  test('the balance is for holders of financial_support, and takes digits with one point', async ({ page, people }) => {
    const customer = await people.customer('Cyra')
    await open(page, await userAdmin(people, 'Aldo', 'financial_support'))
    await find(page, customer)
    await rowOf(approved(page), customer).getByRole('button', { name: 'Edit' }).click()
    const box = dialog(page, 'Edit User Information')
    const balance = box.getByLabel('Account Balance (£)')
    await balance.fill('')
    await balance.pressSequentially('-1a2.5.0')
    await expect(balance).toHaveValue('12.50')
    await box.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User information updated successfully')).toBeVisible()
    await expect(rowOf(approved(page), customer)).toContainText('£12.50')
    expect(await people.balanceOf(customer)).toBe('12.50')

    await rowOf(approved(page), customer).getByRole('button', { name: 'Edit' }).click()
    await balance.fill('.')
    await box.getByRole('button', { name: 'Save Changes' }).click()
    await dialog(page, 'Set the balance to £0.00?').getByRole('button', { name: 'Set to £0.00' }).click()
    await expect(rowOf(approved(page), customer)).toContainText('£0.00')
    expect(await people.balanceOf(customer)).toBe('0.00')
  })

  test('a payment in between is not overwritten unseen', async ({ page, people }) => {
    const customer = await people.customer('Cleve')
    const payer = await people.customer('Petra')
    await open(page, await userAdmin(people, 'Alma', 'financial_support'))
    await find(page, customer)
    await rowOf(approved(page), customer).getByRole('button', { name: 'Edit' }).click()
    const box = dialog(page, 'Edit User Information')
    await box.getByLabel('Account Balance (£)').fill('100')
    await people.pay(payer, customer, '20.00', 'BETWEEN')
    await box.getByRole('button', { name: 'Save Changes' }).click()
    await expect(box.getByText('The balance has changed. Please check it and try again.')).toBeVisible()
    await expect(box.getByText('It is £5,020.00 now.')).toBeVisible()
    expect(await people.balanceOf(customer)).toBe('5020.00')
    await box.getByRole('button', { name: 'Save Changes' }).click()
    await expect(box).toHaveCount(0)
    expect(await people.balanceOf(customer)).toBe('100.00')
  })
})

test('switches Financial Support Access on and off, but not for the admin who is signed in', async ({
  page,
  people,
  server,
}) => {
  const customer = await people.customer('Cass')
  const admin = await userAdmin(people, 'Arlo')
  await open(page, admin)
  await expect(rowOf(approved(page), admin).getByRole('switch')).toBeDisabled()
  await find(page, customer)
  const granted = async () =>
    (await server.sql`select from public.admin_permissions where admin_id = ${customer.id}`).length
  const access = rowOf(approved(page), customer).getByRole('switch', { name: 'Financial Support Access' })
  await access.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Financial support granted')).toBeVisible()
  await expect(access).toBeChecked()
  expect(await granted()).toBe(1)
  await access.click()
  await expect(page.getByText('Financial support revoked')).toBeVisible()
  await expect(access).not.toBeChecked()
  expect(await granted()).toBe(0)
})

test('Revoke Access asks, then deletes the person and signs them out; a failure leaves the row and says so', async ({
  page,
  people,
  browser,
  server,
}) => {
  const customer = await people.customer('Clio')
  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await signIn(theirs, customer)
  const admin = await userAdmin(people, 'Astrid')
  await open(page, admin)
  await expect(rowOf(approved(page), admin).getByRole('button', { name: 'Revoke Access' })).toBeDisabled()
  await find(page, customer)
  const revoke = rowOf(approved(page), customer).getByRole('button', { name: 'Revoke Access' })
  await revoke.click()
  const box = dialog(page, 'Revoke access?')
  await expectAccessible(page)
  await box.getByRole('button', { name: 'Cancel' }).click()
  await expect(revoke).toBeFocused()

  await revoke.click()
  await expect(box.getByText('Balance: £5,000.00')).toBeVisible()
  await box.getByLabel(/^Type .* to confirm$/).fill(customer.email)
  await page.route('**/functions/v1/delete-user', (route) => route.abort())
  await box.getByRole('button', { name: 'Revoke Access' }).click()
  await expect(box.getByRole('alert')).toContainText('The user was not deleted')
  await expect(page.getByText('User account and all data permanently deleted')).toHaveCount(0)
  await page.unroute('**/functions/v1/delete-user')

  await box.getByRole('button', { name: 'Revoke Access' }).click()
  await expect(page.getByText('User account and all data permanently deleted')).toBeVisible()
  await expect(box).toHaveCount(0)
  await expect(approved(page)).toContainText('No approved users')
  expect(await server.sql`select from auth.users where id = ${customer.id}`).toHaveLength(0)
  await theirs.reload()
  await expect(theirs).toHaveURL('/auth')
  await theirs.close()
})

test('asks before each of the three bulk actions, and reports the result', async ({
  page,
  people,
  browser,
  server,
}) => {
  const customer = await people.customer('Cody')
  await open(page, await userAdmin(people, 'Aino'))
  const notes = async () =>
    (await server.sql`select from public.user_notifications where user_id = ${customer.id}`).length
  const press = async (name: string, question: string) => {
    await approved(page).getByRole('button', { name }).click()
    const box = dialog(page, question)
    await expect(box).toBeVisible()
    return box.getByRole('button', { name, exact: true })
  }
  const send = await press('Send All PINs', 'Send all PINs?')
  expect(await notes()).toBe(0)
  await expectAccessible(page)
  await send.click()
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByText(/^\d+ users? received their PIN, \d+ users? failed\.$/)).toBeVisible()
  await expect.poll(notes).toBe(1)

  await (await press('Clear All Notifications', 'Clear all notifications?')).click()
  await expect(page.getByText('All notifications have been cleared')).toBeVisible()
  expect(await notes()).toBe(0)

  await server.sql`update auth.users set encrypted_password = 'stale' where id = ${customer.id}`
  const answer = page.waitForResponse(/sync-user-pins/)
  await (await press('Sync Passwords', 'Sync passwords?')).click()
  const { message } = (await (await answer).json()) as { message: string }
  await expect(page.getByText(message)).toBeVisible()
  const theirs = await browser.newPage({ baseURL: server.webUrl })
  await signInWithPin(theirs, customer)
  await theirs.close()
})

test("lists 'Forgotten details?' requests until the PIN is sent or an admin marks them done", async ({
  page,
  people,
  server,
}) => {
  const first = await people.customer('Fritz')
  const second = await people.customer('Flora')
  for (const { id } of [first, second]) {
    await server.sql`insert into private.pin_reset_requests (user_id) values (${id})`
  }
  await open(page, await userAdmin(people, 'Ayla'))
  const requests = card(page, 'PIN Requests')
  await expect(rowOf(requests, first)).toContainText('Fritz Tester')
  await expectAccessible(page)
  await rowOf(requests, first).getByRole('button', { name: 'Send PIN' }).click()
  await expect(page.getByText("Security PIN sent to Fritz Tester's in-app notifications")).toBeVisible()
  await expect(rowOf(requests, first)).toHaveCount(0)
  await rowOf(requests, second).getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(requests, second)).toHaveCount(0)
  expect(await server.sql`select from private.pin_reset_requests where user_id in (${first.id}, ${second.id})`).toEqual(
    [],
  )
})

test('shows a long list in pages', async ({ page, people, server }) => {
  const admin = await userAdmin(people, 'Anton')
  const name = `Crowd ${admin.id.slice(0, 8)}`
  const crowd = await Promise.all(Array.from({ length: 27 }, () => people.signUp('Crowd')))
  await server.sql`update public.profiles set full_name = ${name} where id in ${server.sql(crowd.map(({ id }) => id))}`
  await open(page, admin)
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(pending(page).getByRole('row').filter({ hasText: name })).toHaveCount(25)
  const pages = page.getByRole('navigation', { name: 'Pages of pending users' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2')
  await expect(pending(page).getByRole('row').filter({ hasText: name })).toHaveCount(2)
  await expect(pending(page).getByRole('heading', { level: 2 })).toBeFocused()
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(pending(page).getByRole('row').filter({ hasText: name })).toHaveCount(25)
})

test('the essentials work on a phone', async ({ page, people }) => {
  await page.setViewportSize(phone)
  const waiting = await people.signUp('Wim')
  await open(page, await userAdmin(people, 'Asta'))
  await find(page, waiting)
  await pending(page).getByRole('button', { name: 'Approve Wim Tester' }).tap()
  await expect(page.getByText('User approved successfully')).toBeVisible()
  await approved(page).getByRole('button', { name: 'Edit Wim Tester' }).tap()
  await expectAccessible(page)
  await dialog(page, 'Edit User Information').getByRole('button', { name: 'Cancel' }).tap()
  await expect(approved(page).getByRole('button', { name: 'Revoke Access of Wim Tester' })).toBeVisible()
})

test.describe('sends users without the right home', () => {
  const cases: [string, (people: People, person: Person) => Promise<void>][] = [
    ['a customer', async () => {}],
    [
      'an admin without approve_users',
      (people, person) =>
        people.makeAdmin(person, ['manage_chat', 'view_transactions', 'repair_transactions', 'financial_support']),
    ],
    ['a super admin without the role admin', (people, person) => people.makeSuperAdmin(person)],
  ]
  for (const [who, make] of cases) {
    test(who, async ({ page, people }) => {
      const person = await people.customer('Dora')
      await make(people, person)
      await storeSession(page, person)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto('/admin/users')
      await expect(page.getByText('Access Denied')).toBeVisible()
      await expect(page).toHaveURL('/')
      expect(asked.filter((path) => /record_user_list|count_users|pin_reset/.test(path))).toEqual([])
    })
  }

  test('sends a visitor to the sign-in screen', async ({ page }) => {
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/auth')
  })
})
