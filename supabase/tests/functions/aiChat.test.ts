import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBench, said, type Bench } from '../fixtures/assistant'
import { completion } from '../fixtures/fakeModel'

let bench: Bench

beforeAll(async () => {
  bench = await createBench()
})
beforeEach(() => bench.startAnew())
afterAll(() => bench.close())

describe('who may ask', () => {
  test('nobody without a sign-in', async () => {
    for (const token of [null, bench.stack.keys.publishable, 'no.such.token'])
      expect(await bench.call(bench.builtIn, bench.asking('Hello'), token)).toEqual({
        status: 401,
        body: { error: 'Please sign in.' },
      })
    expect(await bench.stored()).toEqual([])
  })

  test('nobody in the name of somebody else', async () => {
    await bench.say(bench.ada, 'Hello')
    expect((await bench.call(bench.builtIn, bench.asking('Hello', bench.ada.id), bench.ben.accessToken)).status).toBe(
      403,
    )
    expect((await bench.call(bench.builtIn, bench.asking('Hello', bench.ben.id))).status).toBe(403)
    expect(await bench.stored()).toEqual([])
  })

  test('nobody before approval, and nobody whose approval was taken back', async () => {
    await bench.say(bench.ada, 'Hello')
    await bench.database`update public.profiles set approved = false where id = ${bench.ada.id}`
    try {
      expect(await bench.call(bench.builtIn, bench.asking('Hello'))).toEqual({
        status: 403,
        body: { error: 'Your account is waiting for approval.' },
      })
    } finally {
      await bench.database`update public.profiles set approved = true where id = ${bench.ada.id}`
    }
    expect(await bench.stored()).toEqual([])
  })

  test('nobody whose session has ended', async () => {
    const carol = await bench.addCustomer('Carol Gone')
    const conversation = await bench.openChat(carol)
    await bench.say(carol, 'Hello', conversation)
    await bench.database`delete from auth.sessions where user_id = ${carol.id}`
    expect((await bench.call(bench.builtIn, bench.asking('Hello', carol.id), carol.accessToken)).status).toBe(401)
  })

  test.each([
    ['no messages', []],
    ['only the assistant', [{ role: 'assistant', content: 'Hello' }]],
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
  ])('and never with %s', async (_case, messages) => {
    await bench.say(bench.ada, 'Hello')
    const { status, body } = await bench.call(bench.builtIn, { messages, userId: bench.ada.id })
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining('messages') as unknown })
    expect((await bench.call(bench.builtIn, { messages: bench.asking('Hello').messages, userId: 'ada' })).status).toBe(
      400,
    )
    expect(await bench.stored()).toEqual([])
  })

  test('forty messages of 2000 characters are not too many', async () => {
    await bench.say(bench.ada, 'Hello')
    const messages = Array.from({ length: 40 }, () => ({ role: 'user', content: '🦊'.repeat(2000) }))
    expect((await bench.call(bench.builtIn, { messages, userId: bench.ada.id })).status).toBe(200)
  })
})

describe('without a model', () => {
  test('the built-in assistant answers from the customer’s own rows, and the answer is in the chat', async () => {
    const balance = await bench.ask(bench.builtIn, "What's my balance?")
    expect(balance).toEqual(said('Your balance is £3,765.44.'))
    const last = await bench.ask(bench.builtIn, 'Show my last transaction')
    expect(JSON.stringify(last.body)).toMatch(
      /Your last transaction: £1,234\.56 paid to Ben Secretive on \d+ \w+ \d{4} at \d\d:\d\d, reference 'Rent June'\./,
    )
    const payees = await bench.ask(bench.builtIn, 'Who are my payees?')
    expect(JSON.stringify(payees.body)).toContain(`Ben Secretive, ${bench.ben.account.sortCode}`)
    expect(await bench.stored()).toHaveLength(3)
    expect((await bench.stored())[0]).toBe('Your balance is £3,765.44.')
    expect(bench.leaked()).toEqual([])
  })

  test('it answers through the front door, as the browser knocks', async () => {
    await bench.say(bench.ada, 'My balance, please')
    const { data, error } = await bench.ada.supabase.functions.invoke<unknown>('ai-chat', {
      body: bench.asking('My balance, please'),
    })
    expect(error).toBeNull()
    expect(data).toEqual(said('Your balance is £3,765.44.').body)
  })

  test('the payee reads the other side', async () => {
    const conversation = await bench.openChat(bench.ben)
    await bench.say(bench.ben, 'Show my last transaction', conversation)
    const { body } = await bench.call(
      bench.builtIn,
      bench.asking('Show my last transaction', bench.ben.id),
      bench.ben.accessToken,
    )
    expect(JSON.stringify(body)).toContain('£1,234.56 received from Ada Payer')
  })

  test('staff who may read everybody’s rows hear of their own alone', async () => {
    const staff = await bench.addCustomer('Stella Staff')
    await bench.database`insert into public.user_roles (user_id, role) values (${staff.id}, 'admin')`
    await bench.database`
      insert into public.admin_permissions (admin_id, permission)
      select ${staff.id}, unnest(array['manage_chat', 'view_transactions', 'approve_users', 'financial_support'])`
    const conversation = await bench.openChat(staff)
    for (const [question, answer] of [
      ['What is my balance?', 'Your balance is £5,000.00.'],
      ['Show the last transactions', 'There are no transactions on your account yet.'],
      ['List the payees', 'You have no payees yet. They are saved automatically when you make a payment.'],
    ] as const) {
      await bench.say(staff, question, conversation)
      expect(await bench.call(bench.builtIn, bench.asking(question, staff.id), staff.accessToken)).toEqual(said(answer))
    }
  })
})

describe('one answer', () => {
  test('is all that two tabs get that ask at once, and the model is asked once', async () => {
    bench.model.behave(completion('Once.'))
    await bench.say(bench.ada, 'A question')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => bench.call(bench.withModel, bench.asking('A question'))),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409', '409'])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'There is nothing to answer in this chat.',
    })
    expect(await bench.stored()).toEqual(['Once.'])
    expect(bench.model.asked).toHaveLength(1)
    expect((await bench.call(bench.withModel, bench.asking('A question'))).status).toBe(409)
    expect(bench.model.asked).toHaveLength(1)
  })

  test('is not given in a chat that is not there', async () => {
    await bench.ada.supabase.rpc('end_chat', { p_conversation_id: bench.chat }).throwOnError()
    bench.model.behave(completion('Hello'))
    expect(await bench.call(bench.withModel, bench.asking('Hello'))).toEqual({
      status: 409,
      body: { error: 'This chat has ended.' },
    })
    expect(bench.model.asked).toEqual([])
  })

  test('is not given to a customer who waits for an agent', async () => {
    await bench.say(bench.ada, 'I want an agent')
    await bench.ada.supabase.rpc('request_agent', { p_conversation_id: bench.chat }).throwOnError()
    bench.model.behave(completion('Hello'))
    expect((await bench.call(bench.withModel, bench.asking('Hello'))).status).toBe(409)
    expect(bench.model.asked).toEqual([])
  })

  test('is dropped when the customer asks for an agent meanwhile', async () => {
    bench.model.behave('hang', completion('Too late'))
    await bench.say(bench.ada, 'A question')
    const answer = bench.call(bench.withModel, bench.asking('A question'))
    await expect.poll(() => bench.model.asked.length).toBe(1)
    await bench.ada.supabase.rpc('request_agent', { p_conversation_id: bench.chat }).throwOnError()
    expect(await answer).toEqual({ status: 409, body: { error: 'This chat is no longer with the assistant.' } })
    expect(await bench.stored()).toEqual([])
  })

  test('costs: after twenty in a minute the customer has to wait', async () => {
    bench.model.behave(completion('An answer'))
    await bench.ask(bench.withModel, 'First question')
    await bench.database`update private.assistant_turns set answers = 20, counted_since = clock_timestamp() where user_id = ${bench.ada.id}`
    expect(await bench.ask(bench.withModel, 'One too many')).toEqual({
      status: 429,
      body: { error: 'Please wait a minute before you write again.' },
    })
    expect(bench.model.asked).toHaveLength(1)
    expect(await bench.stored()).toEqual(['An answer'])
  })
})
