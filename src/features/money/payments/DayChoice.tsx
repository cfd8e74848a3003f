import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { IconButton } from '@/components/ui/IconButton'
import { Input } from '@/components/ui/Input'
import { addDays, addYear, formatDayWithWeekday, londonDay } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'

const CalendarDialog = lazyPart(async () => (await import('@/components/CalendarDialog')).CalendarDialog)

const title = 'Choose another day'

type DayChoiceProps = {
  /** 'YYYY-MM-DD', or '' for today. */
  day: string
  error?: string
  /** It cannot become today. */
  isLater: boolean
  onChange: (day: string) => void
}

/** The day of a payment: today, or a day from tomorrow to one year ahead. */
export function DayChoice({ day, error, isLater, onChange }: DayChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [[tomorrow, lastDay]] = useState(() => {
    const today = londonDay(new Date())
    return [addDays(today, 1), addYear(today)] as const
  })
  return (
    <div className={day === '' ? 'flex-1 basis-32' : 'basis-full'}>
      <Field label="Date" error={error}>
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              readOnly
              value={day === '' ? 'Today' : formatDayWithWeekday(day)}
              className="bg-sunken pr-13!"
            />
            <IconButton
              label={title}
              aria-haspopup="dialog"
              className="absolute top-0.5 right-0.5"
              onClick={() => setIsOpen(true)}
            >
              <CalendarDays aria-hidden className="size-5 text-brand" />
            </IconButton>
          </div>
        )}
      </Field>
      {day !== '' && !isLater && (
        <Button type="button" variant="quiet" className="-ml-5" onClick={() => onChange('')}>
          Pay today
        </Button>
      )}
      {isOpen && (
        <CalendarDialog
          title={title}
          day={day}
          from={tomorrow}
          until={lastDay}
          onChoose={(chosen) => {
            onChange(chosen)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
