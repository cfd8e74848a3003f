import { logError } from '@/lib/log'
import { saveFile } from '@/lib/saveFile'
import { toast } from '@/lib/toast'
import { receiptCopy } from './copy'
import { receiptText, type PaidPayment } from './receipt'

/** Opens the device's share sheet, or downloads the receipt where there is none. */
export async function shareReceipt(payment: PaidPayment, payer: string) {
  const text = receiptText(payment, payer)
  // Missing in some browsers, and without HTTPS.
  if (typeof navigator.share !== 'function') {
    saveFile(`receipt-${payment.id}.txt`, 'text/plain', [text])
    toast.success(receiptCopy.saved)
    return
  }
  try {
    await navigator.share({ text })
  } catch (error) {
    // The customer has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    logError('The receipt was not shared', error)
    toast.error(receiptCopy.shareFailed)
  }
}
