import { json, noAnswer, storeSession } from '../fakeServer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { faults } from '../faults'
import { pushBrowser } from '../pushBrowser'
import { openApp, servePayments, signOut, silence, toastOf } from './payScreens'

beforeEach(storeSession)

type Person = ReturnType<typeof openApp>['person']

const label = (text: string | RegExp) => screen.getByLabelText(text)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (person: Person, name: string | RegExp) => person.click(screen.getByRole('button', { name }))

async function open(option: RegExp) {
  const app = openApp('/pay-transfer')
  await heading('Pay & Transfer')
  await press(app.person, option)
  return app
}
const openPayee = () => open(/^Pay\b/)
const openTransfer = () => open(/^Transfer\b/)

/** Pastes each text: typed letter by letter, it would render the screen once for each letter. */
async function fill(person: Person, fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) {
    await person.clear(label(new RegExp(`^${name}`)))
    await person.paste(text)
  }
}

const typed = () =>
  ['Name on account', 'Sort code', 'Account number', 'Reference'].map((name) => label(name).getAttribute('value'))

const goodTransfer = { Recipient: 'Theo Tester', 'Sort code': '200000', 'Account number': '12345678', Amount: '25' }

async function confirm(fields = goodTransfer) {
  const app = await openTransfer()
  await fill(app.person, fields)
  await press(app.person, 'Continue')
  await heading('Confirm Payment')
  await screen.findByText('Balance including pending')
  return app
}

describe('the menu', () => {
  test('offers to pay, to transfer and to pay in a cheque', async () => {
    servePayments()
    openApp('/pay-transfer')
    await heading('Pay & Transfer')
    expect(screen.getByRole('button', { name: /^Pay New or existing payee, or standing order/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Transfer Money between your own accounts/ })).toBeVisible()
    const cheque = screen.getByRole('link', { name: /^Pay in cheque Deposit up to £5,000 per day/ })
    expect(cheque).toHaveAttribute('href', '/scheduled-payments')
  })
})

test('warns of a saved payee with the same account and another name', async () => {
  const saved = {
    id: 'r-1',
    account_holder_name: 'Olive Outside',
    nickname: 'Landlady',
    is_favourite: false,
    sort_code: '20-00-00',
    account_number: '12345678',
    last_payment_amount: 1,
  }
  servePayments({ recipients: [saved] })
  const { person } = await openPayee()
  await fill(person, { 'Name on account': 'O Outside', 'Sort code': '20 00 00', 'Account number': '1234-5678' })
  expect(screen.getByText('You already pay Landlady at this account.')).toBeVisible()
  await fill(person, { 'Name on account': 'Olive Outside' })
  expect(screen.queryByText(/You already pay/)).not.toBeInTheDocument()
})

describe('the payee check', () => {
  const misspelt = { 'Name on account': 'Olive Outsid', 'Sort code': '20-00-00', 'Account number': '12345678' }
  const details = () => screen.findByRole('heading', { name: 'Pay details' })

  const saved = {
    id: 'r-1',
    account_holder_name: misspelt['Name on account'],
    is_favourite: false,
    sort_code: '20-00-00',
    account_number: '12345678',
  }

  async function check(
    checks: object[],
    recipients: object[] | null = [],
    bank: Parameters<typeof servePayments>[0] = {},
  ) {
    const server = servePayments({ checks, recipients, ...bank })
    const app = await openPayee()
    await fill(app.person, misspelt)
    await press(app.person, 'Check payee details')
    return { ...app, server, sheet: (name: string) => screen.findByRole('dialog', { name }) }
  }

  test.each([
    ['match', 'The name matches this account'],
    ['unavailable', "We can't check names at other banks. Make sure the details come from the person you are paying."],
  ])('%s: opens the payment details and says so', async (outcome, text) => {
    const { server } = await check([{ outcome }])
    await details()
    expect(screen.getByText(text)).toBeVisible()
    expect(server.askedBanks).toEqual([])
    expect(server.checked).toEqual([
      {
        p_check_id: expect.any(String),
        p_name: 'Olive Outsid',
        p_sort_code: '20-00-00',
        p_account_number: '12345678',
        p_account_type: 'personal',
      },
    ])
  })

  test.each([
    ['answers', json({})],
    ['fails', json({ error: 'Something went wrong.' }, 500)],
  ])("asks the payee's bank once where that is possible, and goes on when it %s", async (_case, answer) => {
    const { server } = await check([{ outcome: 'match' }], [], { canAskBank: true, bankAnswer: () => answer })
    await details()
    expect(server.askedBanks).toEqual([
      {
        checkId: server.checked[0]?.p_check_id,
        name: 'Olive Outsid',
        sortCode: '20-00-00',
        accountNumber: '12345678',
        accountType: 'personal',
      },
    ])
  })

  test("waits for the payee's bank for two seconds, and goes on without it", async () => {
    const server = servePayments({ canAskBank: true, bankAnswer: silence })
    const { person } = await openPayee()
    await fill(person, misspelt)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.click(screen.getByRole('button', { name: 'Check payee details' }))
      await vi.waitFor(() => expect(server.askedBanks).toHaveLength(1), { interval: 1 })
      await vi.advanceTimersByTimeAsync(1900)
      expect(server.nameReads).toBe(0)
      await vi.advanceTimersByTimeAsync(100)
    } finally {
      vi.useRealTimers()
    }
    await details()
    expect(screen.getByText(/^We can't check names at other banks\./)).toBeVisible()
  })

  test('close_match: uses the name on the account', async () => {
    const { person, server, sheet } = await check([
      { outcome: 'close_match', holder_name: 'Olive Outside' },
      { outcome: 'match' },
    ])
    expect(await sheet('Did you mean Olive Outside?')).toBeVisible()
    await press(person, 'Use this name')
    await details()
    expect(screen.getByRole('heading', { name: 'To Olive Outside' })).toBeVisible()
    expect(server.checked.map(({ p_name }) => p_name)).toEqual(['Olive Outsid', 'Olive Outside'])
    await press(person, 'Back')
    expect(await screen.findByLabelText('Name on account')).toHaveValue('Olive Outside')
  })

  test('close_match without the name: continues with the typed name', async () => {
    const { person, sheet } = await check([{ outcome: 'close_match' }])
    await sheet('The name is close to the one on this account')
    expect(screen.queryByRole('button', { name: 'Use this name' })).not.toBeInTheDocument()
    await press(person, 'Continue with the name I typed')
    await details()
    expect(screen.getByRole('heading', { name: 'To Olive Outsid' })).toBeVisible()
  })

  test.each([
    [
      'no_match',
      'The name does not match this account',
      /The money may go to someone else\./,
      'The name does not match this account',
    ],
    [
      'wrong_type',
      'This is a business account',
      "You chose Personal. Check with the person you're paying.",
      'This is a business account, and you chose Personal.',
    ],
  ])('%s: the details can be edited, or used anyway', async (outcome, name, text, found) => {
    const { person, sheet } = await check([{ outcome }, { outcome }])
    expect(await sheet(name)).toHaveTextContent(text)
    await press(person, 'Edit details')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(label('Name on account')).toHaveValue('Olive Outsid')
    await press(person, 'Check payee details')
    await sheet(name)
    await press(person, 'Continue anyway')
    await details()
    expect(screen.getByText(found)).toBeVisible()
  })

  test('wrong_type: changes the type to that of the account', async () => {
    const { person, server, sheet } = await check([{ outcome: 'wrong_type' }, { outcome: 'match' }])
    await sheet('This is a business account')
    await press(person, 'Change to Business')
    await details()
    expect(screen.getByText('Business')).toBeVisible()
    expect(server.checked.map(({ p_account_type }) => p_account_type)).toEqual(['personal', 'business'])
  })

  test.each([
    ['is not asked about again when the check is no worse than at the last payment', 'no_match', null],
    ['is asked about when the check has got worse', 'close_match', 'The name does not match this account'],
  ])('a saved payee %s', async (_what, last, name) => {
    const { server, sheet } = await check([{ outcome: 'no_match' }], [{ ...saved, check_outcome: last }])
    if (name === null) await details()
    else await sheet(name)
    expect(screen.queryAllByRole('dialog')).toHaveLength(name === null ? 0 : 1)
    // The type of a saved payee is not known.
    expect(server.checked[0]).not.toHaveProperty('p_account_type')
  })

  test('asks about another name at the account of a saved payee', async () => {
    const other = { ...saved, account_holder_name: 'Olive Outside', check_outcome: 'no_match' }
    const { server, sheet } = await check([{ outcome: 'no_match' }], [other])
    await sheet('The name does not match this account')
    expect(server.checked[0]).toHaveProperty('p_account_type', 'personal')
  })

  test('asks as about a new payee when the saved payees cannot be loaded', async () => {
    const { sheet } = await check([{ outcome: 'no_match' }], null)
    expect(await sheet('The name does not match this account')).toBeVisible()
  })

  test('not_found: refuses the account in place', async () => {
    await check([{ outcome: 'not_found' }])
    await waitFor(() => expect(label('Account number')).toHaveFocus())
    expect(label('Account number')).toHaveAccessibleDescription(
      'There is no Fernbank account with this sort code and account number.',
    )
  })

  test.each([
    [
      { status: 400, code: 'PT400', hint: 'own-account', message: 'You cannot pay into your own account.' },
      'at the account number',
    ],
    [
      { status: 429, code: 'PT429', hint: 'too-many-checks', message: 'You can check 10 payees an hour.' },
      'in the form',
    ],
  ])('shows the refusal %j %s', async ({ status, ...body }) => {
    servePayments({ checkRefusal: { status, body } })
    const { person } = await openPayee()
    await fill(person, misspelt)
    await press(person, 'Check payee details')
    expect(await screen.findByText(body.message)).toBeVisible()
    expect(await heading('Add new payee')).toBeVisible()
  })

  test('a visitor is not checked', async () => {
    signOut()
    const { server } = await check([])
    await details()
    expect(server.checked).toEqual([])
  })
})

test.each([/^Pay\b/, /^Transfer\b/])('tells a visitor on every step that nothing is paid: %s', async (option) => {
  signOut()
  servePayments()
  const { person } = openApp('/pay-transfer')
  await heading('Pay & Transfer')
  expect(screen.getByText(/This is a demonstration/)).toBeVisible()
  await press(person, option)
  expect(screen.getByText(/This is a demonstration/)).toBeVisible()
})

describe('a new payee', () => {
  test('counts characters, recognises the bank and formats the sort code', async () => {
    servePayments()
    const { person } = await openPayee()
    expect(await heading('Add new payee')).toHaveFocus()
    expect(screen.getByText('0/140')).toBeVisible()
    expect(screen.getByText('0/18')).toBeVisible()
    await fill(person, { 'Name on account': 'Olive Outside', Reference: 'Rent May' })
    expect(screen.getByText('13/140')).toBeVisible()
    expect(screen.getByText('8/18')).toBeVisible()

    await person.type(label('Sort code'), '20000')
    expect(screen.queryByText('Barclays')).not.toBeInTheDocument()
    await person.type(label('Sort code'), '0')
    expect(screen.getByText('Barclays')).toBeVisible()
    expect(label('Sort code')).toHaveValue('200000')
    await person.tab()
    expect(label('Sort code')).toHaveValue('20-00-00')
  })

  test('limits the length of name and reference', async () => {
    servePayments()
    const { person } = await openPayee()
    await person.click(label('Name on account'))
    await person.paste('n'.repeat(150))
    await person.type(label('Reference'), 'a reference too long')
    expect(screen.getByText('140/140')).toBeVisible()
    expect(screen.getByText('18/18')).toBeVisible()
  })

  test('shows that a bank is unknown', async () => {
    servePayments()
    const { person } = await openPayee()
    await person.type(label('Sort code'), '999999')
    expect(screen.getByText('Unknown Bank')).toBeVisible()
    expect(screen.getByText('Bank not recognized')).toBeVisible()
  })

  test('shows an error for an incomplete sort code', async () => {
    servePayments()
    const { person } = await openPayee()
    await person.type(label('Sort code'), '2000')
    expect(screen.queryByText('Sort code must be 6 digits')).not.toBeInTheDocument()
    await person.tab()
    expect(screen.getByText('Sort code must be 6 digits')).toBeVisible()
    expect(label('Sort code')).toHaveAccessibleDescription(/Sort code must be 6 digits/)
    expect(label('Sort code')).toBeInvalid()
  })

  test("enables 'Check payee details' when name, sort code and account number are complete", async () => {
    servePayments()
    const { person } = await openPayee()
    const check = screen.getByRole('button', { name: 'Check payee details' })
    expect(check).toBeDisabled()
    await fill(person, { 'Name on account': 'Olive Outside', 'Sort code': '200000' })
    expect(check).toBeDisabled()
    await fill(person, { 'Account number': '1' })
    expect(check).toBeEnabled()
  })

  test('shows each error at its field and focuses the first one', async () => {
    servePayments()
    const { person } = await openPayee()
    await fill(person, { 'Name on account': 'Olive Outside', 'Sort code': '2000', 'Account number': '1234567' })
    await press(person, 'Check payee details')
    expect(label('Sort code')).toHaveFocus()
    expect(label('Sort code')).toHaveAccessibleDescription('Sort code must be 6 digits')
    expect(label('Account number')).toHaveAccessibleDescription('Account number must be 8 digits')
    await fill(person, { 'Sort code': '200000' })
    await press(person, 'Check payee details')
    expect(label('Account number')).toHaveFocus()
    expect(await heading('Add new payee')).toBeVisible()
  })

  test('opens the payment details with all the typed values', async () => {
    servePayments()
    const { person, router } = await openPayee()
    await fill(person, {
      'Name on account': ' Olive Outside ',
      'Sort code': '200000',
      'Account number': '1234 5678',
      Reference: 'Rent',
    })
    await person.click(screen.getByRole('radio', { name: 'Business' }))
    await press(person, 'Check payee details')
    await heading('Pay details')
    expect(router.state.location).toMatchObject({
      pathname: '/payment-details',
      state: {
        recipient: 'Olive Outside',
        sortCode: '20-00-00',
        accountNumber: '12345678',
        accountType: 'Business',
        reference: 'Rent',
      },
    })
  })

  test('keeps the form after a reload and on the way back from the payment details', async () => {
    servePayments()
    const before = await openPayee()
    await fill(before.person, {
      'Name on account': 'Olive Outside',
      'Sort code': '200000',
      'Account number': '12345678',
      Reference: 'Rent May',
    })
    const { state } = before.router.state.location
    before.unmount()

    const { person, router } = openApp('/pay-transfer', state)
    await heading('Add new payee')
    expect(typed()).toEqual(['Olive Outside', '20-00-00', '12345678', 'Rent May'])
    await press(person, 'Check payee details')
    await heading('Pay details')
    await router.navigate(-1)
    await heading('Add new payee')
    expect(typed()).toEqual(['Olive Outside', '20-00-00', '12345678', 'Rent May'])
  })

  test("returns to the menu with Close and with the browser's back button", async () => {
    servePayments()
    const { person, router } = await openPayee()
    await press(person, 'Close')
    await heading('Pay & Transfer')
    await press(person, /^Pay\b/)
    await heading('Add new payee')
    await router.navigate(-1)
    expect(await heading('Pay & Transfer')).toBeVisible()
  })

  test('the form of a customer is not shown to the next customer', async () => {
    servePayments()
    const before = await openPayee()
    await fill(before.person, { 'Name on account': 'Olive Outside' })
    before.unmount()
    signOut()
    await openPayee()
    expect(label('Name on account')).toHaveValue('')
  })
})

describe('a recent recipient', () => {
  const olive = {
    id: 'r-1',
    account_holder_name: 'Olive Outside',
    sort_code: '20-00-00',
    account_number: '87654321',
    last_payment_amount: 12.5,
  }
  const payee = { recipient: 'Olive Outside', sortCode: '20-00-00', accountNumber: '87654321' }

  async function choose(checks: object[], change: object = {}) {
    const server = servePayments({ recipients: [{ ...olive, check_outcome: 'match', ...change }], checks })
    const app = openApp('/pay-transfer')
    await app.person.click(await screen.findByRole('button', { name: /^Olive Outside/ }))
    return { server, ...app }
  }

  test('is paid with three taps, and is checked silently', async () => {
    const { person, server } = await choose([{ outcome: 'match' }])
    await heading('Pay details')
    expect(await screen.findByText('The name matches this account')).toBeVisible()
    expect(screen.queryByText('Personal')).not.toBeInTheDocument()
    await fill(person, { Amount: '25', Reference: 'Rent' })
    await press(person, 'Continue')
    await heading('All done.')
    expect(server.payments).toMatchObject([
      {
        to_name: 'Olive Outside',
        to_account_number: '87654321',
        amount: '25.00',
        reference: 'Rent',
        check_id: server.checked[0]?.p_check_id,
      },
    ])
    expect(server.checked[0]).not.toHaveProperty('p_account_type')
  })

  test('interrupts when the check has got worse, and the details can be edited', async () => {
    const { person, server } = await choose([{ outcome: 'no_match' }])
    await screen.findByRole('dialog', { name: 'The name does not match this account' })
    await press(person, 'Edit details')
    expect(await heading('Add new payee')).toBeVisible()
    expect(typed()).toEqual(['Olive Outside', '20-00-00', '87654321', ''])
    expect(server.payments).toEqual([])
  })

  test('does not interrupt when the check is no worse than at the last payment', async () => {
    await choose([{ outcome: 'no_match' }], { check_outcome: 'no_match' })
    expect(await screen.findByText('The name does not match this account')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('cannot be paid when the account no longer exists', async () => {
    const { person } = await choose([{ outcome: 'not_found' }])
    expect(await screen.findByText(/There is no Fernbank account/)).toBeVisible()
    await fill(person, { Amount: '25' })
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  test('Back leads from the payment details to the menu', async () => {
    const { person } = await choose([{ outcome: 'match' }])
    await heading('Pay details')
    await press(person, 'Back')
    expect(await heading('Pay & Transfer')).toBeVisible()
  })

  test('shows that there are none yet', async () => {
    servePayments()
    openApp('/pay-transfer')
    expect(await screen.findByText('No recent recipients')).toBeVisible()
  })

  test('a recent recipient is hidden from visitors', async () => {
    signOut()
    servePayments()
    openApp('/pay-transfer')
    await heading('Pay & Transfer')
    expect(screen.queryByRole('heading', { name: 'Recent Recipients' })).not.toBeInTheDocument()
  })

  test('fills the form from another screen, and later edits survive a reload', async () => {
    servePayments()
    const before = openApp('/pay-transfer', { payee })
    await heading('Add new payee')
    expect(typed()).toEqual(['Olive Outside', '20-00-00', '87654321', ''])
    await fill(before.person, { Reference: 'Rent', 'Account number': '11112222' })
    const { state, search } = before.router.state.location
    expect(search).toBe('')
    before.unmount()

    const { person } = openApp('/pay-transfer', state)
    await heading('Add new payee')
    expect(typed()).toEqual(['Olive Outside', '20-00-00', '11112222', 'Rent'])
    await press(person, 'Close')
    expect(await heading('Pay & Transfer')).toBeVisible()
  })
})

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
    async function check(checks: object[]) {
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
    const saved = {
      id: 'r-1',
      account_holder_name: 'Olive Outside',
      nickname: 'Landlady',
      is_favourite: false,
      sort_code: '20-00-00',
      account_number: '87654321',
      last_payment_amount: 1,
    }
    servePayments({ recipients: [saved] })
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
    // The receipt is on the screen before the history has it.
    await waitFor(() => expect(router.state.location.state).toMatchObject({ step: 'success' }))
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
    const server = servePayments({ balance: 20, held: 4.85 })
    const { person } = await confirm()
    await press(person, /^Confirm/)
    const words = "You don't have enough balance for this transaction."
    expect((await toastOf('Insufficient Funds')).getByText(words)).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByText(words)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/£4\.85 is held for pending payments\.$/)
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
