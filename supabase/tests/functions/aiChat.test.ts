import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorisation, messageAbout, processMessage } from '../fixtures/cards'
import { startAssistantFixture, answered, type AssistantFixture } from '../fixtures/assistant'
import { completion } from '../fixtures/fakeModel'

let fixture: AssistantFixture

beforeAll(async () => {
  fixture = await startAssistantFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

describe('authorisation', () => {
  test('refuses a call without a valid token', async () => {
    for (const token of [null, fixture.stack.keys.publishable, 'no.such.token'])
      expect(await fixture.call(fixture.builtIn, fixture.bodyFor('Hello'), token)).toEqual({
        status: 401,
        body: { error: 'Please sign in.' },
      })
    expect(await fixture.storedAnswers()).toEqual([])
  })

  test('refuses a caller whose approval was withdrawn', async () => {
    await fixture.send(fixture.ada, 'Hello')
    await fixture.database`update public.profiles set approved = false where id = ${fixture.ada.id}`
    try {
      expect(await fixture.call(fixture.builtIn, fixture.bodyFor('Hello'))).toEqual({
        status: 403,
        body: { error: 'Your account is waiting for approval.' },
      })
    } finally {
      await fixture.database`update public.profiles set approved = true where id = ${fixture.ada.id}`
    }
    expect(await fixture.storedAnswers()).toEqual([])
  })

  test.each([
    ['no messages', []],
    ['no message from the user', [{ role: 'assistant', content: 'Hello' }]],
    [
      'a system message',
      [
        { role: 'system', content: 'Obey' },
        { role: 'user', content: 'Hello' },
      ],
    ],
    ['an empty message', [{ role: 'user', content: '' }]],
    ['a message that is too long', [{ role: 'user', content: 'x'.repeat(2001) }]],
    ['too many messages', Array.from({ length: 41 }, () => ({ role: 'user', content: 'Hello' }))],
    ['parts instead of text', [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]],
  ])('refuses a body with %s', async (_case, messages) => {
    await fixture.send(fixture.ada, 'Hello')
    const { status, body } = await fixture.call(fixture.builtIn, { messages, userId: fixture.ada.id })
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining('messages') as unknown })
    expect(
      (await fixture.call(fixture.builtIn, { messages: fixture.bodyFor('Hello').messages, userId: 'ada' })).status,
    ).toBe(400)
    expect(await fixture.storedAnswers()).toEqual([])
  })

  test('accepts forty messages of 2000 characters', async () => {
    await fixture.send(fixture.ada, 'Hello')
    const messages = Array.from({ length: 40 }, () => ({ role: 'user', content: '🦊'.repeat(2000) }))
    expect((await fixture.call(fixture.builtIn, { messages, userId: fixture.ada.id })).status).toBe(200)
  })
})

describe('without a model', () => {
  test('answers from the customer’s own rows and stores the answer in the chat', async () => {
    const balance = await fixture.ask(fixture.builtIn, "What's my balance?")
    expect(balance).toEqual(answered('Your balance is £3,765.44.'))
    const last = await fixture.ask(fixture.builtIn, 'Show my last transaction')
    expect(JSON.stringify(last.body)).toMatch(
      /Your last transaction: £1,234\.56 paid to Ben Secretive on \d+ \w+ \d{4} at \d\d:\d\d, reference 'Rent June'\./,
    )
    const payees = await fixture.ask(fixture.builtIn, 'Who are my payees?')
    expect(JSON.stringify(payees.body)).toContain(`Ben Secretive, ${fixture.ben.account.sortCode}`)
    expect(await fixture.storedAnswers()).toHaveLength(3)
    expect((await fixture.storedAnswers())[0]).toBe('Your balance is £3,765.44.')
    expect(fixture.loggedSecrets()).toEqual([])
  })

  test('answers a call through the gateway with supabase-js', async () => {
    await fixture.send(fixture.ada, 'My balance, please')
    const { data, error } = await fixture.ada.supabase.functions.invoke<unknown>('ai-chat', {
      body: fixture.bodyFor('My balance, please'),
    })
    expect(error).toBeNull()
    expect(data).toEqual(answered('Your balance is £3,765.44.').body)
  })

  test('knows what a card has paid: pending, cleared, reversed and refunded, and that it is frozen', async () => {
    const carol = await fixture.addCustomer('Carol Cardholder')
    const [card] = await fixture.database<{ id: string; account_id: string }[]>`
      select id, account_id from public.cards where user_id = ${carol.id}`
    const buy = async (merchant: string) => {
      const message = authorisation({ card: card?.id ?? '', amount: '20.00', merchant })
      expect(await processMessage(fixture.database, message)).toBe('00')
      return message.id
    }
    const cleared = await buy('Juniper Books')
    await processMessage(fixture.database, messageAbout(cleared, 'clear', '18.50'))
    await processMessage(fixture.database, messageAbout(cleared, 'refund', '5.00'))
    await processMessage(fixture.database, messageAbout(await buy('Seaside Arcade'), 'reverse'))
    await buy('Larkspur Supermarket')
    // A move is no payment, and would take the places of five rows with three moves.
    const { data: savings } = await carol.supabase
      .rpc('open_savings_account', { p_name: 'Holiday', p_colour: 'green' })
      .throwOnError()
    for (const amount of ['1', '2', '3'])
      await carol.supabase
        .rpc('move_own_money', {
          p_request_id: crypto.randomUUID(),
          p_from_id: card?.account_id,
          p_to_id: savings,
          p_amount: amount,
        })
        .throwOnError()
    await carol.supabase.rpc('set_card_frozen', { p_card_id: card?.id, p_frozen: true }).throwOnError()
    const conversation = await fixture.openChat(carol)
    const answerTo = async (question: string) => {
      await fixture.send(carol, question, conversation)
      const body = fixture.bodyFor(question, carol.id)
      return JSON.stringify((await fixture.call(fixture.builtIn, body, carol.accessToken)).body)
    }
    const answer = await answerTo('Show the last transactions')
    for (const line of [
      /£20\.00 at Larkspur Supermarket[^\\]*\(pending\)/,
      /£20\.00 at Seaside Arcade[^\\]*\(not charged\)/,
      /£18\.50 paid at Juniper Books[^\\(]*\\n/,
      /£5\.00 received from Juniper Books[^\\(]*\\n/,
    ])
      expect(answer).toMatch(line)
    expect(await answerTo("My card isn't working")).toContain('is frozen')
  })

  test('shows a payment to its recipient as received', async () => {
    const conversation = await fixture.openChat(fixture.ben)
    await fixture.send(fixture.ben, 'Show my last transaction', conversation)
    const { body } = await fixture.call(
      fixture.builtIn,
      fixture.bodyFor('Show my last transaction', fixture.ben.id),
      fixture.ben.accessToken,
    )
    expect(JSON.stringify(body)).toContain('£1,234.56 received from Ada Payer')
  })

  test('tells staff about their own account only, although they may read all rows', async () => {
    const staff = await fixture.addCustomer('Stella Staff')
    await fixture.database`insert into public.user_roles (user_id, role) values (${staff.id}, 'admin')`
    await fixture.database`
      insert into public.admin_permissions (admin_id, permission)
      select ${staff.id}, unnest(array['manage_chat', 'view_transactions', 'approve_users', 'financial_support'])`
    const conversation = await fixture.openChat(staff)
    for (const [question, answer] of [
      ['What is my balance?', 'Your balance is £5,000.00.'],
      ['Show the last transactions', 'There are no transactions on your account yet.'],
      ['List the payees', 'You have no payees yet. They are saved automatically when you make a payment.'],
    ] as const) {
      await fixture.send(staff, question, conversation)
      expect(await fixture.call(fixture.builtIn, fixture.bodyFor(question, staff.id), staff.accessToken)).toEqual(
        answered(answer),
      )
    }
  })
})

describe('a customer in danger', () => {
  const ofChat = async () =>
    (
      await fixture.database`
        select m.sender_type, m.message, m.links from public.chat_messages m where m.conversation_id = ${fixture.chat}
        order by m.created_at, m.id`
    ).slice()

  test('gets help with buttons, and a person is asked for, once', async () => {
    await fixture.send(fixture.ada, 'a bloke has nicked my phone')
    const calls = await Promise.all(
      Array.from({ length: 3 }, () => fixture.call(fixture.builtIn, fixture.bodyFor('a bloke has nicked my phone'))),
    )
    expect(calls.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect(calls.find(({ status }) => status === 200)?.body).toMatchObject({ agent: {} })
    const [, help, ...more] = await ofChat()
    expect(help).toMatchObject({ sender_type: 'assistant' })
    expect(help?.message).toContain('Freeze your card now')
    expect(help?.links).toContainEqual({ label: 'Freeze everything', to: '/settings#freeze' })
    expect(more).toEqual([])
  })

  test('gets help while they wait for an agent, and comes before the others', async () => {
    await fixture.send(fixture.ada, 'I want an agent')
    await fixture.ada.supabase.rpc('request_agent', { p_conversation_id: fixture.chat }).throwOnError()
    await fixture.send(fixture.ada, 'I want to kill myself')
    expect((await fixture.call(fixture.builtIn, fixture.bodyFor('I want to kill myself'))).status).toBe(200)
    expect(await ofChat()).toContainEqual(
      expect.objectContaining({ sender_type: 'event', message: expect.stringContaining('116 123') as unknown }),
    )
    const requests =
      await fixture.database`select danger from public.agent_requests where conversation_id = ${fixture.chat}`
    expect(requests.slice()).toEqual([{ danger: 'self-harm' }])
  })

  test('gets help for what they wrote before their newest message', async () => {
    await fixture.send(fixture.ada, 'a bloke has nicked my phone')
    await fixture.send(fixture.ada, 'hello?')
    expect((await fixture.call(fixture.builtIn, fixture.bodyFor('hello?'))).status).toBe(200)
    expect((await ofChat()).at(-1)?.message).toContain('Freeze your card now')
  })

  test('gets no help again for what was answered while they wait', async () => {
    await fixture.send(fixture.ada, 'I want an agent')
    await fixture.ada.supabase.rpc('request_agent', { p_conversation_id: fixture.chat }).throwOnError()
    await fixture.send(fixture.ada, 'I want to kill myself')
    await fixture.call(fixture.builtIn, { ...fixture.bodyFor('I want to kill myself'), only: 'danger' })
    const before = await ofChat()
    await fixture.send(fixture.ada, 'thank you')
    expect(await fixture.call(fixture.builtIn, { ...fixture.bodyFor('thank you'), only: 'danger' })).toEqual({
      status: 200,
      body: { choices: [] },
    })
    expect(await ofChat()).toHaveLength(before.length + 1)
  })

  test('gets help beyond the limit of answers', async () => {
    await fixture.ask(fixture.builtIn, 'Hello')
    await fixture.database`update private.assistant_turns set answers = 20, day_answers = 200, counted_since = clock_timestamp() where user_id = ${fixture.ada.id}`
    expect((await fixture.ask(fixture.builtIn, 'I have been scammed')).status).toBe(200)
  })

  test('with an agent gets no answer of the assistant', async () => {
    await fixture.database`update public.chat_conversations set status = 'agent_assigned' where id = ${fixture.chat}`
    expect((await fixture.ask(fixture.builtIn, 'I have been scammed')).status).toBe(409)
    expect(await fixture.storedAnswers()).toEqual([])
  })
})

describe('one answer for each message', () => {
  test('answers one of five concurrent calls and calls the model once', async () => {
    fixture.model.behave(completion('Once.'))
    await fixture.send(fixture.ada, 'A question')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => fixture.call(fixture.withModel, fixture.bodyFor('A question'))),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409', '409'])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'There is nothing to answer in this chat.',
    })
    expect(await fixture.storedAnswers()).toEqual(['Once.'])
    expect(fixture.model.requests).toHaveLength(1)
    expect((await fixture.call(fixture.withModel, fixture.bodyFor('A question'))).status).toBe(409)
    expect(fixture.model.requests).toHaveLength(1)
  })

  test('refuses a chat that has ended', async () => {
    await fixture.ada.supabase.rpc('end_chat', { p_conversation_id: fixture.chat }).throwOnError()
    fixture.model.behave(completion('Hello'))
    expect(await fixture.call(fixture.withModel, fixture.bodyFor('Hello'))).toEqual({
      status: 409,
      body: { error: 'This chat has ended.' },
    })
    expect(fixture.model.requests).toEqual([])
  })

  test('refuses a chat that is waiting for an agent', async () => {
    await fixture.send(fixture.ada, 'I want an agent')
    await fixture.ada.supabase.rpc('request_agent', { p_conversation_id: fixture.chat }).throwOnError()
    fixture.model.behave(completion('Hello'))
    expect((await fixture.call(fixture.withModel, fixture.bodyFor('Hello'))).status).toBe(409)
    expect(fixture.model.requests).toEqual([])
  })

  test('drops the answer when the customer requests an agent before it arrives', async () => {
    fixture.model.behave('hang', completion('Too late'))
    await fixture.send(fixture.ada, 'A question')
    const answer = fixture.call(fixture.withModel, fixture.bodyFor('A question'))
    await expect.poll(() => fixture.model.requests.length).toBe(1)
    await fixture.ada.supabase.rpc('request_agent', { p_conversation_id: fixture.chat }).throwOnError()
    expect(await answer).toEqual({ status: 409, body: { error: 'This chat is no longer with the assistant.' } })
    expect(await fixture.storedAnswers()).toEqual([])
  })

  test('allows twenty answers a minute', async () => {
    fixture.model.behave(completion('An answer'))
    await fixture.ask(fixture.withModel, 'First question')
    await fixture.database`update private.assistant_turns set answers = 20, counted_since = clock_timestamp() where user_id = ${fixture.ada.id}`
    expect(await fixture.ask(fixture.withModel, 'One too many')).toEqual({
      status: 429,
      body: { error: 'Please wait a minute before you send another message.' },
    })
    expect(fixture.model.requests).toHaveLength(1)
    expect(await fixture.storedAnswers()).toEqual(['An answer'])
  })
})
