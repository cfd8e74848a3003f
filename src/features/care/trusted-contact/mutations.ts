import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { trustedCopy as copy } from './copy'
import { trustedQueries } from './queries'

const stale = [trustedQueries.all]

// The forms and the questions show why a change failed.

export const useNameContact = () =>
  useChange(
    ({ sortCode, accountNumber, threshold }: { sortCode: string; accountNumber: string; threshold: number }) =>
      callRpc('name_trusted_contact', {
        p_sort_code: sortCode,
        p_account_number: accountNumber,
        p_threshold: penceToPounds(threshold),
      }),
    { stale, success: copy.asked, failure: false },
  )

export const useSetThreshold = () =>
  useChange((pence: number) => callRpc('set_contact_threshold', { p_threshold: penceToPounds(pence) }), {
    stale,
    success: copy.saved,
    failure: false,
  })

const removalWords = { request: copy.withdrawn, remove: copy.removed, keep: copy.kept } as const

/** Removes the contact of a customer in 48 hours, keeps them, or ends a request. */
export const useRemoveContact = (kind: keyof typeof removalWords) =>
  useChange((ownerId: string) => callRpc('remove_trusted_contact', { p_owner_id: ownerId, p_keeps: kind === 'keep' }), {
    stale,
    success: removalWords[kind],
    failure: kind === 'remove' ? false : undefined,
  })

export const useAnswerRequest = (accepts: boolean) =>
  useChange((ownerId: string) => callRpc('answer_contact_request', { p_owner_id: ownerId, p_accepts: accepts }), {
    stale,
    success: accepts ? copy.accepted : copy.declined,
  })

export const useAnswerReview = (looksRight: boolean) =>
  useChange(
    (paymentId: string) => callRpc('answer_contact_review', { p_payment_id: paymentId, p_looks_right: looksRight }),
    { stale, success: copy.answered, failure: looksRight ? false : undefined },
  )

export const useFreezeAsContact = () =>
  useChange((ownerId: string) => callRpc('freeze_as_contact', { p_owner_id: ownerId }), {
    stale,
    success: copy.frozen,
    failure: false,
  })
