import { useMutation, useQueryClient } from '@tanstack/react-query'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { trustedCopy as copy } from './copy'
import { trustedQueries } from './queries'

function useChange<Change>(change: (what: Change) => PromiseLike<unknown>, success: ToastWords, isForm = false) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (what: Change) => {
      await change(what)
    },
    // A refusal means that it has ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: trustedQueries.all }),
    meta: { success, ...(isForm && { failure: false }) },
  })
}

export const useNameContact = () =>
  useChange(
    ({ sortCode, accountNumber, threshold }: { sortCode: string; accountNumber: string; threshold: number }) =>
      supabase
        .rpc('name_trusted_contact', {
          p_sort_code: sortCode,
          p_account_number: accountNumber,
          p_threshold: penceToPounds(threshold),
        })
        .throwOnError(),
    copy.asked,
    true,
  )

export const useSetThreshold = () =>
  useChange(
    (pence: number) => supabase.rpc('set_contact_threshold', { p_threshold: penceToPounds(pence) }).throwOnError(),
    copy.saved,
    true,
  )

const removalWords = { request: copy.withdrawn, remove: copy.removed, keep: copy.kept } as const

/** Removes the contact of a customer in 48 hours, keeps them, or ends a request. */
export const useRemoveContact = (kind: keyof typeof removalWords) =>
  useChange(
    (ownerId: string) =>
      supabase.rpc('remove_trusted_contact', { p_owner_id: ownerId, p_keeps: kind === 'keep' }).throwOnError(),
    removalWords[kind],
  )

export const useAnswerRequest = (accepts: boolean) =>
  useChange(
    (ownerId: string) =>
      supabase.rpc('answer_contact_request', { p_owner_id: ownerId, p_accepts: accepts }).throwOnError(),
    accepts ? copy.accepted : copy.declined,
  )

export const useAnswerReview = () =>
  useChange(
    ({ paymentId, looksRight }: { paymentId: string; looksRight: boolean }) =>
      supabase.rpc('answer_contact_review', { p_payment_id: paymentId, p_looks_right: looksRight }).throwOnError(),
    copy.answered,
  )

export const useFreezeAsContact = () =>
  useChange((ownerId: string) => supabase.rpc('freeze_as_contact', { p_owner_id: ownerId }).throwOnError(), copy.frozen)
