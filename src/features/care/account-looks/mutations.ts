import { useMutation } from '@tanstack/react-query'
import { londonDay } from '@/lib/dates'
import { saveFile } from '@/lib/saveFile'
import { useUserId } from '@/lib/session'
import { lookCopy } from './copy'
import { checkLooksFile, writeLooksFile } from './looksFile'
import { readAllHashes, readWholeFile } from './queries'

export function useSaveLooks() {
  return useMutation({
    mutationFn: async () => {
      const file = writeLooksFile(await readWholeFile())
      saveFile(`fernbank-who-looked-${londonDay(new Date())}.json`, 'application/json', [file])
    },
    meta: { success: lookCopy.saved, failure: lookCopy.saveFailed },
  })
}

/** Its result, or its error, is shown beside the button. */
export function useCheckLooks() {
  const userId = useUserId()
  return useMutation({
    mutationFn: (file: File) => checkLooksFile(file, userId, readAllHashes),
    meta: { failure: false },
  })
}
