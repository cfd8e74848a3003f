import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { SpokenDigits } from './SpokenDigits'

type CopyableNumberProps = {
  /** 'Sort code'. */
  label: string
  value: string
  /** What is shown of a long one. The whole is copied. */
  shown?: string
  /** The surface below the number. */
  tone?: 'card' | 'hero'
  className?: string
}

type Outcome = 'copied' | 'refused' | null

/** A number with a button that copies it and shows the outcome in place. */
export function CopyableNumber({ label, value, shown = value, tone = 'card', className }: CopyableNumberProps) {
  const [outcome, setOutcome] = useState<Outcome>(null)

  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), 2500)
    return () => clearTimeout(timer)
  }, [outcome])

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // The browser refuses without permission or without HTTPS. The number can still be selected by hand.
      setOutcome('refused')
    }
  }

  return (
    <span className={cn('inline-flex flex-wrap items-center', className)}>
      <span className="text-name tabular-nums select-all">
        <SpokenDigits>{shown}</SpokenDigits>
      </span>
      <button
        type="button"
        aria-label={`Copy ${label.toLowerCase()}`}
        onClick={() => void handleCopy()}
        className={cn(
          'relative z-10 inline-flex size-11 items-center justify-center rounded-full',
          tone === 'hero'
            ? 'text-on-hero-muted hover:bg-on-hero/15 focus-visible:outline-on-hero'
            : 'text-muted hover:bg-brand-soft',
        )}
      >
        {outcome === 'copied' ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      </button>
      <output
        className={cn('text-caption', tone === 'hero' && 'text-on-hero-muted', outcome === 'copied' && 'sr-only')}
      >
        {outcome === 'copied' && `${label} copied`}
        {outcome === 'refused' && 'Not copied'}
      </output>
    </span>
  )
}
