import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

const tints = {
  green: 'bg-tint-green text-on-tint-green',
  blue: 'bg-tint-blue text-on-tint-blue',
  violet: 'bg-tint-violet text-on-tint-violet',
  amber: 'bg-tint-amber text-on-tint-amber',
  rose: 'bg-tint-rose text-on-tint-rose',
  teal: 'bg-tint-teal text-on-tint-teal',
  grey: 'bg-sunken text-muted',
} as const

export type Tint = keyof typeof tints

/** A round mark at the start of a row, around initials or an icon. The row says the same in words: a narrow one leaves it out. */
export function Tinted({ tint, children }: { tint: Tint; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex size-10 shrink-0 items-center justify-center rounded-full text-label select-none @max-[20rem]:hidden',
        tints[tint],
      )}
    >
      {children}
    </span>
  )
}
