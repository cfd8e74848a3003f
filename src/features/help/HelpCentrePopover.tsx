import { ChevronDown } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { Popover } from '@/components/ui/Popover'
import { helpArticles } from './articles'

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
        {onClear !== undefined && (
          <div className="px-1">
            <Button variant="quiet" className="px-4 text-sm" onClick={handleClear}>
              Clear
            </Button>
          </div>
        )}
        <div className="max-h-[400px] divide-y divide-line overflow-y-auto overscroll-contain rounded-b-lg border-t border-line">
          {helpArticles.map(({ title, paragraphs }) => (
            <details key={title} name="help" className="group">
              <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-5 py-2 font-medium hover:bg-brand-soft focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
                {title}
                <ChevronDown
                  aria-hidden
                  className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <div className="space-y-2 px-5 pt-1 pb-4 text-sm text-muted">
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </div>
      </div>
    </Popover>
  )
}
