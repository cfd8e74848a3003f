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
  'flex min-h-14 w-full items-center gap-[min(1rem,4vw)] px-[min(1rem,4vw)] py-2 text-left text-name after:absolute after:inset-0'

const noteLook =
  '-mt-3 pr-[min(1rem,4vw)] pb-2.5 pl-[calc(min(1rem,4vw)*2+min(2.5rem,11vw))] text-secondary hyphens-auto wrap-anywhere'

export function ToolList({ title, tools }: { title: string; tools: Tool[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-label text-muted">
        {title}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
        {tools.map((tool, place) => {
          const noteId = `${id}-${place}`
          const describedBy = tool.note === undefined ? undefined : noteId
          return (
            <li key={tool.label} className="relative transition-colors hover:bg-brand-soft">
              {tool.to === undefined ? (
                <button
                  type="button"
                  aria-haspopup={tool.opensDialog === true ? 'dialog' : undefined}
                  aria-describedby={describedBy}
                  onClick={tool.onPress}
                  className={look}
                >
                  <Row {...tool} />
                </button>
              ) : (
                <Link to={tool.to} aria-describedby={describedBy} className={look}>
                  <Row {...tool} />
                </Link>
              )}
              {tool.note !== undefined && (
                // Beside the link, so that its name is its visible text alone. A press on it reaches the link.
                <p id={noteId} className={noteLook}>
                  {tool.note}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Row({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to?: string }) {
  return (
    <>
      <span className="flex size-[min(2.5rem,11vw)] shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-[min(1.25rem,6vw)]" />
      </span>
      <span className="min-w-0 flex-1 hyphens-auto wrap-anywhere">{label}</span>
      {to !== undefined && <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-muted" />}
    </>
  )
}
