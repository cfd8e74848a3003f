import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Field } from '@/components/ui/Field'
import { controlLook } from '@/components/ui/Input'
import { cn } from '@/lib/cn'
import { formatDayWithWeekday } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'

const CalendarDialog = lazyPart(async () => (await import('./CalendarDialog')).CalendarDialog)

type DateFieldProps = {
  label: string
  /** 'YYYY-MM-DD' or ''. */
  day: string
  /** The days that can be chosen, 'YYYY-MM-DD'. Default: from today (London) on. */
  from?: string
  until?: string
  onChange: (day: string) => void
  error?: string
}

/** A button that opens a calendar. */
export function DateField({ label, day, from, until, onChange, error }: DateFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const text = day === '' ? 'Choose a date' : formatDayWithWeekday(day)

  return (
    <Field label={label} error={error}>
      {(control) => (
        <>
          <button
            {...control}
            type="button"
            aria-label={`${label}: ${text}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
            className={cn(controlLook, 'flex items-center justify-between gap-3 text-left')}
          >
            <span className={cn('min-w-0', day === '' && 'text-muted')}>{text}</span>
            <CalendarDays aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          {isOpen && (
            <CalendarDialog
              title={label}
              day={day}
              from={from}
              until={until}
              onChoose={(chosen) => {
                onChange(chosen)
                setIsOpen(false)
              }}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </Field>
  )
}
