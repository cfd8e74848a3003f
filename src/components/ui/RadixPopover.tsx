import * as Radix from '@radix-ui/react-popover'
import { X } from 'lucide-react'
import { useId, type ReactNode, type RefObject } from 'react'
import { IconButton } from './IconButton'
import { useBackCloses } from './useBackCloses'

export type PopoverProps = {
  /** The button that opened the popover, gives it its place and gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  title: string
  onClose: () => void
  children: ReactNode
}

export function RadixPopover({ anchor, title, onClose, children }: PopoverProps) {
  const titleId = useId()
  useBackCloses(true, onClose)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-labelledby={titleId}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // The button closes the popover itself; closed here first, the press would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A press elsewhere has already moved the focus.
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
          className="z-30 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1.5rem)] flex-col rounded-lg border border-line bg-card shadow-card outline-none"
        >
          <header className="flex items-center justify-between gap-3 pt-2 pr-2 pl-5">
            <h2 id={titleId} className="text-title">
              {title}
            </h2>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
