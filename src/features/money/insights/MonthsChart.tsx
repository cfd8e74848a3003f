import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { IconButton } from '@/components/ui/IconButton'
import { cn } from '@/lib/cn'
import { longMonthName, monthPeriod, shortMonthName } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { searchStep, transactionsPath } from '@/lib/paths'
import { insightsCopy } from './copy'
import { chartScale } from './figures'
import { kinds } from './kinds'
import type { MonthFigures } from './queries'

/**
 * The months as bars, oldest first, and as a table for screen readers. A month leads to its transactions; its figures are
 * shown while it has the focus or the pointer, and after a tap or with the arrows, because the bars are narrow on a phone.
 * `months` is sorted newest first.
 */
export function MonthsChart({ months }: { months: [MonthFigures, ...MonthFigures[]] }) {
  const [shown, setShown] = useState(months[0].month)
  const inOrder = months.toReversed()
  const place = Math.max(
    0,
    months.findIndex(({ month }) => month === shown),
  )
  const figures = months[place] ?? months[0]
  const highest = Math.max(...months.flatMap(({ spent, received }) => [spent, received]))
  if (highest === 0)
    return (
      // As high as the chart, so that what follows does not move when it has loaded.
      <p className="mt-4 grid min-h-62 place-items-center text-center text-muted @min-[48rem]:min-h-63.5">
        {insightsCopy.noChart}
      </p>
    )
  const { top, half } = chartScale(highest)
  return (
    <figure className="mt-4">
      <div className="flex flex-wrap items-center">
        <p className="text-strong">{longMonthName(figures.month)}</p>
        <div className="-mr-3 ml-auto flex">
          <Step icon={ChevronLeft} to={months[place + 1]} onShow={setShown} />
          <Step icon={ChevronRight} to={months[place - 1]} onShow={setShown} />
        </div>
      </div>
      <Readout figures={figures} />
      <div className="mt-3 flex">
        <div aria-hidden className="relative h-32 w-14 shrink-0 text-caption tabular-nums">
          <span className="absolute top-0 -translate-y-1/2">{roundPounds(top)}</span>
          <span className="absolute top-1/2 -translate-y-1/2">{roundPounds(half)}</span>
        </div>
        <div className="relative min-w-0 flex-1">
          <ol className="grid auto-cols-fr grid-flow-col">
            {inOrder.map((month) => (
              <li key={month.month}>
                <MonthBars figures={month} top={top} isShown={month.month === shown} onShow={setShown} />
              </li>
            ))}
          </ol>
          <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 h-16 border-y border-line" />
        </div>
      </div>
      <div className="sr-only">
        <MonthsTable months={inOrder} />
      </div>
    </figure>
  )
}

type StepProps = { icon: LucideIcon; to: MonthFigures | undefined; onShow: (month: string) => void }

/** Shows the month before or after. At the end of the chart it stays, so that it keeps the focus. */
function Step({ icon: Icon, to, onShow }: StepProps) {
  return (
    <IconButton
      label={to === undefined ? insightsCopy.lastStep : insightsCopy.step(longMonthName(to.month))}
      aria-disabled={to === undefined || undefined}
      onClick={() => to !== undefined && onShow(to.month)}
      className="text-muted aria-disabled:opacity-50"
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  )
}

/** The figures of a month, with its link for a finger. */
function Readout({ figures }: { figures: MonthFigures }) {
  const { first, last } = monthPeriod(figures.month.slice(0, 7))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p className="flex flex-wrap gap-x-4 text-small">
        {kinds.map(({ key, label, look }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cn('size-3 rounded-[3px] border', look)} />
            <span className="text-muted">{label}</span>{' '}
            <span className="tabular-nums">{formatPence(figures[key])}</span>
          </span>
        ))}
      </p>
      <Link
        to={transactionsPath(first, last, { counted: 'true' })}
        state={searchStep}
        aria-label={`${insightsCopy.seeMonth} of ${longMonthName(figures.month)}`}
        className="inline-flex min-h-11 items-center text-label text-brand hover:underline"
      >
        {insightsCopy.seeMonth}
      </Link>
    </div>
  )
}

type MonthBarsProps = { figures: MonthFigures; top: number; isShown: boolean; onShow: (month: string) => void }

function MonthBars({ figures, top, isShown, onShow }: MonthBarsProps) {
  const { month, spent, received } = figures
  const { first, last } = monthPeriod(month.slice(0, 7))
  /** Whether this tap only shows the figures. */
  const isFirstTap = useRef(false)
  const handleClick = (event: MouseEvent) => {
    if (isFirstTap.current) event.preventDefault()
    isFirstTap.current = false
  }
  return (
    <Link
      to={transactionsPath(first, last, { counted: 'true' })}
      state={searchStep}
      // Contains the visible month.
      aria-label={`${shortMonthName(month)} ${month.slice(0, 4)}: spent ${formatPence(spent)}, received ${formatPence(received)}`}
      onFocus={() => onShow(month)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') onShow(month)
      }}
      onPointerDown={({ pointerType }) => {
        isFirstTap.current = pointerType !== 'mouse' && !isShown
        onShow(month)
      }}
      onClick={handleClick}
      className={cn('block rounded-sm', isShown && 'bg-sunken')}
    >
      <span className="flex h-32 items-end justify-center gap-[8%] border-b border-control">
        {kinds.map(({ key, look }) => (
          <span
            key={key}
            className={cn('w-[34%] rounded-t-[2px]', look, figures[key] > 0 && 'border border-b-0')}
            style={{ height: `${(figures[key] / top) * 100}%` }}
          />
        ))}
      </span>
      <span
        className={cn(
          'block py-1 text-center text-[min(0.75rem,3.2vw)]',
          isShown ? 'text-strong text-ink' : 'text-muted',
        )}
      >
        {shortMonthName(month)}
      </span>
    </Link>
  )
}

/** 200000 → '£2,000', 50000000 → '£500k': the longer figure would reach into the chart. */
function roundPounds(pence: number): string {
  const thousands = pence / 100_000
  if (thousands < 100) return formatPence(pence).replace('.00', '')
  return thousands < 1000 ? `£${thousands}k` : `£${thousands / 1000}m`
}

/** The figures of the chart as a table. */
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
