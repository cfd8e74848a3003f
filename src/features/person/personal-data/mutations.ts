import { enterPin } from '@/features/person/auth/shared'
import { londonDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { personalDataCopy as copy } from './copy'

const save = (data: unknown) =>
  saveFile(`fernbank-data-${londonDay(new Date())}.json`, 'application/json', [JSON.stringify(data, null, 2)])

export const useSaveMyData = () =>
  useChange(
    async (pin: string) => {
      // Calls of their own, so that the server has counted the attempt and recorded the copy.
      await enterPin(pin)
      await callRpc('record_my_data_copy')
      save(await callRpc('get_my_data'))
    },
    { success: copy.saved, failure: false, gcTime: 0 },
  )

export const useSaveUserData = (userId: string) =>
  useChange(
    async () => {
      await callRpc('record_user_data_copy', { p_user_id: userId })
      save(await callRpc('get_user_data', { p_user_id: userId }))
    },
    { success: copy.saved, failure: copy.failed },
  )
