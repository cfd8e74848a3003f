import { useRef, type RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { Popover } from '@/components/ui/Popover'
import { CallLine } from '@/features/person/calls/shared'
import { HelpArticles } from './HelpArticles'

type HelpCentrePopoverProps = {
  anchor: RefObject<HTMLElement | null>
  /** Dismisses the badge. Undefined when there is none. */
  onClear: (() => void) | undefined
  onClose: () => void
}

export function HelpCentrePopover({ anchor, onClear, onClose }: HelpCentrePopoverProps) {
  const content = useRef<HTMLDivElement>(null)

  function handleClear() {
    onClear?.()
    // The pressed button is removed with the badge.
    content.current?.focus()
  }

  return (
    <Popover anchor={anchor} title="Help centre" onClose={onClose}>
      <div ref={content} tabIndex={-1} className="flex min-h-0 flex-col outline-none">
        <div className="px-5 pb-2">
          <CallLine />
        </div>
        {onClear !== undefined && (
          <div className="px-1">
            <Button variant="quiet" className="px-4 text-small" onClick={handleClear}>
              Clear
            </Button>
          </div>
        )}
        <div className="max-h-[400px] divide-y divide-line overflow-y-auto overscroll-contain rounded-b-lg border-t border-line">
          <HelpArticles />
        </div>
      </div>
    </Popover>
  )
}
