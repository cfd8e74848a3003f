import { cn } from '@/lib/cn'
import { longMonthName, shortMonthName } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { insightsCopy } from './copy'
import type { MonthFigures } from './queries'

const height = 96
const kinds = [
  { key: 'spent', label: 'Spent', look: 'fill-brand stroke-brand' },
  { key: 'received', label: 'Received', look: 'fill-brand-soft stroke-brand' },
] as const

/** The months as bars, oldest first, and as a table for screen readers. `months` is sorted newest first. */
export function MonthsChart({ months }: { months: MonthFigures[] }) {
  const inOrder = months.toReversed()
  return (
    <figure className="mt-4">
      <div aria-hidden>
        <Legend />
        <Bars months={inOrder} />
        <div className="mt-1 grid auto-cols-fr grid-flow-col text-center text-[min(0.75rem,3.2vw)] text-muted">
          {inOrder.map(({ month }) => (
            <span key={month} className={cn(month === months[0]?.month && 'font-semibold text-ink')}>
              {shortMonthName(month)}
            </span>
          ))}
        </div>
      </div>
      <div className="sr-only">
        <MonthsTable months={inOrder} />
      </div>
    </figure>
  )
}

function Bars({ months }: { months: MonthFigures[] }) {
  const highest = Math.max(1, ...months.flatMap(({ spent, received }) => [spent, received]))
  const column = 100 / months.length
  return (
    <svg width="100%" height={height} className="overflow-visible">
      {months.flatMap((month, index) =>
        kinds.map(({ key, look }, place) => {
          const length = (month[key] / highest) * height
          return (
            <rect
              key={`${month.month} ${key}`}
              x={`${(index + 0.17 + place * 0.35) * column}%`}
              width={`${column * 0.3}%`}
              y={height - length}
              height={length}
              rx="2"
              className={look}
              // Zero keeps its place and draws nothing.
              strokeWidth={length === 0 ? 0 : 1}
            />
          )
        }),
      )}
      <line x1="0" x2="100%" y1={height} y2={height} className="stroke-control" />
    </svg>
  )
}

function Legend() {
  return (
    <div className="mb-3 flex flex-wrap gap-x-4 text-xs text-muted">
      {kinds.map(({ key, label, look }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <svg className="size-3">
            <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={look} />
          </svg>
          {label}
        </span>
      ))}
    </div>
  )
}

function MonthsTable({ months }: { months: MonthFigures[] }) {
  return (
    <table>
      <caption>{insightsCopy.chart}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {kinds.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{longMonthName(month.month)}</th>
            {kinds.map(({ key }) => (
              <td key={key}>{formatPence(month[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
