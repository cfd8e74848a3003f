import { noAnswer, storeSession } from '../fakeServer'
import type { Row } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { faults } from '../faults'
import { pushBrowser } from '../pushBrowser'
import {
  fill,
  heading,
  label,
  openApp,
  openTransfer,
  press,
  servePayments,
  signOut,
  silence,
  toastOf,
} from './payScreens'
import { recipientRow } from '../payees'

beforeEach(storeSession)

const goodTransfer = { Recipient: 'Theo Tester', 'Sort code': '200000', 'Account number': '12345678', Amount: '25' }

async function confirm(fields = goodTransfer) {
  const app = await openTransfer()
  await fill(app.person, fields)
  await press(app.person, 'Continue')
  await heading('Confirm Payment')
  await screen.findByText('Balance including pending')
  return app
}

describe('a transfer', () => {
  test.each([
    [{}, 'Missing Information', 'Please fill in recipient and amount.'],
    [{ Recipient: 'Theo Tester' }, 'Missing Information', 'Please fill in recipient and amount.'],
    [{ Recipient: 'Theo Tester', Amount: '25', 'Sort code': '12-34' }, 'Check details', 'Enter sort code as 12-34-56'],
    [{ ...goodTransfer, 'Account number': '1234567' }, 'Check details', 'Account number must be 8 digits'],
    [{ ...goodTransfer, Amount: '0' }, 'Check details', 'Amount must be greater than 0'],
  ])('refuses %j with %s: %s', async (fields, title, text) => {
    servePayments()
    const { person } = await openTransfer()
    await heading('Transfer Between Accounts')
    await fill(person, fields)
    await press(person, 'Continue')
    expect((await toastOf(title)).getByText(text)).toBeInTheDocument()
    // In place it is at the fields, and not a third time above the button.
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
    expect(document.activeElement).toBeInvalid()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Transfer Between Accounts')
  })

  test('marks the recipient and the amount when both are missing, and focuses the recipient', async () => {
    servePayments()
    const { person } = await openTransfer()
    await press(person, 'Continue')
    expect(label(/^Recipient/)).toBeInvalid()
    expect(label(/^Recipient/)).toHaveFocus()
    expect(label(/^Amount/)).toBeInvalid()
  })

  test.each([
    [{ 'Sort code': '12-34' }, /^Sort code/, /Enter sort code as 12-34-56/],
    [{ 'Account number': '1234567' }, /^Account number/, /Account number must be 8 digits/],
    [{ Amount: '0' }, /^Amount/, /Amount must be greater than 0/],
  ])('%j marks, describes and focuses the wrong field', async (change, name, text) => {
    servePayments()
    const { person } = await openTransfer()
    await fill(person, { ...goodTransfer, ...change })
    await press(person, 'Continue')
    expect(label(name)).toBeInvalid()
    expect(label(name)).toHaveAccessibleDescription(text)
    expect(label(name)).toHaveFocus()
  })

  test('a corrected field is no longer marked as wrong', async () => {
    servePayments()
    const { person } = await openTransfer()
    await fill(person, { ...goodTransfer, Amount: '0' })
    await press(person, 'Continue')
    expect(label(/^Amount/)).toHaveFocus()
    expect(label(/^Amount/)).toBeInvalid()
    await fill(person, { Amount: '1' })
    expect(label(/^Amount/)).toBeValid()
    expect(within(screen.getByRole('alert')).queryByText('Check details')).not.toBeInTheDocument()
  })

  test('a transfer is confirmed and paid once', async () => {
    const server = servePayments()
    const { person, router } = await confirm()
    expect(screen.getByText('Theo Tester')).toBeVisible()
    await press(person, /^Confirm/)
    await heading('All done.')
    expect(screen.getByText("You've just paid £25.00 to Theo Tester")).toBeVisible()
    expect(server.payments).toMatchObject([
      { to_name: 'Theo Tester', to_sort_code: '20-00-00', to_account_number: '12345678', amount: '25.00' },
    ])
    // The receipt is shown before it is in the address, and the draft is kept until then.
    await waitFor(() => expect(sessionStorage).toHaveLength(0))

    await press(person, 'Move money again')
    await heading('Pay & Transfer')
    await press(person, /^Pay\b/)
    expect(label('Name on account')).toHaveValue('')
    expect(screen.getByRole('radio', { name: 'Personal' })).toBeChecked()
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  describe('asks on the receipt for notifications on this device', () => {
    // The payer and the payee get a mail each: then the receipt is complete.
    const question = () => screen.queryByRole('region', { name: 'Know when money moves?' })
    async function pay(pushKey: string | null = 'BKey') {
      const server = servePayments({ pushKey })
      const { person } = await confirm()
      await press(person, /^Confirm/)
      await heading('All done.')
      return { server, person }
    }

    test('and subscribes the browser', async () => {
      pushBrowser('default', 'granted')
      const { server, person } = await pay()
      await waitFor(() => expect(question()).toBeVisible())
      await press(person, 'Turn on')
      expect(await screen.findByText('Notifications are on')).toBeVisible()
      expect(question()).not.toBeInTheDocument()
      expect(server.pushBrowsers).toMatchObject([
        { p_server_key: 'BKey', p_subscription: { endpoint: 'https://push.example/1' } },
      ])
    })

    test('and not again after "Not now"', async () => {
      pushBrowser('default')
      const { server, person } = await pay()
      await waitFor(() => expect(question()).toBeVisible())
      await press(person, 'Not now')
      expect(question()).not.toBeInTheDocument()
      await press(person, 'Move money again')
      await press(person, /^Transfer\b/)
      await fill(person, goodTransfer)
      await press(person, 'Continue')
      await heading('Confirm Payment')
      await press(person, /^Confirm/)
      await heading('All done.')
      await waitFor(() => expect(server.mails).toHaveLength(4))
      expect(question()).not.toBeInTheDocument()
      expect(server.pushBrowsers).toEqual([])
    })

    test('and says in place that the question of the browser was closed', async () => {
      pushBrowser('default')
      const { person } = await pay()
      await waitFor(() => expect(question()).toBeVisible())
      await press(person, 'Turn on')
      expect(await screen.findByText(/^Your browser didn't ask, or you closed its question/)).toBeVisible()
      expect(question()).toBeVisible()
    })

    test('but not where the browser has answered', async () => {
      pushBrowser('denied')
      const { server } = await pay()
      await waitFor(() => expect(server.mails).toHaveLength(2))
      expect(question()).not.toBeInTheDocument()
    })

    test('but not where the bank sends none', async () => {
      pushBrowser('default')
      const { server } = await pay(null)
      await waitFor(() => expect(server.mails).toHaveLength(2))
      expect(question()).not.toBeInTheDocument()
    })
  })

  test('keeps the error of the account while it is read again', async () => {
    let account: () => Response | Promise<Response> = noAnswer
    const server = servePayments({ account: () => account() })
    const { person, client } = await openTransfer()
    await fill(person, goodTransfer)
    await press(person, 'Continue')
    expect(await screen.findByText("We couldn't load your account.")).toBeVisible()
    const before = server.accountReads
    account = silence
    act(() => void client.refetchQueries())
    await waitFor(() => expect(server.accountReads).toBeGreaterThan(before))
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test("'Move money again' leaves the receipt before its navigation has arrived", async () => {
    servePayments()
    const { person, router } = await confirm()
    vi.spyOn(router, 'navigate').mockReturnValueOnce(new Promise(() => undefined))
    await press(person, /^Confirm/)
    await heading('All done.')
    await press(person, 'Move money again')
    expect(await heading('Pay & Transfer')).toBeVisible()
  })

  test('asks about the name when the server needs a check of it, and is paid once with the check', async () => {
    const server = servePayments({
      replies: [
        {
          status: 409,
          body: { code: 'PT409', hint: 'check-needed', message: "Please check the payee's details first." },
        },
      ],
      checks: [{ outcome: 'match' }, { outcome: 'no_match' }],
    })
    const { person } = await confirm()
    await press(person, 'Confirm and send £25.00')
    await screen.findByRole('dialog', { name: 'The name does not match this account' })
    expect(server.payments).toHaveLength(1)
    await press(person, 'Continue anyway')
    await heading('All done.')
    expect(server.payments[1]).toEqual({ ...server.payments[0], check_id: server.checked[1]?.p_check_id })
  })

  test("'Edit details' and 'Use this name' answer a check that the server needs", async () => {
    const needed = { status: 409, body: { code: 'PT409', hint: 'check-needed', message: 'Check the payee first.' } }
    const close = { outcome: 'close_match', holder_name: 'Theodore Tester' }
    const server = servePayments({
      replies: [needed, needed, needed],
      checks: [{ outcome: 'match' }, close, { outcome: 'match' }, close, { outcome: 'match' }],
    })
    const { person } = await confirm()
    await press(person, /^Confirm/)
    await screen.findByRole('dialog', { name: 'Did you mean Theodore Tester?' })
    await press(person, 'Edit details')
    await heading('Transfer Between Accounts')
    expect(label('Recipient')).toHaveValue('Theo Tester')
    await press(person, 'Continue')
    await heading('Confirm Payment')
    await person.click(await screen.findByRole('button', { name: /^Confirm/ }))
    await screen.findByRole('dialog', { name: 'Did you mean Theodore Tester?' })
    await press(person, 'Use this name')
    expect(await screen.findByText("You've just paid £25.00 to Theodore Tester")).toBeVisible()
    expect(server.payments.at(-1)).toMatchObject({
      to_name: 'Theodore Tester',
      check_id: server.checked.at(-1)?.p_check_id,
    })
  })

  describe('is checked before the confirmation', () => {
    async function check(checks: Partial<Row<'get_payee_check'>>[]) {
      const server = servePayments({ checks })
      const { person } = await openTransfer()
      await fill(person, goodTransfer)
      await press(person, 'Continue')
      return { person, server }
    }

    test('and carries the check, without a type', async () => {
      const { person, server } = await check([{ outcome: 'match' }])
      await heading('Confirm Payment')
      expect(await screen.findByText('The name matches this account')).toBeVisible()
      expect(server.checked).toEqual([
        {
          p_check_id: expect.any(String),
          p_name: 'Theo Tester',
          p_sort_code: '20-00-00',
          p_account_number: '12345678',
        },
      ])
      await person.click(await screen.findByRole('button', { name: /^Confirm/ }))
      await heading('All done.')
      expect(server.payments).toMatchObject([{ check_id: server.checked[0]?.p_check_id }])
    })

    test('an account that does not exist is refused at its field', async () => {
      const { server } = await check([{ outcome: 'not_found' }])
      await waitFor(() => expect(label('Account number')).toHaveFocus())
      expect(label('Account number')).toHaveAccessibleDescription(
        'There is no Fernbank account with this sort code and account number.',
      )
      expect(await heading('Transfer Between Accounts')).toBeVisible()
      expect(server.payments).toEqual([])
    })

    test('close_match: uses the name on the account', async () => {
      const { person } = await check([{ outcome: 'close_match', holder_name: 'Theodore Tester' }, { outcome: 'match' }])
      await screen.findByRole('dialog', { name: 'Did you mean Theodore Tester?' })
      await press(person, 'Use this name')
      await heading('Confirm Payment')
      expect(await screen.findByText('Theodore Tester')).toBeVisible()
      expect(screen.getByText('The name matches this account')).toBeVisible()
    })

    test('no_match: the details can be edited, or used anyway', async () => {
      const { person } = await check([{ outcome: 'no_match' }, { outcome: 'no_match' }])
      await screen.findByRole('dialog', { name: 'The name does not match this account' })
      await press(person, 'Edit details')
      expect(await heading('Transfer Between Accounts')).toBeVisible()
      expect(label('Recipient')).toHaveValue('Theo Tester')
      await press(person, 'Continue')
      await screen.findByRole('dialog', { name: 'The name does not match this account' })
      await press(person, 'Continue anyway')
      await heading('Confirm Payment')
      expect(await screen.findByText('The name does not match this account')).toBeVisible()
    })
  })

  test('offers the saved payees', async () => {
    servePayments({ recipients: [recipientRow({ nickname: 'Landlady' })] })
    const { person } = await openTransfer()
    const choice = await screen.findByLabelText('Saved payee')
    await person.selectOptions(choice, 'Landlady, account ending 4321')
    expect(label('Recipient')).toHaveValue('Olive Outside')
    expect(label('Sort code')).toHaveValue('20-00-00')
    expect(label('Account number')).toHaveValue('87654321')
    await fill(person, { 'Account number': '11112222' })
    expect(choice).toHaveDisplayValue('Someone else')
  })

  test('replaces the form with the receipt in the history', async () => {
    const server = servePayments()
    const { person, router } = await confirm()
    await press(person, /^Confirm/)
    await heading('All done.')
    // The receipt is on the screen before the history has it, and the screen shows that of the history a render later.
    await waitFor(() => expect(router.state.location.state).toMatchObject({ receipt: { amount: 2500 } }))
    await act(async () => {})
    await router.navigate(-1)
    await heading('Transfer Between Accounts')
    expect(label('Recipient')).toHaveValue('')
    await router.navigate(1)
    await heading('All done.')
    expect(server.payments).toHaveLength(1)
  })

  test('returns from the confirmation to the payee form with the typed values', async () => {
    servePayments()
    const { person } = await confirm()
    await press(person, 'Back')
    await heading('Add new payee')
    expect(label('Name on account')).toHaveValue('Theo Tester')
    expect(label('Account number')).toHaveValue('12345678')
  })

  test("'Edit amount' leads from the confirmation to the transfer form, and the next back to the menu", async () => {
    servePayments()
    const { person, router } = await confirm()
    await press(person, 'Edit amount')
    await heading('Transfer Between Accounts')
    expect(label(/^Amount/)).toHaveValue('25')
    await router.navigate(-1)
    await heading('Pay & Transfer')
  })

  test('understands pasted numbers', async () => {
    const server = servePayments()
    const { person } = await openTransfer()
    await person.type(label('Recipient'), 'Theo Tester')
    await person.click(label('Sort code'))
    await person.paste(' 20 – 00 – 00 ')
    await person.click(label('Account number'))
    await person.paste('1234-5678')
    await person.click(label(/^Amount/))
    await person.paste('£1,000.50')
    expect(label('Sort code')).toHaveValue('20-00-00')
    expect(label('Account number')).toHaveValue('12345678')
    await press(person, 'Continue')
    await person.click(await screen.findByRole('button', { name: /^Confirm/ }))
    await heading('All done.')
    expect(server.payments).toMatchObject([
      { to_sort_code: '20-00-00', to_account_number: '12345678', amount: '1000.50' },
    ])
  })

  test('refuses a transfer above the balance at the confirmation', async () => {
    const server = servePayments({ balance: 20, pending: 4.85 })
    const { person } = await confirm()
    await press(person, /^Confirm/)
    const words = "You don't have enough balance for this transaction."
    expect((await toastOf('Insufficient Funds')).getByText(words)).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByText(words)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/£4\.85 is in pending payments\.$/)
    expect(await heading('Confirm Payment')).toBeVisible()
    expect(server.payments).toEqual([])
  })

  test("shows 'Processing...' while the transfer is sent", async () => {
    const server = servePayments()
    const answer = server.holdAnswers()
    const { person } = await confirm()
    await person.dblClick(screen.getByRole('button', { name: /^Confirm/ }))
    const button = await screen.findByRole('button', { name: /Processing\.\.\./ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await person.click(button)
    answer()
    await heading('All done.')
    expect(server.payments).toHaveLength(1)
  })

  test.each(faults)('$fault: the screen shows that it is checking, and asks again with the same key', async (fault) => {
    const server = servePayments({ replies: [fault.answer, fault.answer] })
    const { person } = await confirm()
    await press(person, /^Confirm/)
    expect(await screen.findByText(/checking whether your payment went through/)).toBeVisible()
    expect(screen.getByText('£25.00 to Theo Tester')).toBeVisible()
    expect(screen.getByText(/There's no need to pay again: you won't be charged twice\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument()
    await waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(server.payments).toHaveLength(3)
    })
    expect(await screen.findByText("You've just paid £25.00 to Theo Tester")).toBeVisible()
    expect(new Set(server.payments.map((payment) => JSON.stringify(payment))).size).toBe(1)
  })

  test('a payment without an answer is settled with the same key after a reload elsewhere', async () => {
    const server = servePayments({ replies: [silence, noAnswer] })
    const before = await confirm()
    await press(before.person, /^Confirm/)
    await waitFor(() => expect(server.payments).toHaveLength(1))
    before.unmount()

    openApp('/pay-transfer')
    expect(await screen.findByText(/checking whether your payment went through/)).toBeVisible()
    await waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(server.payments).toHaveLength(3)
    })
    await heading('All done.')
    expect(new Set(server.payments.map((payment) => payment.p_request_id)).size).toBe(1)
  })

  test('a transfer is only previewed for a visitor', async () => {
    signOut()
    const server = servePayments()
    const { person } = await confirm()
    await press(person, /^Confirm/)
    const toast = await toastOf('Demo Payment')
    expect(toast.getByText('This is a preview. £25.00 would be sent to Theo Tester.')).toBeInTheDocument()
    await heading('Home')
    expect(server.payments).toEqual([])
  })
})
