import { storeSession, userId } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as files from '@/lib/saveFile'
import { amountField, continueButton, openApp, pay, payDetails, servePayments, signOut, toastOf } from './payScreens'

beforeEach(storeSession)

/** The account is folded into the line of its balance. */
const openAccount = (person: { click: (element: Element) => Promise<void> }) =>
  person.click(screen.getByText('Balance'))

describe('the form', () => {
  test('shows the account, the recipient and every field', async () => {
    servePayments({ balance: 4162.69 })
    const { person } = await payDetails()
    expect(screen.getByRole('heading', { name: 'Pay details' })).toBeVisible()
    expect(screen.getByText('00-24-68')).not.toBeVisible()
    await openAccount(person)
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
      screen.getByRole('region', { name: 'From your current account' }),
      screen.getByRole('heading', { name: 'To Olive Outside' }),
      screen.getByText('Rent May'),
      // What must be read comes before what can be left as it is.
      screen.getByLabelText('Payment reason'),
      screen.getByText('Could this be a scam?'),
      screen.getByLabelText('Date'),
      screen.getByRole('button', { name: 'Choose another day' }),
      screen.getByRole('switch', { name: 'Create regular payment?' }),
      continueButton(),
    ]
    for (const [place, element] of inOrder.slice(1).entries()) {
      expect(inOrder[place]?.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
  })

  test('shows what is pending beside the balance, and names it below the refusal', async () => {
    const server = servePayments({ balance: 4064.45, pending: 4.85 })
    await pay('4069.30')
    expect(screen.getByText('Pending').closest('div')).toHaveTextContent('£4.85')
    expect(screen.getByText('Balance including pending').closest('div')).toHaveTextContent('£4,064.45')
    const toast = await toastOf('Insufficient Funds')
    expect(toast.getByText("You don't have enough balance for this transaction.")).toBeInTheDocument()
    expect(await amountField()).toHaveAccessibleDescription(
      "You don't have enough balance for this transaction. Balance £4,064.45 £4.85 is in pending payments.",
    )
    expect(server.payments).toEqual([])
  })

  test('explains the overdraft', async () => {
    servePayments()
    const { person } = await payDetails()
    await openAccount(person)
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
    expect(document.activeElement).toHaveTextContent(texts[0] ?? '')
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
    ['1,0000', 'Is the comma a decimal point? Write 12.50 or 1,250.'],
    ['0', 'Enter an amount above £0, such as 10.99.'],
  ])('says on leaving the field what is wrong with %s', async (typed, text) => {
    servePayments()
    const { person } = await payDetails()
    await person.type(await amountField(), typed)
    expect(await amountField()).toBeValid()
    await person.tab()
    expect(await amountField()).toBeInvalid()
    expect(screen.getByText(text)).toBeVisible()
    expect(continueButton()).toBeDisabled()
  })

  test.each([
    ['12,50', '12.50', '£12.50'],
    ['1,250', '1,250', '£1,250.00'],
  ])('reads %s with a comma and shows how', async (typed, shown, amount) => {
    const server = servePayments()
    const { person } = await payDetails()
    await person.type(await amountField(), typed)
    await person.tab()
    expect(await amountField()).toHaveValue(shown)
    expect(screen.getByText(`${amount} to Olive Outside`)).toBeVisible()
    await person.click(continueButton())
    await waitFor(() => expect(server.payments).toHaveLength(1))
  })

  test('refuses an amount that is not money', async () => {
    const server = servePayments()
    await pay('1.005')
    expect((await toastOf('Invalid Amount')).getByText('Please enter a valid amount.')).toBeInTheDocument()
    expect(await amountField()).toBeInvalid()
    expect(await amountField()).toHaveFocus()
    expect(await amountField()).toHaveAccessibleDescription(/at most two decimal places/)
    expect(continueButton()).toBeDisabled()
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
      isRegular: false,
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
        nextOn: null,
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
    ['accepted', null, 'The other bank has accepted it.', "You've just paid £12.50 to Olive Outside", 1],
    [
      'rejected',
      'No such account.',
      "The other bank didn't accept it. No such account.",
      '£12.50 to Olive Outside came back',
      0,
    ],
    [
      'returned',
      null,
      'The other bank sent it back. The money is back in your account.',
      '£12.50 to Olive Outside came back',
      0,
    ],
  ])(
    'a payment that another bank has %s says so, and has a receipt, a repetition and the promise only if accepted',
    async (state, reason, words, outcome, receipts) => {
      const row = {
        transaction_id: '5b0e2c9a-0000-4000-8000-000000000001',
        created_at: '2026-11-22T10:05:00Z',
        amount: 1,
      }
      servePayments({
        replies: [{ status: 200, body: [{ ...row, internal: false }] }],
        bankPayment: {
          bank_name: 'The other bank',
          is_outgoing: true,
          state,
          reason,
          decided_at: null,
          recall: null,
          recall_words: null,
        },
      })
      await pay('12.5')
      expect(await screen.findByText(words)).toBeVisible()
      expect(screen.getByText(outcome)).toBeVisible()
      expect(screen.getByRole('heading', { name: receipts === 1 ? 'All done.' : 'Payment came back' })).toBeVisible()
      expect(screen.queryAllByRole('button', { name: 'Pay again' })).toHaveLength(receipts)
      expect(screen.queryAllByText(/^The money should be available/)).toHaveLength(receipts)
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
    ["I didn't make this payment", 'unauthorised', []],
    ['I was tricked into paying', 'scam', [{ p_transaction_id: '5b0e2c9a-0000-4000-8000-000000000001' }]],
  ])("'Something wrong?' leads to the claim, which knows what the customer said: %s", async (label, kind, reports) => {
    const server = servePayments()
    const app = await paid()
    await press(app, 'Something wrong?')
    const dialog = await screen.findByRole('dialog', { name: 'Something wrong?' })
    await app.person.click(within(dialog).getByRole('button', { name: label }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/claim/5b0e2c9a-0000-4000-8000-000000000001'))
    expect(app.router.state.location.state).toEqual({ kind })
    expect(sessionStorage.getItem(`draft:chat:${userId}`)).toContain(
      `${label}: £12.50 to Olive Outside on 22 November 2026`,
    )
    await waitFor(() => expect(server.reports).toEqual(reports))
  })

  test.each([['I paid the wrong person'], ["It hasn't arrived"], ['Something else']])(
    "'Something wrong?' opens the chat with the payment described: %s",
    async (label) => {
      const server = servePayments()
      const app = await paid()
      await press(app, 'Something wrong?')
      const dialog = await screen.findByRole('dialog', { name: 'Something wrong?' })
      await app.person.click(within(dialog).getByRole('button', { name: label }))
      await screen.findByRole('heading', { name: 'Chat' })
      expect(JSON.parse(sessionStorage.getItem(`draft:chat:${userId}`) ?? '')).toBe(
        `${label}: £12.50 to Olive Outside on 22 November 2026 at 10:05. Payment ID: 5b0e2c9a-0000-4000-8000-000000000001`,
      )
      expect(server.reports).toEqual([])
    },
  )
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
})
