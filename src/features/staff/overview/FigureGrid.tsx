import { Link } from 'react-router-dom'
import { cn } from '@/lib/cn'
import type { Figure } from './figures'

/** The figures side by side. Each links to its screen. */
export function FigureGrid({ figures }: { figures: Figure[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {figures.map((figure) => (
        <li key={figure.label} className="flex flex-col rounded bg-card shadow-card">
          {figure.to === undefined ? (
            <div className="p-4">
              <Content {...figure} />
            </div>
          ) : (
            <Link to={figure.to} className="flex-1 rounded p-4 hover:bg-brand-soft">
              <Content {...figure} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Content({ label, value, notes, tone }: Figure) {
  return (
    <>
      <p className="text-secondary">{label}</p>
      <p
        className={cn('text-headline tabular-nums', tone === 'care' && 'text-care', tone === 'danger' && 'text-danger')}
      >
        {value}
      </p>
      {notes.map((note) => (
        <p key={note} className="text-secondary">
          {note}
        </p>
      ))}
    </>
  )
}
