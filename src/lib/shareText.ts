import { logError } from './log'
import { toast, type ToastWords } from './toast'

type Otherwise = {
  /** For browsers without a share sheet, and pages without HTTPS. */
  otherwise: () => unknown
  failed: ToastWords
}

/** Opens the device's share sheet with the text. */
export async function shareText(text: string, { otherwise, failed }: Otherwise) {
  try {
    if (typeof navigator.share === 'function') await navigator.share({ text })
    else await otherwise()
  } catch (error) {
    // The customer has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    logError('A text was not shared', error)
    toast.error(failed)
  }
}
