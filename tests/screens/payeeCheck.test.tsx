import { json, storeSession } from '../fakeServer'
import type { Row, TableRow } from '../apiAnswers'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fill, heading, label, openPayee, press, servePayments, signOut, silence } from './payScreens'
import { recipientRow } from '../payees'

beforeEach(storeSession)

test('warns of a saved payee with the same account and another name', async () => {
  servePayments({ recipients: [recipientRow({ nickname: 'Landlady', account_number: '12345678' })] })
  const { person } = await openPayee()
  await fill(person, { 'Name on account': 'O Outside', 'Sort code': '20 00 00', 'Account number': '1234-5678' })
  expect(screen.getByText('You already pay Landlady at this account.')).toBeVisible()
  await fill(person, { 'Name on account': 'Olive Outside' })
  expect(screen.queryByText(/You already pay/)).not.toBeInTheDocument()
})

describe('the payee check', () => {
  const misspelt = { 'Name on account': 'Olive Outsid', 'Sort code': '20-00-00', 'Account number': '12345678' }
  const details = () => screen.findByRole('heading', { name: 'Pay details' })

  const saved = recipientRow({ account_holder_name: misspelt['Name on account'], account_number: '12345678' })

  async function check(
    checks: Partial<Row<'get_payee_check'>>[],
    recipients: Partial<TableRow<'recipients'>>[] | null = [],
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
