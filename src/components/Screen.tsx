import { ArrowLeft, X } from 'lucide-react'
import { use, useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { cn } from '@/lib/cn'
import { TabBarContext } from './TabBarContext'
import { useTitle } from './useTitle'

/**
 * On desktops every screen has the same frame: the arrow in its left margin, the title, and the content at the title's left edge.
 * The margin counts with 100vw, so that a scrollbar does not move the frame.
 */
const frame = 'lg:mr-0 lg:ml-[max(0px,(100vw-95rem)/2)] lg:w-auto lg:pl-10'

const widths = {
  /** Text, lists and settings. */
  reading: `${frame} max-w-176 lg:max-w-186`,
  /** Forms and the steps of a flow. */
  card: `${frame} max-w-140 lg:max-w-158`,
  /** `Columns`, or `ListAndDetail`. */
  wide: `${frame} max-w-176 lg:max-w-7xl lg:pr-4`,
  /** A screen without the navigation beside it, in the middle. */
  alone: 'max-w-140',
}

const card =
  'sm:mb-8 sm:flex-none sm:overflow-clip sm:rounded-lg sm:bg-card sm:pt-6 sm:shadow-card sm:[--surface:var(--card)]'

/** From tablets on, forms and steps are on a card. */
const contents: Partial<Record<keyof typeof widths, string>> = {
  card: `${card} lg:mx-4`,
  alone: `${card} sm:mt-8 sm:min-h-136`,
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
          <header className="sticky top-0 z-20 grid min-h-14 py-1 grid-cols-[2.75rem_1fr_auto] items-center gap-2 bg-page px-2 lg:-ml-8 lg:min-h-20 lg:gap-1 lg:px-0 print:hidden">
            {back === undefined ? (
              <span />
            ) : (
              <Way to={back} label="Back" replace onClick={isBackFixed ? undefined : handleBack}>
                <ArrowLeft aria-hidden />
              </Way>
            )}
            <h1 tabIndex={-1} className="text-center text-title wrap-anywhere lg:text-left lg:text-headline">
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
        <div className={cn('flex flex-1 flex-col px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]', contents[width])}>
          {children}
        </div>
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
