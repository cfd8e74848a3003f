import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { faults } from '../faults'
import { resetBrowser, openApp, servePayments, outside, signIn, signOut, toastOf } from './fakePaymentServer'

beforeEach(() => {
  signIn()
})
afterEach(resetBrowser)

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
      expect(screen.getByText(name).nextElementSibling).toHaveTextContent('£4,162.69')
    }
    for (const text of ['Olive Outside', '20-00-00', '12345678', 'Barclays', 'Personal', 'Rent May']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    const amount = await amountField()
    expect(amount).toHaveAttribute('step', '0.01')
    expect(amount).toHaveAttribute('min', '0')
    expect(screen.getByLabelText('Date')).toHaveValue('Today')
    expect(screen.getByLabelText('Date')).toHaveAttribute('readonly')
    expect(screen.getByText(/future date .* gives you\s+time to cancel/)).toBeVisible()
    const options = within(screen.getByLabelText('Payment reason')).getAllByRole('option')
    expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
      ['bills', 'Bills and utilities'],
      ['rent', 'Rent or mortgage'],
      ['personal', 'Personal payment'],
      ['business', 'Business payment'],
      ['other', 'Other'],
    ])
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
  test('refuses an amount that is not money', async () => {
    const server = servePayments()
    await pay('1.005')
    expect((await toastOf('Invalid Amount')).getByText('Please enter a valid amount.')).toBeInTheDocument()
    expect(await amountField()).toBeInvalid()
    expect(await amountField()).toHaveFocus()
    expect(await amountField()).toHaveAccessibleDescription(/Please enter a valid amount\./)
    expect(server.payments).toEqual([])
  })

  test('refuses an amount above the balance', async () => {
    const server = servePayments()
    await pay('5000.01')
    const toast = await toastOf('Insufficient Funds')
    expect(toast.getByText("You don't have enough balance for this transaction.")).toBeInTheDocument()
    expect(await amountField()).toHaveValue(5000.01)
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
        p_to_name: 'Olive Outside',
        p_to_sort_code: '20-00-00',
        p_to_account_number: '12345678',
        p_amount: '12.50',
        p_reference: 'Rent May',
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
    expect(router.state.location.state).toEqual({ receipt: { amount: 1250, recipient: 'Olive Outside' } })
    expect(sessionStorage).toHaveLength(0)
    expect(screen.getByRole('link', { name: 'My accounts' })).toHaveAttribute('href', '/')
  })

  test("sends the payer's email to the account's address by default", async () => {
    const server = servePayments()
    await pay('5')
    await waitFor(() => expect(server.mails[0]).toMatchObject({ recipientEmail: 'cora@people.example' }))
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
    expect(await amountField()).toHaveValue(15)
    expect(screen.queryByText(/checking whether your payment went through/)).not.toBeInTheDocument()
    answer()
    await screen.findByRole('heading', { name: 'All done.' })
    expect(server.payments).toHaveLength(1)
  })

  test('only logs an email that is not sent', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    servePayments({ mailStatus: 502 })
    await pay('5')
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(2))
    expect(logged).toHaveBeenCalledWith('A payment notification was not sent', expect.anything())
    expect(screen.getByRole('heading', { name: 'All done.' })).toBeVisible()
    expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
  })
})

describe('refused by the server', () => {
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
    expect(await amountField()).toHaveValue(15)

    // The outcome is known, so a retry is a new payment with a new key.
    await person.click(continueButton())
    await screen.findByRole('heading', { name: 'All done.' })
    expect(new Set(server.payments.map((payment) => payment.p_request_id)).size).toBe(2)
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
    const server = servePayments({ replies: ['silence'] })
    const before = await pay('40')
    await waitFor(() => expect(server.payments).toHaveLength(1))
    before.unmount()

    openApp('/payment-details', outside)
    expect(await screen.findByText("You've just paid £40.00 to Olive Outside")).toBeVisible()
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
    expect(await checking()).toBeVisible()
    answer()
    expect(await screen.findByText("You've just paid £40.00 to Olive Outside")).toBeVisible()
    expect(server.payments).toHaveLength(1)
  })

  test("does not send another customer's unsettled payment", async () => {
    sessionStorage.setItem(
      'unsettledPayment',
      JSON.stringify({ ...outside, requestId: 'r', userId: 'somebody else', amount: 4000 }),
    )
    const server = servePayments()
    await payDetails()
    expect(server.payments).toEqual([])
    expect(continueButton()).toBeDisabled()
  })

  test('keeps the payment and checks it again on request when the session ends', async () => {
    const server = servePayments({
      replies: ['dropped', { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } }],
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
  test('only previews the payment', async () => {
    signOut()
    const server = servePayments()
    const { person } = await payDetails()
    expect(screen.getByText('Balance including pending').nextElementSibling).toHaveTextContent('£5,000.00')
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
