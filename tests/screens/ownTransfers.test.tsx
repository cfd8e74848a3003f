import { json, ownAccountRow, savingsRow, storeSession } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fill, heading, label, openTransfer, press, servePayments, toastOf } from './payScreens'

beforeEach(storeSession)

const holiday = savingsRow()
const car = savingsRow({
  id: '00000000-0000-4000-8000-0000000000a2',
  name: 'Car',
  account_number: '99887766',
  balance: 20,
})
const accounts = [ownAccountRow(), holiday, car]

const value = (name: string) => label(name)
const payeeFields = () =>
  ['Recipient', 'Sort code', 'Account number'].map((name) => (value(name) as HTMLInputElement).value)

describe('a customer without savings accounts', () => {
  test('sees the specified form, and how to open one', async () => {
    servePayments()
    await openTransfer()
    await heading('Transfer Between Accounts')
    expect(await screen.findByRole('link', { name: 'Open a savings account' })).toHaveAttribute('href', '/savings/open')
    expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label') ?? field.id)).toHaveLength(4)
    for (const name of ['Recipient', 'Sort code', 'Account number', 'Amount (£)']) expect(label(name)).toBeVisible()
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument()
    expect(screen.queryByLabelText('To')).not.toBeInTheDocument()
  })

  test('can transfer while the list of accounts cannot be loaded', async () => {
    servePayments({ ownAccounts: () => json({}, 500) })
    const { person } = await openTransfer()
    await screen.findByLabelText('Recipient')
    await press(person, 'Continue')
    expect(await toastOf('Missing Information')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Open a savings account' })).not.toBeInTheDocument()
  })
})

describe('a transfer between own accounts', () => {
  const open = async (moveReply = {}) => {
    const server = servePayments({ ownAccounts: () => json(accounts), moveReply })
    const app = await openTransfer()
    await screen.findByLabelText('From')
    return { server, ...app }
  }

  test('fills in the fields, is confirmed without a payee check, and moves the money', async () => {
    const { person, server, router } = await open()
    expect(label('From')).toHaveDisplayValue('Current account')
    expect(label('To')).toHaveDisplayValue('Someone else')
    await person.selectOptions(label('To'), 'Holiday')
    expect(payeeFields()).toEqual(['Holiday', '00-24-68', '13571357'])
    await fill(person, { Amount: '50' })
    await press(person, 'Continue')
    await heading('Confirm Payment')
    expect(await screen.findByRole('region', { name: 'From Current account' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'To Holiday' })).toBeVisible()
    await press(person, 'Confirm and move £50.00')
    await heading('All done.')
    expect(await screen.findByText("You've just moved £50.00 from Current account to Holiday")).toBeVisible()
    expect(server.moves).toEqual([
      { p_request_id: expect.any(String), p_from_id: 'account-1', p_to_id: holiday.id, p_amount: '50.00' },
    ])
    expect(server.checked).toEqual([])
    expect(server.payments).toEqual([])
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    expect(screen.getByRole('link', { name: 'My accounts' })).toHaveAttribute('href', '/')
    await press(person, 'Move money again')
    await heading('Pay & Transfer')
    expect(router.state.location.pathname).toBe('/pay-transfer')
    await press(person, /^Transfer\b/)
    expect(await screen.findByLabelText('Recipient')).toHaveValue('')
  })

  test('from a savings account goes to the current account unless another one is chosen', async () => {
    const { person } = await open()
    await person.selectOptions(label('From'), 'Holiday')
    expect(payeeFields()).toEqual(['Current account', '00-24-68', '24682468'])
    expect(label('To')).toHaveDisplayValue('Current account')
    await person.selectOptions(label('To'), 'Car')
    expect(payeeFields()[2]).toBe('99887766')
    await person.selectOptions(label('From'), 'Car')
    expect(label('To')).toHaveDisplayValue('Holiday')
  })

  test('knows the numbers of an own account that are typed', async () => {
    const { person } = await open()
    await fill(person, { Recipient: 'Me', 'Sort code': '002468', 'Account number': '1357 1357' })
    expect(label('To')).toHaveDisplayValue('Holiday')
  })

  test('pays somebody else from the current account with the payee check', async () => {
    const { person, server } = await open()
    await person.selectOptions(label('To'), 'Holiday')
    await person.selectOptions(label('To'), 'Someone else')
    expect(payeeFields()).toEqual(['', '', ''])
    await fill(person, { Recipient: 'Theo Tester', 'Sort code': '200000', 'Account number': '12345678', Amount: '25' })
    await press(person, 'Continue')
    await heading('Confirm Payment')
    expect(await screen.findByRole('button', { name: 'Confirm and send £25.00' })).toBeVisible()
    expect(server.checked).toHaveLength(1)
  })

  test('pays nobody else from a savings account', async () => {
    const { person, server } = await open()
    await person.selectOptions(label('From'), 'Holiday')
    await fill(person, { Recipient: 'Theo Tester', 'Sort code': '200000', 'Account number': '12345678', Amount: '25' })
    await press(person, 'Continue')
    expect(label('From')).toBeInvalid()
    expect(label('From')).toHaveAccessibleDescription(
      expect.stringContaining('Only your current account can pay someone else.'),
    )
    expect(server.checked).toEqual([])
  })

  test('above the balance is refused at the confirmation', async () => {
    const { person, server } = await open()
    await person.selectOptions(label('From'), 'Car')
    await fill(person, { Amount: '20.01' })
    await press(person, 'Continue')
    await heading('Confirm Payment')
    await person.click(await screen.findByRole('button', { name: 'Confirm and move £20.01' }))
    const toast = await toastOf('Insufficient Funds')
    expect(toast.getByText("You don't have enough balance for this transaction.")).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByText('Insufficient Funds')).toBeVisible()
    expect(server.moves).toEqual([])
  })

  test('leads back from the confirmation to the form, not to a new payee', async () => {
    const { person } = await open()
    await person.selectOptions(label('To'), 'Holiday')
    await fill(person, { Amount: '5' })
    await press(person, 'Continue')
    await heading('Confirm Payment')
    await press(person, 'Back')
    await heading('Transfer Between Accounts')
    expect(label('To')).toHaveDisplayValue('Holiday')
    expect(label('Amount (£)')).toHaveValue('5')
  })

  test('out of a protected account says until when it waits', async () => {
    const { person } = await open({ waits_until: '2026-11-23T10:05:00Z' })
    await person.selectOptions(label('From'), 'Holiday')
    await fill(person, { Amount: '5' })
    await press(person, 'Continue')
    await heading('Confirm Payment')
    await person.click(await screen.findByRole('button', { name: 'Confirm and move £5.00' }))
    await heading('Not moved yet')
    expect(await screen.findByText("We'll move £5.00 to Current account on 23 November 2026 at 10:05")).toBeVisible()
    expect(screen.getByText('Until then you can take it back on the page of Holiday.')).toBeVisible()
  })
})
