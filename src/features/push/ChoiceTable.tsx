import { cn } from '@/lib/cn'
import { pushCopy } from './copy'
import { useChoose } from './mutations'
import type { Choices, PushEvent, Way } from './queries'

const events: PushEvent[] = ['money_in', 'money_out', 'card', 'low_balance', 'agent']
// Three columns do not fit a small phone with large text: there, each way is a line below its event.
const cell = 'w-14 text-center @max-[13rem]:block @max-[13rem]:text-left'
const line = '@max-[13rem]:block'

/** A row for each event and a column for each way. Each box is saved at once. */
export function ChoiceTable({ userId, choices }: { userId: string; choices: Choices }) {
  const { mutate: choose } = useChoose(userId)
  const ways: Way[] = choices.pushKey === null ? ['mail', 'mailbox'] : ['push', 'mail', 'mailbox']
  const toggle = (way: Way, event: PushEvent) => {
    const others = choices[way].filter((name) => name !== event)
    choose({ [way]: others.length < choices[way].length ? others : [...others, event] })
  }
  return (
    <div className="@container">
      <table className={cn('w-full text-sm', line)}>
        <thead className="@max-[13rem]:hidden">
          <tr className="border-b border-line text-muted">
            <th scope="col" className="text-left font-medium">
              <span className="sr-only">Event</span>
            </th>
            {ways.map((way) => (
              <th key={way} scope="col" className={cn(cell, 'py-1 font-medium')}>
                {pushCopy.ways[way]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cn('divide-y divide-line', line)}>
          {events.map((event) => (
            <tr key={event} className={line}>
              <th scope="row" className={cn('py-1 pr-2 text-left font-normal', line)}>
                {pushCopy.events[event]}
              </th>
              {ways.map((way) => (
                <td key={way} className={cell}>
                  <label className="flex min-h-12 items-center justify-center gap-3 @max-[13rem]:justify-start">
                    <input
                      type="checkbox"
                      aria-label={`${pushCopy.events[event]}: ${pushCopy.ways[way]}`}
                      checked={choices[way].includes(event)}
                      onChange={() => toggle(way, event)}
                      className="size-6 shrink-0 accent-brand"
                    />
                    <span aria-hidden className="hidden @max-[13rem]:block">
                      {pushCopy.ways[way]}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
          <tr className={line}>
            <th scope="row" className={cn('py-1 pr-2 text-left font-normal', line)}>
              {pushCopy.choices.security}
            </th>
            <td colSpan={ways.length} className={cn('py-3 text-center text-muted @max-[13rem]:text-left', line)}>
              {pushCopy.choices.always}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
