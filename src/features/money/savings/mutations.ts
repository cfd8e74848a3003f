import { accountQueries } from '@/features/money/accounts/queries'
import { transactionQueries } from '@/features/money/transactions/queries'
import { penceToPounds, poundsToPence } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import type { SavingsColour } from './colours'
import { savingsCopy } from './copy'
import { type OwnAccount, savingsQueries } from './queries'

/** What a customer decides about a savings account. `goal` in pence. */
export type Saving = { name: string; colour: SavingsColour; goal: number | null; goalOn: string | null }

const detailsOf = ({ name, colour, goal, goalOn }: Saving) => ({
  p_name: name,
  p_colour: colour,
  ...(goal !== null && { p_goal: penceToPounds(goal) }),
  ...(goalOn !== null && { p_goal_on: goalOn }),
})

/** Opens an account and returns its id. The form shows a failure. */
export const useOpenSavings = () =>
  useChange(
    ({ requestId, saving }: { requestId: string; saving: Saving }) =>
      callRpc('open_savings_account', { ...detailsOf(saving), p_request_id: requestId }),
    { stale: [accountQueries.all], success: (_id, { saving }) => savingsCopy.open.done(saving.name), failure: false },
  )

/** The form shows a failure. */
export const useChangeSavings = (id: string) =>
  useChange((saving: Saving) => callRpc('change_savings_account', { ...detailsOf(saving), p_id: id }), {
    stale: [accountQueries.all],
    success: savingsCopy.manage.saved,
    failure: false,
  })

/** The question shows a failure. */
export const useCloseSavings = ({ id, name }: Pick<OwnAccount, 'id' | 'name'>) =>
  useChange(() => callRpc('close_savings_account', { p_id: id }), {
    stale: [accountQueries.all, transactionQueries.all],
    success: savingsCopy.close.done(name),
    failure: false,
  })

/** `amount` in pence. */
export type Move = { from: OwnAccount; to: OwnAccount; amount: number }

/** Moves money between two accounts of the customer. The result says until when a move out of protected savings waits. The form shows a failure. */
export function useMoveOwnMoney() {
  const userId = useUserId()
  return useChange(
    async ({ requestId, move: { from, to, amount } }: { requestId: string; move: Move }) => {
      const [made] = await callRpc('move_own_money', {
        p_request_id: requestId,
        p_from_id: from.id,
        p_to_id: to.id,
        p_amount: penceToPounds(amount),
      })
      if (made === undefined) throw new Error('move_own_money returned no row')
      // The generated type leaves out that it can be null.
      const waitsUntil: string | null = made.waits_until
      return {
        waitsUntil,
        balances: new Map([
          [from.id, poundsToPence(made.from_balance)],
          [to.id, poundsToPence(made.to_balance)],
        ]),
      }
    },
    {
      failure: false,
      succeeded: ({ balances, waitsUntil }, _move, client) => {
        const withBalance = <Known extends { id: string; balance: number }>(account: Known) => ({
          ...account,
          balance: balances.get(account.id) ?? account.balance,
        })
        client.setQueryData(savingsQueries.accounts(userId).queryKey, (list) => list?.map(withBalance))
        client.setQueryData(accountQueries.current(userId).queryKey, (account) => account && withBalance(account))
        void client.invalidateQueries({ queryKey: transactionQueries.all })
        // The list of what waits is under this key.
        if (waitsUntil !== null) void client.invalidateQueries({ queryKey: accountQueries.all })
      },
      // The balance on the screen may be older than the server's.
      failed: (_error, _move, client) => void client.invalidateQueries({ queryKey: accountQueries.all }),
    },
  )
}
