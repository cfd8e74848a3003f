import { londonDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { useUserId } from '@/lib/session'
import { useChange } from '@/lib/useChange'
import { lookCopy } from './copy'
import { checkLooksFile, writeLooksFile } from './looksFile'
import { readAllHashes, readWholeFile } from './queries'

export const useSaveLooks = () =>
  useChange(
    async () => {
      const file = writeLooksFile(await readWholeFile())
      saveFile(`fernbank-who-looked-${londonDay(new Date())}.json`, 'application/json', [file])
    },
    { success: lookCopy.saved, failure: lookCopy.saveFailed },
  )

/** Its result, or its error, is shown beside the button. */
export function useCheckLooks() {
  const userId = useUserId()
  return useChange((file: File) => checkLooksFile(file, userId, readAllHashes), { failure: false })
}
