import { Share2 } from 'lucide-react'
import { buttonLook } from '@/components/ui/buttonLook'
import { cn } from '@/lib/cn'
import { shareText } from '@/lib/shareText'
import { toast } from '@/lib/toast'
import { accountCopy } from './copy'
import type { Account } from './queries'

const inline = 'relative z-10 -mr-3 ml-auto inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-label'
const looks = {
  hero: cn(inline, 'text-on-hero hover:bg-on-hero/15 focus-visible:outline-on-hero'),
  card: cn(inline, 'text-brand hover:bg-brand-soft'),
  button: cn(buttonLook('secondary'), 'gap-2 px-3! text-small'),
}

type Details = Pick<Account, 'holderName' | 'sortCode' | 'accountNumber'>

/** Shares what others need to pay the customer. On a card, a small phone shows the icon alone. */
export function ShareDetails({ account, look }: { account: Details; look: keyof typeof looks }) {
  const { label, short } = accountCopy.share
  return (
    <button type="button" aria-label={label} onClick={() => void shareDetails(account)} className={looks[look]}>
      <Share2 aria-hidden className="size-5" />
      {look === 'button' ? label : <span className="max-[22.5rem]:hidden">{short}</span>}
    </button>
  )
}

/** Copies the details where there is no share sheet. */
async function shareDetails({ holderName, sortCode, accountNumber }: Details) {
  const text = `${holderName}\nSort code ${sortCode}\nAccount number ${accountNumber}`
  const { copied, failed } = accountCopy.share
  const otherwise = async () => {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  }
  await shareText(text, { otherwise, failed })
}
