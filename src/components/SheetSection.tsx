import { useId, type ReactNode, type Ref } from 'react'

type SheetSectionProps = {
  title: string
  /** For the focus when the pressed button was removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One of several parts of a sheet, under its heading. */
export function SheetSection({ title, headingRef, children }: SheetSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-3 border-line not-first:border-t not-first:pt-6">
      <h3 ref={headingRef} id={id} tabIndex={-1} className="text-section outline-none">
        {title}
      </h3>
      {children}
    </section>
  )
}
