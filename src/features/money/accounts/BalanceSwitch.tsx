import { Eye, EyeOff } from 'lucide-react'
import { cn } from '@/lib/cn'
import { setBalanceHidden, useIsBalanceHidden } from './hiddenBalance'

/** Hides and shows every balance on this device. `tone`: the surface below it. */
export function BalanceSwitch({ tone = 'card' }: { tone?: 'card' | 'hero' }) {
  const isHidden = useIsBalanceHidden()
  const Icon = isHidden ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label={isHidden ? 'Show balance' : 'Hide balance'}
      onClick={() => setBalanceHidden(!isHidden)}
      className={cn(
        'relative z-10 inline-flex size-11 items-center justify-center rounded-full',
        tone === 'hero'
          ? 'text-on-hero-muted hover:bg-on-hero/15 focus-visible:outline-on-hero'
          : 'text-muted hover:bg-brand-soft',
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
