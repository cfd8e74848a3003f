import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { claimPath } from '@/lib/paths'

/** Leads to the questions about a payment that the customer was tricked into, or did not make. */
export function ClaimLink({ transactionId }: { transactionId: string }) {
  return (
    <Link
      to={claimPath(transactionId)}
      className="flex min-h-12 w-full items-center gap-3 rounded px-2 font-medium text-brand hover:bg-brand-soft"
    >
      <span className="flex-1">Claim your money back</span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  )
}
