import { useLayoutEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ActionBar } from '@/components/ActionBar'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'

type OutcomeProps = {
  icon: ReactNode
  text: string
  /** A toast appears with it. */
  hasToast?: boolean
  onAgain: () => void
  children: ReactNode
}

/** The last step of a payment: what has happened, and where to go from here. */
export function Outcome({ icon, text, hasToast = false, onAgain, children }: OutcomeProps) {
  // The form before it can have been scrolled. The effect returns nothing: in new browsers scrollTo returns a promise, which
  // React would call on leaving.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <div
        data-toasts="top"
        className={cn(
          'flex flex-1 flex-col items-center justify-center gap-4 py-10 text-center short:gap-3 short:py-3',
          // On a short phone the toast has its own room, so that it covers nothing.
          hasToast && 'max-sm:short:pt-26',
        )}
      >
        <div className="flex max-w-full flex-col items-center gap-4 short:flex-row short:text-left">
          <span className="flex size-20 shrink-0 items-center justify-center rounded-full bg-brand text-on-brand short:size-14">
            {icon}
          </span>
          <p className="min-w-0 max-w-full text-title text-balance wrap-anywhere">{text}</p>
        </div>
        {children}
      </div>
      <ActionBar>
        <Link to={paths.home} className={buttonLook('primary')}>
          My accounts
        </Link>
        <Button variant="secondary" onClick={onAgain}>
          Move money again
        </Button>
      </ActionBar>
    </>
  )
}
