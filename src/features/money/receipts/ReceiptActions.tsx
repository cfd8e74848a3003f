import { useQuery } from '@tanstack/react-query'
import { FileText, Share2 } from 'lucide-react'
import { accountQueries } from '@/features/money/accounts/queries'
import { useSavePdf } from '@/features/money/statements/shared'
import { saveFile } from '@/lib/saveFile'
import { shareText } from '@/lib/shareText'
import { toast } from '@/lib/toast'
import { receiptCopy } from './copy'
import { PaymentAction } from './PaymentAction'
import { receiptLetter, type PaidPayment, receiptText } from './receipt'

/** A receipt names the payer, so both actions wait for the account. */
export function ReceiptActions({ userId, payment }: { userId: string; payment: PaidPayment }) {
  const account = useQuery(accountQueries.current(userId))
  const savePdf = useSavePdf(`receipt-${payment.id}.pdf`)
  const payer = account.data?.holderName
  return (
    <>
      <PaymentAction
        icon={Share2}
        label="Share receipt"
        disabled={payer === undefined}
        onPress={() => payer !== undefined && void shareReceipt(payment, payer)}
      />
      <PaymentAction
        icon={FileText}
        label={savePdf.isPending ? 'Creating...' : 'Receipt as PDF'}
        disabled={payer === undefined || savePdf.isPending}
        onPress={() =>
          payer !== undefined && savePdf.mutate({ document: 'letter', letter: receiptLetter(payment, payer) })
        }
      />
    </>
  )
}

/** Downloads the receipt where there is no share sheet. */
async function shareReceipt(payment: PaidPayment, payer: string) {
  const text = receiptText(payment, payer)
  const otherwise = () => {
    saveFile(`receipt-${payment.id}.txt`, 'text/plain', [text])
    toast.success(receiptCopy.saved)
  }
  await shareText(text, { otherwise, failed: receiptCopy.shareFailed })
}
