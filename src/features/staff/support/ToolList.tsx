import { ChevronRight, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'

/** A link or a button. */
export type Tool = {
  icon: LucideIcon
  label: string
  /** What is there. Below the name, which it describes. */
  note?: string
} & ({ to: string; onPress?: never } | { to?: never; onPress: () => void; opensDialog?: boolean })

// Spacing grows with the text size, up to a part of the width, so that large text has room.
const look =
  'flex min-h-14 w-full items-center gap-[min(1rem,4vw)] px-[min(1rem,4vw)] py-2 text-left font-medium transition-colors hover:bg-brand-soft'

export function ToolList({ title, tools }: { title: string; tools: Tool[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-sm font-semibold text-muted">
        {title}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
        {tools.map((tool, place) => {
          const nameId = `${id}-${place}`
          const noteId = `${nameId}-note`
          const names = {
            'aria-labelledby': tool.note === undefined ? undefined : nameId,
            'aria-describedby': tool.note === undefined ? undefined : noteId,
            className: look,
          }
          const row = <Row {...tool} nameId={nameId} noteId={noteId} />
          return (
            <li key={tool.label}>
              {tool.to === undefined ? (
                <button
                  {...names}
                  type="button"
                  aria-haspopup={tool.opensDialog === true ? 'dialog' : undefined}
                  onClick={tool.onPress}
                >
                  {row}
                </button>
              ) : (
                <Link {...names} to={tool.to}>
                  {row}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type RowProps = Pick<Tool, 'icon' | 'label' | 'note' | 'to'> & { nameId: string; noteId: string }

function Row({ icon: Icon, label, note, to, nameId, noteId }: RowProps) {
  return (
    <>
      <span className="flex size-[min(2.5rem,11vw)] shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-[min(1.25rem,6vw)]" />
      </span>
      <span className="min-w-0 flex-1 hyphens-auto wrap-anywhere">
        <span id={nameId}>{label}</span>
        {note !== undefined && (
          <>
            {' '}
            <span id={noteId} className="block text-sm font-normal text-muted">
              {note}
            </span>
          </>
        )}
      </span>
      {to !== undefined && <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-muted" />}
    </>
  )
}
