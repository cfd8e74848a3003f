import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { deviceStore } from '@/lib/storage'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { deviceCopy } from './copy'
import { checkDevice, deviceQueries } from './queries'

/** Sends a code to the address of the account. An earlier code becomes invalid. */
export const useSendCode = (userId: string) =>
  useChange(() => invokeFunction('send-device-code', { deviceToken: deviceStore.token() }), {
    success: deviceCopy.sent,
    failure: false,
    succeeded: (_answer, _nothing, client) => {
      client.setQueryData(deviceQueries.check(userId).queryKey, { isKnown: false, hasCode: true })
    },
  })

/** Counts as an attempt. A separate call of its own, so that the server has counted it before it says whether the code is right. */
export const enterDeviceCode = (code: string) =>
  callRpc('enter_device_code', { p_device_token: deviceStore.token(), p_code: code })

export const useConfirmDevice = () =>
  useChange(
    async (code: string) => {
      await enterDeviceCode(code)
      const { isKnown, triesLeft } = await checkDevice()
      if (isKnown) return
      throw new WordedError(triesLeft > 0 ? deviceCopy.wrong(triesLeft) : deviceCopy.codeOver)
    },
    // The guard opens the app when the profile says that the device is known.
    { stale: [profileQueries.all], success: deviceCopy.confirmed, failure: false },
  )

/** Removes a device and signs it out. */
export const useRemoveDevice = () =>
  useChange((id: string) => callRpc('remove_device', { p_device_id: id }), {
    stale: [deviceQueries.all],
    success: deviceCopy.removed,
    failure: false,
  })
