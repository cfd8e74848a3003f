import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { deviceCopy } from './copy'
import { checkDevice, deviceQueries } from './queries'

/** Sends a code to the address of the account. An earlier code becomes invalid. */
export function useSendCode(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => invokeFunction('send-device-code', { deviceToken: deviceStore.token() }),
    onSuccess: () => {
      client.setQueryData(deviceQueries.check(userId).queryKey, { isKnown: false, hasCode: true })
    },
    meta: { success: deviceCopy.sent, failure: false },
  })
}

/** Counts as an attempt. A separate call of its own, so that the server has counted it before it says whether the code is right. */
export async function enterDeviceCode(code: string): Promise<void> {
  await supabase.rpc('enter_device_code', { p_device_token: deviceStore.token(), p_code: code }).throwOnError()
}

export function useConfirmDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) => {
      await enterDeviceCode(code)
      const { isKnown, triesLeft } = await checkDevice()
      if (isKnown) return
      throw new WordedError(triesLeft > 0 ? deviceCopy.wrong(triesLeft) : deviceCopy.codeOver)
    },
    // The guard opens the app when the profile says that the device is known.
    onSuccess: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: { success: deviceCopy.confirmed, failure: false },
  })
}

/** Removes a device and signs it out. */
export function useRemoveDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.rpc('remove_device', { p_device_id: id }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceQueries.all }),
    meta: { success: deviceCopy.removed, failure: false },
  })
}
