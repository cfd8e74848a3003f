import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { dismissError, dismissToast } from '@/lib/toast'
import { IconButton } from './IconButton'
import { useBackCloses } from './useBackCloses'
import { useDragDown } from './useDragDown'
import { useModality } from './useModality'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** An element with `data-first-focus` gets the focus on opening, or the first field of its form; otherwise the Close button. */
  children: ReactNode
  /** A press beside it does not close it. */
  isSticky?: boolean
}

/** Also above the small card of a call. */
const bottomSpace = { paddingBottom: 'max(1.25rem, env(safe-area-inset-bottom), var(--call-bar, 0px))' }

const firstField =
  'form :is(input:not([type=file], [type=checkbox], [type=radio], [readonly]), select, textarea):not(:disabled, .sr-only)'

export function RadixDialog({ open, onOpenChange, title, description, children, isSticky = false }: DialogProps) {
  const opener = useRef<Element | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const scrim = useRef<HTMLDivElement>(null)
  const close = () => {
    dismissError()
    onOpenChange(false)
  }
  useBackCloses(open, close)
  const drag = useDragDown(content, close)
  return (
    // Radix's own modal mode recalculates the style of every row of a long list: it sets `pointer-events: none` on the
    // body and adds a style element.
    <Radix.Root open={open} onOpenChange={(isOpen) => (isOpen ? onOpenChange(true) : close())} modal={false}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          {...(description === undefined && { 'aria-describedby': undefined })}
          aria-modal
          // Our dialogs open from state, without Radix's trigger; Radix alone would lose the focus on closing.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const first =
              content.current?.querySelector<HTMLElement>('[data-first-focus]') ??
              content.current?.querySelector<HTMLElement>(firstField)
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          // A press on the scrim closes the dialog; a press on a toast does not.
          onInteractOutside={(event) => {
            if (isSticky || event.target !== scrim.current) event.preventDefault()
          }}
          style={bottomSpace}
          className="sheet fixed inset-x-0 bottom-0 z-50 [.scrim~&]:z-70 max-h-[90dvh] scroll-pt-24 overflow-y-auto overscroll-contain rounded-t-lg bg-card px-5 outline-none shadow-card sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg"
        >
          <div
            {...drag}
            className="sticky top-0 z-20 -mx-5 mb-3 flex bg-card items-start justify-between gap-3 px-5 pt-5 before:absolute before:top-2 before:left-1/2 before:h-1 before:w-10 before:-translate-x-1/2 before:rounded-full before:bg-line max-sm:touch-none sm:before:hidden"
          >
            <Radix.Title className="min-w-0 pt-2 text-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {description !== undefined && <Radix.Description className="mb-4">{description}</Radix.Description>}
          {children}
        </Radix.Content>
        {/* After the content, so that its effect runs after the focus has moved into the dialog. */}
        <Scrim ref={scrim} dialog={content} />
      </Radix.Portal>
    </Radix.Root>
  )
}

type ScrimProps = { ref: RefObject<HTMLDivElement | null>; dialog: RefObject<HTMLDivElement | null> }

/** Covers the page, and a dialog that is already open, so that only the new dialog takes presses. */
function Scrim({ ref, dialog }: ScrimProps) {
  useModality(dialog)
  // Below it, a toast would be over the heading of the dialog.
  useEffect(dismissToast, [])
  return <div ref={ref} className="scrim fixed inset-0 z-40 touch-none bg-scrim [.scrim~&]:z-60" />
}
