import {
  accountRow,
  json,
  noAnswer,
  ownAccountRow,
  renderApp,
  savingsRow,
  serve,
  storeSession,
  userId,
} from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

const section = (name: string, title: string, text: string) => ({ name, title, text })
const sections = [
  section('stopped', 'What is stopped', "You can't pay."),
  section('works', 'What still works', 'Money still comes in.'),
  section('reason', 'Why, and what we need', 'We need to see your passport.'),
  section('news', 'When you hear from us', 'By Monday 30 November 2026.'),
  section('person', 'Talk to a person', 'Our staff answer.'),
  section('complaint', "If you're unhappy", 'Tell us in the chat.'),
]
const account = { holder_name: 'Priya Shah', sort_code: '001042', account_number: '12345678' }
const suspension = { case_id: 'case-1', is_delayed: false, question: null, needs_pin: false, sections, account }
const refusal = (hint: string, status: number) => json({ code: `PT${status}`, message: 'No.', hint }, status)
const message = (id: string, type: string, text: string, name: string | null = null) => ({
  id,
  created_at: '2026-11-23T12:00:00+00:00',
  sender_type: type,
  sender_name: name,
  message: text,
})
const chat = (change: object = {}) => ({
  status: null,
  agent_name: null,
  is_open: true,
  opens_at: null,
  messages: [],
  ...change,
})

/** Opens the app as a suspended customer, whose profile the server withholds. */
function open(change: Answers = {}, path = '/') {
  const answers: Answers = {
    'GET profiles': () => json([]),
    'POST rpc/get_my_suspension': () => json(suspension),
    'POST rpc/get_suspended_chat': () => json(chat()),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    ...change,
  }
  const asked = serve(answers)
  storeSession()
  return { answers, asked, ...renderApp(path) }
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test.each(['/', '/pay-transfer', '/admin', '/pending-approval'])('is all that %s shows', async (path) => {
  const { asked } = open({}, path)
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  for (const { title, text } of sections) expect((await part(title)).getByText(text)).toBeVisible()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  // The guard reads the profile, and the first reads of the address start with it.
  const reads = new Set(asked.map((request) => request.path))
  reads.delete('rpc/get_current_account')
  expect([...reads].toSorted()).toEqual(['profiles', 'rpc/get_my_suspension'])
})

test('a late update is in red, and a question is answered', async () => {
  let question: string | null = 'Who is Mo?'
  const { asked } = open({
    'POST rpc/get_my_suspension': () => json({ ...suspension, is_delayed: true, question }),
    'POST rpc/answer_case': () => {
      question = null
      return json(null)
    },
  })
  expect((await part('When you hear from us')).getByText('By Monday 30 November 2026.')).toHaveClass('text-danger')
  await userEvent.type(await screen.findByLabelText('Your answer'), 'A friend')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText("We've got your message")).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Who is Mo?')).not.toBeInTheDocument())
  const sent = asked.find((request) => request.path === 'rpc/answer_case')?.body ?? ''
  expect(JSON.parse(sent)).toEqual({ p_case_id: 'case-1', p_answer: 'A friend' })
})

test('writes to an agent, tries a lost message again with the same id, and goes back', async () => {
  let isDown = true
  const stored: ReturnType<typeof message>[] = []
  const { asked, router } = open({
    'POST rpc/get_suspended_chat': () =>
      json(chat({ status: stored.length > 0 ? 'waiting_for_agent' : null, messages: stored })),
    'POST rpc/write_while_suspended': ({ body }) => {
      if (isDown) return noAnswer()
      const { p_message_id: id, p_message: text } = JSON.parse(body ?? '')
      stored.push(message(id, 'user', text))
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.click((await part('Talk to a person')).getByRole('link', { name: 'Write to us' }))
  expect(await screen.findByText('Write to us. A person answers.')).toBeVisible()
  await userEvent.type(await screen.findByLabelText('Write a message'), 'Why?{Enter}')
  expect(await screen.findByText('Not sent')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Waiting for an agent to join...')).toBeVisible()
  expect(screen.queryByText('Not sent')).not.toBeInTheDocument()
  const ids = asked
    .filter(({ path }) => path === 'rpc/write_while_suspended')
    .map(({ body }) => (JSON.parse(body ?? '') as { p_message_id: string }).p_message_id)
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
})

test('keeps a message that was not sent when the chat is left', async () => {
  open({ 'POST rpc/write_while_suspended': noAnswer }, '/#chat')
  await userEvent.type(await screen.findByLabelText('Write a message'), 'Why?{Enter}')
  await screen.findByText('Not sent')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click((await part('Talk to a person')).getByRole('link', { name: 'Write to us' }))
  expect(await screen.findByText('Not sent')).toBeVisible()
  expect(screen.getByText('Why?')).toBeVisible()
})

test('complains, and is back on the text', async () => {
  const { asked } = open({
    'POST rpc/search_transactions': () => json([]),
    'POST rpc/open_complaint': () => json('case-2'),
  })
  await userEvent.click((await part("If you're unhappy")).getByRole('link', { name: 'Complain' }))
  await userEvent.selectOptions(await screen.findByLabelText('What is it about?'), 'app')
  await userEvent.type(screen.getByLabelText('What happened?'), 'I am locked out')
  await userEvent.click(screen.getByRole('button', { name: 'Send complaint' }))
  expect(await screen.findByText("We've got your complaint")).toBeInTheDocument()
  expect(await part('What is stopped')).toBeDefined()
  const sent = asked.find(({ path }) => path === 'rpc/open_complaint')?.body ?? ''
  expect(JSON.parse(sent)).toMatchObject({ p_topic: 'app', p_said: 'I am locked out' })
})

test('says when agents are back, and names the agent who has joined', async () => {
  const { answers } = open(
    { 'POST rpc/get_suspended_chat': () => json(chat({ is_open: false, opens_at: '2026-11-24T08:00:00+00:00' })) },
    '/#chat',
  )
  expect(await screen.findByText(/^Our agents are back .*at 08:00/)).toBeVisible()
  answers['POST rpc/get_suspended_chat'] = () =>
    json(chat({ status: 'agent_assigned', agent_name: 'Daniel', messages: [message('1', 'agent', 'Hello', 'Daniel')] }))
  expect(await screen.findByText('Hello', {}, { timeout: 6000 })).toBeVisible()
  expect(screen.getByText('Daniel')).toBeInTheDocument()
})

test('reads the letters', async () => {
  const letter = { title: "We've got your complaint", day: '2026-11-23', before: ['We have it.'], facts: [], after: [] }
  open({ 'POST rpc/list_my_letters': () => json([{ id: 'event-1', created_at: letter.day, letter }]) })
  await userEvent.click((await part("If you're unhappy")).getByRole('link', { name: 'Your letters' }))
  expect(await screen.findByText(letter.title)).toBeVisible()
  expect(screen.getByRole('button', { name: `Our letter as PDF: ${letter.title}` })).toBeVisible()
})

test('after someone else may have had the account, asks for a new PIN and then shows the app', async () => {
  let isOver = false
  const { asked, router } = open({
    'GET profiles': () => json(isOver ? [{ full_name: 'Priya Shah', approved: true, notification_email: null }] : []),
    'POST rpc/get_my_suspension': () =>
      isOver ? refusal('session-ended', 401) : json({ ...suspension, account: null, needs_pin: true }),
    'POST rpc/restore_with_pin': () => {
      isOver = true
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.type(await screen.findByLabelText('Your new PIN'), '40718')
  await userEvent.type(screen.getByLabelText('Repeat your new PIN'), '40719')
  await userEvent.click(screen.getByRole('button', { name: 'Save the new PIN' }))
  expect(asked.some(({ path }) => path === 'rpc/restore_with_pin')).toBe(false)
  await userEvent.clear(screen.getByLabelText('Repeat your new PIN'))
  await userEvent.type(screen.getByLabelText('Repeat your new PIN'), '40718')
  await userEvent.click(screen.getByRole('button', { name: 'Save the new PIN' }))
  expect(await screen.findByText('Your suspension has ended')).toBeInTheDocument()
  // The case has what was changed meanwhile.
  expect(router.state.location.pathname).toBe(`/cases/${suspension.case_id}`)
  const sent = asked
    .filter(({ path }) => /pin/.test(path))
    .map(({ path, body }): unknown => [path, JSON.parse(body ?? '')])
  expect(sent).toEqual([['rpc/restore_with_pin', { p_pin: '40718' }]])
})

const october: Answers = {
  'POST rpc/get_statement_months': () => json([{ month: '2026-10-01', transaction_count: 0 }]),
  'POST rpc/get_statement': () =>
    json({
      from: '2026-10-01',
      until: '2026-10-31',
      opening_balance: 10,
      paid_in: 0,
      paid_out: 0,
      closing_balance: 10,
      entries: [],
    }),
}

test('lists the statements and opens one', async () => {
  open(october)
  await userEvent.click((await part('What still works')).getByRole('link', { name: 'Your statements' }))
  await userEvent.click(await screen.findByRole('link', { name: /October 2026/ }))
  const sheet = within(await screen.findByRole('article', { name: 'Statement for October 2026' }))
  expect(sheet.getByText('Priya Shah')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download PDF' })).toBeVisible()
})

test('lists the statements of a savings account and opens one', async () => {
  const { asked } = open({
    'POST rpc/list_my_accounts': () => json([ownAccountRow(), savingsRow({ id: 'savings-1' })]),
    ...october,
  })
  await userEvent.click((await part('What still works')).getByRole('link', { name: 'Your statements' }))
  await userEvent.selectOptions(await screen.findByLabelText('Account'), 'Holiday')
  await userEvent.click(await screen.findByRole('link', { name: /October 2026/ }))
  const sheet = within(await screen.findByRole('article', { name: 'Statement for October 2026' }))
  expect(sheet.getByText(/Holiday/)).toBeVisible()
  const read = asked.findLast(({ path }) => path === 'rpc/get_statement')?.body ?? ''
  expect(JSON.parse(read)).toEqual({ p_from: '2026-10-01', p_until: '2026-10-31', p_account_id: 'savings-1' })
})

test('has no statements where someone else may have the account', async () => {
  open({ 'POST rpc/get_my_suspension': () => json({ ...suspension, account: null }) }, '/#statements')
  await part('What still works')
  expect(screen.queryByRole('link', { name: 'Your statements' })).not.toBeInTheDocument()
})

test('asks for the code on an unknown device, then shows the screen', async () => {
  let state = 'unknown'
  open({
    'POST rpc/get_my_suspension': () => (state === 'known' ? json(suspension) : refusal('device-unknown', 403)),
    'POST rpc/recognise_device': () => json({ state, code_expires_at: null, tries_left: null }),
    'POST /functions/v1/send-device-code': () => json({ sent: true }),
    'POST rpc/enter_device_code': () => {
      state = 'known'
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
  await userEvent.type(await screen.findByLabelText('Code from the email'), '012345')
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
})

test('shows that the text could not be loaded, and recovers on a retry', async () => {
  const { answers } = open({ 'POST rpc/get_my_suspension': () => json({ code: '57014', message: 'Timeout' }, 500) })
  expect(await screen.findByText("We couldn't load your account.", {}, { timeout: 15_000 })).toBeVisible()
  answers['POST rpc/get_my_suspension'] = () => json(suspension)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
})

test('signs out', async () => {
  const { router } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

test('shows the app again when the suspension has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { answers } = open({ 'POST rpc/get_current_account': () => json([accountRow()]) })
    await screen.findByRole('heading', { name: 'Your account is suspended' })
    answers['GET profiles'] = () => json([{ id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0 }])
    answers['POST rpc/get_my_suspension'] = () => refusal('session-ended', 401)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
