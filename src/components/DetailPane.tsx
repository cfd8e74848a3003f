import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { IconButton } from './ui/IconButton'

/** The details of one row, over the right side of its list. It takes the focus; Escape closes it. */
export function DetailPane({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    const handleKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      // A dialog above the pane has already used the key.
      if (key === 'Escape' && !defaultPrevented) close()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return (
    <section
      aria-label={title}
      className="fixed inset-y-0 right-0 z-30 w-full overflow-y-auto border-l border-line bg-card shadow-card sm:w-112"
    >
      <header className="flex items-center justify-between px-4 py-2">
        <h2 ref={heading} tabIndex={-1} className="text-section outline-none">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </header>
      {children}
    </section>
  )
}
