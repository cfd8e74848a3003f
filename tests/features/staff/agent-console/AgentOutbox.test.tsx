import { chatRow, json, noAnswer, renderApp, serve, storeSession, userId } from '../../../fakeServer'
import type { Answers, Row, ServerRequest } from '../../../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { toast } from '@/lib/toast'

const carla = chatRow('chat-1', 'Carla Customer')
const dan = chatRow('chat-2', 'Dan Dunn')
const taken = { assigned_admin_id: 'colleague-1', assigned_admin_name: 'Ben Baker' }

type Body = { id: string; conversation_id: string; sender_type: string; message: string }
const bodyOf = ({ body }: ServerRequest) => JSON.parse(body ?? '{}') as Body
const refused = () => json({ code: '42501', message: 'new row violates row-level security policy' }, 403)

function open(
  at: string,
  rows: Row<'list_conversations'>[] = [carla, dan],
  permissions = ['manage_chat', 'repair_transactions'],
) {
  const server = { rows, isReachable: true }
  const answers: Answers = {
    'GET profiles': () => json([{ full_name: 'Ada Agent', approved: true, notification_email: null }]),
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
    'POST rpc/get_waiting_chats': () => json({ waiting: 0, late_wait_minutes: 2, long_wait_minutes: 5 }),
    'POST rpc/count_approval_requests': () => json(0),
    'POST rpc/find_repairs': () => json([]),
    'POST rpc/touch_agent_presence': () => new Response(null, { status: 204 }),
    'POST rpc/list_conversations': ({ body }) => {
      const { p_conversation_id: wanted } = JSON.parse(body ?? '{}') as { p_conversation_id?: string }
      return json(server.rows.filter((row) => wanted === undefined || row.id === wanted))
    },
    'POST rpc/count_conversations': () => json({ mine: 2, unassigned: 0, every_chat: 2 }),
    'POST rpc/list_pending_agent_requests': () => json([]),
    'POST rpc/list_chat_agents': () => json([]),
    'POST rpc/list_saved_replies': () => json([]),
    'POST rpc/mark_chat_read': () => new Response(null, { status: 204 }),
    'GET chat_messages': () => json([]),
    'POST chat_messages': (request) => {
      if (!server.isReachable) noAnswer()
      return json({ ...bodyOf(request), sender_name: 'Priya', created_at: new Date().toISOString(), edited_at: null })
    },
    'POST rpc/get_audit_alarm': () => json(null),
  }
  storeSession()
  const asked = serve(answers)
  const written = () =>
    asked
      .filter(({ method, path }) => method === 'POST' && path === 'chat_messages')
      .map(bodyOf)
      .map(({ conversation_id: chat, sender_type: type, message }) => [chat, type, message])
  return { server, answers, written, ...renderApp(at) }
}

/** What a reload finds. */
function store(...messages: object[]) {
  const left = { createdAt: '2026-11-21T09:00:40Z', state: 'failed', lost: 'now' }
  const kept = messages.map((message) => ({ ...left, ...message }))
  sessionStorage.setItem(`draft:outbox:agent:${userId}`, JSON.stringify(kept))
}
const toCarla = { chat: { id: 'chat-1', customerName: 'Carla Customer' }, isNote: false }
const toDan = { chat: { id: 'chat-2', customerName: 'Dan Dunn' }, isNote: false }
const stored = () => sessionStorage.getItem(`draft:outbox:agent:${userId}`)

function reconnect() {
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
}

describe('messages of an agent that got no answer', () => {
  test('messages of an agent that got no answer are sent in order when the connection returns, although another chat is open by then', async () => {
    const { server, written, router } = open('/admin/chat?chat=chat-1')
    server.isReachable = false
    const write = async (text: string) =>
      userEvent.type(await screen.findByRole('textbox', { name: /^Write/ }), `${text}{Enter}`)
    await write('First')
    expect(await screen.findByText('Not sent')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    await write('A note')
    expect(await screen.findAllByText('Not sent')).toHaveLength(2)
    await act(() => router.navigate('/admin/chat?chat=chat-2'))
    expect(await screen.findByRole('heading', { name: 'Dan Dunn' })).toBeVisible()
    expect(screen.queryByText('Not sent')).not.toBeInTheDocument()

    const before = written().length
    server.isReachable = true
    reconnect()
    await waitFor(() =>
      expect(written().slice(before)).toEqual([
        ['chat-1', 'agent', 'First'],
        ['chat-1', 'note', 'A note'],
      ]),
    )
    await waitFor(() => expect(stored()).toBeNull())
  })

  test('messages of an agent that got no answer are sent after a reload, on any staff screen', async () => {
    store({ id: 'm-1', text: 'One', ...toCarla }, { id: 'm-2', text: 'Two', ...toDan })
    const { written } = open('/admin/repair')
    await waitFor(() =>
      expect(written()).toEqual([
        ['chat-1', 'agent', 'One'],
        ['chat-2', 'agent', 'Two'],
      ]),
    )
    await waitFor(() => expect(stored()).toBeNull())
    expect(screen.queryByText(/could not be sent/)).not.toBeInTheDocument()
  })

  test('messages of an agent that got no answer are tried again while the browser does not notice that the server is back', async () => {
    store({ id: 'm-1', text: 'One', ...toCarla })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { server, answers, written } = open('/admin/repair')
    server.isReachable = false
    await waitFor(() => expect(written()).toHaveLength(1))
    const retries = () => timers.mock.calls.filter(([, delay]) => delay === 5000)
    // The first timer is that of the message as it was loaded.
    await waitFor(() => expect(retries().length).toBeGreaterThan(1))
    server.isReachable = true
    // A message that was stored although its answer was lost.
    answers['POST chat_messages'] = () => json({ code: '23505', message: 'duplicate key' }, 409)
    act(() => retries().at(-1)?.[0]())
    await waitFor(() => expect(stored()).toBeNull())
    expect(written()).toHaveLength(2)
  })
})

describe('a message that the server refuses', () => {
  test.each([
    ['The chat has ended.', () => json([])],
    ['Ben Baker has the chat now.', () => json([{ ...carla, ...taken }])],
    [
      'You no longer have the chat. It is back in the queue.',
      () => json([{ ...carla, status: 'waiting_for_agent', assigned_admin_id: null, assigned_admin_name: null }]),
    ],
    [
      'You no longer have the permission to answer chats.',
      () => json({ code: 'PT403', message: 'You may not.', hint: 'no-permission' }, 403),
    ],
  ])('a message that the server refuses is kept with the reason: %s', async (problem, readChat) => {
    const told = vi.spyOn(toast, 'error').mockReturnValue(undefined)
    store({ id: 'm-1', text: 'Your new card is on its way', ...toCarla }, { id: 'm-2', text: 'Hello Dan', ...toDan })
    const { answers, written } = open('/admin/repair')
    const accept = answers['POST chat_messages']
    answers['POST chat_messages'] = (request) =>
      bodyOf(request).conversation_id === 'chat-1' || accept === undefined ? refused() : accept(request)
    answers['POST rpc/list_conversations'] = readChat

    await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
    expect(screen.getByText('1 message of yours could not be sent.')).toBeInTheDocument()
    const dialog = within(await screen.findByRole('dialog', { name: 'Messages that were not sent' }))
    expect(dialog.getByText('Your new card is on its way')).toBeVisible()
    expect(dialog.getByText(problem)).toBeVisible()
    expect(told.mock.calls.map(([{ title, text }]) => [title, text])).toEqual([
      ['Message Not Sent', `${problem} Your message to Carla Customer is kept.`],
    ])
    expect(written()).toContainEqual(['chat-2', 'agent', 'Hello Dan'])
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(stored()).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('a message that the server refuses is not sent again by itself, and is still there after a reload', async () => {
    store({ id: 'm-1', text: 'Too late', problem: 'The chat has ended.', ...toCarla })
    const { written } = open('/admin/repair')
    expect(await screen.findByText('1 message of yours could not be sent.')).toBeVisible()
    reconnect()
    await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })
    expect(written()).toEqual([])
    expect(stored()).toContain('Too late')
  })
})
