import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProtectedSavings } from '@/features/money/protected-savings/ProtectedSavings'
import { WaitingMoves } from '@/features/money/protected-savings/WaitingMoves'
import { savingsQueries, type OwnAccount } from '@/features/money/savings/queries'
import { useQuery } from '@tanstack/react-query'
import type { Answers, Row } from '../../../apiAnswers'
import { bodiesOf, json, ownAccountRow, renderSignedIn, savingsRow, serve, userId } from '../../../fakeServer'

const accountRow = (change: Partial<Row<'list_my_accounts'>> = {}) => savingsRow({ id: 'savings-1', ...change })
const current = ownAccountRow({ id: 'current-1' })
const move = (id: string, amount: number): Row<'list_waiting_moves'> => ({
  id,
  to_account_id: 'current-1',
  amount,
  created_at: '2026-11-21T09:05:00+00:00',
  due_at: '2026-11-24T09:05:00+00:00',
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function Page() {
  const savings = useQuery(savingsQueries.accounts(userId)).data?.find(({ id }: OwnAccount) => id === 'savings-1')
  return (
    savings && (
      <>
        <WaitingMoves accountId={savings.id} />
        <ProtectedSavings account={savings} />
      </>
    )
  )
}

function show(change: Partial<Row<'list_my_accounts'>> = {}, more: Answers = {}) {
  const server = { account: accountRow(change), moves: [] as Row<'list_waiting_moves'>[] }
  const answers: Answers = {
    'GET profiles': () => json({ id: userId, full_name: 'Priya Shah', approved: true }),
    'POST rpc/list_my_accounts': () => json([current, server.account]),
    'POST rpc/list_waiting_moves': () => json(server.moves),
    'POST rpc/protect_savings': ({ body }) => {
      server.account = accountRow({ wait_hours: Number(JSON.parse(body ?? '{}').p_hours) })
      return json(null)
    },
    'POST rpc/cancel_waiting_move': ({ body }) => {
      server.moves = server.moves.filter(({ id }) => id !== JSON.parse(body ?? '{}').p_id)
      return json(null)
    },
    ...more,
  }
  const asked = serve(answers)
  renderSignedIn(<Page />)
  return { server, answers, asked }
}

const choice = () => screen.findByLabelText('Money leaves this account')
const openChoice = async () => userEvent.click(await screen.findByRole('button', { name: /^Protected savings/ }))

test('protects at once, without a question', async () => {
  const { asked } = show()
  await openChoice()
  expect(await choice()).toHaveDisplayValue('At once')
  await userEvent.selectOptions(await choice(), 'After 72 hours (3 days)')
  expect(await screen.findByText('Protection saved')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/protect_savings')).toEqual([{ p_id: 'savings-1', p_hours: 72 }])
  expect(await choice()).toHaveDisplayValue('After 72 hours (3 days)')
})

test('asks before it protects less, which waits as long, and changes nothing when the customer says no', async () => {
  const { asked } = show({ wait_hours: 72 })
  await openChoice()
  await userEvent.selectOptions(await choice(), 'At once')
  const question = within(await screen.findByRole('dialog', { name: 'Protect this account less?' }))
  expect(question.getByText(/^This applies after 72 hours\./)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await choice()).toHaveDisplayValue('After 72 hours (3 days)')
  expect(bodiesOf(asked, 'rpc/protect_savings')).toEqual([])
  await userEvent.selectOptions(await choice(), 'After 24 hours')
  await userEvent.click(await screen.findByRole('button', { name: 'Protect less' }))
  await waitFor(() => expect(screen.queryByText('Protect this account less?')).not.toBeInTheDocument())
  expect(bodiesOf(asked, 'rpc/protect_savings')).toEqual([{ p_id: 'savings-1', p_hours: 24 }])
})

test('says until when the protection of now holds, and the same choice again keeps it', async () => {
  const { asked } = show({
    wait_hours: 72,
    next_wait_hours: 0,
    next_wait_from: '2026-11-24T12:00:00+00:00',
  })
  await openChoice()
  expect(
    await screen.findByText(
      'Until 24 November 2026 at 12:00 money still waits 72 hours. From then on it leaves at once.',
    ),
  ).toBeVisible()
  expect(await choice()).toHaveDisplayValue('At once')
  await userEvent.selectOptions(await choice(), 'After 72 hours (3 days)')
  await waitFor(() => expect(screen.queryByText(/^Until/)).not.toBeInTheDocument())
  expect(bodiesOf(asked, 'rpc/protect_savings')).toEqual([{ p_id: 'savings-1', p_hours: 72 }])
})

test('shows a refusal in place, and the choice of the server', async () => {
  show(
    {},
    {
      'POST rpc/protect_savings': () => json({ code: 'PT409', message: 'This account is closed.' }, 409),
    },
  )
  await openChoice()
  await userEvent.selectOptions(await choice(), 'After 24 hours')
  expect(await screen.findByRole('alert')).toHaveTextContent('This account is closed.')
  expect(await choice()).toHaveDisplayValue('At once')
})

test('takes back what waits with one press, and the focus goes to what is left', async () => {
  const { server, asked } = show({ wait_hours: 72 })
  server.moves = [move('move-1', 50), move('move-2', 25)]
  const list = await screen.findByRole('list', { name: 'Money that waits' })
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    '£50.00 to Current accountLeaves on 24 November 2026 at 09:05Take back',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Take back £50.00 to Current account' }))
  expect(await screen.findByText('£50.00 stays in the account')).toBeVisible()
  expect(bodiesOf(asked, 'rpc/cancel_waiting_move')).toEqual([{ p_id: 'move-1' }])
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(list).toHaveFocus())
})

test('says why a move can no longer be taken back, and shows a failed load with a retry', async () => {
  const { server, answers } = show(
    { wait_hours: 72 },
    {
      'POST rpc/list_waiting_moves': () => json({ code: 'PT500', message: 'Failed' }, 500),
      'POST rpc/cancel_waiting_move': () =>
        json({ code: 'PT409', message: 'This move is no longer waiting.', hint: 'move-finished' }, 409),
    },
  )
  server.moves = [move('move-1', 50)]
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the money that waits.")
  answers['POST rpc/list_waiting_moves'] = () => json(server.moves)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Take back/ }))
  expect(await screen.findByText('This move is no longer waiting.')).toBeVisible()
})

test('does not change while the account is frozen, and what waits can be taken back', async () => {
  const { server } = show(
    { wait_hours: 24 },
    {
      'GET profiles': () =>
        json({ id: userId, full_name: 'Priya Shah', approved: true, frozen_at: '2026-11-21T09:00:00+00:00' }),
    },
  )
  server.moves = [move('move-1', 50)]
  expect(await screen.findByRole('button', { name: /^Take back/ })).toBeEnabled()
  await openChoice()
  await waitFor(async () => expect(await choice()).toBeDisabled())
})
