import { PhoneCall } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { callCopy } from './copy'
import { useReportCall } from './mutations'
import { cn } from '@/lib/cn'
import type { Call } from './queries'

/** Above two dialogs, one over the other. */
const zIndex = 80
const largePlace = {
  zIndex,
  top: '0.5rem',
  insetInline: '0.5rem',
  marginInline: 'auto',
  maxWidth: '28rem',
  // In larger text on a small phone, the buttons can be scrolled to.
  maxHeight: 'calc(100dvh - 1rem)',
}
/** In larger text the buttons are below each other. */
const buttonSize = 'min-w-36 flex-1 px-4!'
/** Where toasts appear. */
const smallPlace = {
  zIndex,
  right: '0.5rem',
  maxWidth: 'calc(100vw - 1rem)',
  bottom: 'calc(max(var(--bottom-bar, 0px), var(--keyboard, 0px)) + 0.5rem)',
}

/** The call over the screen. It takes the focus only where no control has it: a payment may be half typed. */
export function CallCard({ call, isCurrent }: { call: Call; isCurrent: boolean }) {
  const [isSmall, setIsSmall] = useState(false)
  const card = useRef<HTMLElement>(null)
  const report = useReportCall()
  useCardFocus(card)
  useRoomInSheets(isSmall ? card : null)
  const words = call.words.join(' ')

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={callCopy.region}
      style={isSmall ? smallPlace : largePlace}
      className={cn(
        'fixed rounded border border-ink bg-card shadow-card print:hidden',
        !isSmall && 'overflow-y-auto p-4',
      )}
    >
      {isSmall ? (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setIsSmall(false)}
          className="flex min-h-11 items-center gap-2 px-4 text-left text-small"
        >
          <PhoneCall aria-hidden className="size-5 shrink-0" />
          <span>
            {call.agentName}: <span className="text-strong">{words}</span>
            <span className="sr-only">. {callCopy.more}</span>
          </span>
        </button>
      ) : (
        <>
          <p className="flex items-center gap-2 text-strong">
            <PhoneCall aria-hidden className="size-5 shrink-0" />
            {callCopy.calling(call.agentName)}
          </p>
          <p className="mt-1 text-secondary">{callCopy.words}</p>
          <p className="text-figure">{words}</p>
          <p className="mt-1 text-secondary">{callCopy.neverAsk}</p>
          {!isCurrent && <p className="mt-1 text-label">{callCopy.lost}</p>}
          <p className="sr-only">{callCopy.reach}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="danger"
              pending={report.isPending}
              onClick={() => report.mutate(call.id)}
              className={buttonSize}
            >
              {callCopy.notMe}
            </Button>
            <Button variant="secondary" aria-expanded onClick={() => setIsSmall(true)} className={buttonSize}>
              {callCopy.less}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Publishes how much the small card covers: the last button of a sheet can be scrolled above it. */
function useRoomInSheets(card: { current: HTMLElement | null } | null) {
  useEffect(() => {
    if (!card?.current) return undefined
    const { style } = document.documentElement
    style.setProperty('--call-bar', `calc(var(--bottom-bar, 0px) + ${card.current.offsetHeight}px + 1.5rem)`)
    return () => void style.removeProperty('--call-bar')
  }, [card])
}

/** F6 moves the focus to the card and back, also out of a dialog. At the end it returns. */
function useCardFocus(card: { current: HTMLElement | null }) {
  useEffect(() => {
    const own = card.current
    let before = document.activeElement
    const isFree =
      before === null || (before.matches('body, [tabindex="-1"]') && before.closest('[role="dialog"]') === null)
    if (isFree) own?.focus()
    const giveBack = () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || own === null) return
      event.preventDefault()
      if (own.contains(document.activeElement)) return giveBack()
      before = document.activeElement
      own.focus()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
      // Removed with the card, the focus is on the body.
      if (document.activeElement === document.body || own?.contains(document.activeElement)) giveBack()
    }
  }, [card])
}
