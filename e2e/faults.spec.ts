import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { amountField, hurryUntilVisible, letTokenRunOut, paidBy, paymentKeys, waysToPay } from './faults'
import { signIn, signInWithPin, storeSession } from './people'

const makePayment = /rpc\/make_payment/
const tokenServer = /auth\/v1\/token/

const checking = (page: Page) =>
  page.getByRole('heading', { name: "We're checking whether your payment went through…" })
const allDone = (page: Page) => page.getByRole('heading', { name: 'All done.' })

async function leavesOnce(page: Page) {
  await expect(page.getByText("You've just paid £40.00 to Olive Outside")).toBeVisible()
}

test.describe('slow answers', () => {
  test('a payment without an answer for fifteen seconds is shown as being checked, and paid once', async ({
    page,
    people,
    server,
  }) => {
    const person = await people.customer('Sloane')
    await page.clock.install()
    await storeSession(page, person)
    const keys = paymentKeys(page)
    const last = await waysToPay[1].prepare(page, '40')
    const held = await holdBack(page, makePayment)
    await last.click()
    await held.arrived
    await page.clock.fastForward(16_000)
    await expect(checking(page)).toBeVisible()
    held.release()
    await hurryUntilVisible(page, allDone(page))
    expect(new Set(keys).size).toBe(1)
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })

  test('a screen without an answer shows the error after half a minute, and recovers', async ({ page, people }) => {
    await page.clock.install()
    await storeSession(page, await people.customer('Stella'))
    const held = await holdBack(page, /rest\/v1\/(rpc\/get_current_account|transactions)/)
    await page.goto('/transactions')
    await held.arrived
    await hurryUntilVisible(page, page.getByText("We couldn't load your account."))
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    held.release()
    await hurryUntilVisible(page, page.getByText('£5,000.00').first())
    await expect(page.getByText(/We couldn't load/)).toHaveCount(0)
  })
})

test('live updates resume after a dropped socket, with the missed changes', async ({ page, people }) => {
  const person = await people.customer('Rilla')
  const payer = await people.customer('Rolf')
  await page.clock.install()
  let isDown = false
  let opened = 0
  const drops: (() => unknown)[] = []
  await page.routeWebSocket(/\/realtime\/v1/, (socket) => {
    if (isDown) return void socket.close()
    opened += 1
    const server = socket.connectToServer()
    drops.push(async () => {
      await server.close()
      await socket.close()
    })
  })
  await signIn(page, person)
  await expect(page.getByText('£5,000.00')).toBeVisible()
  await expect.poll(() => opened).toBeGreaterThan(0)
  await people.pay(payer, person, '1.00', null)
  await expect(page.getByText('£5,001.00')).toBeVisible()

  isDown = true
  for (const drop of drops) await drop()
  await people.pay(payer, person, '2.00', null)
  isDown = false
  await hurryUntilVisible(page, page.getByText('£5,003.00'))
  await people.pay(payer, person, '4.00', null)
  await expect(page.getByText('£5,007.00')).toBeVisible()
})

test.describe('the access token expires', () => {
  test('an expired token is refreshed without a message, and the payment is made once', async ({
    page,
    people,
    server,
  }) => {
    const person = await people.customer('Tove')
    await storeSession(page, person)
    const last = await waysToPay[0].prepare(page, '40')
    const renewals = countRequests(page, tokenServer)
    await letTokenRunOut(page)
    await last.click()
    await leavesOnce(page)
    expect(renewals).toHaveLength(1)
    await letTokenRunOut(page)
    await page.goto('/transactions')
    await expect(page.getByText('£4,960.00').first()).toBeVisible()
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })

  test('a refused refresh of the token signs out, pays nothing, and keeps the form', async ({
    page,
    people,
    server,
  }) => {
    const person = await people.customer('Tilo')
    await storeSession(page, person)
    const last = await waysToPay[0].prepare(page, '40')
    await page.route(tokenServer, (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 400,
          error_code: 'refresh_token_not_found',
          msg: 'Invalid Refresh Token: Refresh Token Not Found',
        },
      }),
    )
    await letTokenRunOut(page)
    await last.click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    expect(await paidBy(server, person)).toEqual({ payments: 0, balance: '5000.00' })
    await page.unroute(tokenServer)
    await page.getByRole('textbox', { name: /PIN/ }).fill(person.pin)
    await expect(page.getByRole('heading', { name: 'To Olive Outside' })).toBeVisible()
    await expect(page.getByText('12345678')).toBeVisible()
    expect(await paidBy(server, person)).toEqual({ payments: 0, balance: '5000.00' })
  })

  test('a customer stays signed in when the server cannot be reached to refresh the token', async ({
    page,
    people,
  }) => {
    await page.clock.install()
    await signIn(page, await people.customer('Tess'))
    await page.route(tokenServer, (route) => route.abort('connectionrefused'))
    await letTokenRunOut(page)
    await page.getByRole('link', { name: 'Transactions' }).first().click()
    await hurryUntilVisible(page, page.getByText("We couldn't load your transactions."))
    await expect(page.getByText('You appear to be offline. Check your connection and try again.').first()).toBeVisible()
    await expect(page).toHaveURL('/transactions')
    await page.unroute(tokenServer)
    await hurryUntilVisible(page, page.getByText('No transactions yet'))
    await expect(page.getByText(/We couldn't load/)).toHaveCount(0)
  })
})

test.describe('storage', () => {
  test('a customer signs in and pays with a full storage', async ({ page, people, server }) => {
    const person = await people.customer('Quin')
    await page.addInitScript(fillStorage)
    await signInWithPin(page, person)
    await page.getByRole('link', { name: 'Pay & Transfer' }).first().click()
    await payWithoutReload(page)
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })

  test('a customer stays signed in when the token is refreshed with a full storage', async ({ page, people }) => {
    await signInWithPin(page, await people.customer('Quincy'))
    const renewals = countRequests(page, tokenServer)
    await letTokenRunOut(page, { andFillStorage: true })
    await page.getByRole('link', { name: 'Transactions' }).first().click()
    await expect(page.getByText('£5,000.00').first()).toBeVisible()
    expect(renewals).toHaveLength(1)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Hello Quincy' })).toBeVisible()
    expect(renewals).toHaveLength(1)
  })

  test('a customer signs in and pays with a forbidden storage, and a lost answer is settled after leaving the screen', async ({
    page,
    people,
    server,
  }) => {
    const person = await people.customer('Nori')
    await page.addInitScript(forbidStorage)
    await signInWithPin(page, person)
    const keys = paymentKeys(page)
    let isDown = true
    await page.route(makePayment, async (route) => {
      if (!isDown) return route.continue()
      if (keys.length === 1) await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('link', { name: 'Pay & Transfer' }).first().click()
    await fillForm(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(checking(page)).toBeVisible()
    await page
      .getByRole('button', { name: 'Close' })
      .or(page.getByRole('link', { name: 'Close' }))
      .click()
    await page.getByRole('link', { name: 'Pay & Transfer' }).first().click()
    await expect(checking(page)).toBeVisible()
    isDown = false
    await expect(allDone(page)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })

  test('a customer signs out with a forbidden storage, also without the server', async ({ page, people }) => {
    await page.addInitScript(forbidStorage)
    await signInWithPin(page, await people.customer('Nils'))
    await page.route(/auth\/v1\/logout/, (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
  })
})

test.describe('the device clock is wrong', () => {
  for (const { off, by } of [
    { off: 'an hour fast', by: 3_600_000 },
    { off: 'an hour slow', by: -3_600_000 },
  ]) {
    test(`a customer whose clock is ${off} stays signed in, and pays once`, async ({ page, people, server }) => {
      const person = await people.customer('Cleo')
      await page.clock.install({ time: Date.now() + by })
      await signInWithPin(page, person)
      const renewals = countRequests(page, tokenServer)
      const last = await waysToPay[0].prepare(page, '40')
      await last.click()
      await leavesOnce(page)
      await page.goto('/transactions')
      await expect(page.getByText('£4,960.00').first()).toBeVisible()
      expect(renewals).toEqual([])
      expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })

      // The token lasts an hour by the server's clock, so it is renewed within one by any clock.
      for (let minutes = 0; minutes < 60; minutes += 4) {
        await page.clock.fastForward('04:00')
        await page.keyboard.press('Shift')
      }
      await expect.poll(() => renewals.length).toBeGreaterThan(0)
      expect(renewals.length).toBeLessThan(3)
      await expect(page).toHaveURL('/transactions')
    })
  }
})

test.describe('two tabs', () => {
  test('two tabs together cannot overdraw, and each shows the payment of the other', async ({
    page,
    context,
    people,
    server,
  }) => {
    const person = await people.customer('Dora')
    // Up to £250 to a payee who is known needs no warning, whatever its share of the balance.
    await server.sql`
      insert into public.recipients
        (user_id, created_at, account_holder_name, sort_code, account_number, paid_total, warned_total)
      values (${person.id}, now() - interval '2 days', 'Olive Outside', '20-00-00', '12345678', 300, 300)`
    await server.sql`
      select private.move_money(gen_random_uuid(), a.id, private.ledger_account('adjustments'), 4700, now())
      from public.accounts a where a.user_id = ${person.id}`
    await storeSession(page, person)
    const other = await context.newPage()
    const lasts = [await waysToPay[0].prepare(page, '200'), await waysToPay[1].prepare(other, '200')]
    await Promise.all(lasts.map((last) => last.click()))
    const words = "You don't have enough balance for this transaction."
    const outcome = (tab: Page) => allDone(tab).or(tab.getByRole('alert').filter({ hasText: words }))
    await expect(outcome(page)).toBeVisible()
    await expect(outcome(other)).toBeVisible()
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '100.00' })

    const hasPaid = await allDone(page).isVisible()
    const [winner, loser] = hasPaid ? [page, other] : [other, page]
    await expect(allDone(loser)).toHaveCount(0)
    // What was typed is there for a smaller payment.
    await (hasPaid
      ? expect(loser.getByText('Olive Outside')).toBeVisible()
      : expect(amountField(loser)).toHaveValue(/200/))
    await winner.getByRole('link', { name: 'My accounts' }).click()
    await expect(winner.getByText('£100.00')).toBeVisible()
  })

  test('a tab that was duplicated while a payment was being checked asks with the same key', async ({
    page,
    people,
    server,
  }) => {
    const person = await people.customer('Dana')
    await storeSession(page, person)
    const keys = paymentKeys(page)
    const last = await waysToPay[0].prepare(page, '40')
    await page.route(makePayment, (route) => route.abort('connectionreset'))
    await last.click()
    await expect(checking(page)).toBeVisible()
    // A window that a page opens begins with a copy of its session storage, as a duplicated tab does.
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/pay-transfer')),
    ])
    await expect(allDone(copy)).toBeVisible()
    await page.unroute(makePayment)
    await expect(allDone(page)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })

  test('a sign-out in one tab ends the other, which keeps what was typed for its person', async ({
    page,
    context,
    people,
  }) => {
    const person = await people.customer('Dirk')
    await storeSession(page, person)
    const other = await context.newPage()
    await waysToPay[0].prepare(other, '40')
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(other).toHaveURL('/auth')
    await other.getByRole('textbox', { name: /PIN/ }).fill(person.pin)
    await expect(page.getByRole('heading', { name: 'Hello Dirk' })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'To Olive Outside' })).toBeVisible()
  })
})

for (const { way, prepare } of waysToPay) {
  test(`back, forward and a reload after ${way} do not pay again`, async ({ page, people, server }) => {
    const person = await people.customer('Bela')
    await storeSession(page, person)
    const keys = paymentKeys(page)
    const last = await prepare(page, '40')
    await last.click()
    await leavesOnce(page)
    await page.reload()
    await leavesOnce(page)
    await page.goBack()
    await expect(allDone(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
    // The form names the payee only among the saved ones.
    await expect(page.getByText('Olive Outside').filter({ visible: true })).toHaveCount(0)
    await page.goForward()
    await leavesOnce(page)
    expect(keys).toHaveLength(1)
    expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
  })
}

test("a double tap on the payee form's 'Continue' pays once, also when the answer is slow", async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Bodil')
  await storeSession(page, person)
  const keys = paymentKeys(page)
  const last = await waysToPay[0].prepare(page, '40')
  const held = await holdBack(page, makePayment)
  await last.dblclick()
  await held.arrived
  const waiting = page.getByRole('button', { name: 'Processing...' })
  await expect(waiting).toBeDisabled()
  await waiting.click({ force: true })
  held.release()
  await leavesOnce(page)
  expect(keys).toHaveLength(1)
  expect(await paidBy(server, person)).toEqual({ payments: 1, balance: '4960.00' })
})

test('a double tap on a Continue that only leads on goes one step', async ({ page, people, server }) => {
  const person = await people.customer('Berit')
  await storeSession(page, person)
  const keys = paymentKeys(page)
  await page.goto('/pay-transfer')
  await page.getByRole('button', { name: /^Transfer\b/ }).click()
  await page.getByLabel('Recipient').fill('Olive Outside')
  await page.getByLabel('Sort code').fill('200000')
  await page.getByLabel('Account number').fill('12345678')
  await amountField(page).fill('40')
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Confirm Payment' })).toBeVisible()
  expect(keys).toEqual([])
  expect(await paidBy(server, person)).toEqual({ payments: 0, balance: '5000.00' })
})

/** Keeps what matches waiting until `release`; `arrived` tells of the first. */
async function holdBack(page: Page, pattern: RegExp) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const arrived = page.waitForRequest((request) => pattern.test(request.url()))
  await page.route(pattern, async (route) => {
    await released
    // The page may have stopped waiting for this one.
    await route.continue().catch(() => undefined)
  })
  return { arrived, release: () => release() }
}

function countRequests(page: Page, pattern: RegExp) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url()) && request.method() === 'POST') seen.push(request.url())
  })
  return seen
}

function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

function forbidStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

/** The payee form and the amount, from the menu of Pay & Transfer: without a page load. */
async function fillForm(page: Page) {
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill('Olive Outside')
  await page.getByLabel('Sort code').fill('200000')
  await page.getByLabel('Account number').fill('12345678')
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await amountField(page).fill('40')
}

async function payWithoutReload(page: Page) {
  await fillForm(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await leavesOnce(page)
}
