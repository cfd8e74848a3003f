import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from './IconButton'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children: ReactNode
}

/** A modal sheet on phones, a centred box on larger screens. Focus goes in, stays in, and returns to its trigger. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          // Our dialogs open from state, without Radix's trigger; Radix alone would then leave the focus nowhere.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-lg bg-card p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-card sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg"
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Radix.Title className="pt-2 text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mb-4 text-muted">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
