import { ArrowLeft, X } from 'lucide-react'
import { use, useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { cn } from '@/lib/cn'
import { useTitle } from '@/lib/useTitle'
import { TabBarContext } from './TabBarContext'

const widths = {
  /** Text, lists and settings. */
  reading: 'max-w-176',
  /** Forms and the steps of a flow: a centred card from tablets on. */
  card: 'max-w-140 sm:my-8 sm:min-h-136 sm:flex-none sm:overflow-clip sm:rounded-lg sm:bg-card sm:shadow-card sm:[--surface:var(--card)] print:my-0',
  /** `Columns`, or `ListAndDetail`. */
  wide: 'max-w-176 lg:max-w-7xl lg:px-4',
}

type ScreenProps = {
  title: string
  /**
   * Where the arrow leads: to the screen before, as the browser's Back, and to this path when the app has just been opened
   * here; or to an earlier step.
   */
  back?: string | (() => void)
  /** The arrow always leads to the path, as specified. */
  isBackFixed?: boolean
  close?: string | (() => void)
  actions?: ReactNode
  /** For screens with their own heading: the title then only names the page. */
  hideHeader?: boolean
  /** How wide the content is on desktops. */
  width?: keyof typeof widths
  /** One of the five screens of the tab bar, which phones show below it. */
  isTab?: boolean
  children: ReactNode
}

/** One screen: heading, back button, and content. */
export function Screen(props: ScreenProps) {
  const { title, back, isBackFixed = false, close, actions, hideHeader = false, children } = props
  const { width = 'reading', isTab = false } = props
  const tabBar = use(TabBarContext)
  const screen = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
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

  function handleBack(event: MouseEvent) {
    // The router numbers the entries of the app: before the first one is another site.
    if (!(window.history.state?.idx > 0) || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <>
      <div ref={screen} className={cn('mx-auto flex w-full flex-1 flex-col print:max-w-none', widths[width])}>
        {!hideHeader && (
          <header
            className={cn(
              'sticky top-0 z-20 grid min-h-14 grid-cols-[2.75rem_1fr_auto] items-center gap-2 bg-(--surface,var(--page)) px-2 print:hidden',
              width !== 'card' && 'lg:flex lg:min-h-20',
            )}
          >
            {back === undefined ? (
              <span className="lg:w-0" />
            ) : (
              <Way to={back} label="Back" replace onClick={isBackFixed ? undefined : handleBack}>
                <ArrowLeft aria-hidden />
              </Way>
            )}
            <h1
              tabIndex={-1}
              className={cn(
                'text-center text-base font-semibold wrap-anywhere',
                width !== 'card' && 'lg:flex-1 lg:text-left lg:text-xl',
              )}
            >
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
      {isTab && tabBar}
    </>
  )
}

const wayLook = 'inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft'

type WayProps = {
  to: string | (() => void)
  label: string
  replace?: boolean
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

function Way({ to, label, children, ...link }: WayProps) {
  return typeof to === 'string' ? (
    <Link {...link} to={to} aria-label={label} className={wayLook}>
      {children}
    </Link>
  ) : (
    <button type="button" onClick={to} aria-label={label} className={wayLook}>
      {children}
    </button>
  )
}
