import { json, renderSignedIn, serve, userId } from '../../fakeServer'
import type { Answers } from '../../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ContactAsks } from '@/features/care/trusted-contact/ContactAsks'
import { TrustedContact } from '@/features/care/trusted-contact/TrustedContact'

const nobody = { is_on: true, mine: null, requests: [], people: [], reviews: [] }
const mine = {
  sort_code: '00-10-12',
  account_number: '12345678',
  name: 'Carl Contact',
  can_answer: true,
  threshold: 100,
  next_threshold: null,
  next_threshold_from: null,
  ends_at: null,
}
const review = {
  payment_id: 'p1',
  owner_id: 'o1',
  name: 'Olga Owner',
  amount: 4000,
  payee: 'Mill Lane Lettings',
  warnings: ['first_payment', 'unknown_rule'],
  answer_by: '2026-11-24T10:00:00Z',
  is_to_me: false,
}
const done = () => new Response(null, { status: 204 })
const bodyOf = (asked: ReturnType<typeof serve>, name: string) =>
  JSON.parse(asked.find(({ path }) => path === `rpc/${name}`)?.body ?? 'null') as unknown

function show(element: React.ReactElement, answer: object, more: Answers = {}) {
  const asked = serve({ 'POST rpc/get_trusted_contacts': () => json({ ...nobody, ...answer }), ...more })
  renderSignedIn(element)
  return asked
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('on the home screen', () => {
  const asks = <ContactAsks userId={userId} />

  test('a payment shows amount, payee and warnings, and is sent after the question', async () => {
    const asked = show(asks, { reviews: [review] }, { 'POST rpc/answer_contact_review': done })
    expect(await screen.findByRole('heading', { name: 'Olga Owner wants to make a payment' })).toBeVisible()
    expect(screen.getByText(/^£4,000.00 to Mill Lane Lettings/)).toBeVisible()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      "They haven't paid this account before, or only a little.",
    ])
    await press('It looks right')
    expect(asked.some(({ path }) => path === 'rpc/answer_contact_review')).toBe(false)
    await press('Yes, send it')
    await waitFor(() =>
      expect(bodyOf(asked, 'answer_contact_review')).toEqual({ p_payment_id: 'p1', p_looks_right: true }),
    )
  })

  test('a worry is sent at once, and a freeze asks first', async () => {
    const asked = show(
      asks,
      { reviews: [review] },
      { 'POST rpc/answer_contact_review': done, 'POST rpc/freeze_as_contact': done },
    )
    await press("I'm worried")
    expect(bodyOf(asked, 'answer_contact_review')).toEqual({ p_payment_id: 'p1', p_looks_right: false })
    await press("Freeze Olga Owner's account")
    expect(bodyOf(asked, 'freeze_as_contact')).toBeNull()
    const buttons = await screen.findAllByRole('button', { name: "Freeze Olga Owner's account" })
    await userEvent.click(buttons.at(-1) ?? document.body)
    await waitFor(() => expect(bodyOf(asked, 'freeze_as_contact')).toEqual({ p_owner_id: 'o1' }))
  })

  test('a payment to the contact cannot be sent earlier', async () => {
    show(asks, { reviews: [{ ...review, is_to_me: true }] })
    expect(await screen.findByText("This payment is to you, so you can't have it sent earlier.")).toBeVisible()
    expect(screen.queryByRole('button', { name: 'It looks right' })).toBeNull()
    expect(screen.getByRole('button', { name: "I'm worried" })).toBeVisible()
  })

  test('a request is accepted or declined', async () => {
    const asked = show(
      asks,
      { requests: [{ owner_id: 'o1', name: 'Olga Owner' }] },
      { 'POST rpc/answer_contact_request': done },
    )
    await press('Decline')
    expect(bodyOf(asked, 'answer_contact_request')).toEqual({ p_owner_id: 'o1', p_accepts: false })
  })
})

describe('in Settings', () => {
  const settings = <TrustedContact userId={userId} />

  test('somebody is asked by the numbers of their account, and refused fields keep what was typed', async () => {
    const asked = show(settings, {}, { 'POST rpc/name_trusted_contact': done })
    await userEvent.type(await screen.findByLabelText('Their sort code'), '0010')
    await press('Ask them')
    expect(await screen.findByText('Enter a sort code of six digits.')).toBeVisible()
    expect(screen.getByText('Enter an account number of eight digits.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Their sort code'), '12')
    await userEvent.type(screen.getByLabelText('Their account number'), '12345678')
    await press('Ask them')
    await waitFor(() =>
      expect(bodyOf(asked, 'name_trusted_contact')).toEqual({
        p_sort_code: '001012',
        p_account_number: '12345678',
        p_threshold: '250.00',
      }),
    )
  })

  test('somebody is chosen among the saved payees, whose numbers fill the fields', async () => {
    const payee = (id: string, name: string, nickname: string | null, accountNumber: string) => ({
      id,
      account_holder_name: name,
      nickname,
      is_favourite: false,
      check_outcome: 'match',
      sort_code: '001012',
      account_number: accountNumber,
      last_payment_amount: null,
      last_payment_date: null,
    })
    const recipients = [payee('r1', 'Carl Contact', null, '12345678'), payee('r2', 'Olive Orr', 'Mum', '87654321')]
    const asked = show(
      settings,
      {},
      { 'POST rpc/name_trusted_contact': done, 'GET recipients': () => json(recipients) },
    )
    const chooser = await screen.findByLabelText('Choose a saved payee')
    expect(chooser).toHaveDisplayValue('Someone else')
    await userEvent.selectOptions(chooser, 'Mum')
    expect(screen.getByLabelText('Their sort code')).toHaveValue('00-10-12')
    await userEvent.type(screen.getByLabelText('Their account number'), '{Backspace}2')
    expect(chooser).toHaveDisplayValue('Someone else')
    await userEvent.selectOptions(chooser, 'Carl Contact')
    await press('Ask them')
    await waitFor(() =>
      expect(bodyOf(asked, 'name_trusted_contact')).toEqual({
        p_sort_code: '001012',
        p_account_number: '12345678',
        p_threshold: '250.00',
      }),
    )
  })

  test('a request that waits names nobody', async () => {
    show(settings, { mine: { ...mine, name: null, can_answer: false } })
    expect(await screen.findByText(/^You asked the holder of 00-10-12 12345678\./)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()
  })

  test('a removal asks first, and can be stopped', async () => {
    let ends: string | null = null
    const asked = show(
      settings,
      {},
      {
        'POST rpc/get_trusted_contacts': () => json({ ...nobody, mine: { ...mine, ends_at: ends } }),
        'POST rpc/remove_trusted_contact': () => {
          ends = '2026-11-25T10:00:00Z'
          return done()
        },
      },
    )
    expect(await screen.findByText('We ask them about payments to new payees above £100.00.')).toBeVisible()
    await press('Remove')
    expect(bodyOf(asked, 'remove_trusted_contact')).toBeNull()
    const buttons = await screen.findAllByRole('button', { name: 'Remove' })
    await userEvent.click(buttons.at(-1) ?? document.body)
    expect(await screen.findByText(/^Ends on .*25/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Keep' })).toBeVisible()
  })

  test('the contact can stay when the customer asks for the removal', async () => {
    const person = { owner_id: 'o1', name: 'Olga Owner', ends_at: '2026-11-25T10:00:00Z' }
    const asked = show(settings, { people: [person] }, { 'POST rpc/remove_trusted_contact': done })
    await press('Stay the trusted contact of Olga Owner')
    await waitFor(() => expect(bodyOf(asked, 'remove_trusted_contact')).toEqual({ p_owner_id: 'o1', p_keeps: true }))
  })

  test('shows nothing where the bank has turned it off', async () => {
    const asked = show(settings, { is_on: false })
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Trusted contact' })).not.toBeInTheDocument())
  })
})
