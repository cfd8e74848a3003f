import { format } from 'date-fns/format'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { Dialog } from '@/components/ui/Dialog'
import { formatDayWithWeekday, londonDay } from '@/lib/dates'

type CalendarDialogProps = {
  title: string
  /** 'YYYY-MM-DD' or ''. */
  day: string
  /** The days that can be chosen, 'YYYY-MM-DD'. Default: from today (London) on. */
  from?: string
  until?: string
  onChoose: (day: string) => void
  onClose: () => void
}

// The calendar works with Date in the device's time zone. At noon, a clock change cannot move the date to another day.
const toDate = (day: string) => new Date(`${day}T12:00:00`)
const toDay = (date: Date) => format(date, 'yyyy-MM-dd')

export function CalendarDialog({ title, day, from, until, onChoose, onClose }: CalendarDialogProps) {
  const [today] = useState(() => toDate(londonDay(new Date())))
  const selected = day === '' ? undefined : toDate(day)
  const first = from === undefined ? today : toDate(from)
  const last = until === undefined ? undefined : toDate(until)
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <DayPicker
        mode="single"
        required
        weekStartsOn={1}
        today={today}
        startMonth={first}
        endMonth={last}
        defaultMonth={selected ?? first}
        disabled={last === undefined ? { before: first } : [{ before: first }, { after: last }]}
        selected={selected}
        onSelect={(date) => onChoose(toDay(date))}
        labels={{
          labelDayButton: (date, { today: isToday }) =>
            `${isToday ? 'Today, ' : ''}${formatDayWithWeekday(toDay(date))}`,
        }}
        className="-mx-3"
        classNames={{
          months: 'relative',
          month_caption: 'flex h-11 items-center justify-center text-strong',
          nav: 'absolute inset-x-0 top-0 flex justify-between',
          button_previous: arrowLook,
          button_next: arrowLook,
          chevron: 'size-5 fill-current',
          month_grid: 'w-full table-fixed',
          weekday: 'h-9 text-secondary',
          day: 'p-0.5',
          day_button:
            'mx-auto flex h-11 w-full max-w-11 items-center justify-center rounded-full tabular-nums hover:bg-brand-soft disabled:bg-transparent disabled:text-muted disabled:line-through disabled:opacity-60',
          today: '*:ring-1 *:ring-control *:text-strong',
          selected: '*:bg-brand! *:text-strong *:text-on-brand',
        }}
      />
    </Dialog>
  )
}

const arrowLook =
  'inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft aria-disabled:cursor-default aria-disabled:opacity-40'
