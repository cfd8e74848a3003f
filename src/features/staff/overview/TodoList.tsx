import { Link } from 'react-router-dom'
import { StaffCard } from '@/components/StaffCard'
import { cn } from '@/lib/cn'
import { overviewCopy } from './copy'
import type { Todo } from './todos'

/** What is to be done now. Each row leads to where it is done. */
export function TodoList({ todos }: { todos: Todo[] }) {
  return (
    <StaffCard title={overviewCopy.now}>
      {todos.length === 0 ? (
        <p className="px-4 pb-4 text-secondary">{overviewCopy.nothing}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {todos.map(({ label, count, note, to, isUrgent }) => (
            <li key={label}>
              <Link
                to={to}
                data-opens
                className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5 hover:bg-brand-soft lg:min-h-9"
              >
                <span className={cn('text-name', isUrgent && 'text-danger')}>
                  {count !== undefined && <span className="mr-2 inline-block min-w-6 tabular-nums">{count}</span>}
                  {label}
                </span>
                {note !== undefined && <span className="text-secondary">{note}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StaffCard>
  )
}
