import type { LucideIcon } from 'lucide-react'

type PaymentActionProps = { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void }

/** One of the things that the payer can do with a payment, in a list. */
export function PaymentAction({ icon: Icon, label, disabled, onPress }: PaymentActionProps) {
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={onPress}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-3.5 text-label hover:bg-brand-soft disabled:opacity-50"
      >
        <Icon aria-hidden className="size-4 text-brand" />
        {label}
      </button>
    </li>
  )
}
