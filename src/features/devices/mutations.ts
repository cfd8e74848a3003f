import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/profile/queries'
import { messageOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { deviceCopy } from './copy'
import { deviceQueries } from './queries'

/** Has a code sent to the address that the person signed up with; one that was sent before ends. */
export function useSendCode(userId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => invokeFunction('send-device-code', {}),
    onSuccess: () => {
      client.setQueryData(deviceQueries.check(userId).queryKey, { isKnown: false, hasCode: true })
    },
    meta: {
      success: deviceCopy.sent,
      failure: (error) => ({ title: deviceCopy.sendFailed, text: messageOf(error) }),
    },
  })
}

/** The bank has counted this try: another needs another code. */
export class WrongCode extends Error {}

export function useConfirmDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) => {
      const { data } = await supabase
        .rpc('confirm_device', { p_device_token: deviceStore.token(), p_code: code })
        .single()
        .throwOnError()
      if (data.is_confirmed) return
      throw new WrongCode(data.tries_left > 0 ? deviceCopy.wrong(data.tries_left) : deviceCopy.codeOver)
    },
    // The guard lets in whose profile says that the device is known.
    onSuccess: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: {
      success: deviceCopy.confirmed,
      failure: (error) => ({
        title: error instanceof WrongCode ? deviceCopy.wrongTitle : 'Error',
        text: messageOf(error),
      }),
    },
  })
}

/** Signs the device out as well. */
export function useRemoveDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.rpc('remove_device', { p_device_id: id }).throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: deviceQueries.all }),
    meta: { success: deviceCopy.removed, failure: deviceCopy.removeFailed },
  })
}
