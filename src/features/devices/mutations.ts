import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/profile/queries'
import { messageOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { deviceCopy } from './copy'
import { checkDevice, deviceQueries } from './queries'

/** Has a code sent to the address that the person signed up with; one that was sent before ends. */
export function useSendCode(userId: string) {
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
      await supabase.rpc('enter_device_code', { p_device_token: deviceStore.token(), p_code: code }).throwOnError()
      const { isKnown, triesLeft } = await checkDevice()
      if (isKnown) return
      throw new WrongCode(triesLeft > 0 ? deviceCopy.wrong(triesLeft) : deviceCopy.codeOver)
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
