import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTitle } from '@/lib/useTitle'

type ScreenProps = {
  title: string
  /** Where the back arrow leads: a path, or an earlier step of the screen. */
  back?: string | (() => void)
  close?: string | (() => void)
  actions?: ReactNode
  /** For screens with their own heading: the title then only names the page. */
  hideHeader?: boolean
  children: ReactNode
}

/** One screen: heading, back button, and content in one column. */
export function Screen({ title, back, close, actions, hideHeader = false, children }: ScreenProps) {
  const screen = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // After a page load the focus stays where the browser puts it.
  const announced = useRef(key === 'default' ? title : null)
  useTitle(title)
  useEffect(() => {
    if (announced.current === title) return
    announced.current = title
    // The pressed button was removed with the screen before: keyboard and screen reader would start at the top of the page.
    if (document.activeElement === document.body) screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [title])
  return (
    <div ref={screen} className="flex flex-1 flex-col">
      {!hideHeader && (
        <header className="sticky top-0 z-20 grid min-h-14 grid-cols-[2.75rem_1fr_auto] items-center gap-2 bg-page/95 px-2 backdrop-blur print:hidden">
          {back === undefined ? (
            <span />
          ) : (
            <Way to={back} label="Back">
              <ArrowLeft aria-hidden />
            </Way>
          )}
          <h1 tabIndex={-1} className="text-center text-base font-semibold wrap-anywhere">
            {title}
          </h1>
          <div className="flex min-w-11 justify-end">
            {actions}
            {close !== undefined && (
              <Way to={close} label="Close">
                <X aria-hidden />
              </Way>
            )}
          </div>
        </header>
      )}
      <div className="flex flex-1 flex-col px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">{children}</div>
    </div>
  )
}

const wayLook = 'inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft'

function Way({ to, label, children }: { to: string | (() => void); label: string; children: ReactNode }) {
  return typeof to === 'string' ? (
    <Link to={to} aria-label={label} className={wayLook}>
      {children}
    </Link>
  ) : (
    <button type="button" onClick={to} aria-label={label} className={wayLook}>
      {children}
    </button>
  )
}
