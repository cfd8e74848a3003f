import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, ServerRequest, TableRow } from '../apiAnswers'
import { useBroadcast, useTableChanges } from '../fakeRealtime'
import { act, fireEvent, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Json } from '@/lib/database.types'
import { ChatScreen } from '@/screens/ChatScreen'

const live: Record<string, Parameters<typeof useTableChanges>[0]> = {}
let channel: Parameters<typeof useBroadcast>[0]
const sayTyping = vi.fn<(payload: Record<string, string>) => void>()

type MessageRow = Pick<TableRow<'chat_messages'>, 'id' | 'sender_type' | 'message' | 'created_at'> & { links?: Json }

beforeEach(() => {
  sayTyping.mockClear()
  useTableChanges.mockImplementation((options) => {
    live[options.channel] = options
  })
  useBroadcast.mockImplementation((options) => {
    channel = options
    return sayTyping
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  // The toasts use the fake timers, so they are dismissed before the real timers return.
  toast.dismiss()
  vi.useRealTimers()
})

const message = (number: number, sender_type: string, text: string): MessageRow => ({
  id: `m-${number}`,
  sender_type,
  message: text,
  created_at: `2026-11-21T09:00:${String(number).padStart(2, '0')}.5+00:00`,
})

/** A server with one chat or none. */
function show({
  status = 'active',
  messages = [],
  answers: change = {},
}: {
  status?: string | null
  messages?: MessageRow[]
  answers?: Answers
} = {}) {
  const server = {
    status,
    agentName: status === 'agent_assigned' ? 'Leah' : null,
    messages: [...messages],
    refusals: [] as (() => Response)[],
  }
  const answers: Answers = {
    'GET chat_conversations': () =>
      json(server.status === null ? [] : [{ id: 'chat-1', status: server.status, agent_name: server.agentName }]),
    'POST chat_conversations': () => {
      server.status = 'active'
      return json({ id: 'chat-1' }, 201)
    },
    'GET chat_messages': () => json(server.messages.toReversed()),
    'POST chat_messages': ({ body }) => {
      const refusal = server.refusals.shift()
      if (refusal !== undefined) return refusal()
      const sent = JSON.parse(body ?? '{}') as { id: string; message: string }
      const row = { ...message(30 + server.messages.length, 'user', sent.message), id: sent.id }
      server.messages.push(row)
      return json(row, 201)
    },
    'POST /functions/v1/ai-chat': ({ body }) => {
      if (body?.includes('"only":"danger"')) return json({ choices: [] })
      server.messages.push(message(30 + server.messages.length, 'assistant', 'Your card is fine.'))
      return json({ choices: [{ message: { role: 'assistant', content: 'Your card is fine.' } }] })
    },
    'POST rpc/request_agent': () => {
      server.status = 'waiting_for_agent'
      return new Response(null, { status: 204 })
    },
    'POST rpc/get_queue_position': () => json(2),
    'POST rpc/get_agent_hours': () => json({ is_open: true, opens_at: null, wait_minutes: null }),
    'POST rpc/end_chat': () => {
      server.status = null
      server.messages = []
      return json(true)
    },
    ...change,
  }
  const asked = serve(answers)
  return { server, answers, asked, ...renderSignedIn(<ChatScreen />, '/chat') }
}

const input = () => screen.findByRole('textbox', { name: 'Write a message' })
const log = () => screen.findByRole('log', { name: 'Messages' })
const sentTexts = (asked: ServerRequest[]) =>
  asked
    .filter(({ method, path }) => method === 'POST' && path === 'chat_messages')
    .map(({ body }) => (JSON.parse(body ?? '{}') as { message: string }).message)
const asksTo = (asked: ServerRequest[], path: string) => asked.filter((request) => request.path === path)

async function say(text: string) {
  await userEvent.type(await input(), text)
  await userEvent.keyboard('{Enter}')
}

async function replyDelay() {
  await act(() => vi.advanceTimersByTimeAsync(3000))
}

const quickReplies = [
  'Help getting started',
  "My card isn't working",
  'Security concern',
  'Activate my card',
  'Show my last transaction',
]

describe('before the first message', () => {
  test("shows the assistant's name and five quick replies, and no chat to end", async () => {
    show({ status: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'Fern' })).toBeVisible()
    const list = await screen.findByRole('list', { name: 'Quick replies' })
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(quickReplies)
    expect(screen.queryByRole('button', { name: 'End Chat' })).not.toBeInTheDocument()
  })

  test("keeps the quick replies after a greeting and removes them after the customer's first message", async () => {
    const { server } = show({ messages: [message(1, 'assistant', 'Good morning')] })
    expect(await screen.findByText('Good morning')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Security concern' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Security concern' }))
    await waitFor(() => expect(server.messages).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Activate my card' })).not.toBeInTheDocument()
    expect(await log()).toHaveFocus()
  })

  test('opens the chat with the first message, sent with a client-generated id', async () => {
    const { asked } = show({ status: null })
    await say('Hello')
    await waitFor(() => expect(sentTexts(asked)).toEqual(['Hello']))
    expect(asksTo(asked, 'chat_conversations').find(({ method }) => method === 'POST')?.body).toBe(
      JSON.stringify({ user_id: userId }),
    )
    const sent = JSON.parse(asked.find(({ method, path }) => method === 'POST' && path === 'chat_messages')?.body ?? '')
    expect(sent).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      conversation_id: 'chat-1',
      sender_id: userId,
      sender_type: 'user',
      message: 'Hello',
    })
  })

  test('uses the chat that another tab has just opened', async () => {
    const { server, asked } = show({
      status: null,
      answers: {
        'POST chat_conversations': () => {
          server.status = 'active'
          return json({ code: '23505', message: 'duplicate key' }, 409)
        },
      },
    })
    await say('Hello')
    await waitFor(() => expect(sentTexts(asked)).toEqual(['Hello']))
  })
})

describe('the assistant', () => {
  test('answers after three seconds of typing while the focused field waits', async () => {
    const { asked } = show()
    await say('Is my card all right?')
    expect(await screen.findByText('Fern is typing')).toBeInTheDocument()
    expect(await input()).toHaveAttribute('aria-disabled', 'true')
    expect(await input()).toHaveAttribute('readonly')
    expect(await input()).toHaveFocus()
    await userEvent.keyboard('too early{Enter}')
    expect(await input()).toHaveValue('')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(asksTo(asked, '/functions/v1/ai-chat')).toEqual([])

    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText('Your card is fine.')).toBeVisible()
    expect(JSON.parse(asksTo(asked, '/functions/v1/ai-chat')[0]?.body ?? '')).toEqual({
      messages: [{ role: 'user', content: 'Is my card all right?' }],
      userId,
    })
    await waitFor(async () => expect(await input()).not.toHaveAttribute('aria-disabled'))
    expect(screen.queryByText('Fern is typing')).not.toBeInTheDocument()
    expect(await input()).toHaveFocus()
    expect(sentTexts(asked)).toEqual(['Is my card all right?'])
  })

  test('shows a failure and retries without resending the message', async () => {
    const { answers, server, asked } = show({
      answers: { 'POST /functions/v1/ai-chat': () => json({ error: 'No' }, 502) },
    })
    await say('Hello')
    await screen.findByText('Fern is typing')
    await replyDelay()
    expect(await screen.findByText('Failed to get AI response')).toBeVisible()
    expect(await screen.findByText('Fern has not answered yet.')).toBeVisible()

    answers['POST /functions/v1/ai-chat'] = () => {
      server.messages.push(message(50, 'assistant', 'Here I am.'))
      return json({ choices: [{ message: { content: 'Here I am.' } }] })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Fern is typing')
    await replyDelay()
    expect(await screen.findByText('Here I am.')).toBeVisible()
    expect(screen.queryByText('Fern has not answered yet.')).not.toBeInTheDocument()
    expect(sentTexts(asked)).toEqual(['Hello'])
  })

  test('shows an answer whose connection was lost', async () => {
    const { server } = show({
      answers: {
        'POST /functions/v1/ai-chat': () => {
          server.messages.push(message(50, 'assistant', 'A real agent can help.'))
          return noAnswer()
        },
      },
    })
    await say('Hello')
    await screen.findByText('Fern is typing')
    await replyDelay()
    expect(await screen.findByText('A real agent can help.')).toBeVisible()
    expect(await screen.findByText('Agent Requested')).toBeVisible()
    expect(screen.queryByText('Failed to get AI response')).not.toBeInTheDocument()
  })

  test('the assistant can be asked again after the customer left within the three seconds', async () => {
    show({ messages: [message(1, 'user', 'Hello')] })
    expect(await screen.findByText('Fern has not answered yet.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Fern is typing')
    await replyDelay()
    expect(await screen.findByText('Your card is fine.')).toBeVisible()
  })

  test('the assistant is not asked after the chat has an agent or has ended', async () => {
    const { server, asked } = show()
    await say('Hello')
    await screen.findByText('Fern is typing')
    server.status = 'agent_assigned'
    act(() => live.chat?.onStale())
    expect(await screen.findByText('Agent Connected')).toBeVisible()
    await replyDelay()
    await waitFor(async () => expect(await input()).not.toHaveAttribute('aria-disabled'))
    expect(asksTo(asked, '/functions/v1/ai-chat')).toEqual([])
  })
})

describe('sending', () => {
  test('refuses the same text twice in a row and keeps it in the field', async () => {
    const { asked } = show({ status: 'agent_assigned', messages: [message(1, 'user', 'Hello')] })
    await screen.findByText('Hello')
    await say('  Hello ')
    expect(await screen.findByText('Duplicate Message')).toBeVisible()
    expect(screen.getByText('You cannot send the same message twice in a row.')).toBeVisible()
    expect(await input()).toHaveValue('  Hello ')
    expect(sentTexts(asked)).toEqual([])
  })

  test("shows the server's refusal of a duplicate message", async () => {
    const { server } = show({ status: 'agent_assigned' })
    server.refusals.push(() =>
      json(
        { code: 'PT409', message: 'You cannot send the same message twice in a row.', hint: 'duplicate-message' },
        409,
      ),
    )
    await say('Hello')
    expect(await screen.findByText('Duplicate Message')).toBeVisible()
    expect(screen.queryByText('Not sent')).not.toBeInTheDocument()
  })

  test('the chat does not send blank or invisible text', async () => {
    const { asked } = show({ status: 'agent_assigned' })
    await say('   ')
    await userEvent.clear(await input())
    await say('\u200b')
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    expect(sentTexts(asked)).toEqual([])
  })

  test('refuses text over 2,000 characters and cuts nothing', async () => {
    const { asked } = show({ status: 'agent_assigned' })
    await userEvent.click(await input())
    await userEvent.paste('x'.repeat(2001))
    expect(screen.getByText('2001/2000. Shorten your message to send it.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    expect(await input()).toHaveValue('x'.repeat(2001))
    expect(sentTexts(asked)).toEqual([])
    await userEvent.keyboard('{Backspace}{Enter}')
    await waitFor(() => expect(sentTexts(asked)).toEqual(['x'.repeat(2000)]))
  })

  test.each([
    ['during the composition', { isComposing: true }],
    ['after it, as Safari does', { keyCode: 229 }],
  ])('Enter that confirms a composed character %s sends nothing', async (_when, event) => {
    const { asked } = show({ status: 'agent_assigned' })
    await userEvent.type(await input(), '日本')
    fireEvent.keyDown(await input(), { key: 'Enter', ...event })
    expect(await input()).toHaveValue('日本')
    expect(sentTexts(asked)).toEqual([])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sentTexts(asked)).toEqual(['日本']))
  })

  test('marks an unsent message and resends it with the same id', async () => {
    const { server, asked } = show({ status: 'agent_assigned' })
    server.refusals.push(noAnswer)
    await say('Hello')
    expect(await screen.findByText('Not sent')).toBeVisible()
    expect(screen.getByText('You appear to be offline. Check your connection and try again.')).toBeVisible()
    // The server stored the first request, so the id already exists.
    server.refusals.push(() => json({ code: '23505', message: 'duplicate key' }, 409))
    const sent = () => asked.filter(({ method, path }) => method === 'POST' && path === 'chat_messages')
    const { id } = JSON.parse(sent()[0]?.body ?? '{}') as { id: string }
    server.messages.push({ ...message(1, 'user', 'Hello'), id })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Not sent')).not.toBeInTheDocument())
    expect(sent().map(({ body }) => (JSON.parse(body ?? '{}') as { id: string }).id)).toEqual([id, id])
    expect(screen.getAllByText('Hello')).toHaveLength(1)
    expect(await log()).toHaveFocus()
  })

  test('keeps a message above the limit and says so in its place', async () => {
    const { server } = show()
    const words = "You're sending messages too quickly. Please wait a minute."
    server.refusals.push(() => json({ code: 'PT429', hint: 'chat-limit', message: words }, 429))
    await say('One more question')
    expect(await screen.findByText('Not sent')).toBeVisible()
    expect(screen.getAllByText(words)).toHaveLength(1)
    expect(screen.getByText('One more question')).toBeVisible()
    // The connection's return does not send it again.
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.getByText('Not sent')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Not sent')).not.toBeInTheDocument())
    expect(screen.getByText('One more question')).toBeVisible()
    expect(screen.queryByText(words)).not.toBeInTheDocument()
  })

  test('shows the limit of chats in the place of the message that would start one', async () => {
    const words = "You've started 20 chats in a day. Please try again tomorrow."
    show({
      status: null,
      answers: { 'POST chat_conversations': () => json({ code: 'PT429', hint: 'chat-limit', message: words }, 429) },
    })
    await say('Hello again')
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText('Hello again')).toBeVisible()
  })

  test('sends messages that got no answer again, in order, when the connection returns', async () => {
    const { server, asked } = show({ status: 'agent_assigned' })
    server.refusals.push(noAnswer, noAnswer)
    await say('First')
    expect(await screen.findByText('Not sent')).toBeVisible()
    await say('Second')
    expect(await screen.findAllByText('Not sent')).toHaveLength(2)
    act(() => {
      window.dispatchEvent(new Event('offline'))
      window.dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(screen.queryByText('Not sent')).not.toBeInTheDocument())
    // The second was not sent before the first.
    expect(sentTexts(asked)).toEqual(['First', 'First', 'First', 'Second'])
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  test('sends a message that got no answer before the next one, and never one that was refused', async () => {
    const { server, asked } = show({ status: 'agent_assigned' })
    const refuse = () => json({ code: 'PT400', message: 'Refused' }, 400)
    server.refusals.push(refuse)
    await say('Refused')
    expect(await screen.findByText('Not sent')).toBeVisible()
    server.refusals.push(noAnswer)
    await say('Lost')
    expect(await screen.findAllByText('Not sent')).toHaveLength(2)
    await say('Next')
    await waitFor(() => expect(sentTexts(asked)).toEqual(['Refused', 'Lost', 'Lost', 'Next']))
    await waitFor(() => expect(screen.getAllByText('Not sent')).toHaveLength(1))
  })

  test('removes an unsent message and its stored copy', async () => {
    const { server } = show({ status: 'agent_assigned' })
    server.refusals.push(noAnswer)
    await say('Hello')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(screen.queryByText('Hello')).not.toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
  })

  test('keeps what was typed through a reload, for this customer alone', async () => {
    show()
    await userEvent.type(await input(), 'I would like to')
    const keys = Object.keys(sessionStorage)
    expect(keys).not.toEqual([])
    expect(keys.every((key) => key.includes(userId))).toBe(true)
    cleanup()
    show()
    expect(await input()).toHaveValue('I would like to')
  })

  test('restores a message that was being sent when the page closed, unless the server has it', async () => {
    const left = (id: string, text: string) => ({ id, text, createdAt: '2026-11-21T09:00:40Z', state: 'sending' })
    const kept = [left('m-1', 'Arrived'), left('lost', 'Lost'), { id: 'nonsense' }]
    sessionStorage.setItem(`draft:outbox:chat:${userId}`, JSON.stringify(kept))
    const { asked } = show({ status: 'agent_assigned', messages: [message(1, 'user', 'Arrived')] })
    expect(await screen.findByText('Not sent')).toBeVisible()
    await waitFor(() => expect(screen.getAllByText('Arrived')).toHaveLength(1))
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sentTexts(asked)).toEqual(['Lost']))
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  test('sends messages one at a time, in the order written', async () => {
    let release = () => {}
    const { answers, asked } = show({ status: 'agent_assigned' })
    const store = answers['POST chat_messages']
    answers['POST chat_messages'] = async (request) => {
      await new Promise<void>((resolve) => (release = resolve))
      return store?.(request) ?? json({}, 500)
    }
    await say('First')
    await say('Second')
    expect(await screen.findAllByText('Sending...')).toHaveLength(2)
    expect(sentTexts(asked)).toEqual(['First'])
    release()
    await waitFor(() => expect(sentTexts(asked)).toEqual(['First', 'Second']))
    release()
    await waitFor(() => expect(screen.queryByText('Sending...')).not.toBeInTheDocument())
  })

  test('refuses a message to an ended chat and opens a new chat on retry', async () => {
    const { server } = show({ status: 'agent_assigned', messages: [message(1, 'agent', 'Good bye')] })
    await screen.findByText('Good bye')
    server.refusals.push(() => {
      server.status = null
      server.messages = []
      return json({ code: '42501', message: 'new row violates row-level security policy' }, 403)
    })
    await say('Thank you')
    expect(await screen.findByText('This chat has ended. Try again to start a new one.')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(server.messages.map((row) => row.message)).toEqual(['Thank you']))
  })
})

describe('an agent', () => {
  test("an agent is requested by the customer's message, without asking the assistant", async () => {
    const { asked } = show()
    await say('Can I talk to a human?')
    expect(await screen.findByText('Agent Requested')).toBeVisible()
    expect(screen.getByText('A real agent will join the conversation soon.')).toBeVisible()
    expect(await screen.findByText('Waiting for an agent to join...')).toBeVisible()
    expect(await screen.findByText('You are number 2 in the queue.')).toBeVisible()
    await replyDelay()
    expect(asksTo(asked, '/functions/v1/ai-chat').map(({ body }) => JSON.parse(body ?? '').only)).toEqual(['danger'])
    expect(JSON.parse(asksTo(asked, 'rpc/request_agent')[0]?.body ?? '')).toEqual({ p_conversation_id: 'chat-1' })
  })

  test('an agent has a usual wait, below the specified words', async () => {
    const { answers } = show({ status: 'waiting_for_agent' })
    answers['POST rpc/get_agent_hours'] = () => json({ is_open: true, opens_at: null, wait_minutes: 3 })
    expect(await screen.findByText('It usually takes about 3 minutes.')).toBeVisible()
    expect(screen.getByText('Waiting for an agent to join...')).toBeVisible()
  })

  test('an agent is away outside the hours, which the customer reads before and after asking for one', async () => {
    const opensAt = '2100-01-04T08:00:00+00:00'
    const { server } = show({
      answers: {
        'POST rpc/get_agent_hours': () => json({ is_open: false, opens_at: opensAt, wait_minutes: null }),
        'POST rpc/request_agent': () => {
          server.status = 'waiting_for_agent'
          return json(opensAt)
        },
      },
    })
    const back = 'on Monday 4 January 2100 at 08:00'
    expect(
      await screen.findByText(
        `Fern answers here at any time. Our agents are back ${back}. Until then you can ask for one to leave them a message.`,
      ),
    ).toBeVisible()
    await say('Can I talk to a human?')
    expect(await screen.findByText('Message Left')).toBeVisible()
    expect(screen.getByText(`Our agents are back ${back} and will answer in this chat.`)).toBeVisible()
    expect(await screen.findByText('Your message is waiting for our agents')).toBeVisible()
    expect(
      screen.getByText(`They're back ${back} and will answer in this chat. You can add to your message until then.`),
    ).toBeVisible()
    expect(screen.queryByText(/will join|Waiting for an agent|in the queue/)).not.toBeInTheDocument()
    expect(await input()).toBeEnabled()
  })

  test('help in danger does not depend on the request for an agent, and requests one', async () => {
    const { server, asked } = show({
      answers: {
        'POST /functions/v1/ai-chat': () => {
          server.messages.push({
            ...message(50, 'assistant', 'Hang up.'),
            links: [
              { label: 'Freeze everything', to: '/settings#freeze' },
              { label: 'Call 159', to: 'tel:159' },
              { label: 'Elsewhere', to: 'https://bank.example' },
            ],
          })
          server.status = 'waiting_for_agent'
          return json({ choices: [{ message: { content: 'Hang up.' } }], agent: { opensAt: null } })
        },
        'POST rpc/request_agent': noAnswer,
      },
    })
    await say('agent, somebody from the bank wants my PIN')
    expect(await screen.findByText('Hang up.')).toBeVisible()
    // Downloaded with the first of them.
    expect(await screen.findByRole('link', { name: 'Freeze everything' })).toHaveAttribute('href', '/settings#freeze')
    expect(screen.getByRole('link', { name: 'Call 159' })).toHaveAttribute('href', 'tel:159')
    expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument()
    expect(await screen.findByText('Agent Requested')).toBeVisible()
    expect(asksTo(asked, 'rpc/request_agent')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Talk to a person' })).not.toBeInTheDocument()
  })

  test('the agent is requested although the look for danger fails', async () => {
    show({ answers: { 'POST /functions/v1/ai-chat': () => json({ error: 'No' }, 500) } })
    await say('agent')
    expect(await screen.findByText('Agent Requested')).toBeVisible()
  })

  test("'Talk to a person' below an answer requests one, and a question below it is asked", async () => {
    const { asked } = show({
      messages: [
        message(1, 'user', 'Hm'),
        { ...message(2, 'assistant', 'Choose one.'), links: [{ label: 'My balance?', ask: 'My balance?' }] },
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'My balance?' }))
    await waitFor(() => expect(sentTexts(asked)).toEqual(['My balance?']))
    await screen.findByText('Fern is typing')
    await replyDelay()
    await userEvent.click(await screen.findByRole('button', { name: 'Talk to a person' }))
    expect(await screen.findByText('Agent Requested')).toBeVisible()
    expect(await log()).toHaveFocus()
  })

  test('an agent is not requested twice', async () => {
    show({
      status: 'waiting_for_agent',
      answers: {
        'POST rpc/request_agent': () =>
          json(
            { code: 'PT409', message: 'Your request for an agent is already in queue.', hint: 'request-pending' },
            409,
          ),
      },
    })
    await say('agent?')
    expect(await screen.findByText('Request Pending')).toBeVisible()
    expect(screen.getByText('Your request for an agent is already in queue.')).toBeVisible()
  })

  test('an agent can be requested again after the request fails', async () => {
    const { answers, server } = show({ answers: { 'POST rpc/request_agent': noAnswer } })
    await say('agent')
    expect(await screen.findByText("Your request for an agent hasn't been sent yet.")).toBeVisible()
    answers['POST rpc/request_agent'] = () => {
      server.status = 'waiting_for_agent'
      return new Response(null, { status: 204 })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Agent Requested')).toBeVisible()
  })

  test('an agent who joins is announced', async () => {
    const { server } = show({ status: 'waiting_for_agent' })
    await screen.findByText('Waiting for an agent to join...')
    Object.assign(server, { status: 'agent_assigned', agentName: 'Leah' })
    act(() => live.chat?.onStale())
    expect(await screen.findByText('Agent Connected')).toBeVisible()
    expect(screen.getByText('You are now chatting with Leah.')).toBeVisible()
    expect(screen.queryByText('Waiting for an agent to join...')).not.toBeInTheDocument()
  })

  test('shows as typing for three seconds or until the message arrives', async () => {
    const { server } = show({ status: 'agent_assigned', messages: [message(1, 'user', 'Hello')] })
    await screen.findByText('Hello')
    expect(channel).toMatchObject({ topic: 'typing:chat-1', event: 'typing' })
    act(() => channel.onReceive({ sender_type: 'user' }))
    act(() => channel.onReceive('nonsense'))
    expect(screen.queryByText('Leah is typing')).not.toBeInTheDocument()
    act(() => channel.onReceive({ sender_type: 'agent' }))
    expect(screen.getByText('Leah is typing')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByText('Leah is typing')).not.toBeInTheDocument()

    act(() => channel.onReceive({ sender_type: 'agent' }))
    server.messages.push(message(2, 'agent', 'Good morning'))
    act(() => live['chat-messages']?.onStale())
    expect(await screen.findByText('Good morning')).toBeVisible()
    expect(screen.queryByText('Leah is typing')).not.toBeInTheDocument()
  })

  test("receives the customer's typing signal", async () => {
    show({ status: 'agent_assigned' })
    await userEvent.type(await input(), 'H')
    expect(sayTyping).toHaveBeenCalledWith({ sender_type: 'user' })
  })
})

describe('live updates', () => {
  test("follows this chat's messages and ignores deletions in other chats", async () => {
    const { server } = show({ status: 'agent_assigned', messages: [message(1, 'agent', 'Good mornig')] })
    await screen.findByText('Good mornig')
    expect(live.chat?.changes).toEqual([
      { table: 'chat_conversations', event: 'INSERT', filter: `user_id=eq.${userId}` },
      { table: 'chat_conversations', event: 'UPDATE', filter: `user_id=eq.${userId}` },
      { table: 'chat_conversations', event: 'DELETE' },
    ])
    expect(live['chat-messages']?.changes).toEqual([
      { table: 'chat_messages', event: 'INSERT', filter: 'conversation_id=eq.chat-1' },
      { table: 'chat_messages', event: 'UPDATE', filter: 'conversation_id=eq.chat-1' },
      { table: 'chat_messages', event: 'DELETE' },
    ])
    expect(live.chat?.concerns?.({ table: 'chat_conversations', id: 'chat-2' })).toBe(false)
    expect(live.chat?.concerns?.({ table: 'chat_conversations', id: 'chat-1' })).toBe(true)
    expect(live['chat-messages']?.concerns?.({ table: 'chat_messages', id: 'm-9' })).toBe(false)
    expect(live['chat-messages']?.concerns?.({ table: 'chat_messages', id: 'm-1' })).toBe(true)

    server.messages = [message(1, 'agent', 'Good morning')]
    act(() => live['chat-messages']?.onStale())
    expect(await screen.findByText('Good morning')).toBeVisible()
    server.messages = []
    act(() => live['chat-messages']?.onStale())
    await waitFor(() => expect(screen.queryByText('Good morning')).not.toBeInTheDocument())
  })

  test('closes a chat that was ended elsewhere and keeps the typed text', async () => {
    const { server } = show({ status: 'agent_assigned', messages: [message(1, 'agent', 'Good bye')] })
    await screen.findByText('Good bye')
    await userEvent.type(await input(), 'Thank')
    server.status = null
    act(() => live.chat?.onStale())
    expect(await screen.findByText('Chat Deleted')).toBeVisible()
    expect(screen.queryByText('Good bye')).not.toBeInTheDocument()
    expect(await input()).toHaveValue('Thank')
  })
})

describe('ending the chat', () => {
  test('asks for confirmation', async () => {
    const { asked } = show({ messages: [message(1, 'user', 'Hello'), message(2, 'assistant', 'Hi')] })
    await screen.findByText('Hi')
    await userEvent.click(screen.getByRole('button', { name: 'End Chat' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(asksTo(asked, 'rpc/end_chat')).toEqual([])

    await userEvent.click(screen.getByRole('button', { name: 'End Chat' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End Chat' }))
    expect(await screen.findByRole('button', { name: 'Activate my card' })).toBeVisible()
    expect(JSON.parse(asksTo(asked, 'rpc/end_chat')[0]?.body ?? '')).toEqual({ p_conversation_id: 'chat-1' })
    expect(screen.queryByText('Hi')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'End Chat' })).not.toBeInTheDocument()
  })

  test('shows the error and keeps the chat and the dialog', async () => {
    show({
      messages: [message(1, 'user', 'Hello'), message(2, 'assistant', 'Hi')],
      answers: { 'POST rpc/end_chat': noAnswer },
    })
    await screen.findByText('Hi')
    await userEvent.click(screen.getByRole('button', { name: 'End Chat' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End Chat' }))
    expect(await screen.findByText('Error')).toBeVisible()
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(screen.getByText('Hi')).toBeInTheDocument()
  })
})

describe('loading', () => {
  test('shows the error and retries when the chat does not load', async () => {
    const { answers } = show({ answers: { 'GET chat_conversations': noAnswer } })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your chat.")
    answers['GET chat_conversations'] = () => json([])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await input()).toBeVisible()
  })

  test('shows the error and retries when the messages do not load', async () => {
    const { answers } = show({ answers: { 'GET chat_messages': noAnswer } })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your messages.")
    answers['GET chat_messages'] = () => json([message(1, 'agent', 'Good morning')])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Good morning')).toBeVisible()
  })

  test('loads earlier messages page by page and retries a failed page', async () => {
    const newest = Array.from({ length: 50 }, (_, index) => message(index + 1, 'user', `Line ${index + 1}`))
    const { answers, server } = show({ status: 'agent_assigned', messages: newest })
    expect(await screen.findByText('Line 50')).toBeVisible()
    const read = answers['GET chat_messages']
    let isDown = true
    answers['GET chat_messages'] = (request) => {
      if (!request.query.getAll('created_at').some((filter) => filter.startsWith('lte.'))) {
        return read?.(request) ?? json([])
      }
      if (isDown) return noAnswer()
      server.messages.unshift(message(0, 'agent', 'The beginning'))
      return json([message(0, 'agent', 'The beginning')])
    }
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }))
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load earlier messages.")
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The beginning')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).not.toBeInTheDocument()
  })
})
