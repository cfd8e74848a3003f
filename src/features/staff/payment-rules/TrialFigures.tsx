import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { formatDay, londonDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { countOf, formatCount } from '@/lib/numbers'
import { ruleCopy } from './copy'
import type { Figures, TrialResult } from './queries'

const columns = ['Figure', 'Rules in force', 'Change', 'Difference']
const { result: copy } = ruleCopy

/** What a change would have done, beside the rules that it was tried against. */
export function TrialFigures({ result }: { result: TrialResult }) {
  const { payments, tried, scams, before, after } = result
  if (payments === 0) return <p className="px-4 pb-4 text-secondary">{copy.none}</p>
  const days = `${formatDay(londonDay(result.since))} to ${formatDay(londonDay(result.until))}`
  const rows: [string, (figures: Figures) => number, (figures: Figures) => string][] = [
    [
      'Payments warned',
      ({ warned }) => warned,
      (each) => `${share(each.warned, tried)} · ${formatPence(each.warned_pounds)}`,
    ],
    [
      'Payments reviewed',
      ({ reviewed }) => reviewed,
      (each) => `${share(each.reviewed, tried)} · ${formatPence(each.reviewed_pounds)}`,
    ],
    [
      'Reported scams caught',
      (each) => each.scams,
      (each) => `of ${formatCount(scams)} reported · ${formatPence(each.scam_pounds)}`,
    ],
    [
      'Payments to payees paid 3 times before, warned or reviewed',
      ({ regular }) => regular,
      (each) => share(each.regular, tried),
    ],
  ]
  return (
    <>
      <StaffTable caption={copy.title} columns={columns} figures={columns.slice(1)} isCompact>
        {rows.map(([name, countIn, more]) => (
          <StaffRow key={name}>
            <StaffRowHead>{name}</StaffRowHead>
            <StaffCell label="Rules in force" isFigure>
              <Found count={countIn(before)} more={more(before)} />
            </StaffCell>
            <StaffCell label="Change" isFigure>
              <Found count={countIn(after)} more={more(after)} />
            </StaffCell>
            <StaffCell label="Difference" isFigure>
              {signed(countIn(after) - countIn(before))}
            </StaffCell>
          </StaffRow>
        ))}
      </StaffTable>
      <p className="px-4 py-3 text-secondary">
        {tried < payments ? copy.sample(tried, payments, days) : copy.all(countOf(payments, 'payment'), days)}{' '}
        {copy.missing}
      </p>
    </>
  )
}

function Found({ count, more }: { count: number; more: string }) {
  return (
    <span className="max-lg:text-right">
      <span className="text-strong">{formatCount(count)}</span> <span className="text-muted">{more}</span>
    </span>
  )
}

/** '1.2%', with one decimal. */
function share(count: number, all: number): string {
  return all === 0 ? '0%' : `${Math.round((count / all) * 1000) / 10}%`
}

function signed(difference: number): string {
  return difference === 0 ? '0' : `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`
}
