import { json, noAnswer, renderSignedIn, serve, userId } from '../../fakeServer'
import type { Answers } from '../../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { useQuery } from '@tanstack/react-query'
import { profileQueries } from '@/features/person/profile/queries'
import { CallWatch } from '@/features/person/calls/CallWatch'
import { ContactCard } from '@/features/person/calls/ContactCard'
import { CustomerContact } from '@/features/person/calls/CustomerContact'
import { Dialog } from '@/components/ui/Dialog'
import { useTopicChanges } from '../../fakeRealtime'

const call = { id: 'c1', agent_name: 'Ana', words: ['amber', 'kite'], seconds_left: 600 }
const own = (change: object = {}) => ({ is_on: true, call: null, code_used_by: null, ...change })
const none = 'We are not calling you now. If somebody says so, hang up.'
const unknown = /^We can't tell now whether we are calling you/

beforeEach(() => useTopicChanges.mockClear())

const topic = () => useTopicChanges.mock.calls.at(-1)?.[0]
const setLive = (isLive: boolean) => act(() => topic()?.onLive?.(isLive))

async function show(answers: Answers, element = <ContactCard />) {
  const asked = serve(answers)
  renderSignedIn(
    <>
      <CallWatch userId={userId} />
      {element}
    </>,
  )
  await waitFor(() => expect(topic()?.topic).toBe(`calls:${userId}`))
  return asked
}

describe('the help screen', () => {
  test('says that the bank is not calling only while the channel is joined', async () => {
    const asked = await show({ 'POST rpc/get_bank_contact': () => json(own()) })
    expect(await screen.findByText('We are checking whether we are calling you.')).toBeVisible()
    expect(asked).toEqual([])
    setLive(true)
    expect(await screen.findByText(none)).toBeVisible()
    setLive(false)
    expect(await screen.findByText(unknown)).toBeVisible()
    expect(screen.queryByText(none)).not.toBeInTheDocument()
  })

  test('cannot tell where the server does not answer, or the device is offline', async () => {
    const answers = { 'POST rpc/get_bank_contact': () => json(own()) }
    await show(answers)
    answers['POST rpc/get_bank_contact'] = noAnswer
    setLive(true)
    expect(await screen.findByText(unknown)).toBeVisible()
    answers['POST rpc/get_bank_contact'] = () => json(own())
    act(() => topic()?.onStale())
    expect(await screen.findByText(none)).toBeVisible()
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(unknown)).toBeVisible()
    act(() => void window.dispatchEvent(new Event('online')))
  })

  test('is as it was where the bank has turned calls off', async () => {
    await show({ 'POST rpc/get_bank_contact': () => json(own({ is_on: false })) })
    setLive(true)
    await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument())
  })

  test('gives a code, and says when the agent has typed it', async () => {
    let usedBy: string | null = null
    await show({
      'POST rpc/get_bank_contact': () => json(own({ code_used_by: usedBy })),
      'POST rpc/make_identity_code': () => json({ code: '012345', seconds_left: 120 }),
    })
    setLive(true)
    await userEvent.click(await screen.findByRole('button', { name: "Show us that it's you" }))
    const get = await screen.findByRole('button', { name: 'Get a code' })
    const output = within(screen.getByRole('dialog')).getByRole('status')
    expect(output).toBeEmptyDOMElement()
    await userEvent.click(get)
    expect(await screen.findByText('012 345')).toBeVisible()
    expect(output).toHaveTextContent(/^Your code: 0 1 2 3 4 5/)
    usedBy = 'Ana'
    act(() => topic()?.onStale())
    await waitFor(() => expect(output).toHaveTextContent(/^Ana typed your code and knows that it's you\.$/))
    expect(screen.queryByText('012 345')).not.toBeInTheDocument()
  })
})

test('reads the profile again when the access has changed, so that a window whose session has ended closes', async () => {
  const asked = await show(
    {
      'POST rpc/get_bank_contact': () => json(own()),
      'GET profiles': () => json([{ full_name: 'Ada', approved: true, notification_email: null }]),
    },
    <OwnName />,
  )
  const reads = () => asked.filter(({ path }) => path === 'profiles').length
  expect(await screen.findByText('Ada')).toBeVisible()
  expect(reads()).toBe(1)
  act(() => topic()?.onStale())
  await waitFor(() => expect(reads()).toBe(2))
})

function OwnName() {
  return useQuery(profileQueries.own(userId)).data?.fullName
}

describe('a call', () => {
  const region = () => screen.findByRole('region', { name: 'Call from the bank' })

  test('is shown over a dialog, leaves the focus in its field, and F6 moves it there and back', async () => {
    const form = (
      <Dialog open onOpenChange={() => undefined} title="Pay">
        <input aria-label="Amount" data-first-focus />
      </Dialog>
    )
    let current: object | null = null
    const asked = await show(
      {
        'POST rpc/get_bank_contact': () => json(own({ call: current })),
        'POST rpc/report_call': () => {
          current = null
          return new Response(null, { status: 204 })
        },
      },
      form,
    )
    await userEvent.type(await screen.findByLabelText('Amount'), '12')
    setLive(true)
    current = call
    act(() => topic()?.onStale())
    const card = await region()
    expect(card).toHaveTextContent('Ana from Fernbank is calling you now')
    expect(card).toHaveTextContent('amber kite')
    expect(card.closest('[aria-hidden]')).toBeNull()
    expect(screen.getByLabelText('Amount')).toHaveFocus()
    await userEvent.keyboard('{F6}')
    expect(card).toHaveFocus()
    await userEvent.keyboard('{F6}')
    expect(screen.getByLabelText('Amount')).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: "I'm not on the phone" }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Call from the bank' })).not.toBeInTheDocument())
    expect(asked.find(({ path }) => path === 'rpc/report_call')?.body).toBe('{"p_call_id":"c1"}')
    expect(await screen.findByText("We've ended this call")).toBeVisible()
  })

  test('stays with its words while the connection is lost, and says that it may have ended', async () => {
    await show({ 'POST rpc/get_bank_contact': () => json(own({ call })) })
    setLive(true)
    expect(await region()).toHaveFocus()
    setLive(false)
    expect(await screen.findByText('You are offline, so the call may have ended.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Call from the bank' })).toHaveTextContent(
      /We never ask you to move money/,
    )
    expect(screen.getByText(/is calling you now\.$/).closest('p')).toHaveTextContent(
      /calling you now\. You are offline, so the call may have ended\. We never ask/,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
    expect(await screen.findByRole('button', { name: 'Ana: amber kite. Show more' })).toBeVisible()
  })
})

describe('an agent', () => {
  const contact = (change: object = {}) => ({
    is_on: true,
    has_app: true,
    call: null,
    is_colleague_calling: false,
    was_reported: false,
    code: null,
    ...change,
  })
  const card = <CustomerContact userId="customer">{(content) => content}</CustomerContact>

  test('marks a call, sees its words, and is told that the customer is not on the phone', async () => {
    let now = contact()
    await show(
      {
        'POST rpc/get_customer_contact': () => json(now),
        'POST rpc/start_call': () => {
          now = contact({ call })
          return new Response(null, { status: 204 })
        },
      },
      card,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'I am calling this customer' }))
    expect(await screen.findByText('amber kite')).toBeVisible()
    expect(screen.getByRole('button', { name: 'End call' })).toBeVisible()
    now = contact({ was_reported: true })
    act(() => topic()?.onStale())
    expect(await screen.findByText(/^The customer says that they are not on the phone/)).toBeVisible()
    expect(screen.queryByText('amber kite')).not.toBeInTheDocument()
  })

  test('who loses the right during a call is told that the app has stopped showing it', async () => {
    serve({ 'POST rpc/get_customer_contact': () => json(contact({ call })) })
    function Page() {
      const [isAllowed, setIsAllowed] = useState(true)
      return (
        <>
          <input type="checkbox" checked={isAllowed} onChange={() => setIsAllowed(false)} />
          <CustomerContact userId="customer" isAllowed={isAllowed}>
            {(content) => content}
          </CustomerContact>
        </>
      )
    }
    renderSignedIn(<Page />)
    expect(await screen.findByText('amber kite')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^You can't call customers any more/)
    expect(screen.queryByText('amber kite')).not.toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('is told during a call that its customer can no longer use the app', async () => {
    let now = contact({ call })
    await show({ 'POST rpc/get_customer_contact': () => json(now) }, card)
    expect(await screen.findByText('amber kite')).toBeVisible()
    const status = screen.getByText('amber kite').closest('[role="status"]')
    now = contact({ has_app: false })
    act(() => topic()?.onStale())
    await waitFor(() => expect(status).toHaveTextContent(/^This customer can't use the app now\./))
    expect(status).toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('who is locked does not read what became of an earlier code', async () => {
    await show(
      {
        'POST rpc/get_customer_contact': () =>
          json(contact({ code: { outcome: 'wrong', entered_at: '2026-11-23T10:00:00Z', seconds_left: 600 } })),
        'POST rpc/enter_identity_code': () =>
          json({ code: 'PT429', hint: 'too-many-attempts', details: 'minutes:1', message: 'Too many attempts.' }, 429),
      },
      card,
    )
    expect(await screen.findByText(/^That code isn't right/)).toBeVisible()
    await userEvent.type(screen.getByLabelText("Code from the customer's app"), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Check code' }))
    expect(await screen.findByText('Code not checked')).toBeVisible()
    expect(screen.queryByText(/^That code isn't right/)).not.toBeInTheDocument()
  })

  test('sees what became of a code whose response was lost', async () => {
    let now = contact()
    await show(
      {
        'POST rpc/get_customer_contact': () => json(now),
        'POST rpc/enter_identity_code': () => {
          now = contact({ code: { outcome: 'confirmed', entered_at: '2026-11-23T10:00:00Z', seconds_left: 600 } })
          return noAnswer()
        },
      },
      card,
    )
    await userEvent.type(await screen.findByLabelText("Code from the customer's app"), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Check code' }))
    expect(await screen.findByText(/^This person has the customer's app open/)).toBeVisible()
  })

  test.each([
    ['confirmed', /^This person has the customer's app open/],
    ['wrong', "That code isn't right. Ask the customer to read it again."],
    ['late', /^That code has ended\. It is more than two minutes old or was used/],
  ])('types a code that is %s', async (outcome, words) => {
    let now = contact()
    const asked = await show(
      {
        'POST rpc/get_customer_contact': () => json(now),
        'POST rpc/enter_identity_code': () => {
          now = contact({ code: { outcome, entered_at: '2026-11-23T10:00:00Z', seconds_left: 600 } })
          return new Response(null, { status: 204 })
        },
      },
      card,
    )
    await userEvent.type(await screen.findByLabelText("Code from the customer's app"), '12345')
    await userEvent.click(screen.getByRole('button', { name: 'Check code' }))
    expect(await screen.findByText('Enter the six digits.')).toBeVisible()
    await userEvent.type(screen.getByLabelText("Code from the customer's app"), '6')
    await userEvent.click(screen.getByRole('button', { name: 'Check code' }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(asked.find(({ path }) => path === 'rpc/enter_identity_code')?.body).toBe(
      '{"p_user_id":"customer","p_code":"123456"}',
    )
  })
})
