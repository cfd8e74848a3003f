import { storeSession, noAnswer, userId } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { faults } from '../faults'
import {
  amountField,
  continueButton,
  openApp,
  outside,
  pay,
  payDetails,
  servePayments,
  silence,
  toastOf,
} from './payScreens'

beforeEach(storeSession)

const refuse = (status: number, code: string, message: string) => ({ status, body: { code, message } })
const checking = () => screen.findByText(/checking whether your payment went through/)

describe('without a connection', () => {
  const drop = () => screen.findByRole('button', { name: "Don't pay after all" })
  const connect = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const comeOnline = () => {
    connect(true)
    window.dispatchEvent(new Event('online'))
  }

  test('a payment waits, and is sent when the connection returns', async () => {
    const server = servePayments()
    connect(false)
    await pay('12.5')
    expect(await screen.findByRole('heading', { name: 'Waiting for a connection' })).toBeVisible()
    expect(await drop()).toBeVisible()
    expect(server.payments).toEqual([])
    comeOnline()
    expect(await screen.findByRole('heading', { name: 'All done.' })).toBeVisible()
    expect(server.payments).toHaveLength(1)
  })

  test('a payment that was dropped is never sent, and the next one has another key', async () => {
    const server = servePayments()
    connect(false)
    const { person, unmount } = await pay('12.5')
    await person.click(await drop())
    expect(await screen.findByText('Payment cancelled')).toBeVisible()
    expect(await amountField()).toHaveValue('12.50')
    await person.click(continueButton())
    await drop()
    // As in a copy of the tab, which has this payment too.
    const unsettled = sessionStorage.getItem('unsettledPayment') ?? ''
    await person.click(await drop())
    await amountField()
    unmount()
    sessionStorage.setItem('unsettledPayment', unsettled)
    comeOnline()
    const copy = await payDetails()
    await copy.person.clear(await amountField())
    await copy.person.type(await amountField(), '3')
    expect(server.payments).toEqual([])
    await copy.person.click(continueButton())
    expect(await screen.findByRole('heading', { name: 'All done.' })).toBeVisible()
    expect(server.payments).toMatchObject([{ amount: '3.00' }])
    expect(unsettled).not.toContain(server.payments[0]?.p_request_id)
  })

  test('a payment that may have left cannot be dropped', async () => {
    servePayments({ replies: [noAnswer] })
    await pay('12.5')
    connect(false)
    await checking()
    expect(screen.queryByRole('button', { name: "Don't pay after all" })).not.toBeInTheDocument()
  })
})

describe('refused by the server', () => {
  test('reads the balance again after a refusal for it, and names what is held', async () => {
    const server = servePayments({
      pending: 4.85,
      replies: [refuse(402, 'PT402', "You don't have enough balance for this transaction.")],
    })
    await pay('15')
    expect(await screen.findByText("You don't have enough balance for this transaction.")).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/£4\.85 is in pending payments\.$/)
    await waitFor(() => expect(server.accountReads).toBe(2))
  })

  test.each([
    [
      refuse(402, 'PT402', "You don't have enough balance for this transaction."),
      'Insufficient Funds',
      "You don't have enough balance for this transaction.",
    ],
    [
      refuse(400, 'PT400', 'You cannot pay into the account you are paying from.'),
      'Payment Failed',
      'You cannot pay into the account you are paying from.',
    ],
    [{ status: 400, body: {} }, 'Payment Failed', 'Failed to process payment'],
    [refuse(404, 'PGRST202', 'Could not find the function'), 'Payment Failed', 'Failed to process payment'],
    [refuse(401, 'PGRST303', 'JWT expired'), 'Payment Failed', 'Your session has ended. Please sign in again.'],
  ])('shows the refusal %j', async (reply, title, text) => {
    const server = servePayments({ replies: [reply] })
    const { person } = await pay('15')
    expect((await toastOf(title)).getByText(text)).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByText(text)).toBeVisible()
    expect(await amountField()).toHaveValue('15')

    // The same form keeps its key: a copy of the refused request that is still on its way pays nothing more.
    await person.click(continueButton())
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(2)
    expect(new Set(server.payments.map((payment) => payment.p_request_id)).size).toBe(1)
  })
})

test.each([
  ['daily-limit', 'You can send up to £100.00 more today.'],
  ['field:amount', 'Please enter a valid amount.'],
])('shows the refusal %s at the amount, until the amount is changed', async (hint, text) => {
  servePayments({ replies: [{ status: 400, body: { code: 'PT400', message: text, hint } }] })
  const { person } = await pay('150')
  await waitFor(async () => expect(await amountField()).toHaveAccessibleDescription(expect.stringContaining(text)))
  const amount = await amountField()
  expect(amount).toHaveFocus()
  expect(amount).toBeInvalid()
  for (const alert of screen.queryAllByRole('alert')) expect(alert).toBeEmptyDOMElement()
  await person.clear(amount)
  await person.type(amount, '90')
  expect(amount).toBeValid()
  await person.click(continueButton())
  await screen.findByRole('heading', { name: 'All done.' })
})

describe('a payment that the server asks about', () => {
  const asks = (hint: string) => ({ status: 409, body: { code: 'PT409', message: 'Not shown to customers.', hint } })
  const warned = (rules: string[]) => servePayments({ replies: [asks('warnings-needed')], rules })

  async function warning(reason: string | null, name: string) {
    const app = await payDetails()
    await app.person.type(await amountField(), '300')
    if (reason !== null) await app.person.selectOptions(screen.getByLabelText('Payment reason'), reason)
    await app.person.click(continueButton())
    const sheet = within(await screen.findByRole('dialog', { name }))
    return { ...app, sheet, press: (label: string) => app.person.click(sheet.getByRole('button', { name: label })) }
  }

  test.each([
    ['bills', 'Could this be a false invoice?', /Call the firm on a number you already know/],
    ['rent', 'Have you seen the property?', /a home that you haven't seen inside/],
    ['personal', 'Did they ask by text or online?', /Call them on the number you know/],
    ['business', 'Has somebody told you to make this payment?', /move your money, or what to say to the bank/],
    ['other', 'Has somebody told you to make this payment?', /move your money, or what to say to the bank/],
    [null, 'Has somebody told you to make this payment?', /move your money, or what to say to the bank/],
  ])('warns by the reason %s, and pays with the same key once the warning is ticked', async (reason, name, text) => {
    const server = warned(['first_payment', 'half_of_balance'])
    const { sheet, press, person } = await warning(reason, name)
    expect(sheet.getByText(text)).toBeVisible()
    expect(sheet.getByText("You haven't paid this account before, or only a little.")).toBeVisible()
    expect(sheet.getByText('This is more than half of your balance.')).toBeVisible()
    expect(screen.queryByText('Not shown to customers.')).not.toBeInTheDocument()
    expect(document.activeElement).toHaveTextContent(/^Why we ask about £300.00/)
    expect(sheet.getByRole('button', { name: 'Pay £300.00' })).toBeDisabled()
    await person.click(sheet.getByRole('checkbox', { name: 'I have read this' }))
    await press('Pay £300.00')
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(2)
    expect(server.payments[1]).toEqual({
      ...server.payments[0],
      warnings: ['first_payment', 'half_of_balance'],
      warnings_version: 6,
      warnings_shown_at: expect.any(String),
    })
    expect(server.payments[0]?.reason).toBe(reason)
  })

  test.each([
    [
      ['first_payment', 'name_mismatch'],
      ['Go back', 'Pay £300.00', 'Get help'],
    ],
    [['unconfirmed_name'], ['Go back', 'Pay £300.00', 'Get help']],
    [
      ['first_payment', 'half_of_balance'],
      ['Pay £300.00', 'Go back', 'Get help'],
    ],
  ])('for the rules %j the buttons are %j, the main one first', async (rules, names) => {
    warned(rules)
    const { sheet } = await warning(null, 'Has somebody told you to make this payment?')
    const buttons = sheet.getAllByRole('button').filter(({ textContent }) => names.includes(textContent))
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
    expect(buttons[0]).toHaveClass('bg-brand')
  })

  test("'Go back' pays nothing and keeps the amount", async () => {
    const server = warned(['first_payment'])
    const { press } = await warning('rent', 'Have you seen the property?')
    await press('Go back')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await amountField()).toHaveValue('300')
    expect(server.payments).toHaveLength(1)
    expect(sessionStorage.getItem('unsettledPayment')).toBeNull()
  })

  test("'Get help' opens the chat with the payment described, says not to pay yet, and keeps the amount and the reason", async () => {
    const server = warned(['reported_payee'])
    const { press, router } = await warning('rent', 'Have you seen the property?')
    await press('Get help')
    await screen.findByRole('heading', { name: 'Chat' })
    expect((await toastOf("Don't pay yet")).getByText('Talk to us first. Nothing has been paid.')).toBeInTheDocument()
    expect(sessionStorage.getItem(`draft:chat:${userId}`)).toContain(
      'I want to talk to a human. I was about to pay £300.00 to Olive Outside (20-00-00)',
    )
    expect(server.payments).toHaveLength(1)
    await router.navigate(-1)
    expect(await amountField()).toHaveValue('300.00')
    expect(screen.getByLabelText('Payment reason')).toHaveValue('rent')
  })

  test('checks a payee whose check is missing or too old, and pays with the same key', async () => {
    const server = servePayments({
      replies: [asks('check-needed')],
      checks: [{ outcome: 'match' }],
    })
    await pay('15')
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.checked).toEqual([expect.not.objectContaining({ p_account_type: expect.anything() })])
    expect(server.payments[1]).toEqual({ ...server.payments[0], check_id: server.checked[0]?.p_check_id })
  })

  test('is refused if the server asks for another check', async () => {
    const server = servePayments({
      replies: [asks('check-needed'), asks('check-needed')],
      checks: [{ outcome: 'match' }],
    })
    await pay('15')
    await toastOf('Payment Failed')
    expect(server.payments).toHaveLength(2)
    expect(server.checked).toHaveLength(1)
  })

  test('shows no text of the database when the check fails', async () => {
    servePayments({
      replies: [asks('check-needed')],
      checkRefusal: { status: 500, body: { code: '57014', message: 'canceling statement due to statement timeout' } },
    })
    await pay('15')
    expect(await screen.findByText(/^Something went wrong\. Try again\. Reference: /)).toBeVisible()
  })

  test('asks about a name that does not match', async () => {
    const server = servePayments({ replies: [asks('check-needed')], checks: [{ outcome: 'no_match' }] })
    const { person } = await pay('15')
    await screen.findByRole('dialog', { name: 'The name does not match this account' })
    expect(server.payments).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'Continue anyway' }))
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments[1]).toEqual({ ...server.payments[0], check_id: server.checked[0]?.p_check_id })
  })
})

describe('the server does not answer', () => {
  test.each(faults)(
    '$fault: the screen shows that it is checking, and asks again with the same key',
    async ({ answer }) => {
      const server = servePayments({ replies: [answer, answer] })
      await pay('40')
      expect(await checking()).toHaveFocus()
      expect(screen.getByText('£40.00 to Olive Outside')).toBeVisible()
      expect(screen.getByText(/There's no need to pay again: you won't be charged twice\./)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
      window.dispatchEvent(new Event('online'))
      await waitFor(() => expect(server.payments).toHaveLength(2))
      await waitFor(() => {
        window.dispatchEvent(new Event('online'))
        expect(server.payments).toHaveLength(3)
      })
      expect(await screen.findByRole('heading', { name: 'All done.' })).toBeVisible()
      expect(screen.getByText("You've just paid £40.00 to Olive Outside")).toBeVisible()
      expect(new Set(server.payments.map((payment) => JSON.stringify(payment))).size).toBe(1)
    },
  )

  test('settles with the same key after a reload', async () => {
    const server = servePayments({ replies: [silence] })
    const before = await pay('40')
    await waitFor(() => expect(server.payments).toHaveLength(1))
    before.unmount()

    openApp('/payment-details', outside)
    // The receipt may be rendered twice, so the line is found again each time.
    await waitFor(() => expect(screen.getByText("You've just paid £40.00 to Olive Outside")).toBeVisible())
    expect(server.payments).toHaveLength(2)
    expect(server.payments[1]).toEqual(server.payments[0])
    expect(sessionStorage).toHaveLength(0)
  })

  test('sends one request when the screen is left and reopened, and shows the receipt', async () => {
    const server = servePayments()
    const answer = server.holdAnswers()
    const { router } = await pay('40')
    await waitFor(() => expect(server.payments).toHaveLength(1))
    await router.navigate('/')
    await router.navigate('/pay-transfer')
    expect(await screen.findByRole('heading', { name: 'Sending your payment…' })).toHaveFocus()
    expect(screen.getByText(/you won't be charged twice/)).toBeVisible()
    expect(screen.queryByText(/lost connection/)).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText("You've just paid £40.00 to Olive Outside")).toBeVisible()
    expect(server.payments).toHaveLength(1)
  })

  test("another customer's unsettled payment is not sent", async () => {
    sessionStorage.setItem(
      'unsettledPayment',
      JSON.stringify({ ...outside, requestId: 'r', userId: 'somebody else', amount: 4000, terms: {} }),
    )
    const server = servePayments()
    await payDetails()
    expect(server.payments).toEqual([])
    expect(continueButton()).toBeDisabled()
  })

  test('keeps the payment and checks it again on request when the session ends', async () => {
    const server = servePayments({
      replies: [noAnswer, { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } }],
    })
    const { person } = await pay('40')
    await checking()
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeVisible()
    expect(screen.getAllByText('Payment not confirmed yet')[0]).toBeVisible()
    expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Check again' }))
    await screen.findByRole('heading', { name: 'All done.' })
    expect(new Set(server.payments.map((payment) => payment.p_request_id)).size).toBe(1)
  })
})
