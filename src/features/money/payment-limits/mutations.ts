import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withApproval } from '@/lib/approval'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { limitCopy } from './copy'
import { limitQueries } from './queries'

export function useSetLimit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (pence: number) => {
      await withApproval(
        () => supabase.rpc('set_payment_limit', { p_limit: penceToPounds(pence) }).throwOnError(),
        limitCopy.approve(pence),
      )
    },
    onSuccess: () => client.invalidateQueries({ queryKey: limitQueries.all }),
    meta: { success: limitCopy.saved, failure: false },
  })
}

export function limitFailureWords(error: unknown): ToastWords {
  return { title: limitCopy.saveFailed, text: messageOf(error) }
}
