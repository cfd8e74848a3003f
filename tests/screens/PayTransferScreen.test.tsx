import { storeSession } from '../fakeServer'
import type { Row } from '../apiAnswers'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fill, heading, label, openApp, openPayee, press, servePayments, signOut } from './payScreens'
import { recipientRow } from '../payees'

beforeEach(storeSession)

const typed = () =>
  ['Name on account', 'Sort code', 'Account number', 'Reference'].map((name) => label(name).getAttribute('value'))

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
  const payee = { recipient: 'Olive Outside', sortCode: '20-00-00', accountNumber: '87654321' }

  async function choose(checks: Partial<Row<'get_payee_check'>>[], change: object = {}) {
    const server = servePayments({ recipients: [recipientRow({ check_outcome: 'match', ...change })], checks })
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
