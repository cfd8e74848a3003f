import { createHash } from 'node:crypto'
import { bodiesOf, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, Row, TableRow } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { version } from '../../package.json'
import { SettingsScreen } from '@/screens/SettingsScreen'
import { faults } from '../faults'

function limitRow(change: Partial<Row<'get_payment_limit'>> = {}): Row<'get_payment_limit'> {
  return {
    daily_limit: 25_000,
    sent_today: 500,
    left_today: 24_500,
    next_limit: null,
    next_limit_from: null,
    ...change,
  }
}

/** A server that stores the address. */
function show(address: string | null, change: Answers = {}, sheet = 'notifications') {
  let kept = address
  const answers: Answers = {
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, notification_email: kept, undo_seconds: 0 }),
    'PATCH profiles': ({ body }) => {
      kept = JSON.parse(body ?? '').notification_email
      return json([{ id: userId }])
    },
    'POST rpc/get_payment_limit': () => json(limitRow()),
    'POST rpc/list_account_looks': () => json([]),
    'POST rpc/get_trusted_contacts': () => json({ is_on: true, mine: null, requests: [], people: [], reviews: [] }),
    'POST rpc/list_hidden_senders': () => json([]),
    'POST rpc/get_notification_choices': () =>
      json({ push_key: null, push: [], mail: [], mailbox: [], shows_amounts: false, low_balance: null }),
    'POST rpc/list_push_devices': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<SettingsScreen />, '/settings', `#${sheet}`) }
}

const writes = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method === 'PATCH')
const field = () => screen.findByRole('textbox', { name: 'Notification Email' })
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))

describe('a bank that has turned parts off', () => {
  const without = (turnedOff: string[], change: Partial<TableRow<'profiles'>> = {}) =>
    show(
      null,
      {
        'GET profiles': () =>
          json({ full_name: 'Priya Shah', approved: true, undo_seconds: 0, turned_off: turnedOff, ...change }),
      },
      'privacy',
    )
  const row = (name: RegExp) => screen.queryByRole('button', { name, hidden: true })

  test('shows neither their rows nor their parts of Privacy', async () => {
    without(['freezing', 'support_needs', 'account_looks', 'covered_texts'])
    expect(await screen.findByRole('heading', { name: 'Trusted contact' })).toBeVisible()
    expect(row(/^Privacy/)).toBeInTheDocument()
    for (const name of [/^Freeze everything/, /^How we can help you/]) expect(row(name)).not.toBeInTheDocument()
    expect(await screen.findByText(/never your balance\./)).not.toHaveTextContent('freeze')
    for (const name of ['Who looked at my account', 'Hidden senders'])
      expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument()
  })

  test('shows only the help that can be switched off, and promises no part that is off', async () => {
    show(
      null,
      {
        'GET profiles': () =>
          json({
            full_name: 'Priya Shah',
            approved: true,
            undo_seconds: 0,
            turned_off: ['support_needs', 'account_looks', 'freezing'],
            support_needs: ['no_calls'],
          }),
        'POST rpc/list_my_support_needs': () =>
          json([{ need: 'no_calls', own_words: null, ends_at: null, is_asked: false }]),
      },
      'needs',
    )
    expect(await screen.findByRole('switch', { name: /^No phone calls/ })).toBeChecked()
    expect(screen.getAllByRole('switch')).toHaveLength(1)
    expect(screen.queryByLabelText('What should we know?')).not.toBeInTheDocument()
    expect(screen.getByText(/^We don't offer this any more\./)).toBeVisible()
    expect(screen.queryByText(/under Privacy/)).not.toBeInTheDocument()
  })

  test('lets a frozen account be unfrozen, and help be deleted', async () => {
    without(['freezing', 'support_needs'], { frozen_at: '2026-11-23T12:00:00Z', support_needs: ['no_calls'] })
    expect(await screen.findByRole('heading', { name: 'Who looked at my account' })).toBeVisible()
    for (const name of [/^Freeze everything/, /^How we can help you/]) expect(row(name)).toBeInTheDocument()
  })
})

describe('a frozen account', () => {
  const frozen = (sheet: string) =>
    show(
      null,
      {
        'GET profiles': () =>
          json({ full_name: 'Priya Shah', approved: true, undo_seconds: 0, frozen_at: '2026-11-23T12:00:00Z' }),
        'POST rpc/list_my_support_needs': () => json([]),
      },
      sheet,
    )

  test('says that nothing can be sent, without a form for the limit', async () => {
    frozen('payments')
    expect(await screen.findByText(/^You can send nothing now\./)).toBeVisible()
    expect(screen.queryByText(/£0\.00/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Save limit' })).not.toBeInTheDocument()
  })

  test.each([
    ['profile', 'Full Name'],
    ['notifications', 'Notification Email'],
    ['payments', 'Undo a payment for'],
    ['needs', 'What should we know?'],
    ['privacy', 'Their sort code'],
  ])('shows in the sheet %s what the server would refuse to change, with the reason', async (sheet, label) => {
    frozen(sheet)
    expect(await screen.findByLabelText(new RegExp(label))).toBeDisabled()
    expect(
      screen.getByText('Your account is frozen, so this has to wait until you unfreeze it in Settings.'),
    ).toBeVisible()
  })
})

describe('how we can help you', () => {
  function showNeeds(rows: Row<'list_my_support_needs'>[], change: Answers = {}) {
    const stored = new Map(rows.map((row) => [row.need, row]))
    return show(
      null,
      {
        'POST rpc/list_my_support_needs': () => json([...stored.values()]),
        'POST rpc/set_support_need': ({ body }) => {
          const { p_need: need, p_is_on: isOn, p_own_words: words = null } = JSON.parse(body ?? '')
          if (isOn) stored.set(need, { need, own_words: words, ends_at: null, is_asked: false })
          else stored.delete(need)
          return new Response(null, { status: 204 })
        },
        ...change,
      },
      'needs',
    )
  }
  const choice = (name: string) => screen.findByRole('switch', { name: new RegExp(`^${name}`) })

  test('each choice says what it changes, and is saved at once', async () => {
    const { asked } = showNeeds([])
    for (const [name, effect] of [
      ['More time', /15 minutes without activity instead of 5/],
      ['Larger text and a simple Home', /Home has four large buttons/],
      ['No phone calls', /told to write to you and not to call/],
      ['Somebody helps me', /gets no access/],
      ['Block gambling', /Switching this off takes 48 hours/],
      ['Money worries', /we show what you will have left/],
    ] as const)
      expect(await choice(name)).toHaveAccessibleDescription(effect)
    expect(screen.getByText(/we keep no excess when we refund a scam/)).toHaveTextContent(/You see under Privacy/)
    await userEvent.click(await choice('Money worries'))
    expect(await screen.findByRole('link', { name: 'StepChange' })).toHaveAttribute(
      'href',
      'https://www.stepchange.org',
    )
    await waitFor(async () => expect(await choice('Money worries')).toBeChecked())
    await userEvent.click(await choice('Money worries'))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'StepChange' })).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/set_support_need')).toEqual([
      { p_need: 'money_worries', p_is_on: true },
      { p_need: 'money_worries', p_is_on: false },
    ])
  })

  test('a gambling block that is switched off says until when it holds', async () => {
    showNeeds([{ need: 'gambling', own_words: null, ends_at: '2040-01-02T09:05:00Z', is_asked: false }])
    expect(await choice('Block gambling')).not.toBeChecked()
    expect(await choice('Block gambling')).toHaveAccessibleDescription(/still refuse until 2 January 2040/)
  })

  test('own words are saved and deleted, and keep what was typed after a failure', async () => {
    const { asked } = showNeeds([], { 'POST rpc/set_support_need': () => json({ message: 'No' }, 500) })
    const words = await screen.findByLabelText('What should we know?')
    await userEvent.type(words, 'I lip-read.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(words).toHaveValue('I lip-read.')
    await userEvent.clear(words)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(bodiesOf(asked, 'rpc/set_support_need')).toEqual([
      { p_need: 'own_words', p_is_on: true, p_own_words: 'I lip-read.' },
      { p_need: 'own_words', p_is_on: false },
    ])
  })
})

describe('the payment limit', () => {
  const showLimit = (change: Answers = {}) => show(null, change, 'payments')
  const limitField = () => screen.findByLabelText('Daily limit (£)')
  const saveLimit = async (typed: string) => {
    await userEvent.clear(await limitField())
    await userEvent.type(await limitField(), typed)
    await userEvent.click(screen.getByRole('button', { name: 'Save limit' }))
  }
  test('the payment limit is shown with what can still be sent today, and lowered', async () => {
    const page = showLimit({
      'POST rpc/set_payment_limit': () => {
        page.answers['POST rpc/get_payment_limit'] = () => json(limitRow({ daily_limit: 1000.5, left_today: 500.5 }))
        return new Response(null, { status: 204 })
      },
    })
    expect(await screen.findByText('You can send up to £24,500.00 more today.')).toBeVisible()
    expect(await limitField()).toHaveValue('25,000.00')
    await saveLimit('£1,000.50')
    expect(await screen.findByText('Payment limit saved')).toBeInTheDocument()
    expect(bodiesOf(page.asked, 'rpc/set_payment_limit')).toEqual([{ p_limit: '1000.50' }])
    expect(await screen.findByText('You can send up to £500.50 more today.')).toBeVisible()
    await waitFor(async () => expect(await limitField()).toHaveValue('1,000.50'))
  })

  test('says when a higher limit applies', async () => {
    const next = { next_limit: 50_000, next_limit_from: '2026-11-23T10:00:00+00:00' }
    showLimit({ 'POST rpc/get_payment_limit': () => json(limitRow(next)) })
    expect(await screen.findByText('Your limit rises to £50,000.00 on 23 November 2026 at 10:00.')).toBeVisible()
  })

  test('cancels a higher limit that does not apply yet', async () => {
    const next = { next_limit: 50_000, next_limit_from: '2026-11-23T10:00:00+00:00' }
    const page = showLimit({
      'POST rpc/get_payment_limit': () => json(limitRow(next)),
      'POST rpc/set_payment_limit': () => {
        page.answers['POST rpc/get_payment_limit'] = () => json(limitRow())
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the higher limit' }))
    await waitFor(() => expect(screen.queryByText(/^Your limit rises/)).not.toBeInTheDocument())
    expect(bodiesOf(page.asked, 'rpc/set_payment_limit')).toEqual([{ p_limit: '25000.00' }])
  })

  test('says once that a higher limit could not be cancelled', async () => {
    showLimit({
      'POST rpc/get_payment_limit': () =>
        json(limitRow({ next_limit: 50_000, next_limit_from: '2026-11-23T10:00:00+00:00' })),
      'POST rpc/set_payment_limit': noAnswer,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the higher limit' }))
    expect(await screen.findAllByText(/You appear to be offline/)).toHaveLength(1)
    expect(screen.getByRole('alert')).toHaveTextContent('You appear to be offline')
  })

  test.each(['', '-1', '10.999', '1000000.01', 'lots'])('refuses %j at the field', async (typed) => {
    const { asked } = showLimit()
    await userEvent.clear(await limitField())
    if (typed !== '') await userEvent.type(await limitField(), typed)
    await userEvent.click(screen.getByRole('button', { name: 'Save limit' }))
    expect(await limitField()).toHaveAccessibleDescription(/Please enter a limit from £0 to £1,000,000\./)
    expect(bodiesOf(asked, 'rpc/set_payment_limit')).toEqual([])
  })

  test("shows the server's refusal and keeps the typed limit", async () => {
    const message = 'Your session has ended. Please sign in again.'
    showLimit({ 'POST rpc/set_payment_limit': () => json({ code: 'PT401', message, hint: 'session-ended' }, 401) })
    await saveLimit('10')
    expect(await screen.findAllByText(message)).toHaveLength(1)
    expect(await limitField()).toHaveValue('10')
  })
})

describe('the notification email', () => {
  test('the notification email is shown, changed and saved', async () => {
    const { asked } = show('old@example.com')
    const input = await field()
    expect(input).toHaveValue('old@example.com')
    await userEvent.clear(input)
    await userEvent.type(input, ' new@example.com {Enter}')
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    const [write] = writes(asked)
    expect(write?.query.get('id')).toBe(`eq.${userId}`)
    expect(JSON.parse(write?.body ?? '')).toEqual({ notification_email: 'new@example.com' })
    await waitFor(() => expect(input).toHaveValue('new@example.com'))
  })

  test.each(['', '   '])('saves %j as no address', async (text) => {
    const { asked } = show('old@example.com')
    const input = await field()
    await userEvent.clear(input)
    if (text !== '') await userEvent.type(input, text)
    await save()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    expect(writes(asked).map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ notification_email: null }])
  })

  test.each(['priya', 'priya@example', 'a@example.com,b@example.com', '<i>@example.com', 'pri\u200bya@example.com'])(
    'refuses %j at the field and does not send it',
    async (address) => {
      const { asked } = show(null)
      const input = await field()
      await userEvent.type(input, address)
      await save()
      expect(input).toHaveAccessibleDescription(/Please enter an email address such as name@example.com/)
      expect(input).toBeInvalid()
      expect(input).toHaveFocus()
      expect(input).toHaveValue(address)
      expect(writes(asked)).toEqual([])
    },
  )

  test.each(faults)('$fault: shows the error, keeps the typed value, and saves it on a retry', async (fault) => {
    const { answers } = show('old@example.com', { 'PATCH profiles': fault.answer })
    const input = await field()
    await userEvent.clear(input)
    await userEvent.type(input, 'new@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent(fault.words)
    expect(screen.getAllByText(fault.words, { exact: false })).toHaveLength(1)
    expect(input).toHaveValue('new@example.com')
    answers['PATCH profiles'] = () => json([{ id: userId }])
    await save()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows an error when the server updates no row', async () => {
    show(null, { 'PATCH profiles': () => json([]) })
    await userEvent.type(await field(), 'new@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't change your profile.")
    expect(screen.queryByText('Settings saved')).not.toBeInTheDocument()
  })
})

test('shows the error, retries and still offers Sign Out when the settings do not load', async () => {
  const { answers } = show(null, { 'GET profiles': noAnswer })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your settings.")
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  answers['GET profiles'] = () => json({ full_name: null, approved: true, notification_email: 'a@example.com' })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await field()).toHaveValue('a@example.com')
})

describe('the rows', () => {
  const row = (name: RegExp) => screen.findByRole('button', { name })

  test('names the passkeys of a customer who has some', async () => {
    show(
      null,
      {
        'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, undo_seconds: 0, passkey_state: 'some' }),
      },
      '',
    )
    expect(await row(/^Sign-in and devices Passkey or PIN$/)).toBeVisible()
  })

  test('each row shows what is set, and opens its sheet', async () => {
    show(null, {}, '')
    await waitFor(() => expect(screen.getByText('£25,000.00 a day. Undo is off')).toBeVisible())
    const rows = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(rows).toEqual([
      'Profile Priya Shah',
      'Sign-in and devices 5-digit PIN',
      expect.stringMatching(/^Notifications .*@/),
      'Payments: limits and undo £25,000.00 a day. Undo is off',
      'Freeze everything If you think someone else is in your account',
      'Privacy Balance shown',
      'How we can help you More time, larger text and other help',
      'Appearance Same as this device',
      'Help Answers, and a chat with us',
      'Close account What happens to your money, payments and statements',
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(await row(/^Profile/))
    expect(await screen.findByRole('dialog', { name: 'Profile' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Priya Shah')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(async () => expect(await row(/^Profile/)).toHaveFocus())
  })

  test('hides the balance, and shows it again', async () => {
    show(null, {}, 'privacy')
    const choice = await screen.findByRole('switch', { name: /^Hide balance/ })
    await userEvent.click(choice)
    expect(screen.getByText('Balance hidden on this device')).toBeInTheDocument()
    await userEvent.click(choice)
    expect(screen.getByText('Balance shown')).toBeInTheDocument()
  })

  test('keeps the chosen colours on this device', async () => {
    show(null, {}, 'appearance')
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('"dark"')
    await userEvent.click(screen.getByRole('radio', { name: 'Same as this device' }))
    expect(document.documentElement.dataset.theme).toBe('')
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test('asks before a new PIN that is not saved is closed', async () => {
    show(
      null,
      {
        'POST rpc/enter_my_pin': () => new Response(null, { status: 204 }),
        'POST rpc/change_my_pin': () => json('54321'),
      },
      'sign-in',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Change PIN' }))
    await userEvent.type(screen.getByLabelText('Current PIN'), '24680')
    await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }))
    expect(await screen.findByText('54321')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: 'Have you saved your PIN?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('54321')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('on a desktop', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const panel = (name: string) => screen.findByRole('region', { name })

  test('the first part is beside the list, and takes no focus', async () => {
    show(null, {}, '')
    expect(within(await panel('Profile')).getByRole('textbox', { name: 'Full Name' })).toHaveValue('Priya Shah')
    expect(screen.getByRole('button', { name: /^Profile/ })).toHaveAttribute('aria-current', 'true')
    expect(document.body).toHaveFocus()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('a row shows its part beside the list, whose heading takes the focus', async () => {
    show(null, {}, '')
    await panel('Profile')
    const row = screen.getByRole('button', { name: /^Appearance/ })
    expect(row).not.toHaveAttribute('aria-haspopup')
    await userEvent.click(row)
    const shown = within(await panel('Appearance'))
    expect(shown.getByRole('radio', { name: 'Dark' })).toBeVisible()
    expect(shown.getByRole('heading', { level: 2, name: 'Appearance' })).toHaveFocus()
    expect(row).toHaveAttribute('aria-current', 'true')
    expect(screen.queryByRole('textbox', { name: 'Full Name' })).not.toBeInTheDocument()
  })

  test('a link shows its part beside the list', async () => {
    show(null, {}, 'appearance')
    expect(within(await panel('Appearance')).getByRole('radio', { name: 'Dark' })).toBeVisible()
  })
})

test('the release of the app is at the end of the settings', async () => {
  show(null)
  expect(await screen.findByText(`Version ${version}`)).toBeVisible()
})

test('Sign Out ends the session', async () => {
  show(null, { 'POST /auth/v1/logout': () => json({}) }, '')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(localStorage.getItem('sb-bank-auth-token')).toBeNull())
})

describe('the undo window', () => {
  const showWindow = (change: Answers = {}) => {
    let seconds = 0
    return show(
      null,
      {
        'GET profiles': () =>
          json({ full_name: 'Priya Shah', approved: true, notification_email: null, undo_seconds: seconds }),
        'POST rpc/set_undo_window': ({ body }) => {
          seconds = Number(JSON.parse(body ?? '').p_seconds)
          return json(seconds)
        },
        ...change,
      },
      'payments',
    )
  }

  test('the undo window is off at first, and saved when it is chosen', async () => {
    const { asked } = showWindow()
    const choice = await screen.findByRole('combobox', { name: 'Undo a payment for' })
    expect(choice).toHaveDisplayValue('Off')
    await userEvent.selectOptions(choice, '30 seconds')
    expect(await screen.findByText('Undo window saved')).toBeVisible()
    await waitFor(() => expect(choice).toHaveDisplayValue('30 seconds'))
    expect(
      asked.filter(({ path }) => path === 'rpc/set_undo_window').map(({ body }) => JSON.parse(body ?? '')),
    ).toEqual([{ p_seconds: '30' }])
  })

  test('shows the stored choice again when it cannot be saved', async () => {
    showWindow({ 'POST rpc/set_undo_window': noAnswer })
    const choice = await screen.findByRole('combobox', { name: 'Undo a payment for' })
    await userEvent.selectOptions(choice, '60 seconds')
    expect(await screen.findByText('Error')).toBeVisible()
    await waitFor(() => expect(choice).toHaveDisplayValue('Off'))
  })
})

describe('who looked at the account', () => {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const hex = (digits: string) => Buffer.from(digits, 'hex')
  /** A row as the server sends it. */
  function sealed(place: number, action: string, details: object, subject: string | null = null, owner = userId) {
    const content = JSON.stringify([
      place,
      place,
      1_794_319_320.5,
      action,
      null,
      null,
      subject,
      owner,
      'Priya',
      details,
    ])
    const [previous_hash, actor_hash] = ['aa'.repeat(32), 'bb'.repeat(32)]
    const hash = sha256(hex(previous_hash), hex(actor_hash), sha256(Buffer.from(content))).toString('hex')
    return { id: place, content, actor_hash, previous_hash, hash }
  }
  /** The same row in a file. */
  const camelCase = ({ actor_hash, previous_hash, content, hash }: ReturnType<typeof sealed>) => ({
    content,
    hash,
    actorHash: actor_hash,
    previousHash: previous_hash,
  })
  const rows = [
    sealed(9, 'view_chat_money', { reason: 'chat', agent_name: 'Leah' }),
    sealed(7, 'view_transaction', {}, '£12.50 to Mill Lane Lettings'),
  ]
  const newest = { place: 12, hash: 'cc'.repeat(32) }
  const stored = [{ place: 9, hash: rows[0]?.hash }, { place: 7, hash: rows[1]?.hash }, newest]
  const file = (change: object = {}) =>
    new File(
      [
        JSON.stringify({
          newest,
          rows: rows.map(camelCase),
          ...change,
        }),
      ],
      'looks.json',
      { type: 'application/json' },
    )
  const check = async (chosen: File, now: object[] = stored) => {
    show(
      null,
      {
        'POST rpc/list_account_looks': () => json(rows),
        'POST rpc/get_audit_hashes': () => json({ newest, rows: now }),
      },
      'privacy',
    )
    await userEvent.upload(await screen.findByLabelText('Saved file'), chosen)
  }

  test('lists the looks, or says that there is none', async () => {
    const page = show(null, { 'POST rpc/list_account_looks': () => json(rows) }, 'privacy')
    const list = await screen.findByRole('region', { name: 'Who looked at my account' })
    expect(await within(list).findByText('Leah, support, opened your account and payments')).toBeVisible()
    expect(within(list).getByText('10 November 2026 at 14:02, for your chat')).toBeVisible()
    expect(within(list).getByText('A member of our staff opened a payment: £12.50 to Mill Lane Lettings')).toBeVisible()
    page.unmount()
    show(null, {}, 'privacy')
    expect(await screen.findByText('No entries up to yesterday.')).toBeVisible()
  })

  test('goes on after a page with rows that the app cannot read', async () => {
    const unreadable = Array.from({ length: 20 }, (_, index) => ({
      ...sealed(40 - index, 'view_pin', {}),
      content: '{}',
    }))
    show(
      null,
      {
        'POST rpc/list_account_looks': ({ body }) => json(JSON.parse(body ?? '').p_after === 21 ? rows : unreadable),
      },
      'privacy',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
    expect(await screen.findByText(/^Leah, support/)).toBeVisible()
  })

  test('offers to load them again', async () => {
    const page = show(null, { 'POST rpc/list_account_looks': noAnswer }, 'privacy')
    await screen.findByText(/We couldn't load who looked at your account/)
    page.answers['POST rpc/list_account_looks'] = () => json(rows)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Leah, support/)).toBeVisible()
  })

  test('a saved file matches the records of the bank', async () => {
    await check(file())
    expect(
      await screen.findByText(
        'Nothing has been changed or removed. Our records still have all 2 entries in this file.',
      ),
    ).toBeVisible()
  })

  test.each([
    ['a removed row', stored.filter(({ place }) => place !== 9), /^Leah, support/],
    [
      'a removed row of another customer',
      stored.map((row) => (row === newest ? { ...row, hash: 'dd' } : row)),
      /older than/,
    ],
  ])('a saved file shows %s', async (_, now, shown) => {
    await check(file(), now)
    const alert = await screen.findByText('Our records no longer match your file. Keep the file and complain to us.')
    expect(within(alert.parentElement ?? alert).getByText(shown)).toBeVisible()
  })

  test.each([
    [
      'edited',
      file({ rows: [{ ...sealed(9, 'view_pin', {}), actorHash: '', previousHash: '' }] }),
      /has been changed since/,
    ],
    [
      'of another kind',
      new File(['{"a": 1}'], 'other.json', { type: 'application/json' }),
      /isn't a file that you saved/,
    ],
    ['with a place that is none', file({ newest: { ...newest, place: 1e30 } }), /isn't a file that you saved/],
    ['enormous', new File([' '.repeat(10_000_001)], 'looks.json'), /isn't a file that you saved/],
    [
      'of another customer',
      file({ rows: [camelCase(sealed(9, 'view_pin', {}, null, 'another'))] }),
      /is about another account/,
    ],
  ])('refuses a file that is %s', async (_, chosen, shown) => {
    await check(chosen)
    expect(await screen.findByText(shown)).toBeVisible()
  })
})

describe('the copy of the data', () => {
  const download = async (pin: string) => {
    const section = within(await screen.findByRole('region', { name: 'A copy of my data' }))
    await userEvent.type(section.getByLabelText('Current PIN'), pin)
    await userEvent.click(section.getByRole('button', { name: 'Download my data' }))
    return section
  }
  const calls = (asked: ReturnType<typeof serve>) =>
    asked.map(({ path }) => path).filter((path) => /enter_my_pin|_my_data/.test(path))

  test('is downloaded after the PIN and the record', async () => {
    const { asked } = show(
      null,
      {
        'POST rpc/enter_my_pin': () => json(null),
        'POST rpc/record_my_data_copy': () => json(null),
        'POST rpc/get_my_data': () => json({ person: {} }),
      },
      'privacy',
    )
    await download('40718')
    expect(await screen.findByText('Copy saved')).toBeVisible()
    expect(calls(asked)).toEqual(['rpc/enter_my_pin', 'rpc/record_my_data_copy', 'rpc/get_my_data'])
  })

  test('is not read without a PIN or with a wrong one, which the form says', async () => {
    const { asked } = show(
      null,
      {
        'POST rpc/enter_my_pin': () => json(null),
        'POST rpc/record_my_data_copy': () =>
          json(
            { code: 'PT403', message: "That isn't your current PIN.", hint: 'field:currentPin', details: null },
            403,
          ),
      },
      'privacy',
    )
    const section = await download('407')
    expect(section.getByText('Enter your 5-digit PIN.')).toBeVisible()
    await download('18')
    expect(await section.findByText("That isn't your current PIN.")).toBeVisible()
    expect(calls(asked)).not.toContain('rpc/get_my_data')
  })
})
