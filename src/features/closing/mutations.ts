import { useMutation } from '@tanstack/react-query'
import { enterPin } from '@/features/auth/shared'
import { readSoundStatement, type Statement } from '@/features/statements/queries'
import { withApproval } from '@/lib/approval'
import { monthPeriod } from '@/lib/dates'
import { required } from '@/lib/required'
import { useSession } from '@/lib/session'
import { randomKey } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { readClosedAccount, type ClosedAccount } from './closedAccount'
import { closingCopy } from './copy'

/** Closes the account of the session, which ends with it. */
export function useCloseAccount() {
  const { signOut } = useSession()
  return useMutation({
    mutationFn: async (pin: string) => {
      // A call of its own, so that the server has counted the attempt.
      await enterPin(pin)
      await withApproval(() => supabase.rpc('close_my_account').throwOnError())
    },
    // The guards lead to the sign-in page.
    onSuccess: () => signOut(),
    meta: { success: closingCopy.closed, failure: false },
  })
}

// The page of a closed account keeps its key in memory: these are no queries, whose keys and answers a cache would keep.

/** Has a code emailed to the owner of the closed account of a link. The answer is the same for unknown links. */
export function useAskCode() {
  return useMutation({
    mutationFn: async (token: string) => supabase.rpc('ask_closed_code', { p_token: token }).throwOnError(),
    meta: { failure: false },
  })
}

/** The key of a visit, and the account that it opens. */
export type Visit = { key: string; account: ClosedAccount }

export async function openVisit(token: string, code: string): Promise<Visit> {
  const key = randomKey()
  await supabase.rpc('enter_closed_code', { p_token: token, p_code: code, p_key: key }).throwOnError()
  return { key, account: await readAccount(key) }
}

async function readAccount(key: string): Promise<ClosedAccount> {
  const { data } = await supabase.rpc('get_closed_account', { p_key: key }).throwOnError()
  return required(readClosedAccount(data))
}

export function useClosedStatement(key: string) {
  return useMutation({
    mutationFn: async (month: string): Promise<Statement> => {
      const { first, last } = monthPeriod(month)
      const { data } = await supabase
        .rpc('get_closed_statement', { p_key: key, p_from: first, p_until: last })
        .throwOnError()
      return readSoundStatement({ first, last }, data)
    },
    meta: { failure: false },
  })
}

export type PayoutPayee = { recipient: string; sortCode: string; accountNumber: string }

const inRequest = ({ recipient, sortCode, accountNumber }: PayoutPayee) => ({
  p_name: recipient,
  p_sort_code: sortCode,
  p_account_number: accountNumber,
})

/** The outcome of the name check. */
export async function checkPayoutPayee(key: string, payee: PayoutPayee): Promise<string> {
  await supabase.rpc('check_closed_payee', { p_key: key, ...inRequest(payee) }).throwOnError()
  // A second call, so that the server has counted the check.
  return (await readAccount(key)).outcome ?? 'unavailable'
}

type Changed = (account: ClosedAccount) => void

/** Resolves with the account after the change. */
function useChange<Input>(key: string, onSuccess: Changed, change: (input: Input) => PromiseLike<unknown>) {
  return useMutation({
    mutationFn: async (input: Input) => {
      await change(input)
      return readAccount(key)
    },
    onSuccess,
    meta: { failure: false },
  })
}

/** Sends what waits to this payee. */
export function usePayOut(key: string, onSuccess: Changed) {
  const { keyFor } = useIdempotencyKey()
  return useChange(key, onSuccess, (payee: PayoutPayee) =>
    supabase.rpc('pay_closed_money', { p_key: key, p_request_id: keyFor(payee), ...inRequest(payee) }).throwOnError(),
  )
}

/** Has what is paid to the closed account sent on to this payee. */
export function useSetForwarding(key: string, onSuccess: Changed) {
  return useChange(key, onSuccess, (payee: PayoutPayee) =>
    supabase.rpc('set_forwarding', { p_key: key, ...inRequest(payee) }).throwOnError(),
  )
}

export function useStopForwarding(key: string, onSuccess: Changed) {
  return useChange<void>(key, onSuccess, () => supabase.rpc('stop_forwarding', { p_key: key }).throwOnError())
}
