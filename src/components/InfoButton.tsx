import { Info } from 'lucide-react'
import { useRef, useState } from 'react'
import { Popover } from './ui/Popover'

/** A button that explains the term beside it. */
export function InfoButton({ term, text }: { term: string; text: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`About ${term.toLowerCase()}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="-my-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full align-middle text-muted hover:bg-brand-soft"
      >
        <Info aria-hidden className="size-5" />
      </button>
      {isOpen && (
        <Popover anchor={button} title={term} onClose={() => setIsOpen(false)}>
          <p className="px-5 pb-5">{text}</p>
        </Popover>
      )}
    </>
  )
}
