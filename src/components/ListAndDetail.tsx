import { useId, type ReactNode } from 'react'
import { Dialog } from '@/components/ui/Dialog'
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
  onClose: () => void
}

/** The content of a wide screen: the details of a row in a panel beside the list on desktops, in a sheet on phones. */
export function ListAndDetail({ list, detail, placeholder, onClose }: ListAndDetailProps) {
  const isWide = useIsWide()
  const titleId = useId()
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
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0">{list}</div>
      {/* The announcement of the panel replaces the focus, which stays in the list for the next row. */}
      <section
        aria-live={detail?.isDefault === true ? 'off' : 'polite'}
        aria-labelledby={detail === null ? undefined : titleId}
        className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg bg-card p-6 shadow-card"
      >
        {detail === null ? (
          <div className="py-10 text-center text-muted">{placeholder}</div>
        ) : (
          <>
            <h2 id={titleId} className="mb-3 text-title">
              {detail.title}
            </h2>
            {detail.content}
          </>
        )}
      </section>
    </div>
  )
}
