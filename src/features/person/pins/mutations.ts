import { messageOf } from '@/lib/errors'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { pinCopy } from './copy'
import { pinQueries } from './queries'

class CopyFailed extends Error {}

const stale = [pinQueries.requests().queryKey]

/** Reads a PIN after the server has recorded it in the audit log. */
export const useShowPin = () => useChange((userId: string) => readPin(userId, false), { gcTime: 0 })

async function readPin(userId: string, isCopied: boolean): Promise<string> {
  await callRpc('record_pin_view', { p_user_id: userId, p_is_copied: isCopied || undefined })
  return callRpc('get_user_pin', { p_user_id: userId })
}

/** Copies a PIN after the server has recorded it in the audit log. */
export const useCopyPin = () =>
  useChange(
    async (userId: string) => {
      const recorded = readPin(userId, true)
      try {
        await writeToClipboard(recorded)
      } catch {
        // Throws the server's refusal, if that is the reason.
        await recorded
        throw new CopyFailed()
      }
    },
    {
      success: pinCopy.copied,
      failure: (error) =>
        error instanceof CopyFailed ? pinCopy.copyFailed : { title: 'Error', text: messageOf(error) },
    },
  )

/** Also closes the user's PIN request. */
export const useSendPin = () =>
  useChange((userId: string) => callRpc('send_pin_to_inbox', { p_user_id: userId }), {
    stale,
    success: (name) => pinCopy.sent(name),
  })

export const useResolvePinRequest = () =>
  useChange((userId: string) => callRpc('resolve_pin_reset_request', { p_user_id: userId }), {
    stale,
    success: pinCopy.requestResolved,
  })

/**
 * Copies a text that is still loading. Safari requires the clipboard call directly in the click handler, which a promise in
 * a ClipboardItem allows. Older browsers await the text.
 */
async function writeToClipboard(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
