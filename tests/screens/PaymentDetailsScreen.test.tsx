import { noAnswer, storeSession, userId } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as files from '@/lib/saveFile'
import { faults } from '../faults'
import { openApp, outside, servePayments, signOut, silence, toastOf } from './payScreens'

beforeEach(storeSession)

const amountField = () => screen.findByLabelText(/^Amount/)
const continueButton = () => screen.getByRole('button', { name: /Continue|Processing/ })

const refuse = (status: number, code: string, message: string) => ({ status, body: { code, message } })
const checking = () => screen.findByText(/checking whether your payment went through/)

async function payDetails() {
  const app = openApp('/payment-details', outside)
  await amountField()
  return app
}

async function pay(amount: string) {
  const app = await payDetails()
  await app.person.type(await amountField(), amount)
  await app.person.click(continueButton())
  return app
}

describe('the form', () => {
  test('shows the account, the recipient and every field', async () => {
    servePayments({ balance: 4162.69 })
    await payDetails()
    expect(screen.getByRole('heading', { name: 'Pay details' })).toBeVisible()
    expect(screen.getByText('00-24-68')).toBeVisible()
    expect(screen.getByText('24682468')).toBeVisible()
    for (const name of ['Balance including pending', 'Overdraft remaining']) {
      expect(screen.getByText(name).closest('div')).toHaveTextContent('£4,162.69')
    }
    for (const text of ['Olive Outside', '20-00-00', '12345678', 'Barclays', 'Personal', 'Rent May']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    const amount = await amountField()
    expect(amount).toHaveAttribute('step', '0.01')
    expect(amount).toHaveAttribute('min', '0')
    expect(screen.getByLabelText('Date')).toHaveValue('Today')
    expect(screen.getByLabelText('Date')).toHaveAttribute('readonly')
    expect(screen.getByText(/A future date gives you time to cancel/)).toBeVisible()
    const options = within(screen.getByLabelText('Payment reason')).getAllByRole('option')
    expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
      ['bills', 'Bills and utilities'],
      ['rent', 'Rent or mortgage'],
      ['personal', 'Personal payment'],
      ['business', 'Business payment'],
      ['other', 'Other'],
    ])
  })

  test('asks for the amount first, with the balance below it', async () => {
    servePayments({ balance: 4162.69 })
    await payDetails()
    expect(await amountField()).toHaveFocus()
    expect(await amountField()).toHaveAccessibleDescription('Balance £4,162.69')
    const inOrder = [
      await amountField(),
      screen.getByRole('heading', { name: 'To Olive Outside' }),
      screen.getByText('Rent May'),
      // What must be read comes before what can be left as it is.
      screen.getByLabelText('Payment reason'),
      screen.getByText('Could this be a scam?'),
      screen.getByRole('heading', { name: 'From your current account' }),
      screen.getByLabelText('Date'),
      screen.getByRole('switch', { name: 'Create regular payment?' }),
      continueButton(),
    ]
    for (const [place, element] of inOrder.slice(1).entries()) {
      expect(inOrder[place]?.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
  })

  test('shows what is pending beside the balance, and names it below the refusal', async () => {
    const server = servePayments({ balance: 4064.45, held: 4.85 })
    await pay('4069.30')
    expect(screen.getByText('Pending').closest('div')).toHaveTextContent('£4.85')
    expect(screen.getByText('Balance including pending').closest('div')).toHaveTextContent('£4,064.45')
    const toast = await toastOf('Insufficient Funds')
    expect(toast.getByText("You don't have enough balance for this transaction.")).toBeInTheDocument()
    expect(await amountField()).toHaveAccessibleDescription(
      "You don't have enough balance for this transaction. Balance £4,064.45 £4.85 is held for pending payments.",
    )
    expect(server.payments).toEqual([])
  })

  test('explains the overdraft', async () => {
    servePayments()
    const { person } = await payDetails()
    await person.click(screen.getByRole('button', { name: 'About overdraft remaining' }))
    const popover = await screen.findByRole('dialog', { name: 'Overdraft remaining' })
    expect(popover).toHaveTextContent('You have no arranged overdraft. This is what you can spend.')
  })

  test('hides every balance on a device that hides it', async () => {
    localStorage.setItem('balanceHidden', 'true')
    servePayments({ balance: 4162.69 })
    await payDetails()
    expect(screen.queryByText(/4,162\.69/)).not.toBeInTheDocument()
    expect(await amountField()).toHaveAccessibleDescription('Balance Hidden')
    expect(screen.getByText('Overdraft remaining').closest('div')).toHaveTextContent('Hidden')
  })

  test.each([
    ['money_worries', ['After this payment you have £4,987.50', 'StepChange']],
    ['helper', ['Is this your own decision?']],
  ])('a customer who has asked for it (%s) reads a warning before each payment', async (need, texts) => {
    const server = servePayments({ profile: { support_needs: [need] } })
    const { person } = await pay('12.50')
    const warning = within(await screen.findByRole('dialog', { name: 'Read this first' }))
    for (const text of texts) await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(text))
    expect(warning.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await person.click(warning.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await amountField()).toHaveValue('12.50')
    expect(server.payments).toHaveLength(0)
    await person.click(continueButton())
    await person.click(await screen.findByLabelText('I have read this'))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(server.payments).toHaveLength(1))
  })

  test('asks before a reference with words that hurt is sent', async () => {
    const server = servePayments()
    const { person } = openApp('/payment-details', { ...outside, reference: 'rude' })
    await person.type(await amountField(), '12.50')
    await person.click(continueButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Could this hurt?' }))
    await person.click(dialog.getByRole('button', { name: 'Change it' }))
    expect(server.payments).toHaveLength(0)
    await person.click(continueButton())
    await person.click(await screen.findByRole('button', { name: 'Send it as it is' }))
    await waitFor(() => expect(server.payments).toMatchObject([{ reference: 'rude' }]))
  })

  test('no other customer reads that warning', async () => {
    const server = servePayments({ profile: { support_needs: ['more_time', 'gambling'] } })
    await pay('12.50')
    await waitFor(() => expect(server.payments).toHaveLength(1))
  })

  test('enables Continue for an amount above zero', async () => {
    servePayments()
    const { person } = await payDetails()
    expect(continueButton()).toBeDisabled()
    await person.type(await amountField(), '0')
    expect(continueButton()).toBeDisabled()
    await person.type(await amountField(), '.01')
    expect(continueButton()).toBeEnabled()
  })

  test("ignores 'Create regular payment?' in the payment", async () => {
    const server = servePayments()
    const { person } = await payDetails()
    await person.click(screen.getByRole('switch', { name: 'Create regular payment?' }))
    await person.type(await amountField(), '5')
    await person.click(continueButton())
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(1)
  })

  test('leads back to the payee form and closes to the home screen', async () => {
    servePayments()
    const { router, person, unmount } = await payDetails()
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Add new payee' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/pay-transfer')
    unmount()
    const again = await payDetails()
    await again.person.click(screen.getByRole('link', { name: 'Close' }))
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  })

  test('shows a loading state and a way back without a payee', async () => {
    servePayments()
    openApp('/payment-details')
    expect(await screen.findByRole('link', { name: 'Back to Pay & Transfer' })).toHaveAttribute('href', '/pay-transfer')
    expect(screen.getByText('Loading...')).toBeVisible()
  })
})

describe('client-side validation', () => {
  test.each([
    ['£5', '5.00'],
    ['1,000.50', '1000.50'],
    ['.5', '0.50'],
    ['5.', '5.00'],
  ])('pays %s as %s', async (typed, sent) => {
    const server = servePayments()
    await pay(typed)
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toMatchObject([{ amount: sent }])
  })

  test.each([
    ['10.999', 'Enter an amount with at most two decimal places, such as 10.99.'],
    ['£1,000,001', 'The limit is £1,000,000.00 per payment.'],
    ['10,50', 'Enter an amount above £0, such as 10.99.'],
    ['0', 'Enter an amount above £0, such as 10.99.'],
  ])('says on leaving the field what is wrong with %s', async (typed, text) => {
    servePayments()
    const { person } = await payDetails()
    await person.type(await amountField(), typed)
    expect(await amountField()).toBeValid()
    await person.tab()
    expect(await amountField()).toBeInvalid()
    expect(screen.getByText(text)).toBeVisible()
  })

  test('refuses an amount that is not money', async () => {
    const server = servePayments()
    await pay('1.005')
    expect((await toastOf('Invalid Amount')).getByText('Please enter a valid amount.')).toBeInTheDocument()
    expect(await amountField()).toBeInvalid()
    expect(await amountField()).toHaveFocus()
    expect(await amountField()).toHaveAccessibleDescription(/at most two decimal places/)
    expect(server.payments).toEqual([])
  })

  test('refuses an amount above the balance', async () => {
    const server = servePayments()
    await pay('5000.01')
    const toast = await toastOf('Insufficient Funds')
    expect(toast.getByText("You don't have enough balance for this transaction.")).toBeInTheDocument()
    expect(await amountField()).toHaveValue('5000.01')
    expect(await amountField()).toBeInvalid()
    expect(await amountField()).toHaveFocus()
    expect(await amountField()).toHaveAccessibleDescription(/You don't have enough balance for this transaction\./)
    expect(server.payments).toEqual([])
  })
})

describe('paying', () => {
  test('sends the exact values once with an idempotency key, then shows the receipt and emails both sides', async () => {
    const server = servePayments({ profile: { notification_email: 'alerts@people.example' } })
    const { router } = await pay('12.5')
    expect(await screen.findByRole('heading', { name: 'All done.' })).toBeVisible()
    expect(screen.getByText("You've just paid £12.50 to Olive Outside")).toBeVisible()
    expect(screen.getByText('The money should be available immediately but can take up to 2 hours')).toBeVisible()
    expect((await toastOf('Payment Sent')).getByText('£12.50 sent to Olive Outside.')).toBeInTheDocument()
    const requestId: unknown = server.payments[0]?.p_request_id
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.payments).toEqual([
      {
        p_request_id: requestId,
        to_name: 'Olive Outside',
        to_sort_code: '20-00-00',
        to_account_number: '12345678',
        amount: '12.50',
        reference: 'Rent May',
        check_id: null,
        reason: null,
        warnings: null,
        warnings_version: null,
        warnings_shown_at: null,
      },
    ])
    const mail = {
      recipientName: 'Olive Outside',
      amount: 12.5,
      sortCode: '20-00-00',
      accountNumber: '12345678',
      reference: 'Rent May',
      requestId,
    }
    await waitFor(() =>
      expect(server.mails).toEqual([
        { ...mail, recipientEmail: 'alerts@people.example', notificationType: 'sender' },
        { ...mail, notificationType: 'recipient' },
      ]),
    )
    // The receipt replaces the form in the history.
    expect(router.state.location.state).toEqual({
      receipt: {
        id: '5b0e2c9a-0000-4000-8000-000000000001',
        recipient: 'Olive Outside',
        sortCode: '20-00-00',
        accountNumber: '12345678',
        amount: 1250,
        reference: 'Rent May',
        paidAt: '2026-11-22T10:05:00Z',
        hold: null,
        isToOtherBank: false,
      },
    })
    expect(screen.getByText('…00000001')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy payment id' })).toBeVisible()
    for (const [name, value] of [
      ['Account', '20-00-00 12345678'],
      ['Reference', 'Rent May'],
    ] as const)
      expect(screen.getByText(name, { selector: 'dt' }).closest('div')).toHaveTextContent(value)
    expect(screen.getByText('22 November 2026 at 10:05')).toBeVisible()
    expect(sessionStorage).toHaveLength(0)
    expect(screen.getByRole('link', { name: 'My accounts' })).toHaveAttribute('href', '/')
  })

  test("sends the payer's email to the account's address by default", async () => {
    const server = servePayments()
    await pay('5')
    await waitFor(() => expect(server.mails[0]).toMatchObject({ recipientEmail: 'priya@example.test' }))
  })

  test("'Move money again' leads to Pay & Transfer", async () => {
    servePayments()
    const { person, router } = await pay('5')
    await person.click(await screen.findByRole('button', { name: 'Move money again' }))
    expect(await screen.findByRole('heading', { name: 'Pay & Transfer' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  test("shows 'Processing...' while the payment is sent and cannot pay twice", async () => {
    const server = servePayments()
    const answer = server.holdAnswers()
    const { person } = await payDetails()
    await person.type(await amountField(), '15')
    await person.dblClick(continueButton())
    await waitFor(() => expect(continueButton()).toHaveTextContent('Processing...'))
    expect(continueButton()).toHaveAttribute('aria-disabled', 'true')
    await person.click(continueButton())
    await person.type(await amountField(), '{Enter}')
    await person.keyboard('{Enter}')
    expect(await amountField()).toHaveValue('15')
    expect(screen.queryByText(/checking whether your payment went through/)).not.toBeInTheDocument()
    answer()
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(1)
  })

  test('Enter in the amount leads to the reason, and pays nothing', async () => {
    const server = servePayments()
    const { person } = await payDetails()
    await person.type(await amountField(), '4900{Enter}')
    expect(screen.getByLabelText('Payment reason')).toHaveFocus()
    expect(screen.getByText('£4,900.00 to Olive Outside')).toBeVisible()
    expect(server.payments).toEqual([])
    await person.clear(await amountField())
    expect(screen.queryByText(/to Olive Outside$/)).not.toBeInTheDocument()
  })

  test('an email that is not sent is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    servePayments({ mailStatus: 502 })
    await pay('5')
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(2))
    expect(logged).toHaveBeenCalledWith('A payment notification was not sent', expect.anything())
    expect(screen.getByRole('heading', { name: 'All done.' })).toBeVisible()
    expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
  })
})

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

describe('after paying', () => {
  async function paid() {
    const app = await pay('12.5')
    await screen.findByRole('heading', { name: 'All done.' })
    return app
  }
  const press = async ({ person }: Awaited<ReturnType<typeof paid>>, name: string) =>
    person.click(await screen.findByRole('button', { name }))
  const receipt = [
    'Payment confirmation by Fernbank',
    '',
    'Amount: £12.50',
    'From: Cora Customer',
    'To: Olive Outside',
    'Account: 20-00-00 ****5678',
    'Reference: Rent May',
    'Payment ID: 5b0e2c9a-0000-4000-8000-000000000001',
    'Time: 22 November 2026 at 10:05 (UK time)',
    '',
  ].join('\n')

  test.each([
    ['accepted', null, 'The other bank has accepted it.', 1],
    [
      'rejected',
      'No such account.',
      "The other bank didn't accept it. No such account. The money is back in your account.",
      0,
    ],
  ])(
    'a payment that another bank has %s says so, and has a receipt only if accepted',
    async (state, reason, words, receipts) => {
      const row = {
        transaction_id: '5b0e2c9a-0000-4000-8000-000000000001',
        created_at: '2026-11-22T10:05:00Z',
        amount: 1,
      }
      servePayments({
        replies: [{ status: 200, body: [{ ...row, internal: false }] }],
        bankPayment: { bank_name: 'The other bank', is_outgoing: true, state, reason, recall: null },
      })
      await paid()
      expect(await screen.findByText(words)).toBeVisible()
      expect(screen.getByRole('button', { name: 'Pay again' })).toBeVisible()
      expect(screen.queryAllByRole('button', { name: 'Share receipt' })).toHaveLength(receipts)
    },
  )

  test('shares the receipt', async () => {
    servePayments()
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal('navigator', Object.assign(navigator, { share }))
    await press(await paid(), 'Share receipt')
    expect(share).toHaveBeenCalledWith({ text: receipt })
    Reflect.deleteProperty(navigator, 'share')
  })

  test('downloads the receipt where nothing can be shared', async () => {
    servePayments()
    const saveFile = vi.spyOn(files, 'saveFile').mockReturnValue(undefined)
    await press(await paid(), 'Share receipt')
    expect(saveFile).toHaveBeenCalledWith('receipt-5b0e2c9a-0000-4000-8000-000000000001.txt', 'text/plain', [receipt])
    expect(await toastOf('Receipt downloaded')).toBeDefined()
  })

  test("'Pay again' fills in the payee and the amount", async () => {
    servePayments()
    const app = await paid()
    await press(app, 'Pay again')
    expect(await screen.findByLabelText('Reference')).toHaveValue('Rent May')
    expect(screen.getByRole('heading', { name: 'To Olive Outside' })).toBeVisible()
    expect(screen.getByText('12345678')).toBeVisible()
    expect(await amountField()).toHaveValue('12.50')
  })

  test.each([
    ["I don't recognise this", []],
    ['I think this was a scam', [{ p_transaction_id: '5b0e2c9a-0000-4000-8000-000000000001' }]],
    ['I sent it to the wrong account', []],
  ])("'Something wrong?' opens the chat with the payment described: %s", async (label, reports) => {
    const server = servePayments()
    const app = await paid()
    await press(app, 'Something wrong?')
    const dialog = await screen.findByRole('dialog', { name: 'Something wrong?' })
    await app.person.click(within(dialog).getByRole('button', { name: label }))
    await screen.findByRole('heading', { name: 'Chat' })
    expect(JSON.parse(sessionStorage.getItem(`draft:chat:${userId}`) ?? '')).toBe(
      `${label}: £12.50 to Olive Outside on 22 November 2026 at 10:05. Payment ID: 5b0e2c9a-0000-4000-8000-000000000001`,
    )
    await waitFor(() => expect(server.reports).toEqual(reports))
  })
})

describe('refused by the server', () => {
  test('reads the balance again after a refusal for it, and names what is held', async () => {
    const server = servePayments({
      held: 4.85,
      replies: [refuse(402, 'PT402', "You don't have enough balance for this transaction.")],
    })
    await pay('15')
    expect(await screen.findByText("You don't have enough balance for this transaction.")).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/£4\.85 is held for pending payments\.$/)
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
    expect(sheet.getByRole('button', { name: 'Pay £300.00' })).toBeDisabled()
    await person.click(sheet.getByRole('checkbox', { name: 'I have read this' }))
    await press('Pay £300.00')
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(2)
    expect(server.payments[1]).toEqual({
      ...server.payments[0],
      warnings: ['first_payment', 'half_of_balance'],
      warnings_version: 5,
      warnings_shown_at: expect.any(String),
    })
    expect(server.payments[0]?.reason).toBe(reason)
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

describe('a visitor', () => {
  test('a visitor is told from the start that nothing is paid', async () => {
    signOut()
    servePayments()
    await payDetails()
    expect(screen.getByText(/You aren't signed in, and nothing is paid\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  })

  test('a visitor only previews the payment', async () => {
    signOut()
    const server = servePayments()
    const { person } = await payDetails()
    expect(screen.getByText('Balance including pending').closest('div')).toHaveTextContent('£5,000.00')
    await person.type(await amountField(), '20')
    await person.click(continueButton())
    const toast = await toastOf('Demo Payment')
    expect(toast.getByText('This is a preview. £20.00 would be sent to Olive Outside.')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
    expect(server.payments).toEqual([])
    expect(server.accountReads).toBe(0)
  })

  test('refuses an amount above the demo balance', async () => {
    signOut()
    servePayments()
    await pay('5000.01')
    expect(await toastOf('Insufficient Funds')).toBeDefined()
  })
})
