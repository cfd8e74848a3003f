import { json, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const personId = '00000000-0000-4000-8000-000000000002'
const at = '2026-11-21T09:05:00.123456+00:00'

const page = (change: object = {}) => ({
  full_name: 'Marta Lind',
  notification_email: null,
  sign_in_email: 'marta@example.test',
  postal_address: ['4 Mill Lane', 'Leeds', 'LS1 4AP'],
  created_at: at,
  approved: true,
  suspended_at: null,
  closed_at: null,
  closed_by: null,
  waiting: 0,
  asked_back: 0,
  card_shortfall: 0,
  frozen_at: null,
  unfreezes_at: null,
  rejection_reason: null,
  has_pin: true,
  pin_visible: true,
  can_delete: true,
  roles: [],
  permissions: [],
  account: { account_number: '12345678', sort_code: '00-11-22', balance: 1234.5, pending: 0, created_at: at },
  savings: [],
  limits: { daily_limit: 25000, sent_today: 10, next_limit: null, next_limit_from: null, undo_seconds: 10 },
  cards: [{ id: 'card-1', last_four: '2467', status: 'active', issued_at: at, expires_on: '2029-11-30' }],
  devices: [{ id: 'device-1', name: 'Firefox on Linux', last_seen_at: at }],
  passkeys: [{ id: 'passkey-1', name: 'Safari on iPhone', created_at: at, last_used_at: null }],
  sessions: [{ started_at: at, last_active_at: at, device: 'Firefox on Linux' }],
  payments: null,
  payments_to_come: null,
  payees: null,
  chat: null,
  audit: null,
  notes: [{ id: 'note-1', created_at: at, note: 'Called about a card', author: 'Ada Admin', is_own: true }],
  ...change,
})

const cause = (name: string, words: string, message: string) => ({
  name,
  words,
  message,
  next_message: message,
})
const choices = {
  causes: [
    cause('fraud', 'Payments look like fraud', 'Tell us about [which payments].'),
    cause('inquiry', 'Another inquiry', 'A check is running.'),
  ],
  first_day: '2026-11-24',
  usual_day: '2026-11-30',
  last_day: '2026-12-07',
}

const closedAccount = {
  holder_name: 'Marta Lind',
  sort_code: '00-11-22',
  account_number: '12345678',
  address: [],
  months: ['2026-11-01'],
  savings: [
    { id: 'savings-1', name: 'Holiday', sort_code: '00-24-68', account_number: '13571357', months: ['2026-10-01'] },
  ],
  letters: [],
}
const statement = { opening_balance: 0, closing_balance: 0, paid_in: 0, paid_out: 0, entries: [] }

function open(change: object = {}, knowsReason = true, more: string[] = [], answers: Answers = {}) {
  let isRecorded = knowsReason
  storeSession()
  const asked = serve({
    'GET profiles': () => json([{ full_name: 'Ada Admin', approved: true, notification_email: null }]),
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json(['approve_users', ...more].map((permission) => ({ permission }))),
    'POST rpc/get_closed_account': () => json(closedAccount),
    'POST rpc/get_closed_statement': () => json(statement),
    'POST rpc/record_user_view': ({ body }) => {
      isRecorded ||= body?.includes('p_reason') ?? false
      return isRecorded
        ? json(null)
        : json(
            { code: 'PT409', message: 'Choose why you need to see this.', hint: 'reason-needed', details: null },
            409,
          )
    },
    'POST rpc/record_support_view': () => json(true),
    'POST rpc/get_support_effects': () => json({ effects: ['write', 'give_time'], own_words: 'I lip-read.' }),
    'POST rpc/get_user_page': () => json(page(change)),
    'POST rpc/record_user_data_copy': () => json(null),
    'POST rpc/get_user_data': () => json({ person: {} }),
    'POST rpc/end_user_sessions': () => json(1),
    'POST rpc/freeze_user_card': () => json(true),
    'POST rpc/check_payee': () => json(false),
    'POST rpc/request_payout': () => json(null),
    'POST rpc/remove_user_device': () => json(true),
    'POST rpc/request_passkey_removal': () => json(null),
    'POST rpc/request_new_address': () => json(null),
    'POST rpc/request_approval': () => json(null),
    'POST rpc/add_user_note': () => json(null),
    'POST rpc/get_suspension_choices': () => json(choices),
    'POST rpc/suspend_user': () => json(true),
    'POST rpc/approve_users': () => json(1),
    'POST rpc/reject_users': () => json(1),
    'POST /functions/v1/send-due-mails': () => json({ sent: 1 }),
    ...answers,
  })
  renderApp(`/admin/users/${personId}`)
  return asked
}

const part = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 10_000 }))
const bodiesOf = (asked: ReturnType<typeof open>, path: string): unknown[] =>
  asked.filter((request) => request.path === path).map(({ body }): unknown => JSON.parse(body ?? ''))

test("the reader's own page has no notes", async () => {
  open({ notes: null })
  const notes = await part('Notes')
  expect(notes.getByText('Only colleagues read and write the notes about you.')).toBeVisible()
  expect(notes.queryByRole('textbox')).not.toBeInTheDocument()
})

test('records the read, then shows the user without the parts of other tools', async () => {
  const asked = open()
  const account = await part('Account')
  expect(account.getByText('£1,234.50')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Marta Lind' })).toBeVisible()
  const help = await part('How we can help you')
  expect(help.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Write, do not call', 'Give time'])
  expect(help.getByText('I lip-read.')).toBeVisible()
  expect((await part('Notes')).getByText('Called about a card')).toBeVisible()
  expect((await part('Profile')).getByText('•••••')).toBeVisible()
  expect((await part('Payment limits')).getByText('£25,000.00')).toBeVisible()
  expect((await part('Cards')).getByText('Card ending 2467')).toBeVisible()
  for (const name of ['Latest payments', 'Payments to come', 'Payees', 'Chat', 'Audit of this user'])
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
  const reads = asked.map(({ path }) => path).filter((path) => /record_user_view|get_user_page/.test(path))
  expect(reads).toEqual(['rpc/record_user_view', 'rpc/get_user_page'])
})

test('asks why staff open a page where the server knows no reason', async () => {
  const asked = open({}, false)
  const question = within(await screen.findByRole('region', { name: 'Why do you need to see this?' }))
  expect(question.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'The customer asked for help',
    'Reviewing a payment',
    "Checking the customer's details",
    "Protecting the customer's account",
    'Checking our own work',
  ])
  await userEvent.click(question.getByRole('button', { name: 'Reviewing a payment' }))
  expect((await part('Account')).getByText('£1,234.50')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/record_user_view')).toContainEqual({ p_user_id: personId, p_reason: 'payment_review' })
})

test('shows payments, chat and audit where the server sends them, each row as a link to its record', async () => {
  open({
    payments: [
      {
        id: 'tx-1',
        created_at: at,
        other_party: 'Water Board',
        amount: 10,
        incoming: false,
        is_card: false,
        account_type: 'current',
        is_own_move: false,
        status: 'failed',
      },
      {
        id: 'tx-2',
        created_at: at,
        other_party: 'Ben Hughes',
        amount: 1099,
        incoming: true,
        is_card: false,
        account_type: 'current',
        is_own_move: false,
        status: 'completed',
      },
    ],
    chat: [{ id: 'chat-1', status: 'waiting_for_agent', updated_at: at }],
    audit: [{ id: 7, created_at: at, action: 'suspend_user', actor: null }],
  })
  const payments = await part('Latest payments')
  expect(payments.getByText('-£10.00')).toBeVisible()
  expect(payments.getByText(/Not sent/)).toBeVisible()
  expect(payments.getByText('+£1,099.00')).toBeVisible()
  const links = [
    [payments, 'Water Board', '/admin/transactions#id=tx-1'],
    [payments, 'Ben Hughes', '/admin/transactions#id=tx-2'],
    [await part('Chat'), 'Waiting for an agent', '/admin/chat?chat=chat-1'],
    [await part('Audit of this user'), 'Suspended a user', '/admin/audit#row=7'],
    [await part('Audit of this user'), 'All rows', `/admin/audit#target=${personId}`],
  ] as const
  for (const [shown, name, path] of links) expect(shown.getByRole('link', { name })).toHaveAttribute('href', path)
})

const savings = (id: string, change: object = {}) => ({
  id,
  sort_code: '00-11-22',
  account_number: '87654321',
  balance: 250,
  created_at: at,
  closed_at: null,
  wait_hours: 0,
  ...change,
})

test('shows the savings accounts, and which account a payment belongs to', async () => {
  const payment = {
    id: 'tx-1',
    created_at: at,
    other_party: 'Holiday',
    amount: 10,
    incoming: false,
    is_card: false,
    account_type: 'current',
    is_own_move: true,
    status: 'completed',
  }
  open({
    savings: [savings('one', { wait_hours: 72 }), savings('two', { balance: 0, closed_at: at })],
    payments: [
      payment,
      { ...payment, id: 'tx-2', other_party: 'Ben Hughes', account_type: 'savings', is_own_move: false },
    ],
  })
  const rows = (await part('Savings accounts')).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    '00-11-22 87654321£250.00 · Protected: 72 hours',
    '00-11-22 87654321£0.00 · Closed on 21 Nov 2026',
  ])
  const payments = (await part('Latest payments')).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(payments[0]).toContain(' · Between own accounts')
  expect(payments[1]).toContain(' · Savings account')
})

test('a user without savings has no list of them, and staff without financial support edit no balance', async () => {
  open()
  await part('Account')
  expect(screen.queryByRole('region', { name: 'Savings accounts' })).not.toBeInTheDocument()
  cleanup()
  open({ savings: [savings('one')] })
  const list = await part('Savings accounts')
  expect(list.queryByRole('button')).not.toBeInTheDocument()
})

test('sets the balance of an open savings account, or asks a second administrator', async () => {
  let needsApproval = true
  const asked = open({ savings: [savings('one'), savings('two', { closed_at: at })] }, true, ['financial_support'], {
    'POST rpc/update_user': () =>
      needsApproval ? json({ code: 'PT409', message: 'Two people', hint: 'approval-needed' }, 409) : json(null),
  })
  const list = await part('Savings accounts')
  expect(list.getAllByRole('button')).toHaveLength(1)
  const edit = async (balance: string) => {
    await userEvent.click(list.getByRole('button', { name: 'Edit balance of 87654321' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the balance of a savings account' }))
    await userEvent.clear(dialog.getByLabelText('New balance (£)'))
    await userEvent.type(dialog.getByLabelText('New balance (£)'), balance)
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  }
  const balances = { p_user_id: personId, p_seen_balance: '250.00', p_account_id: 'one' }
  await edit('9000')
  const question = within(await screen.findByRole('dialog', { name: 'A second administrator must approve this' }))
  await userEvent.type(question.getByLabelText('Reason'), 'Compensation')
  await userEvent.click(question.getByRole('button', { name: 'Ask for Approval' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bodiesOf(asked, 'rpc/request_approval')).toEqual([
    { ...balances, p_kind: 'balance', p_balance: '9000.00', p_reason: 'Compensation' },
  ])
  needsApproval = false
  await edit('300')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bodiesOf(asked, 'rpc/update_user').at(-1)).toEqual({ ...balances, p_balance: '300.00' })
})

test('signs out everywhere, adds a note and suspends', async () => {
  const asked = open()
  await userEvent.click((await part('Devices and sessions')).getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('1 session ended')).toBeInTheDocument()

  const notes = await part('Notes')
  await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
  expect(notes.getByLabelText('New note')).toHaveAccessibleDescription('Enter a note.')
  await userEvent.type(notes.getByLabelText('New note'), ' Sent a form ')
  await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(notes.getByLabelText('New note')).toHaveValue(''))
  expect(bodiesOf(asked, 'rpc/add_user_note')).toEqual([{ p_user_id: personId, p_note: 'Sent a form' }])

  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Marta Lind?' }))
  const confirm = async () => userEvent.click(await dialog.findByRole('button', { name: 'Suspend' }))
  await confirm()
  expect(dialog.getByLabelText('Cause')).toHaveAccessibleDescription(/^Choose a cause\./)
  await userEvent.selectOptions(dialog.getByLabelText('Cause'), 'Payments look like fraud')
  await confirm()
  const text = dialog.getByLabelText('Text for the customer')
  expect(text).toHaveAccessibleDescription(/^Replace the words in brackets\./)
  await userEvent.clear(text)
  await userEvent.type(text, ' We look at your payments ')
  expect(bodiesOf(asked, 'rpc/suspend_user')).toEqual([])
  await confirm()
  expect(await screen.findByText('They are signed out, and told by email. Nothing is deleted.')).toBeInTheDocument()
  expect(bodiesOf(asked, 'rpc/suspend_user')).toEqual([
    {
      p_user_id: personId,
      p_cause: 'fraud',
      p_message: 'We look at your payments',
      p_next_update: '2026-11-30',
    },
  ])
})

test('freezes a card, removes a device and asks to remove a passkey, each with a reason', async () => {
  const asked = open()
  const cards = await part('Cards')
  expect(cards.getByText('Only the owner can unfreeze a card, in the app.')).toBeVisible()
  const ask = async (region: string, button: string, title: string, confirm: string) => {
    await userEvent.click((await part(region)).getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
    await userEvent.type(dialog.getByLabelText('Reason'), ' Called us ')
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
  }
  const sent = async (name: string, body: object) => {
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodiesOf(asked, `rpc/${name}`)).toEqual([{ p_user_id: personId, p_reason: 'Called us', ...body }])
  }
  await ask('Cards', 'Freeze the card ending 2467', 'Freeze the card ending 2467?', 'Freeze')
  await sent('freeze_user_card', { p_card_id: 'card-1' })
  const device = 'Remove Firefox on Linux'
  await ask('Devices and sessions', device, `${device}?`, 'Remove')
  await sent('remove_user_device', { p_device_id: 'device-1' })

  const passkey = 'Remove the passkey Safari on iPhone'
  await ask('Passkeys', passkey, `${passkey}?`, 'Ask for Approval')
  await sent('request_passkey_removal', { p_passkey_id: 'passkey-1' })
  expect(screen.getByText('Waiting for approval')).toBeVisible()
})

test('asks a second administrator to change the sign-in email of a customer who has lost the mailbox', async () => {
  const asked = open()
  await userEvent.click((await part('Profile')).getByRole('button', { name: 'Change sign-in email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the sign-in email of Marta Lind?' }))
  const confirm = dialog.getByRole('button', { name: 'Ask for Approval' })
  await userEvent.type(dialog.getByLabelText('New sign-in email'), 'marta@')
  await userEvent.click(confirm)
  expect(dialog.getByLabelText('New sign-in email')).toHaveAccessibleDescription(
    'Enter an email address such as name@example.com.',
  )
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
  await userEvent.type(dialog.getByLabelText('New sign-in email'), 'new.example ')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Mailbox closed')
  await userEvent.click(confirm)
  expect(await screen.findByText('Waiting for approval')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/request_new_address')).toEqual([
    { p_user_id: personId, p_email: 'marta@new.example', p_reason: 'Mailbox closed' },
  ])
})

test('a frozen account can send nothing, and a second administrator is asked to unfreeze it', async () => {
  const asked = open({ frozen_at: at })
  const limits = await part('Payment limits')
  expect(limits.getByText('£0.00, frozen')).toBeVisible()
  expect(limits.getByText('After the freeze').parentElement).toHaveTextContent('£25,000.00')
  await userEvent.click(screen.getByRole('button', { name: 'Unfreeze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unfreeze the account of Marta Lind?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Lost the mailbox')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for Approval' }))
  expect(await screen.findByText('Waiting for approval')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/request_approval')).toEqual([
    { p_kind: 'unfreeze', p_user_id: personId, p_reason: 'Lost the mailbox' },
  ])
})

test('an account that its owner is unfreezing needs no second administrator', async () => {
  open({ frozen_at: at, unfreezes_at: at })
  await part('Payment limits')
  expect(screen.queryByRole('button', { name: 'Unfreeze' })).not.toBeInTheDocument()
})

test('approves or rejects a user who waits', async () => {
  const asked = open({ approved: false, account: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }, { timeout: 10_000 }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 1 user?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'No document')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(bodiesOf(asked, 'rpc/approve_users')).toEqual([{ p_user_ids: [personId] }]))
  expect(screen.queryByRole('button', { name: /Suspend|Revoke/ })).not.toBeInTheDocument()
})

test('the page does not approve staff, and does not reject a user twice', async () => {
  open({ approved: false, pin_visible: false, rejection_reason: 'No document' })
  expect(await screen.findByRole('button', { name: 'Approve' }, { timeout: 10_000 })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument()
})

test('offers nothing that the rules of deletion forbid', async () => {
  open({ can_delete: false, pin_visible: false })
  expect((await part('Profile')).getByText('Hidden')).toBeVisible()
  for (const name of [
    'Suspend',
    'Revoke Access',
    'Sign out everywhere',
    /^Freeze/,
    /^Remove Firefox/,
    /^Remove the passkey/,
  ])
    expect(screen.getByRole('button', { name })).toBeDisabled()
})

test('of a closed account it shows what came in, and asks a second administrator to pay it out', async () => {
  const asked = open({ closed_at: at, closed_by: 'owner', suspended_at: at, waiting: 40, asked_back: 12.34 }, true, [
    'financial_support',
  ])
  expect((await part('Profile')).getByText(/^Closed by the owner on/)).toBeVisible()
  const closed = await part('After the closing')
  expect(closed.getByText('£40.00')).toBeVisible()
  expect(closed.getByText('£12.34')).toBeVisible()
  expect(closed.queryByRole('button', { name: 'Download all as one PDF' })).not.toBeInTheDocument()
  await userEvent.click(closed.getByRole('button', { name: 'Pay out the money' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay out this money?' }))
  expect(
    dialog.getByText(/£40\.00 goes to this account.+A bank that asks for some of it gets a refusal then/),
  ).toBeVisible()
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await confirm()
  expect(dialog.getByLabelText('Name on the account')).toHaveAccessibleDescription('Enter the name on the account.')
  await userEvent.type(dialog.getByLabelText('Name on the account'), ' Marta Lind ')
  await userEvent.type(dialog.getByLabelText('Sort code'), '200000')
  await userEvent.type(dialog.getByLabelText('Account number'), '87654321')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Wrote to us')
  await confirm()
  expect(await screen.findByText('Waiting for approval')).toBeVisible()
  const [check] = bodiesOf(asked, 'rpc/check_payee') as { p_check_id: string }[]
  const payee = { p_name: 'Marta Lind', p_sort_code: '20-00-00', p_account_number: '87654321' }
  expect(check).toEqual({ p_check_id: check?.p_check_id, ...payee })
  expect(bodiesOf(asked, 'rpc/request_payout')).toEqual([
    { p_user_id: personId, p_reason: 'Wrote to us', p_check_id: check?.p_check_id, ...payee },
  ])
})

test('staff who see payments and cases download the statements and letters of a closed account', async () => {
  const orders: unknown[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = (order: unknown) => orders.push(order)
    },
  )
  const asked = open({ closed_at: at, closed_by: 'bank', suspended_at: at }, true, [
    'view_transactions',
    'manage_cases',
  ])
  const closed = await part('After the closing')
  expect(closed.queryByRole('button', { name: 'Pay out the money' })).not.toBeInTheDocument()
  await userEvent.click(closed.getByRole('button', { name: 'Download all as one PDF' }))
  await waitFor(() => expect(orders).toHaveLength(1))
  expect(bodiesOf(asked, 'rpc/get_closed_account')).toEqual([{ p_user_id: personId }])
  expect(bodiesOf(asked, 'rpc/get_closed_statement')).toEqual([
    { p_user_id: personId, p_from: '2026-10-01', p_until: '2026-10-31', p_account_id: 'savings-1' },
    { p_user_id: personId, p_from: '2026-11-01', p_until: '2026-11-30' },
  ])
  expect(orders[0]).toMatchObject({
    document: 'records',
    account: { holderName: 'Marta Lind' },
    savings: [{ account: { savings: 'Holiday', accountNumber: '13571357' }, statements: [{ first: '2026-10-01' }] }],
    letters: [],
  })
  vi.unstubAllGlobals()
})

test('staff without the permission for cases do not see the statements and letters of a closed account', async () => {
  open({ closed_at: at, closed_by: 'bank', suspended_at: at }, true, ['view_transactions'])
  const closed = await part('After the closing')
  expect(closed.queryByRole('button', { name: 'Download all as one PDF' })).not.toBeInTheDocument()
})

test('shows payments to come and payees with links to their records', async () => {
  open({
    payments_to_come: [
      {
        id: 'later-1',
        user_id: personId,
        user_email: 'marta@example.test',
        due_at: '2026-12-01T06:00:00+00:00',
        state: 'scheduled',
        amount: 11.5,
        recipient: 'Council Tax',
        reference: null,
        problem: null,
        frequency: 'monthly',
        is_under_review: false,
      },
    ],
    payees: [
      {
        id: 'payee-1',
        name: 'Ben Hughes',
        sort_code: '00-11-22',
        account_number: '87654321',
        paid_total: 99,
        last_payment_date: at,
        user_id: 'ben',
      },
    ],
  })
  expect((await part('Payments to come')).getByRole('link', { name: 'Council Tax' })).toHaveAttribute(
    'href',
    '/admin/transactions#id=later-1',
  )
  expect(screen.getByText(/Scheduled for 1 Dec 2026, every month/)).toBeVisible()
  expect((await part('Payees')).getByRole('link', { name: 'Ben Hughes' })).toHaveAttribute('href', '/admin/users/ben')
})

test('edits the user with the dialog of the list, the balance only with financial support', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const box = within(await screen.findByRole('dialog', { name: 'Edit User Information' }))
  expect(box.getByLabelText('Full Name')).toHaveValue('Marta Lind')
  expect(box.getByLabelText('Account Balance (£)')).toHaveAttribute('readonly')
})

test('staff with the permissions of all its tools download the copy of the data', async () => {
  const asked = open({}, true, ['view_transactions', 'manage_chat', 'manage_cases', 'read_transcripts'])
  const copy = await part('Copy of the data')
  await userEvent.click(copy.getByRole('button', { name: 'Download the data' }))
  expect(await screen.findByText('Copy saved')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/record_user_data_copy')).toEqual([{ p_user_id: personId }])
})

test('staff without one of these permissions do not see the copy of the data', async () => {
  open({}, true, ['view_transactions', 'manage_chat', 'manage_cases'])
  await part('Account')
  expect(screen.queryByRole('region', { name: 'Copy of the data' })).not.toBeInTheDocument()
})
