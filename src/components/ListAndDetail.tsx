import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Dialog } from '@/components/ui/Dialog'
import { cn } from '@/lib/cn'
import { useMarkedRow } from './selectedRow'
import { useIsWide } from './useIsWide'

type ListAndDetailProps = {
  list: ReactNode
  /** The selected row. Null: no row is selected. */
  detail: {
    id: string
    title: string
    content: ReactNode
    /** Shown before the customer selected a row, and not announced. */
    isDefault?: boolean
  } | null
  /** The content of the panel while no row is selected. */
  placeholder: ReactNode
  /** A short list of parts with forms: the panel has more room and takes the focus. Announced, it would repeat each change in a form. */
  hasForms?: boolean
  onClose: () => void
}

const columns = {
  rows: 'grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]',
  forms: 'grid-cols-[20rem_minmax(0,36rem)] xl:grid-cols-[24rem_minmax(0,36rem)]',
}

/** The content of a wide screen: the details of a row in a panel beside the list on desktops, in a sheet on phones. */
export function ListAndDetail({ list, detail, placeholder, hasForms = false, onClose }: ListAndDetailProps) {
  const isWide = useIsWide()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDefault = detail?.isDefault === true
  const focused = hasForms && isWide && !isDefault ? detail?.id : undefined
  useEffect(() => {
    if (focused !== undefined) heading.current?.focus()
  }, [focused])
  useMarkedRow(isWide && detail !== null ? detail.id : null)
  if (!isWide) {
    return (
      <>
        {list}
        {detail !== null && (
          <Dialog open onOpenChange={onClose} title={detail.title}>
            {detail.content}
          </Dialog>
        )}
      </>
    )
  }
  return (
    <div className={cn('grid items-start gap-8', columns[hasForms ? 'forms' : 'rows'])}>
      <div className="min-w-0">{list}</div>
      {/* The announcement of the panel replaces the focus, which stays in the list for the next row. */}
      <section
        aria-live={isDefault || hasForms ? 'off' : 'polite'}
        aria-labelledby={detail === null ? undefined : titleId}
        className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg bg-card p-6 shadow-card"
      >
        {detail === null ? (
          <div className="py-10 text-center text-muted">{placeholder}</div>
        ) : (
          <>
            <h2 ref={heading} id={titleId} tabIndex={-1} className="mb-3 text-title outline-none">
              {detail.title}
            </h2>
            {detail.content}
          </>
        )}
      </section>
    </div>
  )
}
