import { queryOptions } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'
import { toColour, type SavingsColour } from './colours'

/** An account of the customer; amounts in pence, `sortCode` as NN-NN-NN. */
export type OwnAccount = {
  id: string
  isSavings: boolean
  name: string
  colour: SavingsColour
  goal: number | null
  /** The day by which the customer wants to have saved the goal, 'YYYY-MM-DD'. */
  goalOn: string | null
  balance: number
  pending: number
  sortCode: string
  accountNumber: string
  holderName: string
  openedAt: string
  closedAt: string | null
  /** How many hours what leaves the account waits; 0 without protection. */
  waitHours: number
  /** How many it waits from then on, while a shorter wait is asked for. */
  nextWait: { hours: number; from: string } | null
  /** What card payments lack to the next pound moves to it. */
  takesRoundUps: boolean
}

type AccountRow = ResultRow<
  'list_my_accounts',
  'name' | 'colour' | 'goal' | 'goal_on' | 'closed_at' | 'next_wait_hours' | 'next_wait_from'
>

export const savingsQueries = {
  /** All accounts of the customer, the current account first, also the closed ones. Under the accounts' key, to be invalidated with them. */
  accounts: (userId: string) =>
    queryOptions({
      queryKey: [...accountQueries.all, 'own', userId],
      queryFn: async ({ signal }): Promise<OwnAccount[]> => {
        const { data } = await supabase.rpc('list_my_accounts').abortSignal(signal).throwOnError()
        return data.map(toOwnAccount)
      },
    }),
}

export const isOpen = ({ closedAt }: OwnAccount) => closedAt === null

/** The savings accounts that are open. */
export const openSavings = (accounts: OwnAccount[]) =>
  accounts.filter((account) => account.isSavings && isOpen(account))

function toOwnAccount(row: AccountRow): OwnAccount {
  return {
    id: row.id,
    isSavings: row.account_type === 'savings',
    name: row.name ?? 'Current account',
    colour: toColour(row.colour),
    goal: row.goal === null ? null : poundsToPence(row.goal),
    goalOn: row.goal_on,
    balance: poundsToPence(row.balance),
    pending: poundsToPence(row.pending),
    sortCode: formatSortCode(row.sort_code),
    accountNumber: row.account_number,
    holderName: row.account_holder_name,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    waitHours: row.wait_hours,
    nextWait:
      row.next_wait_hours === null || row.next_wait_from === null
        ? null
        : { hours: row.next_wait_hours, from: row.next_wait_from },
    takesRoundUps: row.takes_round_ups,
  }
}
