import { cn } from '@/lib/cn'
import { pushCopy } from './copy'
import { useChoose } from './mutations'
import type { Choices, Way } from './queries'

const cell = 'w-14 text-center narrow:text-left'

/** A row for each event and a column for each way. Each box is saved at once. */
export function ChoiceTable({ choices }: { choices: Choices }) {
  const { mutate: choose } = useChoose()
  const ways: Way[] = choices.pushKey === null ? ['mail', 'mailbox'] : ['push', 'mail', 'mailbox']
  return (
    <div className="@container">
      <table className="stacked-table w-full text-small">
        <thead className="narrow:hidden">
          <tr className="border-b border-line text-muted">
            <th scope="col" className="text-left text-name">
              <span className="sr-only">Event</span>
            </th>
            {ways.map((way) => (
              <th key={way} scope="col" className={cn(cell, 'py-1 text-name')}>
                {pushCopy.ways[way]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {Object.entries(pushCopy.events).map(([event, words]) => (
            <tr key={event}>
              <th scope="row" className="py-1 pr-2 text-left">
                {words}
              </th>
              {ways.map((way) => (
                <td key={way} className={cell}>
                  <label className="flex min-h-12 items-center justify-center gap-3 narrow:justify-start">
                    <input
                      type="checkbox"
                      aria-label={`${words}: ${pushCopy.ways[way]}`}
                      checked={choices[way].includes(event)}
                      onChange={({ target }) => choose({ way, event, isOn: target.checked })}
                      className="size-6 shrink-0 accent-brand"
                    />
                    <span aria-hidden className="hidden narrow:block">
                      {pushCopy.ways[way]}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className="py-1 pr-2 text-left">
              {pushCopy.choices.security}
            </th>
            <td colSpan={ways.length} className="py-3 text-center text-muted narrow:text-left">
              {pushCopy.choices.always}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
