import { accountRow, createTestQueryClient, json, serve, userId } from '../../../fakeServer'
import { describe, expect, test } from 'vitest'
import { accountQueries } from '@/features/money/accounts/queries'

const read = () => createTestQueryClient().fetchQuery(accountQueries.current(userId))

describe('the current account', () => {
  test('the current account is read in one request, with the balance in pence', async () => {
    const asked = serve({ 'POST rpc/get_current_account': () => json([accountRow()]) })
    expect(await read()).toEqual({
      id: 'account-1',
      balance: 123_456,
      pending: 0,
      accountNumber: '24682468',
      sortCode: '00-24-68',
      holderName: 'Priya Shah',
      cardLastFour: '2467',
      hasSavings: false,
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.query.get('select')).not.toContain('card_number')
  })

  test.each([
    [0.1, 10],
    [19.99, 1999],
    [1000000.01, 100_000_001],
    [0, 0],
  ])('a balance of %s pounds is %d pence', async (balance, pence) => {
    serve({ 'POST rpc/get_current_account': () => json([accountRow({ balance, sort_code: '002468' })]) })
    expect(await read()).toMatchObject({ balance: pence, sortCode: '00-24-68' })
  })

  test('the current account is opened for a customer without one, and read again', async () => {
    let isOpen = false
    const asked = serve({
      'POST rpc/get_current_account': () => json(isOpen ? [accountRow({ balance: 5000 })] : []),
      'POST rpc/open_current_account': () => {
        isOpen = true
        return json('account-1')
      },
    })
    expect(await read()).toMatchObject({ balance: 500_000 })
    expect(asked.map(({ path }) => path)).toEqual([
      'rpc/get_current_account',
      'rpc/open_current_account',
      'rpc/get_current_account',
    ])
  })

  test('reports a refusal to open one and does not retry', async () => {
    const asked = serve({
      'POST rpc/get_current_account': () => json([]),
      'POST rpc/open_current_account': () =>
        json(
          {
            code: 'PT403',
            message: 'Your account is pending approval. Please wait for an administrator to approve your account.',
          },
          403,
        ),
    })
    await expect(read()).rejects.toThrow('Your account is pending approval.')
    expect(asked).toHaveLength(2)
  })

  test('the current account is an error if it is still missing afterwards', async () => {
    serve({ 'POST rpc/get_current_account': () => json([]), 'POST rpc/open_current_account': () => json('account-1') })
    await expect(read()).rejects.toThrow("We couldn't open your account. Please try again.")
  })
})
